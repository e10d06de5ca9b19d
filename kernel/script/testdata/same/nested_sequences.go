// Sequences of sequences, and the texts of bounds where several are in a statement.
package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

func chunks(xs []int, n int) iter.Seq[iter.Seq[int]] {
	return func(yield func(iter.Seq[int]) bool) {
		for c := range slices.Chunk(xs, n) {
			if !yield(slices.Values(c)) {
				return
			}
		}
	}
}

type stack struct{ list []int }

func (s *stack) pop() (n int) {
	last := len(s.list) - 1
	n, s.list = s.list[last], s.list[:last]
	return n
}

func main() {
	for c := range chunks([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Println(slices.Collect(c))
	}
	s := stack{[]int{7}}
	fmt.Println(s.pop())
	defer func() {
		fmt.Println(strings.HasPrefix(fmt.Sprint(recover()), "runtime error: slice bounds out of range"))
	}()
	fmt.Println(s.pop())
}
