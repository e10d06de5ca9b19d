package tsp

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/focal-search/focal/domains/internal/records"
	"github.com/focal-search/focal/engine"
)

// space packs a state into words: the current city in the first 8 bits, then a
// bit for each other city that is unvisited, from city 1 on. Up to 57 cities
// take one word, and the goal is all zeros.
//
// What the children of a state are worth depends on the set of unvisited cities
// only, since the current city only decides what the move costs. So Expand
// computes them together, from what it knows of the parent's set, see forest, and
// once for each set.
type space struct {
	*instance
	guidance  Guidance
	walks     bool // d of successors is the length of a walk
	words     int
	width     int                  // bytes of a cost in a record
	unvisited []uint64             // the set of the state at hand, in words
	rest      []uint64             // what a walk has left of it
	rests     *[1 << restBits]rest // of walks, by hash; nil before the first one
	steps     []step               // of a walk
	forest    forest
	cache     records.Table // by set of unvisited cities, see recordSize
	left      []uint8       // the unvisited cities of the state at hand, by index
}

const cityBits = 8

func newSpace(in *instance, g Guidance) *space {
	words := (cityBits + in.n - 1 + 63) / 64
	return &space{
		instance: in, guidance: g, walks: g == NearestNeighbour, words: words, width: in.width,
		unvisited: make([]uint64, words), rest: make([]uint64, words), steps: make([]step, in.n),
		left:   make([]uint8, 0, in.n),
		forest: newForest(in), cache: records.New(words, (2*in.width+placeBytes)*in.n),
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
	record := s.cache.Find(s.unvisited, s.recordSize(len(s.left)))
	if record == nil {
		record = s.compute(at)
	}
	hs, ds, _ := s.parts(record, len(s.left))
	for i, city := range s.left {
		c := engine.Successor{Cost: row[city], H: s.cost(hs, i), D: engine.Cost(len(s.left) - 1), Move: engine.Move(city)}
		if s.walks {
			c.D = s.cost(ds, i)
		}
		state := out.Add(c)
		copy(state, s.unvisited)
		word, mask := bit(int(city))
		state[word] &^= mask
		state[0] += uint64(city)
	}
}

// WithoutD leaves out the walks.
func (s *space) WithoutD() { s.walks = false }

// A record of a set of k cities is h of going to each, what the walks from each
// take, if they are wanted, and the tree.
func (s *space) recordSize(k int) int {
	if s.walks {
		return (2*s.width + placeBytes) * k
	}
	return (s.width + placeBytes) * k
}

func (s *space) parts(record []byte, k int) (hs, ds, tree []byte) {
	trees := len(record) - placeBytes*k
	return record, record[s.width*k:], record[trees:]
}

// cost is number i of a part of costs. It reads up to four bytes more than it
// takes, which the tree behind the costs has.
func (s *space) cost(costs []byte, i int) engine.Cost {
	return engine.Cost(binary.LittleEndian.Uint64(costs[i*s.width:]) & (1<<(8*s.width) - 1))
}

// setCost writes up to four bytes more than a cost takes, so those before come
// first and the tree last.
func (s *space) setCost(costs []byte, i int, v engine.Cost) {
	binary.LittleEndian.PutUint64(costs[i*s.width:], uint64(v))
}

// compute makes the record of the set at hand, in which the current city is no
// longer.
func (s *space) compute(at int) []byte {
	k := len(s.left)
	if before := s.before(at); before != nil {
		_, _, tree := s.parts(before, k+1)
		s.forest.shrink(tree, uint8(at), s.left)
	} else {
		s.forest.without(s.left)
	}
	record := s.cache.Add(s.unvisited, s.recordSize(k))
	hs, ds, tree := s.parts(record, k)
	home := s.from(0)
	least, second := engine.Cost(math.MaxInt64), engine.Cost(math.MaxInt64) // ways home
	for _, city := range s.left {
		if d := home[city]; d < least {
			least, second = d, least
		} else if d < second {
			second = d
		}
	}
	for i, city := range s.left {
		h := home[city]
		if k > 1 {
			p := s.forest.place[city]
			back := least
			if h == least {
				back = second
			}
			h = s.forest.less[p] + s.forest.lowest[p] + back
		}
		s.setCost(hs, i, h)
	}
	if s.walks {
		for i, city := range s.left {
			word, mask := bit(int(city))
			s.unvisited[word] &^= mask
			s.setCost(ds, i, s.complete(city, s.unvisited))
			s.unvisited[word] |= mask
		}
	}
	s.forest.save(tree)
	return record
}

// before is the record of the set at hand and the current city, from which the
// parent of the state at hand went there; nil if there is none.
func (s *space) before(at int) []byte {
	if at == 0 {
		return nil
	}
	word, mask := bit(at)
	s.unvisited[word] |= mask
	record := s.cache.Find(s.unvisited, s.recordSize(len(s.left)+1))
	s.unvisited[word] &^= mask
	return record
}

// Evaluate computes the tree and the walk of one state only.
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

// Bytes returns the memory of the cache and of the rests of walks.
func (s *space) Bytes() int64 {
	if s.rests == nil {
		return s.cache.Bytes()
	}
	return s.cache.Bytes() + restBytes
}
