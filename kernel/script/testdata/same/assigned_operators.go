// Expressions of all kinds that are assigned to variables of all types.
package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

type V interface{ N() int }
type P struct{ d int }
type PP struct{ d int }
type Name string
type L []int
type E struct{ n int }
type EP struct{ n int }
type EI int

func (p P) N() int          { return p.d }
func (p P) Is() bool        { return p.d > 1 }
func (p P) S() string       { return fmt.Sprint("S", p.d) }
func (p P) F() float64      { return float64(p.d) / 2 }
func (p P) Self() P         { p.d++; return p }
func (p P) Next() V         { p.d += 10; return p }
func (p P) Add(x int) int   { return p.d + x }
func (p *PP) N() int        { return p.d }
func (n Name) N() int       { return len(n) }
func (n Name) Up() string   { return strings.ToUpper(string(n)) }
func (l L) N() int          { return len(l) }
func (e E) Error() string   { return fmt.Sprint("E", e.n) }
func (e *EP) Error() string { return fmt.Sprint("EP", e.n) }
func (e EI) Error() string  { return fmt.Sprint("EI", int(e)) }

var (
	x         = 2
	s         = "abc"
	b         = true
	fl        = 2.5
	q         = P{3}
	pq        = &PP{4}
	pp        = pq
	pq2       = &q
	v   V     = q
	e   error = E{1}
	an  any   = 1
	an2 any   = q
	m         = map[string]int{"a": 5}
	mb        = map[string]bool{"z": true}
	ms        = map[string]string{"k": "kv"}
	mv        = map[string]V{"k": q}
	mp        = map[string]P{"k": {8}}
	sl        = []int{1, 2, 3}
	ip        = &x
	bs        = []byte("by")
	vs        = []V{q, pq}
	es        = []error{e}
	ps        = []P{q}
	n         = Name("nn")
	fv        = func() V { return pq }
	fi        = func(y int) int { return y * y }
)

func inc(x int) int    { return x + 1 }
func even(x int) bool  { return x%2 == 0 }
func mk(x int) V       { return P{x * 100} }
func fail(x int) error { return E{x * 3} }
func ch(x int) chan int {
	c := make(chan int, 1)
	c <- x
	return c
}

func show(xs ...any) {
	for i, x := range xs {
		if f, ok := x.(func(int) int); ok {
			if f == nil {
				xs[i] = "nilfunc"
			} else {
				xs[i] = f(3)
			}
		}
		if p, ok := x.(*PP); ok && p != nil {
			xs[i] = *p
		}
		if _, ok := xs[i].(map[string]int); ok {
			xs[i] = "map"
		}
	}
	fmt.Println(xs...)
	for _, x := range xs {
		fmt.Printf("%T ", x)
	}
	fmt.Println()
}

var _, _, _, _ = errors.New, io.EOF, math.Pi, strings.ToUpper

