package sas

import (
	"encoding/binary"
	"math/bits"

	"github.com/focal-search/focal/domains/internal/records"
	"github.com/focal-search/focal/engine"
)

// A board is a task with packed states: each variable has some bits of one word.
type board struct {
	*Task
	shape     engine.Shape
	variables []place
	pre       [][]bitsOf // by operator
	effect    [][]bitsOf
	goal      []bitsOf
	relaxed   *relaxed
	variant   string
	least     engine.Cost // of an operator
}

// A place is where a variable is in a state; the mask is of its value, not shifted.
type place struct {
	word, shift int
	mask        uint64
}

// bitsOf are bits of a word.
type bitsOf struct {
	word       int
	mask, bits uint64
}

func newBoard(t *Task, variant string) *board {
	b := &board{Task: t, variant: variant, relaxed: newRelaxed(t)}
	word, used := 0, 0
	for _, v := range t.Variables {
		width := max(1, bits.Len(uint(len(v.Values)-1)))
		if used+width > 64 {
			word, used = word+1, 0
		}
		b.variables = append(b.variables, place{word, used, 1<<width - 1})
		used += width
	}
	pack := func(facts []Fact) (all []bitsOf) {
		for _, f := range facts {
			p := b.variables[f.Variable]
			next := bitsOf{p.word, p.mask << p.shift, uint64(f.Value) << p.shift}
			if n := len(all); n > 0 && all[n-1].word == p.word {
				all[n-1].mask |= next.mask
				all[n-1].bits |= next.bits
			} else {
				all = append(all, next)
			}
		}
		return all
	}
	most := engine.Cost(0)
	for i, o := range t.Operators {
		b.pre, b.effect = append(b.pre, pack(o.Pre)), append(b.effect, pack(o.Effect))
		if most = max(most, o.Cost); i == 0 || o.Cost < b.least {
			b.least = o.Cost
		}
	}
	b.goal = pack(t.Goal)
	b.shape = engine.Shape{Words: word + 1, Key: word + 1, WideCosts: most >= 1<<12, SmallCosts: most < 100}
	return b
}

func (b *board) space() *space {
	return &space{board: b, search: b.relaxed.search(), known: records.New(b.shape.Words, recordBytes)}
}

// recordBytes are h and d.
const recordBytes = 16

// A space is the state graph of one run.
type space struct {
	*board
	search   *search
	known    records.Table // h, -1 for a dead end, and d of the states seen so far
	withoutD bool
}

func (s *space) Shape() engine.Shape { return s.shape }

// WithoutD: the run reads no d.
func (s *space) WithoutD() { s.withoutD = true }

// Bytes are those of the table.
func (s *space) Bytes() int64 { return s.known.Bytes() }

func (s *space) Start(state []uint64) {
	for v, value := range s.Init {
		p := s.variables[v]
		state[p.word] |= uint64(value) << p.shift
	}
}

func (s *space) IsGoal(n engine.Node) bool { return holds(s.goal, n.State) }

func holds(all []bitsOf, state []uint64) bool {
	for _, b := range all {
		if state[b.word]&b.mask != b.bits {
			return false
		}
	}
	return true
}

func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) { return s.values(n.State) }

// values computes h and d of a state, once. h is -1 at a dead end.
func (s *space) values(state []uint64) (h, d engine.Cost) {
	if r := s.known.Find(state, recordBytes); r != nil {
		return engine.Cost(binary.LittleEndian.Uint64(r)), engine.Cost(binary.LittleEndian.Uint64(r[8:]))
	}
	s.search.begin(func(yield func(fact int32)) {
		for v, p := range s.variables {
			yield(s.relaxed.fact(Fact{v, int(state[p.word] >> p.shift & p.mask)}))
		}
	})
	switch s.variant {
	case lmCut:
		h = s.search.lmCut()
	case hMax:
		h = s.search.hMax()
	default:
		if h = s.least; holds(s.goal, state) {
			h = 0
		}
	}
	if !s.withoutD && h >= 0 {
		if d = s.search.relaxedPlan(); d < 0 {
			h, d = -1, 0
		}
	}
	r := s.known.Add(state, recordBytes)
	binary.LittleEndian.PutUint64(r, uint64(h))
	binary.LittleEndian.PutUint64(r[8:], uint64(d))
	return h, d
}

func (s *space) Expand(n engine.Node, out *engine.Successors) {
	var to [maxWords]uint64
	next := to[:s.shape.Words]
	for i, pre := range s.pre {
		if !holds(pre, n.State) {
			continue
		}
		copy(next, n.State)
		for _, b := range s.effect[i] {
			next[b.word] = next[b.word]&^b.mask | b.bits
		}
		if h, d := s.values(next); h >= 0 {
			copy(out.Add(engine.Successor{Cost: s.Operators[i].Cost, H: h, D: d, Move: engine.Move(i)}), next)
		}
	}
}
