// What a comparison or a key panics with names the type, also one with methods.
package main

import (
	"fmt"
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
}
