package main

import (
	"fmt"
	"sort"
	"strings"
	"time"
)

type node struct{ n int }
type celsius float64

func Map[A, B any](xs []A, f func(A) B) []B {
	var out []B
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func Fold[A, B any](xs []A, start B, f func(B, A) B) B {
	for _, x := range xs {
		start = f(start, x)
	}
	return start
}

func Keys[K comparable, V any](m map[K]V) []K {
	var keys []K
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

func Group[K comparable, V any](xs []V, key func(V) K) map[K][]V {
	groups := map[K][]V{}
	for _, x := range xs {
		k := key(x)
		groups[k] = append(groups[k], x)
	}
	return groups
}

func Filter[T any](xs []T, keep func(T) bool) []T {
	var out []T
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

func main() {
	words := Map([]int{1, 2, 3}, func(i int) string { return strings.Repeat("x", i) })
	fmt.Println(words, len(words[2]))
	fmt.Println(Map(words, func(s string) int { return len(s) }), Map[string](words, func(s string) bool { return s > "x" }))
	nodes := Map([]int{4, 5}, func(i int) *node { return &node{i} })
	for _, node := range nodes {
		fmt.Print(Map([]int{node.n}, func(i int) float64 { return float64(i) / 2 }), " ")
	}
	fmt.Println(Map(nodes, func(n *node) int { return n.n }))
	fmt.Println(Fold([]int{1, 2, 3}, "", func(s string, i int) string { return s + fmt.Sprint(i) }), Fold(words, 0.5, func(f float64, s string) float64 { return f + float64(len(s)) }))
	keys := Keys(map[string]int{"b": 1, "a": 2})
	sort.Strings(keys)
	fmt.Println(keys, Group([]int{1, 2, 3, 4}, func(i int) bool { return i%2 == 0 }))
	fmt.Println(Map([]time.Duration{time.Second}, func(d time.Duration) map[string]float64 { return map[string]float64{d.String(): d.Seconds()} }))
	fmt.Println(Map([]celsius{1.5}, func(c celsius) []celsius { return []celsius{c, 2 * c} }))
	fmt.Println(Filter(words, func(s string) bool { return len(s) > 1 }))
	fmt.Println(Map(Filter([]int{1, 2, 3}, func(i int) bool { return i > 1 }), func(i int) any { return i * i }))
}
