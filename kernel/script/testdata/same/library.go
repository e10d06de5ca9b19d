package main

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Generic functions of the library do what Go's do, also to what else is in their slices, to
// the order of equal elements, and in what they call how often.

type run struct {
	name string
	n    int
}

func counted() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		defer fmt.Println("ended")
		for i := 0; ; i++ {
			if !yield(i, strings.Repeat("x", i)) {
				return
			}
		}
	}
}

func failing(yield func(int) bool) {
	yield(1)
	panic("sequence")
}

func pulled() {
	next, stop := iter.Pull2(counted())
	for range 3 {
		fmt.Println(next())
	}
	stop()
	fmt.Println(next())
	stop()
	one, end := iter.Pull(slices.Values([]int{7, 8}))
	fmt.Println(one())
	fmt.Println(one())
	fmt.Println(one())
	end()
	fail, quit := iter.Pull(failing)
	defer func() { fmt.Println("recovered", recover()); fmt.Println(fail()); quit() }()
	fmt.Println(fail())
	fmt.Println(fail())
}

func main() {
	var runs []run
	x := 7
	for i := range 300 {
		x = x * 1103515245 % 2147483647
		runs = append(runs, run{fmt.Sprint(i), x % 5})
	}
	calls := 0
	byN := func(a, b run) int { calls++; return cmp.Compare(a.n, b.n) }
	a, b := slices.Clone(runs), slices.Clone(runs)
	slices.SortFunc(a, byN)
	fmt.Println(calls)
	slices.SortStableFunc(b, byN)
	fmt.Println(calls, slices.Equal(a, b), a[:40], b[:5])
	i, ok := slices.BinarySearchFunc(b, 3, func(r run, n int) int { return r.n - n })
	fmt.Println(i, ok, b[i])

	s := []int{1, 2, 3, 4, 5}
	t := slices.Insert(s, 1, 9)
	fmt.Println(s, t)
	s = append(make([]int, 0, 10), s...)
	t = slices.Insert(s, 1, s[2:4]...)
	fmt.Println(s, t, len(s), cap(t))
	t = slices.Replace(t, 1, 3, 7, 7, 7)
	fmt.Println(s, t)
	t = slices.Replace(t, 0, 4, 1)
	fmt.Println(s, t, t[:cap(t)])
	fmt.Println(slices.Delete(t, 1, 2), t)
	for c := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(c, cap(c), " ")
	}
	fmt.Println(cap(slices.Clip(make([]int, 2, 8))), cap(slices.Grow([]int{1}, 10)) >= 11,
		cap(slices.Repeat([]int{1, 2}, 3)), slices.Concat([]int{1}, nil, []int{2}))
	fmt.Println(slices.CompactFunc([]string{"a", "A", "b", "B", "b", "c"}, strings.EqualFold))
	fmt.Println(slices.CompareFunc([]int{1, 2}, []string{"a", "bb", "c"}, func(n int, s string) int { return n - len(s) }),
		slices.EqualFunc([]int{1, 2}, []string{"a", "bb"}, func(n int, s string) bool { return n == len(s) }),
		maps.EqualFunc(map[string]int{"a": 1}, map[string]int64{"a": 1}, func(n int, m int64) bool { return int64(n) == m }))
	fmt.Println(slices.SortedStableFunc(slices.Values([]string{"bb", "a", "cc", "d"}),
		func(a, b string) int { return len(a) - len(b) }))
	for l := range strings.Lines("a\nb\n") {
		fmt.Printf("%q ", l)
	}
	fmt.Println(slices.Collect(strings.SplitSeq("a,b", ",")), slices.Sorted(strings.FieldsSeq(" b a ")))
	pulled()
}
