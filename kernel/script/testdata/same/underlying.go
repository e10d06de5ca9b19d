// A value of the underlying type is not one of the type.
package main

import (
	"container/list"
	"fmt"
	"sync"
)

type N int

func (N) Area() int { return 3 }

type W int

type E int

func (E) Error() string { return "E" }

func what(x any) {
	switch x.(type) {
	case int:
		fmt.Println("int")
	case N:
		fmt.Println("N")
	case W:
		fmt.Println("W")
	case E:
		fmt.Println("E")
	}
	_, ok := x.(N)
	_, ok2 := x.(int)
	fmt.Printf("%v %v %T\n", ok, ok2, x)
}

func main() {
	l := list.New()
	l.PushBack(N(5))
	l.PushBack(5)
	l.PushBack(W(5))
	l.PushBack(E(5))
	for e := l.Front(); e != nil; e = e.Next() {
		what(e.Value)
		v, ok := e.Value.(N)
		fmt.Println(int(v), ok)
	}
	var m sync.Map
	m.Store(1, N(3))
	v, _ := m.Load(1)
	what(v)
	n := v.(N)
	fmt.Println(int(n))
	what(5)
	what(N(5))
	what(any(N(5)))
}
