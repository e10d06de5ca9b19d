package main

import "fmt"

type I interface{ Get() int }
type SM struct{ n int }

func (s SM) Get() int   { return s.n }
func (s *SM) Set(n int) { s.n = n }

type PM struct{ n int }

func (s *PM) Get() int { return s.n }

type MI int

func (m MI) Get() int       { return int(m) }
func (m MI) String() string { return "mi" }
func (m MI) Error() string  { return "mi!" }

func show(x any) {
	switch x := x.(type) {
	case *SM:
		fmt.Println("*SM", x.n)
	case SM:
		fmt.Println("SM", x.n)
	case *PM:
		fmt.Println("*PM", x.n)
	case MI:
		fmt.Println("MI", int(x))
	default:
		fmt.Printf("other %T\n", x)
	}
	_, ok := x.(I)
	fmt.Println(ok)
}

var g = &SM{2}
var gi = I(g)
var gp, gm = I(&PM{9}), I(MI(4))

func main() {
	show(gi)
	show(gp)
	show(gm)
	x := I(g)
	show(x)
	y := (I(g))
	show(y)
	var z = I(g)
	show(z)
	var w I = I(g)
	show(w)
	a, b := I(g), I(SM{1})
	show(a)
	show(b)
	c := I(MI(1))
	show(c)
	d := I(SM{3})
	show(d)
	e := any(MI(1))
	show(e)

	h := error(MI(3))
	show(h)
	s := []I{x, y, I(g)}
	for _, v := range s {
		show(v)
	}
	i := any(g)
	show(i)
	j := I(&PM{3})
	show(j)
	if k := I(g); k != nil {
		show(k)
	}
	for k := I(g); ; {
		show(k)
		break
	}
	l := I(nil)
	fmt.Println(l == nil)
	m := any(x)
	show(m)
	n := I(x)
	show(n)
	o := any(I(g))
	show(o)
	p := interface{ Get() int }(g)
	show(p)
	q, ok := I(g), true
	show(q)
	switch r := I(g); r.(type) {
	case *SM:
		fmt.Println("switched", ok)
	}
	func() { t := I(g); defer show(t) }()
	go func() {}()
	u := map[string]I{"a": I(g)}
	v := u["a"]
	show(v)
}
