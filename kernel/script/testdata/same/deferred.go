package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

type T struct{ n int }

func (t T) show(s string) { fmt.Print(s, t.n, " ") }
func (t *T) inc(s string) { t.n++; fmt.Print(s, t.n, " ") }
func (t *T) catch()       { fmt.Print("catch ", recover(), " ") }
func (t T) vcatch()       { fmt.Print("vcatch ", recover(), " ") }

type I interface{ show(string) }
type H struct {
	f func(string)
	t T
	p *T
}

func two() {
	defer fmt.Println()
	t := T{1}
	defer t.show("a")
	t.n = 2
	defer t.inc("b")
	for _, t := range []T{{5}, {6}} {
		defer t.show("c")
	}
	for i := range 2 {
		t := &T{i * 10}
		defer t.inc("d")
	}
	f := func(s string) { fmt.Print("f", s, " ") }
	defer f("e")
	f = func(s string) { fmt.Print("g", s, " ") }
	var i I = t
	defer i.show("i")
	i = T{77}
	h := H{f, T{8}, &T{9}}
	defer h.f("h")
	defer h.t.show("ht")
	defer h.p.show("hp")
	h.f, h.t, h.p = nil, T{88}, nil
	fs := []func(string){func(s string) { fmt.Print("list", s, " ") }}
	defer fs[0]("k")
	fs[0] = nil
	for _, f := range []func(string){func(s string) { fmt.Print("x", s, " ") }, func(s string) { fmt.Print("y", s, " ") }} {
		defer f("m")
	}
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	var wg sync.WaitGroup
	wg.Add(1)
	defer wg.Done()
	p := &T{3}
	defer p.inc("p")
	p = nil
	get().show("now")
	more()
	defer get().show("get")
	defer os.Stdout.Sync()
	m := t.show
	defer m("mv")
	m = nil
}

func get() T { fmt.Print("get "); return T{4} }

func three() {
	t := T{1}
	defer t.catch()
	panic("x")
}
func four() {
	t := T{1}
	defer t.vcatch()
	panic("x")
}
func named() { fmt.Print("named ", recover(), " ") }
func five() {
	f := named
	defer f()
	f = nil
	panic("y")
}

type closer struct {
	name string
	io.Reader
}

func (c *closer) Close() error { fmt.Print("close ", c.name, " "); return nil }

type list[E any] struct{ items []E }

func (l *list[E]) tell() { fmt.Print(l.items, " ") }

func more() {
	defer fmt.Println("more")
	ctx, cancel := context.WithCancel(context.Background())
	defer func() { fmt.Print(ctx.Err(), " ") }()
	defer cancel()
	var readers []io.ReadCloser
	for _, name := range []string{"a", "b"} {
		readers = append(readers, io.NopCloser(strings.NewReader(name)))
	}
	for _, r := range readers {
		defer r.Close()
	}
	var c io.Closer = &closer{name: "one"}
	defer c.Close()
	for _, name := range []string{"x", "y"} {
		c := &closer{name: name}
		defer c.Close()
	}
	c = nil
	ts := []T{{21}, {22}}
	p := &ts[1]
	defer ts[0].show("v")
	defer p.show("p")
	defer p.inc("q")
	ts[0].n, p.n = 31, 32
	l := &list[int]{[]int{1, 2}}
	defer l.tell()
	l = nil
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func() {
			t := &T{i}
			defer wg.Done()
			defer t.inc2()
			t = nil
		}()
	}
	wg.Wait()
	for i := range 2 {
		func() {
			t := T{i}
			defer t.show("in")
			t.n = 9
			if i == 1 {
				defer t.show("if")
			}
			t.n = 10
		}()
	}
	m := map[string]func(){"k": func() { fmt.Print("map ") }}
	defer m["k"]()
	delete(m, "k")
	function := fmt.Print
	defer function("printed ")
	function = nil
	values := []any{1, "two"}
	for i := range 2 {
		t := T{i}
		defer t.all(values...)
		defer t.all(i, i+1)
	}
	values = nil
	defer func(s string) { fmt.Print(s, " ") }("literal")
	b := strings.Builder{}
	defer func() { fmt.Print(b.String(), " ") }()
	defer b.WriteString("built")
}

func (t *T) inc2() { t.n++ }

func (t T) all(xs ...any) { fmt.Print(t.n, xs, " ") }

func main() {
	two()
	three()
	four()
	five()
	fmt.Println()
}
