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
// computes them together, see forest and walker, and once for each set.
type space struct {
	*instance
	guidance  Guidance
	words     int
	unvisited []uint64 // the set of the state at hand, in words
	set       *set     // and as positions
	forest    forest
	walker    walker
	cache     cache
	left      []uint8 // the unvisited cities of the state at hand, by index
}

const cityBits = 8

func newSpace(in *instance, g Guidance) *space {
	words := (cityBits + in.n - 1 + 63) / 64
	set := newSet(in)
	return &space{
		instance: in, guidance: g, words: words,
		unvisited: make([]uint64, words), left: make([]uint8, 0, in.n),
		set: &set, forest: newForest(&set), walker: newWalker(&set),
		cache: newCache(words),
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
	values, known := s.cache.values(s.unvisited, len(s.left))
	if !known {
		s.fill(values)
	}
	for i, city := range s.left {
		state := out.Add(engine.Successor{
			Cost: row[city], H: engine.Cost(values[2*i]), D: engine.Cost(values[2*i+1]), Move: engine.Move(city),
		})
		copy(state, s.unvisited)
		word, mask := bit(int(city))
		state[word] &^= mask
		state[0] += uint64(city)
	}
}

// fill computes h and d of going to each of the cities left.
func (s *space) fill(values []uint64) {
	s.set.fill(s.left)
	k := len(s.left)
	trees := s.forest.without()
	home := s.from(0)
	first, second := s.set.nearestTwo(0)
	for p, city := range s.left {
		h, d := home[city], engine.Cost(k-1)
		if k > 1 {
			back := first
			if back == uint8(p) {
				back = second
			}
			next := s.set.nearest(p)[0]
			h = trees[p] + s.from(int(city))[s.left[next]] + home[s.left[back]]
		}
		if s.guidance == NearestNeighbour {
			d = s.walker.complete(uint8(p))
		}
		values[2*p], values[2*p+1] = uint64(h), uint64(d)
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
	s.set.fill(s.left)
	next, _ := s.set.nearestTwo(at)
	back, _ := s.set.nearestTwo(0)
	step := row[s.left[next]]
	h = s.forest.weight() + step + s.from(0)[s.left[back]]
	if s.guidance == Depth {
		return h, engine.Cost(len(s.left))
	}
	return h, step + s.walker.complete(next)
}

// Bytes is the memory of the cache.
func (s *space) Bytes() int64 { return s.cache.bytes() }
