// Package routing contains code shared by the tour domains.
package routing

import (
	"fmt"
	"math"

	"github.com/focal-search/focal/engine"
)

// CheckDistances says what keeps the distances between some places from being
// those of tours: they are to be symmetric, not negative, and so small that no
// tour overflows. one and several are what a place is called, as "city" and
// "cities". Each place's row must be there.
func CheckDistances(distances [][]engine.Cost, places []int, one, several string) error {
	limit := math.MaxInt64 / engine.Cost(4*len(places))
	for i, v := range places {
		for _, u := range places[:i] {
			switch there, back := distances[v][u], distances[u][v]; {
			case there != back:
				return fmt.Errorf("the distance from %s %d to %s %d is %d, that back is %d: want a symmetric matrix", one, v,
					one, u, there, back)
			case there < 0:
				return fmt.Errorf("the distance between the %s %d and %d is %d: it must not be negative", several, u, v, there)
			case there > limit:
				return fmt.Errorf("the distance between the %s %d and %d is %d: want at most %d, so that no tour overflows",
					several, u, v, there, limit)
			}
		}
	}
	return nil
}
