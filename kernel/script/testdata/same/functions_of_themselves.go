package main

import "fmt"

type F func(int) F
type L func() []L
type S struct {
	f F
	l L
	g func(S, F) (S, F)
	p *P
}
type P func(P, *S) (P, map[string]P)

func main() {
	var f F
	n := 0
	f = func(i int) F { n += i; return f }
	f(1)(2)(3)
	fmt.Println(n)
	var l L
	l = func() []L { return []L{l, nil} }
	fmt.Println(len(l()[0]()[0]()), l()[1] == nil)
	s := S{f: f, l: l}
	s.g = func(s S, f F) (S, F) { return s, s.f }
	q, h := s.g(s, nil)
	h(4)
	fmt.Println(n, len(q.l()))
	var p P
	p = func(x P, s *S) (P, map[string]P) {
		if s == nil {
			return nil, nil
		}
		s.p = &x
		return x, map[string]P{"a": x, "p": p}
	}
	r, m := p(p, &s)
	fmt.Println(r != nil, len(m))
	_, m = (*s.p)(m["p"], &s)
	_, m = m["a"](nil, nil)
	fmt.Println(m == nil)
	type loc struct {
		next *loc
		f    func(*loc) []loc
		in   map[string]map[int]*loc
	}
	x := &loc{}
	x.f = func(l *loc) []loc { return []loc{*l, {next: l}} }
	x.in = map[string]map[int]*loc{"a": {1: x}}
	fmt.Println(x.f(x)[1].next == x, x.in["a"][1] == x)
	type lf func(int) lf
	var k lf
	k = func(i int) lf { n = i; return k }
	k(1)(2)
	fmt.Println(n)
}
