package main

import "fmt"

func walk3(xs ...any) (out []int) {
	for _, x := range xs {
		if y, ok := x.(int); ok {
			out = append(out, y)
		}
		if y, ok := x.([]any); ok {
			out = append(out, (walk3(y...))...)
		}
	}
	return
}
func walk4(xs ...any) (out []int) {
	for _, x := range xs {
		if y, ok := x.(int); ok {
			out = append(out, y)
		}
		if y, ok := x.([]any); ok {
			z := walk4(y...)
			out = append(out, z...)
		}
	}
	return
}
func walk5(xs []any) (out []int) {
	for _, x := range xs {
		if y, ok := x.(int); ok {
			out = append(out, y)
		}
		if y, ok := x.([]any); ok {
			out = append(out, walk5(y)...)
		}
	}
	return
}
func main() {
	fmt.Println(walk3(1, 2, []any{3, []any{4}}, 5))
	fmt.Println(walk4(1, 2, []any{3, []any{4}}, 5))
	fmt.Println(walk5([]any{1, 2, []any{3, []any{4}}, 5}))
}
