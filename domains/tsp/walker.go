package tsp

import "github.com/focal-search/focal/engine"

// walker completes tours greedily: always to the nearest unvisited city, ties by
// index, and then home.
type walker struct {
	*set
	walk uint32
	seen []uint32 // by position: the last walk that visited it
}

func newWalker(s *set) walker { return walker{set: s, seen: make([]uint32, s.n)} }

// complete is the length of the completion from a city of the set with all
// others unvisited.
func (w *walker) complete(p uint8) (length engine.Cost) {
	if w.walk++; w.walk == 0 { // all numbers have been used
		clear(w.seen)
		w.walk = 1
	}
	w.seen[p] = w.walk
	at := int(w.cities[p])
	for range len(w.cities) - 1 {
		row := w.nearest(int(p))
		i := 0
		for w.seen[row[i]] == w.walk {
			i++
		}
		p = row[i]
		w.seen[p] = w.walk
		to := int(w.cities[p])
		length += w.distances[at*w.n+to]
		at = to
	}
	return length + w.distances[at]
}
