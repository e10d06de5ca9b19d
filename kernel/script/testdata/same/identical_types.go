// byte and uint8, any and interface{} are one type to a method.
package main

import "fmt"

type I interface {
	F([]uint8, int32) map[rune]byte
}
type T struct{}

func (T) F([]byte, rune) map[int32]uint8 { return nil }

type J interface{ G(interface{}) any }

func (T) G(any) interface{} { return 3 }

func main() {
	var x any = T{}
	i, ok := x.(I)
	fmt.Println(ok, i != nil)
	j, ok := x.(J)
	fmt.Println(ok, j.G(2))
	switch x.(type) {
	case I:
		fmt.Println("I")
	default:
		fmt.Println("other")
	}
}
