// Expressions of all kinds as fields of all types.
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

type S0 struct {
	a0 func(int) int
	a1 []int
}
type S1 struct{ a0 float64 }
type S2 struct {
	a0 error
	a1 int
	a2 int
	a3 func(int) int
}
type S3 struct {
	a0 V
	a1 []int
}
type S4 struct {
	a0 error
	a1 []int
	a2 float64
}
type S5 struct {
	a0 []int
	a1 Name
	a2 func(int) int
}
type S6 struct {
	a0 float64
	a1 func(int) int
	a2 []int
}
type S7 struct {
	a0 any
	a1 any
	a2 func(int) int
}
type S8 struct {
	a0 bool
	a1 P
	a2 string
}
type S9 struct {
	a0 bool
	a1 string
	a2 P
}
type S10 struct {
	a0 int
	a1 bool
}
type S11 struct {
	a0 V
	a1 []int
	a2 float64
	a3 Name
}
type S12 struct {
	a0 P
	a1 int
	a2 func(int) int
}
type S13 struct {
	a0 string
	a1 any
	a2 []int
}
type S14 struct {
	a0 P
	a1 func(int) int
}
type S15 struct {
	a0 int
	a1 V
	a2 func(int) int
	a3 Name
}
type S16 struct {
	a0 bool
	a1 bool
	a2 bool
}
type S17 struct {
	a0 P
	a1 float64
}
type S18 struct {
	a0 bool
	a1 func(int) int
}
type S19 struct {
	a0 float64
	a1 V
	a2 []int
}
type S20 struct {
	a0 V
	a1 int
	a2 int
	a3 func(int) int
}
type S21 struct {
	a0 []int
	a1 Name
}
type S22 struct {
	a0 bool
	a1 bool
}
type S23 struct {
	a0 V
	a1 []int
	a2 P
}
type S24 struct {
	a0 V
	a1 P
	a2 any
	a3 error
}
type S25 struct {
	a0 []int
	a1 float64
	a2 func(int) int
	a3 P
}
type S26 struct {
	a0 string
	a1 float64
}
type S27 struct {
	a0 V
	a1 any
}
type S28 struct {
	a0 float64
	a1 string
}
type S29 struct {
	a0 Name
	a1 Name
	a2 error
	a3 error
}
type S30 struct{ a0 P }
type S31 struct {
	a0 P
	a1 string
}
type S32 struct {
	a0 func(int) int
	a1 float64
}
type S33 struct {
	a0 bool
	a1 []int
}
type S34 struct {
	a0 Name
	a1 func(int) int
}
type S35 struct {
	a0 Name
	a1 bool
	a2 []int
}
type S36 struct {
	a0 error
	a1 int
	a2 bool
}
type S37 struct{ a0 error }
type S38 struct {
	a0 bool
	a1 string
}
type S39 struct {
	a0 []int
	a1 error
	a2 []int
	a3 error
}

