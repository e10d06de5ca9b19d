// Constants that get their values by outer ones of their names.
package main

import "fmt"

func F[T, U int | int8]() (T, U) {
	return 0, 0
}

const X = 2

type level uint8

func main() {

	const (
		X = X + X
		Y
		Z level = iota
		W
	)
	fmt.Println(X, Y, Z, W)
	fmt.Printf("%T %T %T %T\n", X, Y, Z, W)
	const X2, Y2 = X, "a"
	var f float64 = Y / 3
	fmt.Println(X2, Y2, f)
	{
		const (
			iota, k = iota + 1.5, "k"
			l, m
		)
		fmt.Println(iota, k, l, m)
		const X = X * 1.0
		var i int = X
		fmt.Println(i)
	}
}
