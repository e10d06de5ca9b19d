//go:build invariants

package engine

import (
	"fmt"
	"math"
)

// check is called before every selection of programs built with the tag
// invariants. It computes OPEN and FOCAL anew from the nodes, and panics where
// the frontier disagrees:
//
//   - fmin is the least f in OPEN, and not above an incumbent's cost;
//   - FOCAL is exactly {n in OPEN : f(n) <= w·fmin}, w·fmin as a rational;
//   - OPEN's head and the guided selection are the ones that the definitions name;
//   - the table holds every state's last node.
//
// It takes time proportional to the nodes, so it is for small searches.
func (s *search) check() {
	fail := func(format string, args ...any) {
		panic(fmt.Sprintf("invariant broken after %d expansions of %s: ", s.Expanded, s.name) + fmt.Sprintf(format, args...))
	}
	type node struct {
		id      uint32
		f, h, d Cost
	}
	var open []node
	fmin := Cost(math.MaxInt64)
	for id := range s.nodes.n {
		if s.nodes.fate(id) != superseded {
			slot := 0
			h := hash(s.nodes.record(id)[:s.index.key])
			for slot = int(h >> s.index.shift); uint32(s.index.slots.words[slot]&idMask) != id+1; {
				if s.index.slots.words[slot] == 0 {
					fail("node %d is not in the table", id)
				}
				slot = (slot + 1) % len(s.index.slots.words)
			}
		}
		if !s.nodes.live(id) {
			continue
		}
		h, d := s.space.Evaluate(s.node(id))
		if f := s.priority(s.nodes.g(id), h); f < s.cost {
			open = append(open, node{id, f, h, d})
			fmin = min(fmin, f)
		}
	}
	if got := s.frontier.open(); got != int64(len(open)) {
		fail("|OPEN| = %d, want %d", got, len(open))
	}
	if len(open) == 0 {
		return
	}
	if got, ok := s.frontier.least(); !ok || got != fmin || !s.weighted && s.fmin != fmin {
		fail("fmin = %d, kept as %d, want %d", got, s.fmin, fmin)
	}
	focal := int64(0)
	head, best := open[0], node{id: none}
	b := newBound(s.w, fmin)
	for _, n := range open {
		switch {
		case n.f != head.f:
			if n.f < head.f {
				head = n
			}
		case s.guidance == unguided && n.h != head.h:
			if s.weight().before(n.h, head.h) {
				head = n
			}
		case n.id < head.id:
			head = n
		}
		if _, _, above := b.slack(n.f); above {
			continue
		}
		focal++
		switch {
		case best.id == none:
			best = n
		case s.guidance == leastD && (n.d < best.d || n.d == best.d && n.id < best.id):
			best = n
		case s.guidance == greatestPotential && (n.f-n.h != best.f-best.h || n.h != best.h):
			if b.prefers(n.f-n.h, n.h, best.f-best.h, best.h) {
				best = n
			}
		case s.guidance == greatestPotential && n.id < best.id:
			best = n
		}
	}
	if got := s.frontier.head().id; got != head.id {
		fail("OPEN's head is node %d, want %d", got, head.id)
	}
	if s.guidance == unguided {
		return
	}
	if got := s.frontier.focal(); got != focal {
		fail("|FOCAL| = %d, want %d", got, focal)
	}
	if got := s.frontier.guided().id; got != best.id {
		fail("the guided selection is node %d, want %d", got, best.id)
	}
}
