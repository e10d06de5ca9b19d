package main

import "fmt"

type node interface{ m() }
type num struct{ v int }
type add struct{ l, r node }
type list struct{ of [2]node }
type null struct{}

func (num) m()  {}
func (add) m()  {}
func (list) m() {}
func (null) m() {}

func handle(x any) {
	switch x := x.(type) {
	case null:
		fmt.Println("null")
	case add:
		fmt.Println("add", x.l == num{1})
	}
}

func main() {
	var n node = add{num{1}, num{3}}
	var k node = add{null{}, num{3}}
	fmt.Println(n == add{num{1}, num{3}}, n == add{num{1}, num{4}}, k == add{null{}, num{3}}, k == n)
	var i, j node = add{n, nil}, list{[2]node{n, k}}
	fmt.Println(i == add{add{num{1}, num{3}}, nil}, j == list{[2]node{n, k}}, j == list{[2]node{k, n}}, i == j)
	m := map[node]int{n: 1, k: 2}
	m[add{num{1}, num{3}}]++
	m[list{[2]node{n, k}}]++
	fmt.Println(len(m), m[n], m[k], m[j], m[add{num{1}, num{9}}])
	fmt.Printf("%T %T %T\n", node(null{}), n, k.(add).l)
	handle(null{})
	handle(n)
}
