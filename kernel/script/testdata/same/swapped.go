package main

import (
	"fmt"
	"sort"
)

// Elements of slices are assigned among each other.

type byLast struct{ words []string }

func (b byLast) Len() int { return len(b.words) }
func (b byLast) Less(i, j int) bool {
	return b.words[i][len(b.words[i])-1] < b.words[j][len(b.words[j])-1]
}
func (b byLast) Swap(i, j int) { b.words[i], b.words[j] = b.words[j], b.words[i] }

func reversed(s []int) []int {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
	return s
}

// try says what is left where an index is out of range.
func try(s []int, f func(s []int)) {
	defer func() { fmt.Println(recover() != nil, s) }()
	f(s)
}

func main() {
	s := []int{1, 2, 3, 4, 5}
	fmt.Println(reversed(s))
	i := 1
	s[i], s[i+1], s[i-1] = s[i-1], s[i], s[i+1]
	fmt.Println(s)
	s[i], s[i] = s[i], s[i]
	t := s[1:]
	s[2], t[0] = t[0], s[2]
	s[1], t[0] = t[0], s[1]
	fmt.Println(s, t)
	try(s, func(s []int) { s[0], s[9] = s[1], s[2] })
	try(s, func(s []int) { s[0], s[9] = s[9], s[0] })
	try(s, func(s []int) { s[0], s[i+8] = s[4], s[i] })
	try(s, func(s []int) { s[0], i, s[i+9] = s[4], 3, s[i] })
	fmt.Println(i)
	b := []byte("swap")
	b[0], b[3] = b[3], b[0]
	x := []any{1, "two", nil}
	x[0], x[1], x[2] = x[2], x[0], x[1]
	f := []float32{.1, .2}
	f[0], f[1] = f[1], f[0]
	p := []*int{&i, nil}
	p[0], p[1] = p[1], p[0]
	fmt.Println(string(b), x, f, p[0] == nil, *p[1])
	w := byLast{[]string{"bc", "ab", "ca"}}
	sort.Sort(w)
	fmt.Println(w.words)
	k := 0
	swap := func() { s[k], s[k+1] = s[k+1], s[k]; k++ }
	swap()
	swap()
	fmt.Println(s, k)
}
