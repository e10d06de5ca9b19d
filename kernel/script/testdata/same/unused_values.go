// Package variables that are called _.
package main

import "fmt"

var a, b int

var p, q = 1, 2
var _ = p == q
var _, c = p < q, 3
var _ = !(p == q)
var _ = f() && p == q
var _ bool = p == q
var _ any = p == q
var _ = p

func f() bool { fmt.Println("f"); return true }

func main() {
	fmt.Println(a, c)
	var _ = p == q
	var _ = &a == &b
	_ = p == q
	var _, _ = p < q, p == q
}
