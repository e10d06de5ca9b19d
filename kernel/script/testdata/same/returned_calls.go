// Calls of fields and of methods in return statements, as operands and as elements.
package main

import (
	"fmt"
	"strings"
	"sync"
)

type op struct {
	f, g func(int) int
	text func(string) string
	make func() []byte
	show func() length
	next func() sized
}
type length int
type sized interface{ Size() int }

func (l length) String() string { return fmt.Sprint("length ", int(l)) }
func (l length) Size() int      { return int(l) }

func (o op) one(n int) (int, error)       { return o.f(n), nil }
func (o op) two(n int) (int, int)         { return o.f(n), o.g(n) }
func (o op) words(s string) (string, int) { return o.text(s), len(o.text(s)) }
func (o op) stringer() fmt.Stringer       { return o.show() }
func (o op) interfaces() (any, sized)     { return o.show(), o.next() }

type lazy[T any] struct{ f func() T }

func (l lazy[T]) get() (T, bool) { return l.f(), true }

func size(x any) int {
	if s, ok := x.(sized); ok {
		return s.Size()
	}
	return -1
}

type shop struct {
	name string
	on   []func(*shop) int
}

type conv func(int) int

func (c conv) again(n int) (int, error) { return c(c(n)), nil }
func (c *conv) set(n int)               { *c = func(int) int { return n } }

func main() {
	o := op{f: func(n int) int { return n * 2 }, g: func(n int) int { return n * 3 }, text: strings.ToUpper,
		make: func() []byte { return make([]byte, 8) }, show: func() length { return 5 }, next: func() sized { return length(6) }}
	fmt.Println(o.one(4))
	fmt.Println(o.two(4))
	fmt.Println(o.words("abc"))
	fmt.Println(o.stringer())
	fmt.Println(o.interfaces())
	fmt.Println(size(o.next()), size(o.show()), size(o.f(1)))
	pool := sync.Pool{New: func() any { return o.make() }}
	fmt.Println(len(pool.Get().([]byte)))
	fmt.Println(lazy[string]{func() string { return "x" }}.get())
	fmt.Println(lazy[[]int]{func() []int { return []int{1} }}.get())
	s := &shop{name: "shop"}
	s.on = append(s.on, func(s *shop) int { return 1 }, func(s *shop) int { return len(s.name) })
	more := append([]func(*shop) int(nil), s.on...)
	s.on = append(s.on, more...)
	fmt.Println(s.on[2](s), s.on[3](s), len(s.on))
	c := conv(func(n int) int { return n + 1 })
	fmt.Println(c.again(1))
	c.set(7)
	fmt.Println(c.again(1))
	keys := map[struct{ x, y int }]string{{1, 2}: "key"}
	type point struct{ x, y int }
	fmt.Println(keys[point{1, 2}], len(keys[point{}]))
}
