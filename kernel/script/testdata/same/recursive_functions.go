package main

import (
	"fmt"
	"strings"
)

type lexer struct {
	in         string
	start, pos int
	toks       []token
	states     map[string]stateFn
}
type token struct{ kind, text string }
type stateFn func(*lexer) stateFn

func (s stateFn) run(l *lexer) int {
	n := 0
	for s != nil {
		s = s(l)
		n++
	}
	return n
}
func (l *lexer) emit(k string) {
	l.toks = append(l.toks, token{k, l.in[l.start:l.pos]})
	l.start = l.pos
}

func lexAny(l *lexer) stateFn {
	switch {
	case l.pos >= len(l.in):
		return nil
	case strings.ContainsRune("0123456789", rune(l.in[l.pos])):
		return lexNum
	case l.in[l.pos] == ' ':
		l.pos++
		l.start = l.pos
		return lexAny
	}
	return l.states["op"]
}
func lexNum(l *lexer) stateFn {
	for l.pos < len(l.in) && l.in[l.pos] >= '0' && l.in[l.pos] <= '9' {
		l.pos++
	}
	l.emit("num")
	return lexAny
}

type Option func(*conf) Option
type conf struct{ n int }

func N(n int) Option { return func(c *conf) Option { old := c.n; c.n = n; return N(old) } }

type Gen[T any] func(T) (T, Gen[T])

func nat(n int) Gen[int] { return func(s int) (int, Gen[int]) { return n, nat(n + s) } }

type Mw func(Handler) Handler
type Handler func(next Mw, s ...string) string
type Visit func(depth int, kids []Visit, m map[string]Visit) bool
type Stop interface{ Halt() Step }
type Step func(Stop) Step

func (s Step) Halt() Step { return nil }

func main() {
	l := &lexer{in: "12 + 345", states: map[string]stateFn{}}
	l.states["op"] = func(l *lexer) stateFn { l.pos++; l.emit("op"); return lexAny }
	fmt.Println(stateFn(lexAny).run(l), l.toks)
	c := &conf{1}
	undo := N(5)(c)
	fmt.Println(c.n)
	redo := undo(c)
	fmt.Println(c.n)
	redo(c)
	fmt.Println(c.n)
	g := nat(3)
	for range 3 {
		var x int
		x, g = g(2)
		fmt.Print(x, " ")
	}
	fmt.Println()
	var h Handler = func(next Mw, s ...string) string { return strings.Join(s, "+") }
	mw := Mw(func(h Handler) Handler { return func(n Mw, s ...string) string { return "<" + h(n, s...) + ">" } })
	fmt.Println(mw(mw(h))(nil, "a", "b"))
	var v Visit
	v = func(d int, kids []Visit, m map[string]Visit) bool {
		fmt.Println("visit", d, len(kids), len(m))
		for _, k := range kids {
			k(d+1, nil, map[string]Visit{"v": v})
		}
		return d > 0
	}
	v(0, []Visit{v, v}, nil)
	var any1 any = v
	_, ok := any1.(Visit)
	_, no := any1.(Step)
	fmt.Println(ok, no)
	var st Stop = Step(nil)
	fmt.Println(st.Halt() == nil)
	m := map[string]any{"a": stateFn(lexNum), "b": Option(nil)}
	for _, k := range []string{"a", "b", "c"} {
		switch f := m[k].(type) {
		case stateFn:
			fmt.Println("state", f != nil)
		case Option:
			fmt.Println("option", f == nil)
		case nil:
			fmt.Println("none")
		}
	}
	ch := make(chan stateFn, 1)
	ch <- lexAny
	fmt.Println((<-ch).run(&lexer{in: "1"}))
	arr := [2]stateFn{lexAny}
	fmt.Println(arr[1] == nil, arr[0] == nil)
	fmt.Printf("%T %T\n", arr[0], g)
}
