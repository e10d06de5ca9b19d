package tsp

import (
	"math/bits"

	"github.com/focal-search/focal/engine"
)

// space packs a state into words: the current city in the first 8 bits, then a
// bit for each other city that is unvisited, from city 1 on. Up to 57 cities
// take one word, and the goal is all zeros.
//
// What the children of a state are worth depends on the set of unvisited cities
// alone, since the current city only decides what the move costs. So Expand
// computes them together, see forest, and once for each set.
type space struct {
	*instance
	guidance  Guidance
	walks     bool // d of successors is the length of a walk
	words     int
	unvisited []uint64 // the set of the state at hand, in words
	rest      []uint64 // what a walk has left of it
	forest    forest
	cache     cache
	left      []uint8 // the unvisited cities of the state at hand, by index
}

const cityBits = 8

func newSpace(in *instance, g Guidance) *space {
	words := (cityBits + in.n - 1 + 63) / 64
	return &space{
		instance: in, guidance: g, walks: g == NearestNeighbour, words: words,
		unvisited: make([]uint64, words), rest: make([]uint64, words), left: make([]uint8, 0, in.n),
		forest: newForest(in), cache: newCache(words),
	}
}

func (s *space) Shape() engine.Shape {
	return engine.Shape{Words: s.words, Key: s.words, Successors: s.n - 1, WideCosts: s.wide}
}

// bit is the word and the mask of a city, which is not the depot.
func bit(city int) (word int, mask uint64) {
	at := cityBits - 1 + city
	return at >> 6, 1 << (at & 63)
}

func cityOf(state []uint64) int { return int(state[0] & (1<<cityBits - 1)) }

func (s *space) Start(state []uint64) {
	clear(state)
	for city := 1; city < s.n; city++ {
		word, mask := bit(city)
		state[word] |= mask
	}
}

// IsGoal: at the depot with nothing left.
func (s *space) IsGoal(n engine.Node) bool {
	for _, w := range n.State {
		if w != 0 {
			return false
		}
	}
	return true
}

// unpack lists the unvisited cities of a state.
func (s *space) unpack(state []uint64) {
	s.left = s.left[:0]
	first := uint64(1<<cityBits - 1)
	for i, w := range state {
		for w &^= first; w != 0; w &= w - 1 {
			s.left = append(s.left, uint8(64*i+bits.TrailingZeros64(w)-cityBits+1))
		}
		first = 0
	}
}

func (s *space) Expand(n engine.Node, out *engine.Successors) {
	s.unpack(n.State)
	at := cityOf(n.State)
	row := s.from(at)
	if len(s.left) == 0 {
		if at != 0 {
			clear(out.Add(engine.Successor{Cost: row[0]}))
		}
		return
	}
	copy(s.unvisited, n.State)
	s.unvisited[0] -= uint64(at)
	k := len(s.left)
	size := k // h of each successor, and then what the walks take
	if s.walks {
		size += k
	}
	values, known := s.cache.values(s.unvisited, size)
	if !known {
		s.fill(values)
	}
	for i, city := range s.left {
		d := engine.Cost(k - 1)
		if s.walks {
			d = engine.Cost(values[k+i])
		}
		state := out.Add(engine.Successor{Cost: row[city], H: engine.Cost(values[i]), D: d, Move: engine.Move(city)})
		copy(state, s.unvisited)
		word, mask := bit(int(city))
		state[word] &^= mask
		state[0] += uint64(city)
	}
}

// WithoutD leaves out the walks.
func (s *space) WithoutD() { s.walks = false }

// fill computes h of going to each of the cities left, and the walks.
func (s *space) fill(values []uint64) {
	k := len(s.left)
	trees := s.forest.without(s.left)
	home := s.from(0)
	first := s.nearestOf(0, s.unvisited)
	for i, city := range s.left {
		word, mask := bit(int(city))
		s.unvisited[word] &^= mask
		h := home[city]
		if k > 1 {
			back := first
			if back == city {
				back = s.nearestOf(0, s.unvisited)
			}
			next := s.nearestOf(int(city), s.unvisited)
			h = trees[s.forest.place[city]] + s.from(int(city))[next] + home[back]
		}
		values[i] = uint64(h)
		if s.walks {
			values[k+i] = uint64(s.complete(city, s.unvisited))
		}
		s.unvisited[word] |= mask
	}
}

// Evaluate computes the tree and the walk of one state alone.
func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) {
	s.unpack(n.State)
	at := cityOf(n.State)
	row := s.from(at)
	if len(s.left) == 0 {
		if s.guidance == NearestNeighbour {
			d = row[0]
		}
		return row[0], d
	}
	copy(s.unvisited, n.State)
	s.unvisited[0] -= uint64(at)
	h = s.forest.weight(s.left) + row[s.nearestOf(at, s.unvisited)] + s.from(0)[s.nearestOf(0, s.unvisited)]
	if s.guidance == Depth {
		return h, engine.Cost(len(s.left))
	}
	return h, s.complete(uint8(at), s.unvisited)
}

// Bytes is the memory of the cache.
func (s *space) Bytes() int64 { return s.cache.bytes() }