func main() {
	{
		t := S0{nil, sl}
		u := &S0{}
		*u = t
		t.a0 = nil
		t.a1 = nil
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S1{fl}
		u := &S1{}
		*u = t
		t.a0 = float64(x)
		show(t.a0)
		show(u.a0)
	}
	{
		t := S2{es[0], int(fl), min(x, 3), inc}
		u := &S2{}
		*u = t
		t.a0 = &EP{x}
		t.a1 = inc(x)
		t.a2 = ^x
		t.a3 = q.Add
		show(t.a0, t.a1, t.a2, t.a3)
		show(u.a0, u.a1, u.a2, u.a3)
	}
	{
		t := S3{a0: P{x}, a1: L{1}}
		u := &S3{}
		*u = t
		t.a0 = an2.(V)
		t.a1 = append([]int(nil), sl...)
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S4{a0: io.EOF, a1: []int{x}, a2: math.Sqrt(fl)}
		u := &S4{}
		*u = t
		t.a0 = nil
		t.a1 = []int{x}
		t.a2 = fl/3 + 1
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S5{nil, Name(s) + "x", inc}
		u := &S5{}
		*u = t
		t.a0 = sl
		t.a1 = Name("a") + n
		t.a2 = inc
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S6{a0: -fl, a1: q.Add, a2: nil}
		u := &S6{}
		*u = t
		t.a0 = fl/3 + 1
		t.a1 = inc
		t.a2 = sl[:1]
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S7{Name(s), s, nil}
		u := &S7{}
		*u = t
		t.a0 = -x
		t.a1 = []int{x}
		t.a2 = nil
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S8{a0: an == any(1), a1: P{4}, a2: q.S()}
		u := &S8{}
		*u = t
		t.a0 = strings.HasPrefix(s, "a")
		t.a1 = ps[0]
		t.a2 = s + "z"
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S9{e == nil, s, ps[0]}
		u := &S9{}
		*u = t
		t.a0 = s == "a"
		t.a1 = Name(s).Up()
		t.a2 = P{4}
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S10{^x, v == nil}
		u := &S10{}
		*u = t
		t.a0 = ^x
		t.a1 = v != V(q)
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S11{a0: an2.(V), a1: sl[:1], a2: math.Sqrt(fl), a3: Name(s)}
		u := &S11{}
		*u = t
		t.a0 = vs[0]
		t.a1 = sl[:1]
		t.a2 = float64(x)
		t.a3 = Name(s[:1])
		show(t.a0, t.a1, t.a2, t.a3)
		show(u.a0, u.a1, u.a2, u.a3)
	}
	{
		t := S12{a0: *pq2, a1: min(x, 3), a2: q.Add}
		u := &S12{}
		*u = t
		t.a0 = q
		t.a1 = func() int { return x * 2 }()
		t.a2 = inc
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S13{a0: any(s).(string), a1: struct{ a int }{x}, a2: L{1}}
		u := &S13{}
		*u = t
		t.a0 = s[1:]
		t.a1 = E{x}
		t.a2 = []int{x}
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S14{any(q).(P), inc}
		u := &S14{}
		*u = t
		t.a0 = q
		t.a1 = nil
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S15{a0: strings.Count(s, "a"), a1: L{1, 2}, a2: func(y int) int { return x + y }, a3: Name(s) + "x"}
		u := &S15{}
		*u = t
		t.a0 = min(x, 3)
		t.a1 = q
		t.a2 = q.Add
		t.a3 = Name(s) + "x"
		show(t.a0, t.a1, t.a2, t.a3)
		show(u.a0, u.a1, u.a2, u.a3)
	}
	{
		t := S16{strings.HasPrefix(s, "a"), !b, !b}
		u := &S16{}
		*u = t
		t.a0 = v == nil
		t.a1 = b
		t.a2 = !b
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S17{a0: q.Self(), a1: fl/3 + 1}
		u := &S17{}
		*u = t
		t.a0 = q.Self()
		t.a1 = 1.5
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S18{a0: an == any(1), a1: q.Add}
		u := &S18{}
		*u = t
		t.a0 = mb["z"]
		t.a1 = fi
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S19{float64(x), nil, append(sl, x)}
		u := &S19{}
		*u = t
		t.a0 = fl * 2
		t.a1 = pq
		t.a2 = sl[:1]
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S20{a0: mk(x), a1: m["a"], a2: <-ch(x), a3: fi}
		u := &S20{}
		*u = t
		t.a0 = &PP{x}
		t.a1 = x << 2
		t.a2 = x
		t.a3 = q.Add
		show(t.a0, t.a1, t.a2, t.a3)
		show(u.a0, u.a1, u.a2, u.a3)
	}
	{
		t := S21{a0: sl, a1: Name("a") + n}
		u := &S21{}
		*u = t
		t.a0 = sl
		t.a1 = Name("a") + n
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S22{s == "a", b || !even(x)}
		u := &S22{}
		*u = t
		t.a0 = b || !even(x)
		t.a1 = x > 1
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S23{a0: Name(s), a1: sl, a2: ps[0]}
		u := &S23{}
		*u = t
		t.a0 = q
		t.a1 = sl
		t.a2 = P{4}
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S24{a0: pq, a1: q.Self(), a2: struct{ a int }{x}, a3: errors.Join(e, nil)}
		u := &S24{}
		*u = t
		t.a0 = pq
		t.a1 = *pq2
		t.a2 = []int{x}
		t.a3 = e
		show(t.a0, t.a1, t.a2, t.a3)
		show(u.a0, u.a1, u.a2, u.a3)
	}
	{
		t := S25{a0: sl, a1: math.Sqrt(fl), a2: nil, a3: v.(P)}
		u := &S25{}
		*u = t
		t.a0 = nil
		t.a1 = fl * 2
		t.a2 = nil
		t.a3 = any(q).(P)
		show(t.a0, t.a1, t.a2, t.a3)
		show(u.a0, u.a1, u.a2, u.a3)
	}
	{
		t := S26{a0: fmt.Sprint(x), a1: fl}
		u := &S26{}
		*u = t
		t.a0 = s
		t.a1 = float64(x)
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S27{q.Next(), -x}
		u := &S27{}
		*u = t
		t.a0 = mv["k"]
		t.a1 = m
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S28{q.F(), string(s[0])}
		u := &S28{}
		*u = t
		t.a0 = fl * 2
		t.a1 = "lit"
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S29{a0: "nm", a1: Name(s), a2: io.EOF, a3: e}
		u := &S29{}
		*u = t
		t.a0 = "nm"
		t.a1 = Name(s) + "x"
		t.a2 = fail(x)
		t.a3 = fmt.Errorf("w %w", e)
		show(t.a0, t.a1, t.a2, t.a3)
		show(u.a0, u.a1, u.a2, u.a3)
	}
	{
		t := S30{ps[0]}
		u := &S30{}
		*u = t
		t.a0 = v.(P)
		show(t.a0)
		show(u.a0)
	}
	{
		t := S31{*pq2, fmt.Sprint(x)}
		u := &S31{}
		*u = t
		t.a0 = q.Self()
		t.a1 = any(s).(string)
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S32{a0: inc, a1: fl * 2}
		u := &S32{}
		*u = t
		t.a0 = fi
		t.a1 = 1.5
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S33{an == any(1), sl}
		u := &S33{}
		*u = t
		t.a0 = mb["z"]
		t.a1 = append(sl, x)
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S34{Name("a") + n, inc}
		u := &S34{}
		*u = t
		t.a0 = n
		t.a1 = fi
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S35{Name(s[:1]), x > 1 && b, append([]int(nil), sl...)}
		u := &S35{}
		*u = t
		t.a0 = n
		t.a1 = b || !even(x)
		t.a2 = nil
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S36{fail(x), *ip, q.Is()}
		u := &S36{}
		*u = t
		t.a0 = es[0]
		t.a1 = m["a"]
		t.a2 = true
		show(t.a0, t.a1, t.a2)
		show(u.a0, u.a1, u.a2)
	}
	{
		t := S37{a0: E{x}}
		u := &S37{}
		*u = t
		t.a0 = e
		show(t.a0)
		show(u.a0)
	}
	{
		t := S38{a0: even(x), a1: ms["k"]}
		u := &S38{}
		*u = t
		t.a0 = an == any(1)
		t.a1 = string(bs)
		show(t.a0, t.a1)
		show(u.a0, u.a1)
	}
	{
		t := S39{a0: L{1}, a1: errors.New("n"), a2: sl, a3: errors.New("n")}
		u := &S39{}
		*u = t
		t.a0 = sl[:1]
		t.a1 = errors.New("n")
		t.a2 = nil
		t.a3 = EI(x)
		show(t.a0, t.a1, t.a2, t.a3)
		show(u.a0, u.a1, u.a2, u.a3)
	}
}
