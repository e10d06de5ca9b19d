// What operators with one operand yield in interfaces.
package main

import "fmt"

type pair struct {
	a any
	b []any
}

func neg(x int) any                    { return -x }
func not(b bool) (any, string)         { return !b, "not" }
func inv(s string, x uint8) (any, any) { return s + s, ^x }

func main() {
	x, b, f := 3, true, 2.5
	var a any
	a = -x
	fmt.Println(a)
	a = !b
	fmt.Println(a)
	a, c := any(-f), -x
	fmt.Println(a, c, neg(x))
	fmt.Println(not(b))
	fmt.Println(inv("s", 1))
	p := pair{-x, []any{-f, !b, ^x, +x}}
	p.a = -f
	p.b[1] = -x
	m := map[string]any{"k": -x}
	m["l"] = ^x
	func() { a = -c }()
	fmt.Println(p, m, a)
}
