package main

import "fmt"

type H func(int) int
type K func(int) (int, string)

func (h H) twice() H { return func(i int) int { return h(h(i)) } }

type S struct {
	in struct {
		h  H
		ks []K
		m  map[string]K
	}
	p *S
}

func mk(n int) H                  { return func(i int) int { return i * n } }
func two() (H, int)               { return mk(3), 2 }
func fld(s *S) H                  { return s.p.in.h }
func el(s *S) K                   { return s.in.ks[1] }
func el2(s *S) (K, bool)          { return s.p.in.ks[0], true }
func mp(s *S) (k K, e error)      { return s.in.m["a"], nil }
func conv(f func(int) int) (H, H) { return H(f), H(f).twice() }
func as(x any) H                  { return x.(H) }
func deref(p *H) H                { return *p }
func rcv(c chan H) (H, int)       { return <-c, 1 }
func par(h H) H                   { return (h) }

func main() {
	s := &S{}
	s.p = s
	s.in.h = mk(5)
	s.in.ks = []K{func(i int) (int, string) { return i, "k0" }, func(i int) (int, string) { return -i, "k1" }}
	s.in.m = map[string]K{"a": s.in.ks[1]}
	h, n := two()
	fmt.Println(h(n), fld(s)(3), mk(2)(4), fld(s).twice()(1))
	g := fld(s)
	x := g(9)
	k := el(s)
	i, t := k(4)
	fmt.Println(x, i, t)
	k2, ok := el2(s)
	i, t = k2(8)
	fmt.Println(i, t, ok)
	k3, err := mp(s)
	i, t = k3(7)
	fmt.Println(i, t, err)
	a, b := conv(func(i int) int { return i + 1 })
	fmt.Println(a(1), b(1), as(any(a))(5), deref(&b)(6), par(a)(0))
	c := make(chan H, 1)
	c <- a
	r, n := rcv(c)
	fmt.Println(r(1), n)
	f := func() (H, K) { return s.p.p.in.h, s.p.p.in.m["a"] }
	h, k = f()
	y := h(2)
	i, t = k(y)
	fmt.Println(y, i, t)
}
