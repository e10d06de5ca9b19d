package tsp

import "github.com/focal-search/focal/engine"

// complete is the length of the greedy completion from a city with a set of
// others left: always to the nearest of them, ties by index, and then home.
func (s *space) complete(from uint8, left []uint64) (length engine.Cost) {
	if len(left) == 1 {
		return s.completeWord(from, left[0])
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

// completeWord is complete for sets of one word.
func (s *space) completeWord(from uint8, left uint64) (length engine.Cost) {
	at := int(from)
	for left &^= 1<<cityBits - 1; left != 0; {
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
	return length + s.distances[at*s.n]
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
