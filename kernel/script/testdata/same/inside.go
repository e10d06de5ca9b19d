package main

import "fmt"

// Structs and arrays whose interfaces hold values of types without methods.

type Color int

type st struct{ A, B any }

func main() {
	c := Color(4)
	fmt.Println(st{Color(1), 1} == st{1, 1}, st{Color(1), 1} == st{Color(1), 1})
	fmt.Println([2]any{c, c} == [2]any{4, 4}, [2]any{c, c} == [2]any{c, c})
	m := map[st]int{{c, 1}: 1}
	m[st{c, 1}]++
	m[st{4, 1}]++
	fmt.Println(len(m), m[st{c, 1}])
}
