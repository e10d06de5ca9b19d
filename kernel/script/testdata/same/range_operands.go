package main

import "fmt"

type board struct{ cells *[3]int }

func sum(p *[2]int, x [2]int) int {
	for _, v := range p {
		x[0] += v
	}
	return x[0]
}

func main() {
	fmt.Println(sum(&[2]int{1, 2}, [2]int{10, 10}))
	n := 5
	p := &[2]int{1, 2}
	for i, v := range p {
		p[1] = 7 // the next iteration finds it
		fmt.Println(i, v, n)
	}
	fmt.Println(n, *p)
	for i, v := range p {
		p = &[2]int{i, v}
		fmt.Println(*p)
	}
	b := board{&[3]int{4, 5, 6}}
	var i, v int
	for i, v = range b.cells {
		b.cells[i] = v * 2
	}
	fmt.Println(i, v, *b.cells)
	for range b.cells {
		n++
	}
	fmt.Println(n)
	func() {
		defer func() { fmt.Println(recover()) }()
		var none *[2]int
		for i := range none {
			fmt.Println(i)
		}
		for _, v := range none {
			fmt.Println(v)
		}
	}()

	ch := make(chan int, 3)
	ch <- 1
	ch <- 2
	close(ch)
	for v := range ch {
		ch = nil
		fmt.Println(v)
	}
	s := struct{ c chan string }{make(chan string, 2)}
	s.c <- "a"
	s.c <- "b"
	close(s.c)
outer:
	for v := range s.c {
		s.c = nil
		for range 2 {
			fmt.Println(v)
			continue outer
		}
	}
}
