package rt

import (
	"fmt"
	"math"
)

// Index checks an index against a length. It panics as Go does if the index is out of range.
// An index is an int, or a uint64 if it may be larger than an int.
func Index(index any, length int) int {
	i, big := integer(index)
	switch {
	case big:
		panic(runtimeError(fmt.Sprintf("index out of range [%d] with length %d", index, length)))
	case i < 0:
		panic(runtimeError(fmt.Sprintf("index out of range [%d]", i)))
	case i >= length:
		panic(runtimeError(fmt.Sprintf("index out of range [%d] with length %d", i, length)))
	}
	return i
}

// integer returns an index as an int, and whether it is too big for an int.
func integer(index any) (i int, big bool) {
	switch n := index.(type) {
	case int:
		return n, false
	case uint64:
		return int(n), n > math.MaxInt
	}
	panic(fmt.Sprintf("an index is an int or a uint64, not a %T", index))
}

// Bounds checks the two or three indices of a slice expression and returns the first. It
// panics as Go does if they are out of range or not in order. The last one is at most limit,
// which is called a capacity or a length.
func Bounds(called string, limit int, indices ...any) int {
	last := len(indices) - 1
	marks := [][]string{{"[%v:]", "[:%v]"}, {"[%v::]", "[:%v:]", "[::%v]"}}[last-1]
	pairs := [][]string{{"[%v:%v]"}, {"[%v:%v:]", "[:%v:%v]"}}[last-1]
	for k := last; k >= 0; k-- {
		i, big := integer(indices[k])
		if i < 0 && !big {
			panic(runtimeError(fmt.Sprintf("slice bounds out of range "+marks[k], i)))
		}
		if k == last && (big || i > limit) {
			panic(runtimeError(fmt.Sprintf("slice bounds out of range "+marks[k]+" with %s %d", indices[k], called, limit)))
		}
		if k < last {
			if next, _ := integer(indices[k+1]); big || i > next {
				panic(runtimeError(fmt.Sprintf("slice bounds out of range "+pairs[k], indices[k], indices[k+1])))
			}
		}
	}
	low, _ := integer(indices[0])
	return low
}

// Min returns the least of two numbers as the builtin function min.
func Min(x, y float64) float64 { return min(x, y) }

// Max returns the greatest of two numbers as the builtin function max.
func Max(x, y float64) float64 { return max(x, y) }
