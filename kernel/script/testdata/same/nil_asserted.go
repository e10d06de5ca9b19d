package main

import "fmt"

type worker interface{ work() int }

type part struct{ n int }

func asserted(x any) {
	_, number := x.(int)
	_, list := x.([]int)
	_, function := x.(func(int) int)
	_, channel := x.(chan int)
	_, array := x.([2]bool)
	_, pair := x.(struct{ a, b int })
	_, own := x.(part)
	_, pointer := x.(*part)
	_, works := x.(worker)
	_, table := x.(map[string]part)
	fmt.Println(number, list, function, channel, array, pair, own, pointer, works, table, x == nil)
	switch x.(type) {
	case func(int) int:
		fmt.Println("function")
	case struct{ a, b int }, []int:
		fmt.Println("pair or list")
	case nil:
		fmt.Println("nil")
	default:
		fmt.Println("other")
	}
}

func main() {
	var v worker
	var e error
	asserted(v)
	asserted(e)
	asserted(nil)
	asserted([]int{1})
	asserted(func(n int) int { return n })
	asserted(struct{ a, b int }{1, 2})
	var x any = v
	_, ok := x.(chan int)
	fmt.Println(ok)
	defer func() { fmt.Println(recover()) }()
	fmt.Println(x.(float64))
}
