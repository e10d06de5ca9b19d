// Local types of generic functions and of methods of generic types as type arguments, of
// functions of the program and of packages, in several instances.
package main

import (
	"cmp"
	"container/heap"
	"fmt"
	"maps"
	"slices"
	"sort"
)

func topK[K cmp.Ordered](m map[K]int, k int) (out []K) {
	type kv struct {
		k K
		n int
	}
	var xs []kv
	for _, key := range slices.Sorted(maps.Keys(m)) {
		xs = append(xs, kv{key, m[key]})
	}
	slices.SortFunc(xs, func(a, b kv) int { return cmp.Compare(b.n, a.n) })
	for _, x := range xs[:k] {
		out = append(out, x.k)
	}
	return out
}

type stack[T any] struct{ items []T }

func (s *stack[T]) push(x T) { s.items = append(s.items, x) }
func (s *stack[T]) pop() (x T) {
	x = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x
}

type queue[T any] struct {
	items []T
	less  func(a, b T) bool
}

func (q *queue[T]) Len() int           { return len(q.items) }
func (q *queue[T]) Less(i, j int) bool { return q.less(q.items[i], q.items[j]) }
func (q *queue[T]) Swap(i, j int)      { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue[T]) Push(x any)         { q.items = append(q.items, x.(T)) }
func (q *queue[T]) Pop() any {
	x := q.items[len(q.items)-1]
	q.items = q.items[:len(q.items)-1]
	return x
}

func distances[S comparable](start S, next func(S) map[S]int) map[S]int {
	type entry struct {
		at S
		g  int
	}
	type seen map[S]int
	open := &queue[entry]{less: func(a, b entry) bool { return a.g < b.g }}
	heap.Push(open, entry{start, 0})
	best := seen{}
	for open.Len() > 0 {
		e := heap.Pop(open).(entry)
		if _, ok := best[e.at]; ok {
			continue
		}
		best[e.at] = e.g
		for to, c := range next(e.at) {
			heap.Push(open, entry{to, e.g + c})
		}
	}
	return best
}

func reversed[T any](xs []T) []T {
	type box struct{ of any } // does not mention T
	var s stack[box]
	for _, x := range xs {
		s.push(box{x})
	}
	var out []T
	for range xs {
		out = append(out, s.pop().of.(T))
	}
	return out
}

func (s stack[T]) counted() []int {
	type pair struct {
		i int
		x T
	}
	var ps []pair
	for i, x := range s.items {
		ps = append(ps, pair{i, x})
	}
	slices.Reverse(ps)
	sort.SliceStable(ps, func(i, j int) bool { return fmt.Sprint(ps[i].x) < fmt.Sprint(ps[j].x) })
	var out []int
	for _, p := range ps {
		out = append(out, p.i)
	}
	return out
}

func main() {
	fmt.Println(topK(map[string]int{"a": 1, "b": 3, "c": 2}, 2), topK(map[int]int{7: 1, 8: 5}, 1))
	fmt.Println(distances(0, func(n int) map[int]int {
		if n > 3 {
			return nil
		}
		return map[int]int{n + 1: 2, n + 2: 3}
	}))
	fmt.Println(distances("a", func(s string) map[string]int {
		if len(s) > 2 {
			return nil
		}
		return map[string]int{s + "b": 1}
	}))
	fmt.Println(reversed([]int{1, 2, 3}), reversed([]string{"x", "y"}))
	fmt.Println(stack[string]{[]string{"b", "a", "b"}}.counted(), stack[int]{[]int{2, 1}}.counted())
}
