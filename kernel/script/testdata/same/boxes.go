package main

import "fmt"

type Color int

func (c Color) String() string { return [...]string{"red", "green", "blue"}[c] }

type P struct{ x int }

func (p P) String() string { return fmt.Sprint("P", p.x) }

type Path []int

func (p Path) String() string { return fmt.Sprint("path", len(p)) }

type Sh interface{ String() string }

func mk(i int) any  { c := Color(i); return c }
func mk2(i int) any { return Color(i) }
func mk3(i int) Sh  { return P{i} }

func main() {
	var xs []any
	var ss []fmt.Stringer
	var sh []Sh
	m := map[int]any{}
	c := Color(0)
	p := P{0}
	for i := range 3 {
		xs = append(xs, Color(i), P{i})
		ss = append(ss, Color(i), P{i})
		sh = append(sh, Color(i), P{i})
		m[i] = Color(i)
		c = Color(i)
		p.x = i
		xs = append(xs, c, p, mk(i), mk2(i), mk3(i))
		ss = append(ss, c, p)
		sh = append(sh, c, p, Path{1, 2}[:i])
		var s Sh = c
		sh = append(sh, s)
	}
	c = 0
	for _, x := range xs {
		fmt.Print(x, " ")
	}
	fmt.Println()
	for _, x := range ss {
		fmt.Print(x, " ")
	}
	fmt.Println()
	for _, x := range sh {
		fmt.Print(x, " ", x.String(), " ")
	}
	fmt.Println()
	for i := range 3 {
		fmt.Print(m[i], " ")
	}
	d := Color(1)
	var y any = d
	var z Sh = d
	d = 2
	fmt.Println(y, z, d)
	fmt.Printf("%d %v %+v %#v %5d|%-5v|\n", p, p, p, p.x, p, p)
	fmt.Printf("%d %v %x %5d|%-5v|%T\n", d, d, d, d, d, p.x)
}
