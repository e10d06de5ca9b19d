// Elements of literals, and arguments of a function with any number of them, in parentheses.
package main

import "fmt"

type pair struct{ a, b int }

func first(n ...int) int { return n[0] }

func main() {
	n := 6
	p := &n
	fmt.Println([]int{(5 + *p), 1}, []any{(*p % (*p | 1))}, [][]int{{(*p * *p)}}, [...]int{2: (1 - *p)})
	fmt.Println([]pair{{(5 + *p), 3}}, &pair{b: (*p << 1)}, map[int]bool{(*p + 1): (*p > 3)})
	fmt.Println(first((*p + 1)), []int{first((*p - (1 + *p)), 2)}, []int{-(*p), (-*p), (*p)})
	done := make(chan int)
	go func(n ...int) { done <- n[0] }((5 + *p))
	fmt.Println(<-done, p != nil)
}
