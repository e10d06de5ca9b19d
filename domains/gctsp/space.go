package gctsp

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/focal-search/focal/engine"
)

// space packs a state into words: the current vertex in the lowest bits, then a
// bit for each facility that is open, that is, covers an uncovered customer. The
// closed ones determine which customers are covered: exactly those that a closed
// facility covers. There are fewer facilities than customers, and
// whether a facility is open comes out of the bound anyway.
//
// What a visit changes is found from the customers that it covers: their other
// facilities each cover so many fewer, and with the numbers of facilities by
// what they cover the bound's k is a matter of a few steps. Its forest is with
// few exceptions a part of one that all children share; see forest.
type space struct {
	*packed
	variant Variant
	size    int      // words of a state
	low     uint     // bits of the current vertex
	all     []uint64 // a state's bits of facilities

	// The state at hand.
	at       vertex
	residual int      // quota
	covered  []uint64 // customers
	open     []vertex // in order
	counts   []int32  // by vertex: uncovered customers that it covers
	numbers  []int32  // by count: open vertices
	forest   forest

	cache  cache    // of records
	key    []uint64 // of one of them
	record []byte   // one that is being made, see remember

	least []engine.Cost // by what a visit covers: see atLeast

	// A child of it.
	after  []int32  // numbers
	closed []vertex // open before the visit, but not the visited one

	extra   forest   // with a closed vertex
	members []vertex // of it
}

func newSpace(p *packed, v Variant) *space {
	low := uint(bits.Len(uint(p.n - 1)))
	size := max(1, (int(low)+p.n-1+63)/64)
	s := &space{
		packed: p, variant: v, size: size, low: low, all: make([]uint64, size),
		key: make([]uint64, size), covered: make([]uint64, p.words), open: make([]vertex, 0, p.n),
		counts: make([]int32, p.n), numbers: make([]int32, p.greatest+1), forest: newForest(p),
		least: make([]engine.Cost, p.greatest+1),
		after: make([]int32, p.greatest+1), closed: make([]vertex, 0, p.n+1),
		extra: newForest(p), members: make([]vertex, 0, p.n),
	}
	s.cache = newCache(size, p.n*(pathBytes+p.width+tailBytes+2*p.n), halfBytes)
	for v := vertex(1); int(v) < p.n; v++ {
		word, mask := s.bit(v)
		s.all[word] |= mask
	}
	return s
}

func (s *space) Shape() engine.Shape {
	return engine.Shape{Words: s.size, Key: s.size, Successors: s.n, WideCosts: s.wide || s.variant == All}
}

// bit is the word and the mask of a facility.
func (s *space) bit(v vertex) (word int, mask uint64) {
	at := s.low - 1 + uint(v)
	return int(at >> 6), 1 << (at & 63)
}

func (s *space) Start(state []uint64) {
	clear(state)
	for v := vertex(1); int(v) < s.n; v++ {
		if count(s.coverSet(v)) > 0 {
			word, mask := s.bit(v)
			state[word] |= mask
		}
	}
}

// facility is the one of a bit in a word of a state.
func (s *space) facility(word int, bit uint64) vertex {
	return vertex(64*word + bits.TrailingZeros64(bit) + 1 - int(s.low))
}

// unpack reads a state: where it is, what is open and what is covered.
func (s *space) unpack(state []uint64) {
	s.at = vertex(state[0] & (1<<s.low - 1))
	s.open = s.open[:0]
	clear(s.covered)
	for i, w := range state {
		for open := w & s.all[i]; open != 0; open &= open - 1 {
			s.open = append(s.open, s.facility(i, open))
		}
		for closed := s.all[i] &^ w; closed != 0; closed &= closed - 1 {
			for c, w := range s.coverSet(s.facility(i, closed)) {
				s.covered[c] |= w
			}
		}
	}
	s.residual = max(0, s.quota-count(s.covered))
}

// tally counts what the open facilities cover.
func (s *space) tally() {
	clear(s.numbers)
	for _, v := range s.open {
		n := int32(0)
		for i, w := range s.coverSet(v) {
			n += int32(bits.OnesCount64(w &^ s.covered[i]))
		}
		s.counts[v] = n
		s.numbers[n]++
	}
}

// fewest is k: the least number of facilities whose counts may add up to the
// residual quota.
func fewest(numbers []int32, residual int) (k int) {
	for c := len(numbers) - 1; ; c-- {
		n := int(numbers[c])
		if n*c >= residual {
			return k + (residual+c-1)/c
		}
		k += n
		residual -= n * c
	}
}

// IsGoal: at the depot with the quota met.
func (s *space) IsGoal(n engine.Node) bool {
	s.unpack(n.State)
	return s.at == 0 && s.residual == 0
}

