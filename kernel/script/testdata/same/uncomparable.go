// What a comparison or a key panics with names the type, also one with methods.
package main

import (
	"fmt"
	"slices"
	"strings"
)

type L []int
type I interface{ M() string }
type F func()

func (F) M() string { return "f" }

type S []I

func (S) M() string { return "s" }

type ST struct {
	a any
	b int
}
type SM struct{ f []int }

func (SM) M() string { return "sm" }

type MP map[string]I

func (MP) M() string { return "mp" }

type LM []int

func (LM) M() string { return "lm" }

type W struct {
	I
	n int
}
type Ar [2]I

func (Ar) M() string { return "ar" }
func try(f func())   { defer func() { fmt.Println(recover()) }(); f() }
func main() {
	try(func() { var a any = L{1}; fmt.Println(a == a) })
	try(func() { var a I = S{}; fmt.Println(a == a) })
	try(func() { var a I = F(nil); fmt.Println(a == a) })
	try(func() { var a any = F(nil); fmt.Println(a == a) })
	try(func() { var a I = MP{}; fmt.Println(a == a) })
	try(func() { var a I = LM{}; fmt.Println(a == a) })
	try(func() { var a I = LM{}; m := map[I]int{LM{}: 1}; fmt.Println(m[a]) })
	try(func() { var a any = ST{[]int{1}, 2}; fmt.Println(a == a) })
	try(func() { var a I = SM{}; fmt.Println(a == a) })
	try(func() { m := map[I]int{}; m[F(nil)]++ })
	try(func() { m := map[I]int{}; m[MP{}]++ })
	try(func() { var a I = W{S{}, 1}; fmt.Println(a == a) })
	try(func() { var a I = Ar{S{}, nil}; fmt.Println(a == a) })
	try(func() { var a, b I = S{}, MP{}; fmt.Println(a == b, a == nil, a != b) })
	try(func() {
		var a any = S{}
		switch a {
		case 1:
		case a:
		}
	})
	try(func() { var a any = 1; fmt.Println(a.(I)) })
	try(func() { var a any = S{}; fmt.Println(a.(interface{ N() })) })
	try(func() { var a I = S{}; fmt.Println(a.(MP)) })
	try(func() { var a any = LM{}; fmt.Println(a.(L)) })
	try(func() { var a I; fmt.Println(a.(W)) })
	try(func() { var a []int; n := -1; fmt.Println(a[n]) })
	try(func() { a := [3]int{}; n := 3; fmt.Println(a[n]) })
	try(func() { a := "abc"; n := 5; fmt.Println(a[n], a[1:n]) })
	try(func() { a := "abc"; n := 5; fmt.Println(a[1:n]) })
	try(func() { a := []int{1}; n := 5; fmt.Println(a[n:]) })
	try(func() { a := []int{1}; n, m := 1, 0; fmt.Println(a[n:m]) })
	try(func() { a := []int{1}; n := 5; fmt.Println(a[:1:n]) })
	try(func() { n := -5; fmt.Println(make([]int, n)) })
	try(func() { n := -5; fmt.Println(make(chan int, n)) })
	try(func() { panic(nil) })
	try(func() { panic(error(nil)) })
	try(func() { var e error = fmt.Errorf("a"); panic(e) })
	try(func() {
		var p *[3]int
		fmt.Println(len(p))
		for i := range p {
			fmt.Print(i)
		}
		fmt.Println(p[1])
	})
	try(func() {
		var p *[3]int
		for i, v := range p {
			fmt.Print(i, v)
		}
	})
	try(func() { var f func(); f() })
	try(func() { var i I; i.M() })
	try(func() { var w W; w.M() })
	try(func() { var w *W; fmt.Println(w.n) })
	try(func() { x := 0; fmt.Println(1/x, 1%x) })
	try(func() { x := 0.0; fmt.Println(1/x, -1/x) })
	try(func() { a := make([]int, 2); b := [4]int(a); fmt.Println(b) })
	try(func() { var m map[string]map[string]int; fmt.Println(m["a"]["b"]); m["a"]["b"] = 1 })
	try(func() { strings.Repeat("x", -1) })
	try(func() { var b *strings.Builder; b.WriteByte('x') })
	try(func() { slices.Max([]int{}) })
}
