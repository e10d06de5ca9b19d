package main

import "fmt"

func f() string { return "f" }

type T struct{ A int }

func main() {
	v := "v"
	a1, b1 := v, []int{1}
	fmt.Println(a1, b1)
	a2, b2 := f(), []int{1}
	fmt.Println(a2, b2)
	a3, b3 := "x", T{1}
	fmt.Println(a3, b3)
	a4, b4 := "x", &T{1}
	fmt.Println(a4, b4)
	a5, b5 := "x", map[string]int{"k": 1}
	fmt.Println(a5, b5)
	a6, b6 := []int{1}, "x"
	fmt.Println(a6, b6)
	a7, b7 := 1.5, ([]int{1})
	fmt.Println(a7, b7)
	var a8, b8 = "x", []int{1}
	fmt.Println(a8, b8)
	a8, b8 = "y", []int{2}
	fmt.Println(a8, b8)
	a9, b9 := "x", []int{}
	fmt.Println(a9, b9)
	c1, d1 := []int{1}, []int{2}
	fmt.Println(c1, d1)
	c2, d2 := "x", append([]int{1}, 2)
	fmt.Println(c2, d2)
	c3, d3 := "x", func() int { return 2 }
	fmt.Println(c3, d3())
	c4, d4, e4 := "x", 2, []int{3}
	fmt.Println(c4, d4, e4)
	c5, d5 := 1, v+"x"
	fmt.Println(c5, d5)
	c6, d6 := 1, len(v)
	fmt.Println(c6, d6)
}
