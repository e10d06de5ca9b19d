// Fields called _ are zero, whatever a literal has for them, and are not compared.
package main

import "fmt"

type S struct {
	a int
	_ int
	b string
	_ [2]int
}

func f() int { fmt.Println("f"); return 7 }

type T struct{ _, _ int }

func main() {
	x := S{1, f(), "x", [2]int{f(), 1}}
	fmt.Println(x)
	fmt.Printf("%+v %#v\n", x, x)
	var s any = struct {
		_ int
		b any
	}{3, 4}
	fmt.Println(s, S{1, 2, "x", [2]int{}} == S{1, 3, "x", [2]int{4, 4}}, T{1, 2} == T{3, 4}, T{1, 2})
	p := &S{1, 2, "q", [2]int{8, 9}}
	fmt.Println(*p, []S{{1, 2, "e", [2]int{3, 4}}}, map[T]S{{1, 2}: {5, 6, "g", [2]int{}}})
	var arr [1]S
	arr[0] = S{9, 9, "z", [2]int{9, 9}}
	fmt.Println(arr)
	y := f()
	x = S{y, y, "x", [2]int{y, y}}
	fmt.Println(x, x == S{a: 7, b: "x"})
	fmt.Println(struct{ a, _ int }{1, 2} == struct{ a, _ int }{1, 3})
	m := map[S]int{{1, 2, "e", [2]int{3, 4}}: 1}
	m[S{a: 1, b: "e"}]++
	fmt.Println(m)
}

var g = S{1, 2, "glob", [2]int{5, 6}}

func init() { fmt.Println(g, g == S{a: 1, b: "glob"}) }
