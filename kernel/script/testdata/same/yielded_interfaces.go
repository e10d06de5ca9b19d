// Interfaces that calls yield, handed on to others, keep their type.
package main

import "fmt"

type V interface{ N() int }
type PP struct{ d int }

func (p *PP) N() int { return p.d }

type Q int

func (q Q) N() int { return int(q) }

var pq = &PP{4}

func two() (V, bool)       { return pq, true }
func three() (V, V, error) { return pq, Q(3), nil }
func anyok(x any) {
	switch x := x.(type) {
	case *PP:
		fmt.Print("PP", x.d, " ")
	case Q:
		fmt.Print("Q", int(x), " ")
	default:
		fmt.Print("other ")
	}
}
func take(v V, ok bool)         { anyok(v) }
func take3(v, w V, err error)   { anyok(v); anyok(w); anyok(err) }
func takeAny(v, w any, err any) { anyok(v); anyok(w); anyok(err) }
func more(v V, rest ...any) {
	anyok(v)
	for _, r := range rest {
		anyok(r)
	}
}

type B struct{ v V }

func (b B) get() V         { return b.v }
func (b B) set(v V) B      { anyok(v); return B{v} }
func (b *B) add(v, w V) *B { anyok(v); anyok(w); b.v = w; return b }

func pick(vs ...V) V {
	for _, v := range vs {
		anyok(v)
	}
	return vs[0]
}
func id[T any](x T) T { anyok(x); return x }

func main() {
	take(two())
	take3(three())
	takeAny(three())
	more(three())
	fmt.Println()
	b := B{pq}
	b = b.set(b.get()).set(Q(4))
	b.add(b.get(), Q(7)).add(pick(Q(1), b.get()), pick(b.get(), pq))
	fmt.Println()
	m := map[string]V{"x": b.get(), "y": pick(pq)}
	for _, k := range []string{"x", "y"} {
		anyok(m[k])
	}
	f := func(v V) V { anyok(v); return v }
	f(f(f(pq)))
	f(id(b.get()))
	g := []func(V) V{f}
	g[0](g[0](Q(5)))
	c := make(chan V, 2)
	c <- b.get()
	c <- f(pq)
	anyok(<-c)
	f(<-c)
	s := struct{ a, b V }{b.get(), f(Q(8))}
	anyok(s.a)
	anyok(s.b)
	s.a, s.b = f(s.b), b.get()
	anyok(s.a)
	anyok(s.b)
	defer func(v V) { anyok(v); fmt.Println() }(b.get())
	defer f(f(pq))
	var x any = f(pq)
	anyok(x)
	w, ok := x.(V)
	anyok(w)
	take(w, ok)
	for i := range 2 {
		v := b.get()
		if i == 1 {
			v = f(Q(9))
		}
		anyok(v)
	}
	arr := [2]V{f(pq), Q(1)}
	anyok(arr[0])
	h := func() (v V, err error) { v, ok = two(); return }
	v, _ := h()
	anyok(v)
	ms := map[V]int{b.get(): 1}
	ms[f(pq)]++
	fmt.Print(len(ms), ms[pq])
}