func main() {
	{
		var a0 func(int) int
		var a1 int
		var a2 Name
		g := func() { a0, a1, a2 = fi, strings.Count(s, "a"), Name(s)+"x" }
		g()
		show(a0, a1, a2)
	}
	{
		var a0 int
		var a1 P
		var a2 bool
		a0, a1, a2 = q.N(), *pq2, b
		show(a0, a1, a2)
	}
	{
		var a0 func(int) int
		var a1 float64
		a0, a1 = inc, fl/3+1
		show(a0, a1)
	}
	{
		var a0 func(int) int
		var a1 error
		a0, a1 = inc, &EP{x}
		show(a0, a1)
	}
	{
		var a0 bool
		var a1 Name
		var a2 any
		g := func() { a0, a1, a2 = q.Is(), Name("a")+n, an }
		g()
		show(a0, a1, a2)
	}
	{
		var a0 any
		a0 = -x
		show(a0)
	}
	{
		var a0 func(int) int
		var a1 int
		var a2 error
		a0, a1, a2 = nil, x+1, E{x}
		show(a0, a1, a2)
	}
	{
		var a0 int
		var a1 V
		var a2 V
		a0, a1, a2 = 7, nil, &PP{x}
		show(a0, a1, a2)
	}
	{
		var a0 P
		var a1 error
		var a2 Name
		a0, a1, a2 = P{4}, nil, Name(s[:1])
		show(a0, a1, a2)
	}
	{
		var a0 P
		var a1 []int
		var a2 []int
		a0, a1, a2 = ps[0], sl, L{1}
		show(a0, a1, a2)
	}
	{
		var a0 V
		var a1 bool
		var a2 any
		g := func() { a0, a1, a2 = pq, !b, -x }
		g()
		show(a0, a1, a2)
	}
	{
		var a0 string
		g := func() { a0 = string(s[0]) }
		g()
		show(a0)
	}
	{
		var a0 float64
		g := func() { a0 = fl * 2 }
		g()
		show(a0)
	}
	{
		var a0 float64
		var a1 float64
		var a2 string
		var a3 bool
		a0, a1, a2, a3 = fl/3+1, 1.5, string(s[0]), b
		show(a0, a1, a2, a3)
	}
	{
		var a0 string
		var a1 float64
		var a2 int
		a0, a1, a2 = fmt.Sprint(x), q.F(), any(x).(int)
		show(a0, a1, a2)
	}
	{
		var a0 func(int) int
		var a1 error
		var a2 bool
		var a3 V
		a0, a1, a2, a3 = fi, errors.New("n"), b || !even(x), q.Next()
		show(a0, a1, a2, a3)
	}
	{
		var a0 P
		var a1 V
		var a2 V
		a0, a1, a2 = q.Self(), an2.(V), V(q)
		show(a0, a1, a2)
	}
	{
		var a0 V
		a0 = Name(s)
		show(a0)
	}
	{
		var a0 any
		var a1 func(int) int
		a0, a1 = s, nil
		show(a0, a1)
	}
	{
		var a0 func(int) int
		var a1 error
		a0, a1 = func(y int) int { return x + y }, nil
		show(a0, a1)
	}
	{
		var a0 float64
		var a1 bool
		var a2 int
		var a3 Name
		a0, a1, a2, a3 = q.F(), b || !even(x), *ip, Name(s[:1])
		show(a0, a1, a2, a3)
	}
	{
		var a0 P
		g := func() { a0 = *pq2 }
		g()
		show(a0)
	}
	{
		var a0 []int
		a0 = []int{x}
		show(a0)
	}
	{
		var a0 error
		var a1 []int
		var a2 P
		g := func() { a0, a1, a2 = fail(x), append(sl, x), any(q).(P) }
		g()
		show(a0, a1, a2)
	}
	{
		var a0 Name
		var a1 P
		var a2 int
		g := func() { a0, a1, a2 = "nm", v.(P), sl[1] }
		g()
		show(a0, a1, a2)
	}
	{
		var a0 bool
		var a1 Name
		var a2 P
		g := func() { a0, a1, a2 = true, Name(s), q.Self() }
		g()
		show(a0, a1, a2)
	}
	{
		var a0 any
		var a1 float64
		var a2 string
		var a3 any
		a0, a1, a2, a3 = m, fl*2, fmt.Sprint(x), s
		show(a0, a1, a2, a3)
	}
	{
		var a0 func(int) int
		g := func() { a0 = inc }
		g()
		show(a0)
	}
	{
		var a0 P
		var a1 V
		var a2 P
		g := func() { a0, a1, a2 = mp["k"], nil, any(q).(P) }
		g()
		show(a0, a1, a2)
	}
	{
		var a0 []int
		var a1 bool
		var a2 func(int) int
		a0, a1, a2 = append(sl, x), true, q.Add
		show(a0, a1, a2)
	}
	{
		var a0 error
		var a1 bool
		var a2 float64
		g := func() { a0, a1, a2 = fmt.Errorf("w %w", e), q.Is(), -fl }
		g()
		show(a0, a1, a2)
	}
	{
		var a0 float64
		var a1 bool
		var a2 any
		var a3 V
		g := func() { a0, a1, a2, a3 = float64(x), strings.HasPrefix(s, "a"), s, &PP{x} }
		g()
		show(a0, a1, a2, a3)
	}
	{
		var a0 any
		var a1 int
		var a2 func(int) int
		g := func() { a0, a1, a2 = struct{ a int }{x}, -x, nil }
		g()
		show(a0, a1, a2)
	}
	{
		var a0 error
		var a1 error
		a0, a1 = io.EOF, es[0]
		show(a0, a1)
	}
	{
		var a0 Name
		var a1 bool
		var a2 Name
		a0, a1, a2 = Name("a")+n, an == any(1), n
		show(a0, a1, a2)
	}
	{
		var a0 []int
		var a1 float64
		g := func() { a0, a1 = sl[:1], -fl }
		g()
		show(a0, a1)
	}
	{
		var a0 any
		var a1 int
		var a2 error
		a0, a1, a2 = m, min(x, 3), errors.Join(e, nil)
		show(a0, a1, a2)
	}
	{
		var a0 string
		a0 = s + "z"
		show(a0)
	}
	{
		var a0 error
		var a1 int
		var a2 []int
		var a3 bool
		g := func() { a0, a1, a2, a3 = errors.Join(e, nil), -x, sl, an == any(1) }
		g()
		show(a0, a1, a2, a3)
	}
	{
		var a0 error
		var a1 error
		var a2 float64
		var a3 func(int) int
		g := func() { a0, a1, a2, a3 = &EP{x}, nil, fl/3+1, fi }
		g()
		show(a0, a1, a2, a3)
	}
}
