//go:build invariants

package engine

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/open"
)

// check is called before every selection in programs built with the tag invariants. It
// computes OPEN and FOCAL anew from the nodes, and panics if the List disagrees:
//
//   - fmin is the least f in OPEN, and not above an incumbent's cost;
//   - FOCAL is exactly {n in OPEN : f(n) <= w·fmin}, w·fmin as a rational, without what is
//     deferred;
//   - every queue selects the node that its definition names (of the queues by f̂
//     and d̂, whose values nodes keep from when they entered OPEN, a live one);
//   - the table holds every state's last node.
//
// It takes time proportional to the number of nodes, so it is for small searches only.
func (s *search) check() {
	fail := func(format string, args ...any) {
		panic(fmt.Sprintf("invariant broken after %d expansions of %s: ", s.Expanded, s.Name) + fmt.Sprintf(format, args...))
	}
	var nodes []checked
	fmin := Cost(math.MaxInt64)
	for id := range s.nodes.Len() {
		if s.nodes.Fate(id) != arena.Superseded && !s.table.Holds(id) {
			fail("node %d is not in the table", id)
		}
		held := s.held(id)
		if !s.nodes.Live(id) || held && !s.defers {
			continue
		}
		h, d := s.space.Evaluate(s.node(id))
		if f := s.rank(s.nodes.G(id), h); s.nodes.G(id)+h < s.cost {
			nodes = append(nodes, checked{id, f, h, d, held})
			fmin = min(fmin, f)
		}
	}
	if got := s.frontier.Open(); got != int64(len(nodes)) {
		fail("|OPEN| = %d, want %d", got, len(nodes))
	}
	if len(nodes) == 0 {
		return
	}
	if got, ok := s.frontier.Least(); !ok || got != fmin || !s.LateBound && s.fmin != fmin {
		fail("fmin = %d, kept as %d, want %d", got, s.fmin, fmin)
	}
	plateau := int64(0)
	var focal []checked
	_, b, _ := s.focal()
	for _, n := range nodes {
		if n.f == fmin {
			plateau++
		}
		if b.Admits(n.f) && !n.late {
			focal = append(focal, n)
		}
	}
	if got := s.frontier.Plateau(); got != plateau {
		fail("%d nodes have f = fmin, want %d", got, plateau)
	}
	if got := s.frontier.Focal(); s.Guidance != "" && got != int64(len(focal)) {
		fail("|FOCAL| = %d, want %d", got, len(focal))
	}
	for i, q := range s.Queues {
		from, precedes := focal, s.orderOf(q, b)
		got := s.frontier.Select(i)
		switch {
		case q.isHead():
			from = nodes
		case s.defers && len(focal) == 0:
			if got.F != math.MaxInt64 {
				fail("the queue by %s selects node %d, and FOCAL is empty", q.Name, got.ID)
			}
			continue
		case q.All:
			from = slices.DeleteFunc(slices.Clone(nodes), func(n checked) bool { return n.late })
		}
		if precedes == nil {
			if s.LateBound && got.F != fmin {
				fail("node %d with priority %d is selected, the least is %d", got.ID, got.F, fmin)
			}
			if !s.nodes.Live(got.ID) {
				fail("the queue by %s selects node %d, which is not in OPEN", q.Name, got.ID)
			}
			continue
		}
		best := from[0]
		for _, n := range from[1:] {
			if precedes(n, best) {
				best = n
			}
		}
		if got.ID != best.id || got.F != best.f {
			fail("the queue by %s selects node %d with f = %d, want %d with %d", q.Name, got.ID, got.F, best.id, best.f)
		}
	}
}

// before returns the sign of the first nonzero difference.
func before(differences ...Cost) bool {
	for _, d := range differences {
		if d != 0 {
			return d < 0
		}
	}
	return false
}

// A checked is a node of OPEN with its values computed anew.
type checked struct {
	id      uint32
	f, h, d Cost
	late    bool // deferred
}

// orderOf is a queue's order, nil where it depends on how the search went.
func (s *search) orderOf(q Queue, b open.Bound) func(x, y checked) bool {
	switch {
	case q.order == leastF && s.LateBound:
		return nil // TestNaive checks ties of priorities
	case q.order == leastFThenH, q.order == leastF && s.Guidance == "":
		return func(x, y checked) bool { return before(x.f-y.f, x.h-y.h, int64(x.id)-int64(y.id)) }
	case q.order == leastF:
		return func(x, y checked) bool { return before(x.f-y.f, int64(x.id)-int64(y.id)) }
	case q.order == leastD:
		return func(x, y checked) bool { return before(x.d-y.d, int64(x.id)-int64(y.id)) }
	case q.order == greatestPotential, q.order == slackPerStep, q.order == optimisticPotential:
		step := func(x checked) Cost { return x.h }
		if q.order == slackPerStep {
			step = func(x checked) Cost { return x.d }
		}
		if q.order != greatestPotential {
			optimistic := new(big.Rat).Sub(big.NewRat(2*s.w.Num, s.w.Den), big.NewRat(1, 1))
			b = open.NewBound(optimistic.Num().Int64(), optimistic.Denom().Int64(), s.fmin)
		}
		return func(x, y checked) bool {
			if x.f != y.f || step(x) != step(y) {
				return b.Prefers(x.f-step(x), step(x), y.f-step(y), step(y))
			}
			return x.id < y.id
		}
	case q.order == own:
		key := func(x checked) Cost {
			return q.Key(Values{G: x.f - x.h, H: x.h, F: x.f, D: x.d, Depth: s.depth(x.id)})
		}
		return func(x, y checked) bool { return before(key(x)-key(y), int64(x.id)-int64(y.id)) }
	}
	return nil
}
