package main

import (
	"errors"
	"fmt"
	"log"
	"strings"
)

type I int

func (i I) String() string { return fmt.Sprint("I", int(i), "!") }
func (i I) Next() I        { return i + 1 }

type S struct{ a, b int }

func (s S) String() string { return fmt.Sprintf("<%d,%d>", s.a, s.b) }
func (s S) Moved() S       { return S{s.a + 1, s.b} }
func (s *S) Self() *S      { return s }

type PS struct{ n int }

func (p *PS) String() string { return fmt.Sprint("PS", p.n) }
func (p *PS) Next() *PS      { return &PS{p.n + 1} }
func (p PS) Value() PS       { return p }

type E struct{ code int }

func (e E) Error() string { return fmt.Sprint("code ", e.code) }

type PE struct{ code int }

func (e *PE) Error() string { return fmt.Sprint("pcode ", e.code) }

type Matrix [][]int

func (m Matrix) T() Matrix { return m }
func (m Matrix) String() string {
	var b strings.Builder
	for _, row := range m {
		fmt.Fprintf(&b, "%d;", row)
	}
	return b.String()
}

type Set map[string]bool

func (s Set) String() string { return fmt.Sprint("set of ", len(s)) }
func newSet() Set            { return Set{"a": true} }

type F func() int

func (f F) String() string { return fmt.Sprint("F", f()) }

type Outer struct {
	S
	name string
}

type T struct {
	v I
	s S
	p *PS
}

func (t T) Get() I { return t.v }

type Box[V any] struct{ v V }

func (b Box[V]) String() string { return fmt.Sprint("box ", b.v) }

func mk() I          { return 3 }
func mkS() S         { return S{4, 5} }
func mkE() E         { return E{6} }
func mkPE() *PE      { return &PE{7} }
func two() (I, S)    { return 1, S{2, 3} }
func mkFn(n int) F   { return func() int { return n } }
func pick() *S       { return &S{8, 9} }
func plain() (n int) { return 5 }

func main() {
	log.SetFlags(0)
	var logged strings.Builder
	log.SetOutput(&logged)
	t := T{4, S{1, 2}, &PS{3}}
	pt := &t
	fmt.Println(mk(), t.v, mk().Next(), t.Get(), pt.v, I(9), t.v+1)
	fmt.Println(mkS(), t.s, t.s.Moved(), mkS().Moved(), *pick(), pick(), pick().Self())
	fmt.Println(t.p, t.p.Next(), t.p.Next().Next())
	fmt.Println(&S{1, 2}, &PS{7}, S{3, 4})
	fmt.Println(mkE(), mkPE(), E{1}, &E{2}, &PE{3})
	fmt.Printf("%s %v %d %q|%5v|%-5s|%+v\n", t.Get(), mk(), mk(), mk(), mk(), mk(), mkS())
	fmt.Println(Matrix{{1}}.T(), Matrix{{1}, {2}}, newSet(), F(func() int { return 2 }), mkFn(3))
	fmt.Println(fmt.Sprint(mk(), mkS()), fmt.Sprintf("%v/%v", t.v, t.p.Next()), fmt.Sprintln(t.s))
	log.Println(mk(), t.s)
	log.Printf("%s", mkS())
	err := fmt.Errorf("w: %w", mkE())
	fmt.Println(err)
	fmt.Println(fmt.Errorf("w: %v", mkPE()))
	fmt.Println(errors.Unwrap(err) != nil)
	xs, m, arr := []I{1, 2}, map[string]S{"k": {1, 1}}, [2]*PS{{1}, {2}}
	fmt.Println(xs[1], m["k"], arr[1], m["none"])
	o := Outer{S{1, 2}, "o"}
	fmt.Println(o, o.S, o.Moved())
	fmt.Println(Box[int]{3}, Box[string]{"x"})
	b := Box[I]{4}
	fmt.Println(b, b.v, &b)
	i := I(2)
	fmt.Println(&i != nil, i, -i, i<<1)
	func() {
		for j := range 2 {
			v := I(j)
			defer fmt.Println("deferred", v, v.Next())
		}
	}()
	var np *PS
	fmt.Println(np == nil, plain())
	fmt.Println(func() I { return 8 }())
	var read I
	count, scanErr := fmt.Sscan("12", &read)
	fmt.Println(count, scanErr, read)
	fmt.Sscanf("x13", "x%d", &read)
	fmt.Println(read, fmt.Sprintf("%d|%t|%x", read, &read != nil, S{1, 2}.a))
	c := make(chan S, 1)
	c <- S{5, 5}
	fmt.Println(<-c)
	fmt.Fprintln(&logged, mk().Next(), t.p.Value().n)
	fmt.Print(logged.String())
}

type Outer2 struct {
	*PS
	name string
}

type Node struct {
	v    int
	next *Node
}

func (n *Node) String() string {
	if n == nil {
		return "end"
	}
	return fmt.Sprint(n.v, " ", n.next)
}

type Both struct{ n int }

func (b Both) String() string { return "string" }
func (b Both) Error() string  { return "error" }

func init() {
	fmt.Println(&Node{1, &Node{2, nil}}, (&Node{3, nil}).next)
	var np *PS
	fmt.Println(np)
	fmt.Println(&Outer2{&PS{1}, "x"}, Outer2{&PS{2}, "x"}, Both{1}, &Both{2})
	var errs []error
	for i := range 3 {
		errs = append(errs, fmt.Errorf("%d: %w", i, E{i}))
		e := E{i * 10}
		errs = append(errs, fmt.Errorf("%d: %w", i, e))
		e.code = 99
	}
	for _, e := range errs {
		fmt.Println(e)
	}
}
