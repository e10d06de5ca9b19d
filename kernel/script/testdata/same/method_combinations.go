package main

import (
	"errors"
	"fmt"
	"strings"
)

// embedding and interface combos
type Animal interface {
	Name() string
	Sound() string
}
type Walker interface{ Walk(n int) (int, error) }
type AW interface {
	Animal
	Walker
}
type core struct {
	name  string
	steps int
}

func (c core) Name() string { return c.name }
func (c *core) Walk(n int) (int, error) {
	if n < 0 {
		return c.steps, fmt.Errorf("%s: %w", c.name, errNeg)
	}
	c.steps += n
	return c.steps, nil
}

var errNeg = errors.New("negative")

type Dog struct {
	core
	Tricks []string
}

func (Dog) Sound() string { return "woof" }

type Loud struct {
	Animal
	times int
}

func (l Loud) Sound() string { return strings.Repeat(strings.ToUpper(l.Animal.Sound()), l.times) }

type Robot struct {
	*Dog
	Loud
	id int
}

func (r Robot) Name() string  { return "robo-" + r.Dog.Name() }
func (r Robot) Sound() string { return r.Loud.Sound() + "!" }

type Fn func(int) int

func (f Fn) Then(g Fn) Fn { return func(x int) int { return g(f(x)) } }
func (f Fn) Apply(xs ...int) []int {
	out := xs[:0:0]
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

type Visitor interface {
	VisitNum(n int) string
	VisitAdd(a, b Node) string
}
type Node interface{ Accept(Visitor) string }
type Num int
type Add struct{ L, R Node }

func (n Num) Accept(v Visitor) string { return v.VisitNum(int(n)) }
func (a Add) Accept(v Visitor) string { return v.VisitAdd(a.L, a.R) }

type printer struct{ depth int }

func (p *printer) VisitNum(n int) string { return fmt.Sprint(n, "@", p.depth) }
func (p *printer) VisitAdd(a, b Node) string {
	p.depth++
	defer func() { p.depth-- }()
	return "(" + a.Accept(p) + "+" + b.Accept(p) + ")"
}

type Option[T any] struct {
	v  T
	ok bool
}

func Some[T any](v T) Option[T]  { return Option[T]{v, true} }
func None[T any]() (o Option[T]) { return }
func (o Option[T]) Or(d T) T {
	if o.ok {
		return o.v
	}
	return d
}
func (o Option[T]) String() string {
	if !o.ok {
		return "None"
	}
	return fmt.Sprintf("Some(%v)", o.v)
}
func Bind[T, U any](o Option[T], f func(T) Option[U]) Option[U] {
	if o.ok {
		return f(o.v)
	}
	return None[U]()
}

type Num2 interface{ ~int | ~float64 }
type Vec[T Num2] []T

func (v Vec[T]) Dot(w Vec[T]) (s T) {
	for i := range v {
		s += v[i] * w[i]
	}
	return
}
func (v Vec[T]) Map(f func(T) T) Vec[T] {
	w := make(Vec[T], len(v))
	for i, x := range v {
		w[i] = f(x)
	}
	return w
}

type Matrix[T Num2] []Vec[T]

func (m Matrix[T]) Mul(v Vec[T]) Vec[T] {
	var out Vec[T]
	for _, row := range m {
		out = append(out, row.Dot(v))
	}
	return out
}

type Tree[T any] struct {
	Left, Right *Tree[T]
	Val         T
}

func (t *Tree[T]) Insert(v T, less func(a, b T) bool) *Tree[T] {
	switch {
	case t == nil:
		return &Tree[T]{Val: v}
	case less(v, t.Val):
		t.Left = t.Left.Insert(v, less)
	default:
		t.Right = t.Right.Insert(v, less)
	}
	return t
}
func (t *Tree[T]) All(yield func(T) bool) bool {
	return t == nil || t.Left.All(yield) && yield(t.Val) && t.Right.All(yield)
}

type Meters float64
type Temp struct{ Deg Meters }
type Celsius Temp

func describe(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case error:
		return "error " + v.Error()
	case fmt.Stringer:
		return "stringer " + v.String()
	case AW:
		return "aw " + v.Name()
	case Animal:
		return "animal " + v.Name() + v.Sound()
	case func() string:
		return "func " + v()
	case []int, []string:
		return fmt.Sprintf("slice %v %T", v, v)
	case map[string]Node:
		return fmt.Sprint("map ", len(v))
	case Celsius:
		return fmt.Sprint("c ", Temp(v).Deg)
	case [2]int:
		return fmt.Sprint("arr ", v[1])
	case struct{ X int }:
		return fmt.Sprint("anon ", v.X)
	case chan int:
		return "chan"
	case Num:
		return v.Accept(&printer{9})
	case Fn:
		return fmt.Sprint("fn ", v(1))
	}
	return fmt.Sprintf("other %T", x)
}