// Evaluate computes the bound by its definition.
func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) {
	s.unpack(n.State)
	if s.residual == 0 {
		return s.from(s.at)[0], 0
	}
	s.tally()
	e := fewest(s.numbers, s.residual)
	if s.at != 0 {
		e++
	}
	return s.with(s.at, e), engine.Cost(s.residual)
}

// with is the weight of the cheapest forest of e edges among the depot, the
// open facilities and a vertex that is closed.
func (s *space) with(v vertex, e int) engine.Cost {
	s.members = append(append(s.members[:0], s.open...), v)
	s.extra.plant(s.members)
	return s.extra.cheapest(e, nil)
}

func (s *space) Expand(n engine.Node, out *engine.Successors) {
	if s.variant == Covering && s.recall(n, out) {
		return
	}
	s.unpack(n.State)
	row := s.from(s.at)
	if s.residual == 0 {
		if s.at != 0 {
			state := out.Add(engine.Successor{Cost: row[0], Move: s.nodes[0]})
			copy(state, n.State)
			state[0] -= uint64(s.at)
		}
		return
	}
	s.tally()
	s.forest.plant(s.open)
	if s.variant == All {
		s.expandAll(n, out)
		return
	}
	s.record = s.record[:0]
	incumbent := out.Drops && out.Below < math.MaxInt64
	if incumbent {
		for i := range s.least {
			s.least[i] = unknown
		}
	}
	for _, v := range s.open {
		if incumbent {
			if h := s.atLeast(v); out.Path+row[v]+h >= out.Below {
				s.remember(out, engine.Successor{Cost: row[v], H: h}, false)
				out.Dropped++
				continue
			}
		}
		s.visit(n, v, row[v], out)
		s.remember(out, out.Items[out.N-1], true)
		s.drop(out)
	}
	copy(s.cache.add(s.set(n.State), len(s.record)), s.record)
}

// drop leaves out the successor just made if it costs as much as an incumbent.
func (s *space) drop(out *engine.Successors) {
	if c := &out.Items[out.N-1]; out.Drops && out.Path+c.Cost+c.H >= out.Below {
		out.N--
		out.Dropped++
	}
}

const unknown = engine.Cost(-1)

// atLeast is a lower bound on the h of the successor that visits a facility, found without what the
// visit takes from others: the bound for a cheapest forest among all that is open, of as few edges
// as would do if they kept all. Most successors that cost as much as an incumbent do so by it.
func (s *space) atLeast(v vertex) engine.Cost {
	covers := s.counts[v]
	residual := s.residual - int(covers)
	if residual <= 0 {
		return s.from(v)[0]
	}
	if s.least[covers] == unknown {
		s.least[covers] = s.forest.cheapest(fewest(s.numbers, residual)+1, nil)
	}
	return s.least[covers]
}

// A record has of each successor of a set of open facilities the least cost of a path by
// which it has been added, in units of 1<<shift and rounded up, its h, its d, how many
// facilities the visit closed and which. One that has not been made, as it cost as much as
// an incumbent, has a lower bound as its h.
const (
	pathBytes = 4
	tailBytes = 4 // of d and the number of facilities
	unmade    = math.MaxUint16
)

// remember adds a successor to the record: the one just made, or one that has not been made. Where
// none may be left out there is no path, and the record has a cost above that of any.
func (s *space) remember(out *engine.Successors, c engine.Successor, made bool) {
	path, n, closed := uint32(math.MaxUint32), unmade, []vertex(nil)
	if out.Drops {
		path = s.rounded(out.Path + c.Cost)
	}
	if made {
		n, closed = len(s.closed), s.closed
	}
	r := binary.LittleEndian.AppendUint32(s.record, path)
	r = binary.LittleEndian.AppendUint64(r, uint64(c.H))[:len(r)+s.width]
	r = binary.LittleEndian.AppendUint16(r, uint16(c.D)) // no more than 65535 customers
	r = binary.LittleEndian.AppendUint16(r, uint16(n))
	for _, v := range closed {
		r = binary.LittleEndian.AppendUint16(r, v)
	}
	s.record = r
}

// rounded is the cost of a path as a record has it.
func (s *space) rounded(path engine.Cost) uint32 {
	return uint32((path + 1<<s.shift - 1) >> s.shift)
}

