package main

import (
	"errors"
	"fmt"
)

type A interface{ M() }

func main() {
	reg := map[string]func(x ...float64) (A, error){"b": func(x ...float64) (A, error) { return nil, nil }}
	for _, k := range []string{"b", "c"} {
		if f, ok := reg[k]; ok {
			a, err := f(1.5)
			fmt.Println(a != nil, err)
		} else {
			fmt.Println("unknown", k, f == nil)
		}
	}
	for _, k := range []string{"b", "c"} {
		f, ok := reg[k]
		fmt.Println(f == nil, ok)
	}
	for _, k := range []string{"b", "c"} {
		f := reg[k]
		fmt.Println(f == nil)
	}
	ms := map[string]*int{"b": new(int)}
	for _, k := range []string{"b", "c"} {
		f, ok := ms[k]
		fmt.Println(f == nil, ok)
	}
	me := map[string]error{"b": errors.New("x")}
	for _, k := range []string{"b", "c"} {
		f, ok := me[k]
		fmt.Println(f == nil, ok, f)
	}
	mm := map[string][]int{"b": {1}}
	for _, k := range []string{"b", "c"} {
		f, ok := mm[k]
		fmt.Println(f == nil, ok, f)
	}
	mi := map[string]int{"b": 1}
	for _, k := range []string{"b", "c"} {
		f, ok := mi[k]
		fmt.Println(f, ok)
	}
	mk := map[string]A{"b": nil}
	for _, k := range []string{"b", "c"} {
		f, ok := mk[k]
		fmt.Println(f == nil, ok)
	}
	mst := map[string]struct {
		f func()
		a []int
	}{"b": {func() {}, nil}}
	for _, k := range []string{"b", "c"} {
		f, ok := mst[k]
		fmt.Println(f.f == nil, ok)
	}
	for _, k := range []string{"b", "c"} {
		f := mst[k].f
		fmt.Println(f == nil)
	}
	var g func()
	for _, k := range []string{"b", "c"} {
		g = mst[k].f
		fmt.Println(g == nil)
	}
	var x any
	for i := range 4 {
		if i%2 == 0 {
			x = g
		} else {
			x = func() {}
		}
		f, ok := x.(func())
		fmt.Println(f == nil, ok)
		h, ok := x.(func(int))
		fmt.Println(h == nil, ok)
	}
	for i := range 3 {
		var f func()
		fmt.Println(f == nil)
		if i == 1 {
			f = func() {}
		}
		fmt.Println(f == nil)
	}
	c := make(chan func(), 3)
	c <- nil
	c <- func() {}
	c <- nil
	for range 3 {
		f := <-c
		fmt.Println(f == nil)
	}
}
