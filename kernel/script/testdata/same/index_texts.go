package main

import (
	"fmt"
	"strings"
)

type S struct {
	g   [][]int
	m   map[string][]int
	p   *[]int
	arr [3][2]int
}

func (s *S) get() []int { return s.g[0] }

type day int

func (d day) String() string { return [...]string{"Mo", "Tu", "We"}[d] }

func main() {
	s := S{g: [][]int{{1, 2}, {3}}, m: map[string][]int{"a": {1}}, p: &[]int{1}}
	n := 5
	for _, f := range []func(){
		func() { _ = s.g[1][n] }, func() { s.g[n][0] = 1 }, func() { s.g[0][n]++ }, func() { s.g[1][n-2] = 3 },
		func() { _ = s.m["a"][n] }, func() { _ = s.m["b"][0] }, func() { (*s.p)[n] = 1 }, func() { _ = s.arr[1][n] },
		func() { _ = s.get()[n] }, func() { _ = strings.Split("a b", " ")[n] }, func() { _ = []rune("abc")[n] },
		func() { _ = []string{"x"}[n] }, func() { _ = "abc"[n] }, func() { _ = s.g[0][1:][n] },
		func() { n := uint8(9); _ = s.g[n] }, func() { _ = s.g[0][-n+4] }, func() { fmt.Println(s.g[s.g[0][0]][s.g[0][1]]) },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
	fmt.Println(day(1), day(7))
	fmt.Println(s.g[1][0], s.get()[1], strings.Fields("a b")[1], "abc"[1])
}
