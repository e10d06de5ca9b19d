package main

import (
	"fmt"
	"go/types"
	"reflect"
	"time"
)

type kind uint8

const (
	a kind = iota
	b
	c
)
const u64 uint64 = 2
const i8 int8 = 1
const r = 'a' - 'a' + 1

type day time.Month

func f() []string { return []string{"x", "y", "z"} }
func main() {
	s := f()
	fmt.Println(s[a], s[b], s[c], s[u64], s[i8], s[r], s[time.January], s[reflect.Bool])
	fmt.Println(s[:c], s[a:u64], s[i8:], f()[c], f()[a:b], f()[time.January:])
	fmt.Println(types.Typ[types.Int], "héllo"[u64], s[uint8(1)], s[len("ab")], s[1.0], s[day(1)], s[a+1])
	x := [...]int{a: 1, c: 5}
	p := &x
	fmt.Println(x[c], p[b], x[time.January:], p[:c])
	m := map[kind]int{a: 1}
	m[c]++
	fmt.Println(m[c], m[a])
	var k kind = 2
	x[k] = 9
	x[c]++
	fmt.Println(x[k], x)
}
