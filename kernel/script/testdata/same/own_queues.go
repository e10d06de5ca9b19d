package main

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
)

type Queue[T any] struct {
	items []T
	less  func(a, b T) bool
}

func New[T any](less func(a, b T) bool) *Queue[T] { return &Queue[T]{less: less} }
func (q *Queue[T]) Push(x T) {
	q.items = append(q.items, x)
	i := len(q.items) - 1
	for i > 0 {
		p := (i - 1) / 2
		if !q.less(q.items[i], q.items[p]) {
			break
		}
		q.items[i], q.items[p] = q.items[p], q.items[i]
		i = p
	}
}
func (q *Queue[T]) Pop() (x T, ok bool) {
	if len(q.items) == 0 {
		return
	}
	x, ok = q.items[0], true
	n := len(q.items) - 1
	q.items[0] = q.items[n]
	q.items = q.items[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && q.less(q.items[c+1], q.items[c]) {
			c++
		}
		if !q.less(q.items[c], q.items[i]) {
			break
		}
		q.items[i], q.items[c] = q.items[c], q.items[i]
		i = c
	}
	return
}
func (q *Queue[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for {
			x, ok := q.Pop()
			if !ok || !yield(x) {
				return
			}
		}
	}
}

type item struct {
	name string
	pri  float64
}

func main() {
	q := New(func(a, b item) bool { return a.pri < b.pri })
	for i, w := range strings.Fields("the quick brown fox jumps over the lazy dog") {
		q.Push(item{w, math.Sin(float64(i))})
	}
	for x := range q.All() {
		fmt.Printf("%s:%.3f ", x.name, x.pri)
		if x.pri > .5 {
			break
		}
	}
	fmt.Println(len(q.items))
	r := New(cmp.Less[int])
	for _, v := range []int{5, 2, 8, 1} {
		r.Push(v)
	}
	fmt.Println(slices.Collect(r.All()))
	fmt.Printf("%T %T\n", q, r)
}
