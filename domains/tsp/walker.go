package tsp

import "github.com/focal-search/focal/engine"

// complete is the length of the greedy completion from a city with a set of
// others left: always to the nearest of them, ties by index, and then home.
func (s *space) complete(from uint8, left []uint64) (length engine.Cost) {
	if len(left) == 1 {
		return s.completeWord(from, left[0]&^(1<<cityBits-1))
	}
	rest := s.rest
	copy(rest, left)
	at := int(from)
	for {
		next := s.nearestOf(at, rest)
		if next == absent {
			return length + s.distances[at*s.n]
		}
		word, mask := bit(int(next))
		rest[word] &^= mask
		length += s.distances[at*s.n+int(next)]
		at = int(next)
	}
}

// completeWord is complete for sets of one word. Walks through a set, and those
// through its subsets, often come to the same city with the same cities left, so
// what the rests of walks take is kept: the last ones that hash to each place.
func (s *space) completeWord(from uint8, left uint64) (length engine.Cost) {
	if s.rests == nil {
		s.rests = new([1 << restBits]rest)
	}
	at := int(from)
	steps := s.steps[:0]
	for left != 0 {
		state := left | uint64(at)
		place := state * 0x9e3779b97f4a7c15 >> (64 - restBits)
		if r := &s.rests[place]; r.state == state {
			length += r.length
			break
		}
		steps = append(steps, step{state, length, uint16(place)})
		row := s.neighbours(at)
		i := 0
		for left>>((row[i]+cityBits-1)&63)&1 == 0 {
			i++
		}
		to := row[i]
		left &^= 1 << ((to + cityBits - 1) & 63)
		length += s.distances[at*s.n+int(to)]
		at = int(to)
	}
	if left == 0 {
		length += s.distances[at*s.n]
	}
	for _, p := range steps {
		s.rests[p.place] = rest{p.state, length - p.before}
	}
	return length
}

// A rest is what a walk takes from a state on, where something is left.
type rest struct {
	state  uint64
	length engine.Cost
}

const (
	restBits  = 12
	restBytes = 16 << restBits
)

// A step of a walk is a state, what the walk has taken before, and the place of
// what it takes from there on.
type step struct {
	state  uint64
	before engine.Cost
	place  uint16
}

// nearestOf is the city of a set that is nearest to a city, absent if there is none.
func (s *space) nearestOf(city int, set []uint64) uint8 {
	for _, other := range s.neighbours(city) {
		if word, mask := bit(int(other)); other != 0 && set[word]&mask != 0 {
			return other
		}
	}
	return absent
}
