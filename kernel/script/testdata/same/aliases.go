// Aliases in functions.
package main

import "fmt"

type point struct{ x, y int }

func main() {
	type foo = int
	var x foo = 3
	type pair = struct{ a, b foo }
	p := pair{x, 4}
	f := func() foo {
		type foo = string
		var s foo = "s"
		return len(s)
	}
	type any = string
	var y any = "z"
	type move = func(int) (*point, error)
	type list = []point
	steps := map[string]move{"a": func(n int) (*point, error) { return &point{n, 1}, nil }}
	q, err := steps["a"](4)
	var z interface{} = list{*q}
	_, is := z.([]point)
	switch t := z.(type) {
	case foo:
		fmt.Println("int", t)
	case list:
		fmt.Println("list", len(t), move(nil) == nil)
	}
	fmt.Println(p, f(), y, *q, err, is, foo(3.0)+x)
	fmt.Printf("%T %T\n", z, steps)
}
