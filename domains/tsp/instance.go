package tsp

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"github.com/focal-search/focal/engine"
)

// instance is the distances of a problem, which its spaces and its replay share.
type instance struct {
	n         int
	distances []engine.Cost // row by row
	nearest   []uint8       // of each city the others, nearest first, ties by index
	wide      bool          // a path may cost more than 32 bits hold
	width     int           // bytes that hold the cost of any path, 4 or more
}

func newInstance(distances [][]engine.Cost) *instance {
	in := &instance{n: len(distances)}
	greatest := engine.Cost(0)
	for i, row := range distances {
		others := make([]uint8, 0, in.n-1)
		for j := range row {
			if j != i {
				others = append(others, uint8(j))
				greatest = max(greatest, row[j])
			}
		}
		slices.SortStableFunc(others, func(a, b uint8) int { return cmp.Compare(row[a], row[b]) })
		in.distances = append(in.distances, row...)
		in.distances[i*in.n+i] = 0
		in.nearest = append(in.nearest, others...)
	}
	most := greatest * engine.Cost(in.n)
	in.wide, in.width = most > 1<<32-1, max(4, (bits.Len64(uint64(most))+7)/8)
	return in
}

// from is the distances from a city.
func (in *instance) from(city int) []engine.Cost { return in.distances[city*in.n:][:in.n] }

// neighbours is the other cities, nearest first.
func (in *instance) neighbours(city int) []uint8 { return in.nearest[city*(in.n-1):][:in.n-1] }

// content is the instance in a canonical text: the distances below the diagonal
// row by row.
func (in *instance) content(unit int64, g Guidance) string {
	text := fmt.Appendf(nil, "tsp %d cities guidance %s unit %d distances", in.n, g, unit)
	for i := range in.n {
		for _, d := range in.from(i)[:i] {
			text = append(text, ' ')
			text = strconv.AppendInt(text, d, 10)
		}
	}
	return string(text)
}
