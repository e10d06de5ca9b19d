// min and max.
package main

import "fmt"

func as[T any](x any, otherwise T) T {
	if v, ok := x.(T); ok {
		return v
	}
	return otherwise
}

func f(a int) int { return a }

func main() {
	var v8 int64 = min(as[int64](any("x y"), int64(7)), func() int64 { return int64(2) }())
	fmt.Println(v8)
	var a int64 = min(int64(7), func() int64 { return 2 }())
	fmt.Println(a)
	var b int = min(f(7), f(2))
	fmt.Println(b)
	var c int = min(f(7), func() int { return 2 }())
	fmt.Println(c)
	d := min(f(7), func() int { return 2 }())
	fmt.Println(d)
	var v36 int = (max(f(2), f(0)) % (f(3) | 1))
	fmt.Println(v36)
	var x int = max(f(2), f(0)) % 3
	fmt.Println(x)
	x = max(f(2), f(0)) % 3
	fmt.Println(x)
	x = max(f(2), f(0))
	fmt.Println(x)
	x = min(f(2), f(0), f(1)) + 3
	fmt.Println(x)
	y := -max(f(2), f(0))
	fmt.Println(y)
	z := []int{max(f(2), f(0)), max(f(4), 3)}
	fmt.Println(z)
	var w int = f(max(f(2), f(0)))
	fmt.Println(w)
}

type celsius float64

func init() {
	zero, nan := 0.0, celsius(0)
	nan /= nan
	fmt.Println(min(zero, 1), max(nan, 3), min(celsius(4), nan), max("a", "b", string(rune(99))), min(3))
}
