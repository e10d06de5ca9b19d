package main

import (
	"fmt"
	"maps"
	"slices"
)

// What a program declares does not change what the library's generic functions mean: neither the names
// of their variables nor what is predeclared.

type s struct{ k int }
type x struct{ k int }
type v int
type i int
type m int
type E int
type K int
type V int
type S int
type all int
type out int

func min(a, b int) int                { return 100 }
func max(xs ...float64) float64       { return 200 }
func len(x fmt.Stringer) string       { return "len of " + x.String() }
func append(x, y string) string       { return x + y }
func make(n int) []int                { return []int{n} }
func new() int                        { return 300 }
func copy(a int) int                  { return a }
func panic(text string)               { fmt.Println("no panic:", text) }
func cap(p *int) func() int           { return func() int { *p++; return *p } }
func clear() (n int, err error)       { return 7, nil }
func delete(m map[int]int, k int)     { m[k]++ }
func recover() string                 { return "nothing" }
func print(args ...any)               { fmt.Println(args...) }
func complex[T ~int](x T, y T) [2]T   { return [2]T{x, y} }
func real(p [2]int) (first int)       { defer func() { first = p[0] }(); return 0 }
func (s s) len() (n int)              { return s.k }
func (s *s) append(n int) (more bool) { s.k += n; return s.k > 5 }

var close = 4
var string1 = "true"

const iota = 12

type byte int

func (b byte) String() string { return fmt.Sprintf("byte %d", int(b)) }

type uint8 struct{ byte }

type uint = map[string]bool

func count() int {
	n := 0
	var list []func() int
	for i := range 3 {
		list = slices.Insert(list, 0, func() int { n += i; return n })
	}
	for _, f := range list {
		f()
	}
	return n
}

func main() {
	vs := []s{{3}, {1}, {2}}
	slices.SortFunc(vs, func(p, q s) int { return p.k - q.k })
	fmt.Println(vs, slices.Max([]int{1, 5, 3}), slices.Min([]E{3, 2}))
	fmt.Println(slices.Sorted(maps.Keys(map[K]V{3: 4, 1: 2})), slices.Index([]i{1, 2}, 2))
	fmt.Println(slices.Insert([]x{{1}, {2}}, 1, x{9}, x{8}), slices.Contains([]v{1, 2}, 2))
	fmt.Println(slices.Repeat([]m{1, 2}, 3), slices.Compact([]S{1, 1, 2}), slices.Collect(slices.Chunk([]all{1, 2, 3}, 2)))
	fmt.Println(slices.Concat([]out{1}, []out{2}), slices.Equal([]s{{1}}, []s{{1}}), slices.Delete([]x{{1}, {2}}, 0, 1))
	fmt.Println(maps.Collect(maps.All(map[m]x{1: {2}})), slices.Collect(maps.Values(map[S]all{1: 3})))

	fmt.Println(min(1, 2), max(1, 2), len(byte(1)), append("a", "b"), make(3), new(), copy(4))
	n := 1
	next := cap(&n)
	next()
	fmt.Println(next(), n)
	panic("at the disco")
	fmt.Println(clear())
	counts := map[int]int{1: 2}
	delete(counts, 1)
	fmt.Println(counts, recover(), complex(1, 2), real([2]int{8, 9}), close, string1, iota)
	one := s{4}
	fmt.Println(one.len(), one.append(3), one.k)
	print("a", 1)
	fmt.Println(count())
	fmt.Printf("%v %T %v %+v\n", byte(2), byte(2), uint8{byte(3)}, uint{"a": true})
}
