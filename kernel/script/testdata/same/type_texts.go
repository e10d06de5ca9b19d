package main

import "fmt"

type C int
type G[T any] struct{ v T }

func main() {
	fmt.Printf("%T %T %T %T %T %T\n", []C{}, struct {
		a byte
		r rune
		c C
	}{}, G[byte]{}, G[[]rune]{}, map[rune]C{}, func(byte, ...rune) C { return 0 })
	var x any = G[rune]{}
	fmt.Printf("%T %T %T\n", x, any(map[byte]C{}), [2]any{})
}
