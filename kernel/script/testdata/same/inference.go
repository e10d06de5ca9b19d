package main

import (
	"cmp"
	"fmt"
)

type Num interface{ ~int | ~float64 }

type Meters float64

func Max[T int | float64](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func Abs[T Num](x T) T {
	if x < 0 {
		return -x
	}
	return x
}

func Sum[T Num](xs ...T) T {
	var s T
	for _, x := range xs {
		s += x
	}
	return s
}

func Ptr[T any](v T) *T { return &v }

func Clamp[T cmp.Ordered](x, lo, hi T) T {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

func Twice[T Num](x T) T { return x + Max2(x, x) + Abs(x) }

func Max2[T Num](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func Fill[T any](n int, v T) []T {
	var out []T
	for range n {
		out = append(out, v)
	}
	return out
}

func Or[T comparable](xs ...T) T {
	var zero T
	for _, x := range xs {
		if x != zero {
			return x
		}
	}
	return zero
}

func main() {
	x := 2.5
	const c = 3
	fmt.Println(Max(1, 2.5), Max(1, x), Max(x, 1), Max(3, 2), Max(1.0, 2))
	fmt.Println(Abs(-2.5), Abs(-2), Abs(-x), Abs(Meters(-3)))
	fmt.Println(Sum(1, 2), Sum[int](1, 2), Sum(1, 2.5), Sum(x, 1), Sum[float64](), Sum([]int{1, 2, 3}...), Sum(Meters(1), 2))
	fmt.Println(*Ptr(1), *Ptr(2.5), *Ptr("s"), *Ptr('a'), *Ptr(true))
	fmt.Println(Clamp(5, 1, 3), Clamp(x, 0, 1), Clamp("b", "c", "d"), Clamp(0, 0.5, 1))
	fmt.Println(Twice(3), Twice(1.5), Twice(x))
	fmt.Println(min(1, x), max(x, 3), min(x, 2, 1), max(1, 2.5), min(1, 2.5, x))
	fmt.Println(min(Meters(2), 1), max(Meters(x), Meters(c)), min(1, Meters(x)))
	fmt.Println(Fill(2, 0), Fill(2, "x"), Fill(1, 0.5), Fill(2, Meters(1)), Fill(2, 'b'))
	fmt.Println(Or("", "b"), Or(0, 0, 3), Or(0, 1.5))
	func() {
		type local struct{ a int }
		fmt.Println(Fill(2, local{1}), *Ptr(local{2}))
	}()
	fmt.Println(Max(c, x), Sum(c, c), Abs(-c))
	var f func(...int) int = Sum[int]
	fmt.Println(f(1, 2))
}