func main() {
	d := &Dog{core{"rex", 0}, nil}
	r := Robot{d, Loud{d, 2}, 7}
	var a Animal = r
	fmt.Println(a.Name(), a.Sound(), r.Animal.Name(), r.Loud.Animal.Sound(), r.times)
	fmt.Println(r.Walk(5))
	fmt.Println(d.steps, r.steps, r.Dog.core.steps)
	_, err := r.Walk(-1)
	fmt.Println(err, errors.Is(err, errNeg))
	aw, ok := a.(AW)
	fmt.Println(ok, aw != nil)
	w := aw.Walk
	w(3)
	fmt.Println(d.steps)
	inc := Fn(func(x int) int { return x + 1 })
	fmt.Println(inc.Then(inc).Then(func(x int) int { return x * 10 }).Apply(1, 2), inc.Apply())
	apply := Fn.Apply
	fmt.Println(apply(inc, 7), Fn.Then(inc, inc)(1))
	tree := Add{Num(1), Add{Num(2), Num(3)}}
	fmt.Println(tree.Accept(&printer{}), tree)
	fmt.Println(Some(3), None[string](), Some("x").Or("y"), None[float64]().Or(2.5), []Option[int]{Some(1), {}})
	fmt.Println(Bind(Some(4), func(i int) Option[string] { return Some(strings.Repeat("z", i)) }), Bind(None[int](), func(i int) Option[[]int] { return Some([]int{i}) }))
	m := Matrix[float64]{{1, 2}, {3, 4}}
	fmt.Println(m.Mul(Vec[float64]{1, 0.5}), Vec[int]{1, 2}.Dot(Vec[int]{3, 4}), m[0].Map(func(f float64) float64 { return -f }))
	var t *Tree[string]
	for _, s := range strings.Fields("m b z a n") {
		t = t.Insert(s, func(a, b string) bool { return a < b })
	}
	var out []string
	t.All(func(s string) bool { out = append(out, s); return s != "n" })
	fmt.Println(out, t.Left.Val, t.Right.Left.Val)

	for _, x := range []any{nil, errNeg, Some(1), r, Loud{d, 1}, func() string { return "f" }, []int{1}, []string{"a"}, map[string]Node{}, Celsius{3}, [2]int{1, 2}, struct{ X int }{4}, make(chan int), Num(2), inc, 1.5, tree, *d, d} {
		fmt.Println(describe(x))
	}
	c := Celsius(Temp{5})
	anon := struct{ Deg Meters }(c)
	c2 := Celsius(anon)
	fmt.Println(c == c2, anon, Temp(c2), fmt.Sprintf("%T %T", c, anon))
	ms := map[string]Animal{"d": d, "l": Loud{d, 1}}
	if dd, ok := ms["d"].(*Dog); ok {
		dd.Tricks = append(dd.Tricks, "sit")
		dd.name = "max"
	}
	fmt.Println(d.Tricks, ms["l"].Name(), ms["none"] == nil, ms["d"] == Animal(d))
	fs := []func(int) (int, error){d.Walk, r.Walk}
	_ = fs
}
