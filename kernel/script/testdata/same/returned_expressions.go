// Expressions of all kinds that functions return as all types.
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

func f0() (error, any, func(int) int)                { return es[0], x, fi }
func (r *PP) f1() (bool, any)                        { return s == "a", E{x} }
func (r *PP) f2() (r0 V, r1 int, r2 V)               { return P{x}, m["a"], nil }
func (r *PP) f3() (r0 string)                        { return ms["k"] }
func f4() int                                        { return q.N() }
func f5() (r0 string, r1 error)                      { return q.S(), &EP{x} }
func (r P) f6() (r0 V, r1 float64, r2 error, r3 int) { return mk(x), fl/3 + 1, E{x}, len(s) }
func (r P) f7() (r0 []int, r1 []int)                 { return sl, append(sl, x) }
func (r *PP) f8() (error, P)                         { return fail(x), *pq2 }
func (r *PP) f9() (r0 int, r1 error)                 { return x + 1, fail(x) }
func f10() (any, float64, []int)                     { return x, q.F(), sl }
func (r *PP) f11() (bool, V)                         { return an == any(1), Name(s) }
func (r P) f12() (Name, error)                       { return n, e }
func f13() float64                                   { return -fl }
func f14() (any, string, any)                        { return Name(s), Name(s).Up(), -x }
func f15() (error, string)                           { return e, any(s).(string) }
func (r *PP) f16() (r0 P, r1 string)                 { return q, s }
func f17() ([]int, any, error, P)                    { return L{1}, L{3}, E{x}, q }
func f18() (V, string)                               { return mv["k"], ms["k"] }
func (r *PP) f19() (r0 bool, r1 string, r2 float64)  { return even(x), "lit", fl * 2 }
func (r P) f20() ([]int, string, Name)               { return sl[:1], strings.ToUpper(s), Name(s[:1]) }
func (r *PP) f21() (P, float64)                      { return *pq2, -fl }
func (r *PP) f22() (r0 string, r1 func(int) int, r2 P) {
	return q.S(), func(y int) int { return x + y }, P{4}
}
func (r P) f23() (Name, any, bool)                  { return Name(s) + "x", nil, e == nil }
func f24() (func(int) int, error, P, error)         { return q.Add, fail(x), *pq2, errors.Join(e, nil) }
func (r P) f25() (any, func(int) int)               { return Name(s), fi }
func (r *PP) f26() (func(int) int, any, any, error) { return q.Add, L{3}, m, E{x} }
func f27() (Name, string)                           { return Name("a") + n, "lit" }
func (r *PP) f28() (error, bool, func(int) int)     { return errors.New("n"), b, nil }
func (r *PP) f29() (func(int) int, error, int)      { return func(y int) int { return x + y }, E{x}, ^x }
func (r *PP) f30() (V, func(int) int)               { return nil, inc }
func f31() (int, string)                            { return 7, q.S() }
func f32() (r0 int, r1 float64, r2 P)               { return int(fl), fl/3 + 1, P{4} }
func (r *PP) f33() (int, any)                       { return func() int { return x * 2 }(), Name(s) }
func (r P) f34() (Name, any, int, Name)             { return Name("a") + n, an, 7, Name(s) + "x" }
func (r P) f35() (any, string)                      { return L{3}, s[1:] }
func f36() ([]int, float64)                         { return append(sl, x), q.F() }
func (r P) f37() (bool, any, func(int) int)         { return x > 1, &x == nil, inc }
func (r *PP) f38() (Name, string, any)              { return Name(s[:1]), ms["k"], &x == nil }
func (r *PP) f39() (P, error)                       { return v.(P), errors.New("n") }

func main() {
	{
		a0, a1, a2 := f0()
		show(a0, a1, a2)
	}
	{
		a0, a1 := (&PP{1}).f1()
		show(a0, a1)
	}
	{
		a0, a1, a2 := (&PP{1}).f2()
		show(a0, a1, a2)
	}
	{
		a0 := (&PP{1}).f3()
		show(a0)
	}
	{
		a0 := f4()
		show(a0)
	}
	{
		a0, a1 := f5()
		show(a0, a1)
	}
	{
		a0, a1, a2, a3 := P{1}.f6()
		show(a0, a1, a2, a3)
	}
	{
		a0, a1 := P{1}.f7()
		show(a0, a1)
	}
	{
		a0, a1 := (&PP{1}).f8()
		show(a0, a1)
	}
	{
		a0, a1 := (&PP{1}).f9()
		show(a0, a1)
	}
	{
		a0, a1, a2 := f10()
		show(a0, a1, a2)
	}
	{
		a0, a1 := (&PP{1}).f11()
		show(a0, a1)
	}
	{
		a0, a1 := P{1}.f12()
		show(a0, a1)
	}
	{
		a0 := f13()
		show(a0)
	}
	{
		a0, a1, a2 := f14()
		show(a0, a1, a2)
	}
	{
		a0, a1 := f15()
		show(a0, a1)
	}
	{
		a0, a1 := (&PP{1}).f16()
		show(a0, a1)
	}
	{
		a0, a1, a2, a3 := f17()
		show(a0, a1, a2, a3)
	}
	{
		a0, a1 := f18()
		show(a0, a1)
	}
	{
		a0, a1, a2 := (&PP{1}).f19()
		show(a0, a1, a2)
	}
	{
		a0, a1, a2 := P{1}.f20()
		show(a0, a1, a2)
	}
	{
		a0, a1 := (&PP{1}).f21()
		show(a0, a1)
	}
	{
		a0, a1, a2 := (&PP{1}).f22()
		show(a0, a1, a2)
	}
	{
		a0, a1, a2 := P{1}.f23()
		show(a0, a1, a2)
	}
	{
		a0, a1, a2, a3 := f24()
		show(a0, a1, a2, a3)
	}
	{
		a0, a1 := P{1}.f25()
		show(a0, a1)
	}
	{
		a0, a1, a2, a3 := (&PP{1}).f26()
		show(a0, a1, a2, a3)
	}
	{
		a0, a1 := f27()
		show(a0, a1)
	}
	{
		a0, a1, a2 := (&PP{1}).f28()
		show(a0, a1, a2)
	}
	{
		a0, a1, a2 := (&PP{1}).f29()
		show(a0, a1, a2)
	}
	{
		a0, a1 := (&PP{1}).f30()
		show(a0, a1)
	}
	{
		a0, a1 := f31()
		show(a0, a1)
	}
	{
		a0, a1, a2 := f32()
		show(a0, a1, a2)
	}
	{
		a0, a1 := (&PP{1}).f33()
		show(a0, a1)
	}
	{
		a0, a1, a2, a3 := P{1}.f34()
		show(a0, a1, a2, a3)
	}
	{
		a0, a1 := P{1}.f35()
		show(a0, a1)
	}
	{
		a0, a1 := f36()
		show(a0, a1)
	}
	{
		a0, a1, a2 := P{1}.f37()
		show(a0, a1, a2)
	}
	{
		a0, a1, a2 := (&PP{1}).f38()
		show(a0, a1, a2)
	}
	{
		a0, a1 := (&PP{1}).f39()
		show(a0, a1)
	}
}
