package instant

import (
	"bytes"
	"testing"
)

// A method that is declared again, or that uses such a declaration, applies to existing
// variables as well. Variables of a type with other fields lose their values.
func TestVariablesMove(t *testing.T) {
	steps := []step{
		{cell: "func f() int { return 1 }\ntype T struct{ n int }\nfunc (t T) M() int { return t.n*10 + f() }\nv := T{3}\nps := []*T{{4}}\nv.M()", value: "31"},
		{cell: "func g() int { return v.M() }\ng()", value: "31"},
		{cell: "func f() int { return 2 }\nfmt.Println(v.M(), ps[0].M(), g())", print: "32 42 32\n"},
		{cell: "func (t T) M() int { return -t.n }\nfmt.Println(v.M(), ps[0].M(), g())", print: "-3 -4 -3\n"},
		{cell: "func (t T) N() int { return t.n }\nfmt.Println(v.N(), ps[0].N())", print: "3 4\n"},
		{cell: "type T struct{ n, m int }\nw := T{1, 2}\nfmt.Println(v.M(), w.M(), w.N(), len(ps))",
			print: "note: the value of ps, v is dropped: its type has other fields now\n0 -1 1 0\n"},
		{cell: "v = w\nv.N()", value: "1"},
		{cell: "x := binary.LittleEndian", err: "8/"},
		{cell: "type Stack[E any] struct{ xs []E }\nfunc (s *Stack[E]) Push(x E) { s.xs = append(s.xs, x) }\nfunc Len[E any](s *Stack[E]) int { return len(s.xs) }\nvar s Stack[int]\ns.Push(4)\nLen(&s)", value: "1"},
		{cell: "s.Push(5)\nvar p = &s\nLen(p)", value: "2"},
		{cell: "func (s *Stack[E]) Pop() E { x := s.xs[len(s.xs)-1]; s.xs = s.xs[:len(s.xs)-1]; return x }\ns.Pop() + Len(&s)", value: "6"},
		{cell: "type U struct{ T; Stack[int] }\nu := U{T: w}\nu.Push(3)\nu.N() + Len(&u.Stack)", value: "2"},
		{cell: "u.T.n = 7\nu.n + u.N()", value: "14"},
	}
	var out bytes.Buffer
	session := newSession(&out, &out)
	for i, s := range steps {
		s.run(t, session, &out, i+1)
	}
}
