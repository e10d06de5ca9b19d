// Functions of a type with methods are composed, returned, kept in fields and called at once.
package main

import "fmt"

type Fn func(int) int

func (f Fn) Then(g Fn) Fn      { return func(x int) int { return g(f(x)) } }
func (f Fn) Plus(n int) Fn     { return f.Then(func(x int) int { return x + n }) }
func (f Fn) Twice() Fn         { return f.Then(f) }
func (f Fn) Both() (Fn, error) { return f.Twice(), nil }
func compose(fs ...Fn) (all Fn) {
	all = func(x int) int { return x }
	for _, f := range fs {
		all = all.Then(f)
	}
	return all
}

type Pipe struct {
	f, g Fn
	in   struct{ fs []Fn }
}

func (p Pipe) Run(x int) int { return p.f.Then(p.g)(x) }
func (p *Pipe) Add(f Fn) Fn  { p.in.fs = append(p.in.fs, f); p.f = p.f.Then(f); return p.f.Twice() }

type T struct{ n int }

func (t T) Adder() func(int) int { return func(x int) int { return t.n + x } }
func (t *T) Inc() func() *T      { return func() *T { t.n++; return t } }
func (t T) Map() map[string]Fn   { return map[string]Fn{"a": t.Adder()} }

func main() {
	inc := Fn(func(x int) int { return x + 1 })
	t := T{3}
	fmt.Println(inc.Plus(4)(1), inc.Twice()(1), compose(inc, inc.Plus(1))(5), inc.Twice().Twice().Then(inc)(0))
	b, err := inc.Both()
	fmt.Println(b(1), err, Fn.Then(inc, inc)(1), Fn.Plus(inc, 2).Then(inc)(1))
	p := &Pipe{f: inc, g: inc.Plus(10)}
	fmt.Println(p.Run(1), p.Add(inc)(1), p.Run(1), len(p.in.fs), p.in.fs[0].Twice()(0), p.f.Plus(1).Twice()(1))
	fmt.Println(p.g(1), t.Adder()(4), t.Inc()().n, T.Adder(t)(5), (*T).Inc(&t)().n, t.Map()["a"].Plus(1)(2))
	half := func(f Fn) Fn { return f.Twice() }(inc)
	fs := map[string]Fn{"half": half}
	fmt.Println(half(1), fs["half"].Then(fs["half"])(1))
}
