package main

import (
	"fmt"
	"go/token"
	"go/types"
	"io"

	"github.com/focal-search/focal/engine"
)

// Fields that lead back to their struct through other recursive types, interfaces and packages.

type I interface{ M() *T }
type R struct {
	up *R
	at *T
}
type L struct{ i I }
type F func(x token.Position) int
type T2 = []*T

type T struct {
	n int
	a func(*R) *T
	b func(I) T2
	c map[I][]*T
	d func(F, L) T2
	e func(*types.Scope) *T
	f func(types.Scope) func() *T
	g func(F) *T
	h func(*R) (*T, bool)
	i func(error, any, types.Type) *T
	j []*R
	k func(*engine.Observation) *T
	l func(io.Reader, *engine.Result) map[string]T
	m chan func(...*T) [2]R
	o struct{ in, out []*T }
	p *[]*[3]*T
	q interface{ Take(*T) R }
}

func (t *T) M() *T       { t.n++; return t }
func (t *T) Take(u *T) R { return R{at: u} }

type held struct{ o *holder }
type holder struct {
	in held
	n  int
}

func deferred() {
	defer fmt.Println("deferred", recover())
	defer func() { defer fmt.Println("recovered", recover()) }()
	defer fmt.Sprint(recover())
	panic("here")
}

func main() {
	t := &T{n: 1}
	r := &R{at: t}
	r.up = r
	t.a = func(r *R) *T { return r.up.at }
	t.b = func(i I) T2 { return T2{i.M(), nil} }
	t.c = map[I][]*T{t: {t, nil}}
	t.d = func(f F, l L) T2 { return T2{t, l.i.M()}[:f(token.Position{})] }
	t.e = func(s *types.Scope) *T { return &T{n: s.Len()} }
	t.f = func(types.Scope) func() *T { return t.M }
	t.g = func(f F) *T { return &T{n: f(token.Position{Line: 7})} }
	t.h = func(r *R) (*T, bool) { return r.at, r.up == r }
	t.i = func(err error, x any, y types.Type) *T { return &T{n: len(fmt.Sprint(err, x, y))} }
	t.j = append(t.j, r, &R{})
	t.k = func(*engine.Observation) *T { return t }
	t.l = func(io.Reader, *engine.Result) map[string]T { return map[string]T{"t": *t} }
	t.m = make(chan func(...*T) [2]R, 1)
	t.m <- func(ts ...*T) [2]R { return [2]R{{at: ts[len(ts)-1]}} }
	t.o.in = T2{t}
	t.p = &[]*[3]*T{{1: t}}
	t.q = t
	fmt.Println(t.a(r) == t, t.b(t)[0].n, len(t.c[t]), t.d(func(token.Position) int { return 2 }, L{t})[1].n)
	fmt.Println(t.e(types.NewScope(nil, 0, 0, "")).n, t.f(*types.NewScope(nil, 0, 0, ""))().n,
		t.g(func(p token.Position) int { return p.Line }).n)
	u, ok := t.h(r)
	fmt.Println(u == t, ok, t.i(nil, 1, types.Typ[types.Int]).n, t.j[1].up == nil, t.k(nil).n, t.l(nil, nil)["t"].n)
	fmt.Println((<-t.m)(nil, t)[0].at.n, t.o.in[0] == t, (*t.p)[0][1] == t, t.q.Take(u).at == t)
	copied := *t
	copied.o.in = nil
	fmt.Println(len(t.o.in), copied.j[0].at == t)
	h := &holder{n: 7}
	h.in.o = h
	in := &h.in
	in.o.n++
	fmt.Println(h.n, in.o.in.o == h)
	var x any = *h
	_, one := x.(holder)
	_, other := x.(held)
	fmt.Println(one, other, x == any(*h))
	func() {
		defer func() { fmt.Println("outer", recover()) }()
		deferred()
	}()
}