// recall adds the successors of a state whose set of open facilities was expanded
// before: the current vertex determines only the costs of the moves. Most of them cost
// no less now than when they were added, and then a search drops them.
func (s *space) recall(n engine.Node, out *engine.Successors) bool {
	set := s.set(n.State)
	r := s.cache.find(set)
	if r == nil {
		return false
	}
	row := s.from(vertex(n.State[0] & (1<<s.low - 1)))
	most := uint64(1)<<(8*s.width) - 1
	unpacked := false
	for word, w := range set {
		for ; w != 0; w &= w - 1 {
			v := s.facility(word, w)
			of := r
			tail := of[pathBytes+s.width:]
			closed := int(binary.LittleEndian.Uint16(tail[2:]))
			made := closed != unmade
			if !made {
				closed = 0
			}
			r = tail[tailBytes+2*closed:]
			h := engine.Cost(binary.LittleEndian.Uint64(of[pathBytes:]) & most)
			if out.Drops {
				path := out.Path + row[v]
				if path >= engine.Cost(binary.LittleEndian.Uint32(of))<<s.shift {
					out.Dropped++
					continue
				}
				binary.LittleEndian.PutUint32(of, s.rounded(path))
				if path+h >= out.Below {
					out.Dropped++
					continue
				}
			}
			if !made {
				if !unpacked {
					s.unpack(n.State)
					s.tally()
					s.forest.plant(s.open)
					unpacked = true
				}
				s.visit(n, v, row[v], out)
				s.drop(out)
				continue
			}
			state := out.Add(engine.Successor{
				Cost: row[v], H: h, D: engine.Cost(binary.LittleEndian.Uint16(tail)), Move: s.nodes[v],
			})
			copy(state, set)
			state[word] &^= w & -w
			state[0] |= uint64(v)
			for i := range closed {
				at, mask := s.bit(binary.LittleEndian.Uint16(tail[tailBytes+2*i:]))
				state[at] &^= mask
			}
		}
	}
	return true
}

// set is the open facilities of a state.
func (s *space) set(state []uint64) []uint64 {
	copy(s.key, state)
	s.key[0] &^= 1<<s.low - 1
	return s.key
}

// visit adds the successor that goes to an open facility.
func (s *space) visit(n engine.Node, v vertex, cost engine.Cost, out *engine.Successors) {
	s.cover(v)
	state := out.Add(engine.Successor{})
	for i := range state { // faster than a copy of a word or two
		state[i] = n.State[i]
	}
	state[0] += uint64(v) - uint64(s.at)
	word, mask := s.bit(v)
	state[word] &^= mask
	for _, o := range s.closed {
		word, mask := s.bit(o)
		state[word] &^= mask
	}
	h, residual := s.from(v)[0], s.residual-int(s.counts[v])
	if residual > 0 {
		h = s.forest.cheapest(fewest(s.after, residual)+1, s.closed)
	}
	out.Items[out.N-1] = engine.Successor{Cost: cost, H: h, D: engine.Cost(max(0, residual)), Move: s.nodes[v]}
}

// cover finds the numbers after a visit to a facility, and which others it closes. There
// is no branch for one that keeps its count or is closed already: its number falls and
// rises. As a function of its own it has the processor's registers to itself.
//
//go:noinline
func (s *space) cover(v vertex) {
	numbers, counts, covered := s.after, s.counts, s.covered
	//lint:ignore S1001 for some ten numbers a loop is faster than a call
	for i, n := range s.numbers {
		numbers[i] = n
	}
	numbers[counts[v]]--
	closed, k, drop := s.closed[:cap(s.closed)], 0, int32(0)
	for _, o := range s.overlaps[v] {
		if drop += int32(bits.OnesCount64(o.mask &^ covered[o.word])); o.more {
			continue
		}
		before := counts[o.other] // of a closed one what it was last, which is not 0
		after := before - drop
		drop = 0
		numbers[before]--
		numbers[after]++
		closed[k] = o.other
		if after == 0 {
			k++
		}
	}
	s.closed = closed[:k]
}

// expandAll adds every vertex but the current one, in order of node.
func (s *space) expandAll(n engine.Node, out *engine.Successors) {
	row := s.from(s.at)
	k := fewest(s.numbers, s.residual)
	open := s.open
	for v := vertex(1); int(v) <= s.n; v++ {
		if int(v) == s.depot+1 && s.at != 0 {
			s.stay(n, 0, engine.Successor{Cost: row[0], H: s.forest.cheapest(k, nil)}, out)
		}
		switch {
		case int(v) == s.n || v == s.at:
		case len(open) > 0 && open[0] == v:
			open = open[1:]
			s.visit(n, v, row[v], out)
		default:
			s.stay(n, v, engine.Successor{Cost: row[v], H: s.with(v, k+1)}, out)
		}
	}
}

// stay adds a successor that covers nothing.
func (s *space) stay(n engine.Node, v vertex, c engine.Successor, out *engine.Successors) {
	c.D, c.Move = engine.Cost(s.residual), s.nodes[v]
	state := out.Add(c)
	copy(state, n.State)
	state[0] += uint64(v) - uint64(s.at)
}

// Bytes returns the memory of the cache.
func (s *space) Bytes() int64 { return s.cache.bytes() }
