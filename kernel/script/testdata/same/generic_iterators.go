// Generic types with methods, and sequences of sequences.
package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

type Number interface{ ~int | ~int64 | ~float64 }

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }
func (s *Stack[T]) Pop() (x T, ok bool) {
	if len(s.items) == 0 {
		return
	}
	x = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, true
}
func (s *Stack[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i, x := range s.items {
			if !yield(i, x) {
				return
			}
		}
	}
}

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) String() string { return fmt.Sprintf("<%v=%v>", p.Key, p.Val) }

type Ordered[K comparable, V any] struct {
	keys []K
	m    map[K]V
}

func NewOrdered[K comparable, V any]() *Ordered[K, V] { return &Ordered[K, V]{m: map[K]V{}} }
func (o *Ordered[K, V]) Set(k K, v V) *Ordered[K, V] {
	if _, ok := o.m[k]; !ok {
		o.keys = append(o.keys, k)
	}
	o.m[k] = v
	return o
}
func (o *Ordered[K, V]) Pairs() iter.Seq[Pair[K, V]] {
	return func(yield func(Pair[K, V]) bool) {
		for _, k := range o.keys {
			if !yield(Pair[K, V]{k, o.m[k]}) {
				return
			}
		}
	}
}

func Map[T, U any](seq iter.Seq[T], f func(T) U) iter.Seq[U] {
	return func(yield func(U) bool) {
		for x := range seq {
			if !yield(f(x)) {
				return
			}
		}
	}
}

func Filter[T any](seq iter.Seq[T], keep func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		seq(func(x T) bool { return !keep(x) || yield(x) })
	}
}

func Sum[T Number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return
}

type meters float64

type Tree[T any] struct {
	Left, Right *Tree[T]
	V           T
}

func (t *Tree[T]) Insert(v T, less func(a, b T) bool) *Tree[T] {
	if t == nil {
		return &Tree[T]{V: v}
	}
	if less(v, t.V) {
		t.Left = t.Left.Insert(v, less)
	} else {
		t.Right = t.Right.Insert(v, less)
	}
	return t
}

func (t *Tree[T]) Walk(yield func(T) bool) bool {
	return t == nil || t.Left.Walk(yield) && yield(t.V) && t.Right.Walk(yield)
}

func naturals(yield func(int) bool) {
	for i := 0; yield(i); i++ {
	}
}

func main() {
	var s Stack[string]
	for _, w := range strings.Fields("a b c d") {
		s.Push(w)
	}
	for i, x := range s.All() {
		if i == 2 {
			break
		}
		fmt.Print(i, x, " ")
	}
	x, ok := s.Pop()
	fmt.Println(x, ok, len(s.items))
	o := NewOrdered[string, []int]().Set("z", []int{1}).Set("a", nil).Set("z", []int{2, 3})
	for p := range o.Pairs() {
		fmt.Print(p, " ", p.Key, " ")
	}
	fmt.Println()
	evens := Filter(naturals, func(n int) bool { return n%2 == 0 })
	squares := Map(evens, func(n int) float64 { return float64(n*n) / 2 })
outer:
	for a := range squares {
		for b := range Map(naturals, func(n int) string { return strings.Repeat("*", n) }) {
			if len(b) > 3 {
				continue outer
			}
			if a > 20 {
				break outer
			}
			fmt.Print(a, b, ";")
		}
	}
	fmt.Println()
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2), Sum[meters](1, 2.5), Sum[int64]())
	fmt.Printf("%T %v %+v\n", Pair[string, meters]{"a", 2}, Pair[string, meters]{"a", 2}, Pair[int, Pair[int, bool]]{1, Pair[int, bool]{2, true}})
	var t *Tree[string]
	for _, w := range []string{"m", "c", "x", "a", "d"} {
		t = t.Insert(w, func(a, b string) bool { return a < b })
	}
	for w := range func(yield func(string) bool) { t.Walk(yield) } {
		fmt.Print(w, " ")
		if w == "m" {
			break
		}
	}
	fmt.Println()
	next, stop := iter.Pull(squares)
	defer stop()
	for range 3 {
		v, ok := next()
		fmt.Print(v, ok, " ")
	}
	fmt.Println(slices.Collect(Map(slices.Values([]int{1, 2}), func(i int) Pair[int, string] { return Pair[int, string]{i, "v"} })))
}
