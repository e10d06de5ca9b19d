// A value is asserted of the empty interface.
package main

import "fmt"

type empty interface{}

func main() {
	var x any = "s"
	v, ok := x.(any)
	fmt.Println(v, ok)
	fmt.Println(x.(any))
	w, ok := x.(empty)
	fmt.Println(w, ok)
	var n any
	_, ok = n.(any)
	fmt.Println(ok)
	switch y := x.(type) {
	case any:
		fmt.Println("any", y)
	default:
		fmt.Println("no")
	}
	switch n.(type) {
	case any:
		fmt.Println("any")
	case nil:
		fmt.Println("nil")
	}
}
