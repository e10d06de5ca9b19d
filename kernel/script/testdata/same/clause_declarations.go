package main

import (
	"fmt"
	"io"
)

func classify(n int) string {
	switch {
	case n < 0:
		const negative = "negative"
		return negative
	case n < 10:
		const limit = 5
		if n < limit {
			return "small"
		}
		return "medium"
	case n == 10:

	case n == 11:
		type only struct{}
	default:
		type pair struct{ a, b int }
		p := pair{n, 3}
		p.a++
		return fmt.Sprint(p)
	}
	return "none"
}

func kind(x any) string {
	switch v := x.(type) {
	case int:
		const k = 3
		v *= k
		return fmt.Sprint("int ", v)
	case string:
		type T = string
		var t T = v + "!"
		return t
	case error:
	default:
	}
	switch x.(type) {
	case nil:
		return "nil"
	default:
	}
	return "other"
}

func first(cs ...chan int) int {
	select {
	case v := <-cs[0]:
		type P struct{ n int }
		p := P{v}
		p.n++
		return p.n
	case v, ok := <-cs[1]:
		const k = 10
		if ok {
			return v * k
		}
	default:
		const none = -1
		return none
	}
	return 0
}

func main() {
	for _, n := range []int{-1, 3, 7, 10, 11, 12} {
		fmt.Println(n, classify(n))
	}
	for _, x := range []any{1, "a", io.EOF, nil, 2.5} {
		fmt.Println(kind(x))
	}
	a, b := make(chan int, 1), make(chan int, 1)
	fmt.Println(first(a, b))
	a <- 3
	fmt.Println(first(a, b))
	b <- 4
	fmt.Println(first(a, b))
	close(b)
	fmt.Println(first(a, b))
	switch n := 2; n {
	case 2:

		fallthrough
	case 3:
		fmt.Println("three")
	}
	m := map[error]int{io.EOF: 1, nil: 2}
	m[nil]++
	fmt.Println(m[nil], m[io.EOF])
	v, ok := m[nil]
	delete(m, nil)
	fmt.Println(v, ok, len(m))
}
