package engine

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// Searches by priorities go on in rounds, each with another w.

// goOn makes a goal the incumbent and begins the next round.
func (p *anytime) goOn(s *search, goal uint32, g Cost, next func(*search) error) (Status, error) {
	s.goal, s.cost = goal, g
	s.fmin = s.leastLive()
	s.bound = max(s.bound, s.fmin)
	s.report()
	switch {
	case s.fmin == g:
		return Optimal, nil
	case p.ends(s):
		return BoundReached, nil
	}
	if status := p.advanced(s); status != "" {
		return status, nil
	}
	if err := next(s); err != nil {
		return Failed, err
	}
	return "", nil
}

// leastLive is the least f in OPEN and among the nodes that wait, at most the
// incumbent's cost.
func (s *search) leastLive() Cost {
	least := s.cost
	for id := s.first; id < s.nodes.Len(); id++ {
		if s.nodes.Live(id) {
			h, _ := s.space.Evaluate(s.node(id))
			least = min(least, s.nodes.G(id)+h)
		}
	}
	return least
}

// leastBound is what an unfinished search in rounds has proved.
func (s *search) leastBound() Cost {
	if least := s.leastLive(); least < math.MaxInt64 {
		return max(s.bound, least)
	}
	return 0 // OPEN is empty and nothing is claimed
}

// restart empties OPEN and inserts the start again. Nodes of earlier rounds stay in the
// table: a cheaper path that they know is used when their state comes up again.
func (s *search) restart() error {
	for id := s.first; id < s.nodes.Len(); id++ {
		if s.nodes.Live(id) {
			s.nodes.SetFate(id, arena.Superseded)
		}
	}
	s.nodes.SetFate(s.first, arena.Superseded) // the start, by its next node
	s.frontier.Free()
	s.frontier = s.newOpen()
	s.first = s.nodes.Len()
	s.at.N = 0
	copy(s.at.Add(Successor{}), s.nodes.State(0))
	err := s.start()
	s.advance()
	return err
}

// restarting is RWA*: each round begins from the start, with the paths already known.
type restarting struct{ anytime }

func (p *restarting) begin(s *search) error {
	s.anew = true
	return nil
}

func (p *restarting) accepted(s *search, goal uint32, g Cost) (Status, error) {
	return p.goOn(s, goal, g, (*search).restart)
}

func (p *restarting) bound(s *search) Cost { return s.leastBound() }

// repairing is ARA*: each round goes on with the same OPEN, and expands a node at most
// once. A node that is reached more cheaply after that waits for the next round.
type repairing struct {
	anytime
	round      uint32
	expandedIn memory.Vector[uint32] // the round in which a node was expanded last, from 1
	waiting    memory.Vector[uint32] // nodes that wait, by rising id (ARA*'s INCONS)
}

func (p *repairing) begin(s *search) error {
	s.anew, s.rounds, s.reentry = true, p, p
	return nil
}

func (p *repairing) accepted(s *search, goal uint32, g Cost) (Status, error) {
	return p.goOn(s, goal, g, p.next)
}

// next begins the next round, with the current w.
func (p *repairing) next(s *search) error {
	p.round++
	p.waiting.Items = p.waiting.Items[:0]
	s.refill(s.nodes.Len())
	s.advance()
	return nil
}

// before begins further rounds while no node in OPEN leads to a better solution at the
// current w.
func (p *repairing) before(s *search) (Status, error) {
	for s.goal != arena.None {
		if least, ok := s.frontier.Least(); ok && least < s.cost {
			break
		}
		fmin := s.leastLive()
		if fmin >= s.cost {
			return Optimal, nil
		}
		if status := p.lower(s, fmin); status != "" {
			return status, nil
		}
		if err := p.next(s); err != nil {
			return Failed, err
		}
	}
	return "", nil
}

// lower reduces w if no better solution was found.
func (p *repairing) lower(s *search, fmin Cost) Status {
	s.fmin, s.bound = fmin, max(s.bound, fmin)
	if status := p.advanced(s); status != "" {
		return status
	}
	x := new(big.Rat).Sub(big.NewRat(s.w.Num, s.w.Den), big.NewRat(p.schedule.Step.Num, p.schedule.Step.Den))
	if fmin > 0 {
		w, ends := p.schedule.next(s.cost, fmin)
		if ends {
			return BoundReached
		}
		if next := big.NewRat(w.Num, w.Den); next.Cmp(x) < 0 {
			x = next
		}
	}
	if x.Cmp(big.NewRat(1, 1)) < 0 {
		x.SetInt64(1)
	}
	s.w = atMost(x)
	return ""
}

func (p *repairing) expanded(id uint32) {
	e := &p.expandedIn
	for uint32(len(e.Items)) <= id {
		e.Push(0)
	}
	e.Items[id] = p.round + 1
}

// reached has a node wait that was expanded in this round, or is already waiting.
func (p *repairing) reached(_ *search, old uint32, fate arena.Fate, _, _ Cost) verdict {
	switch fate {
	case arena.Expanded:
		return verdict{apart: int(old) < len(p.expandedIn.Items) && p.expandedIn.Items[old] == p.round+1}
	case arena.Live:
		held := p.holds(old)
		return verdict{apart: held, held: held}
	}
	return verdict{}
}

func (p *repairing) hold(_ *search, id uint32, _, _, _ Cost) { p.waiting.Push(id) }

func (p *repairing) holds(id uint32) bool {
	_, found := slices.BinarySearch(p.waiting.Items, id)
	return found
}

func (p *repairing) bound(s *search) Cost { return s.leastBound() }
func (p *repairing) bytes() int64         { return p.expandedIn.Bytes() + p.waiting.Bytes() }

func (p *repairing) free() {
	p.expandedIn.Free()
	p.waiting.Free()
}

// proving is IOS: a first round with the bound 2w - 1, and a second one by f, from the
// start, that proves its solution.
type proving struct {
	asked  Ratio  // the bound that is to be proved
	goal   uint32 // of the first round
	second bool   // the round
}

func (p *proving) begin(s *search) (err error) {
	s.anew, s.reentry = true, p
	x := new(big.Rat).Mul(big.NewRat(2, 1), big.NewRat(p.asked.Num, p.asked.Den))
	if s.w, err = ratio(x.Sub(x, big.NewRat(1, 1))); err != nil {
		return fmt.Errorf("w = %s: 2w - 1 = %w", p.asked, err)
	}
	return nil
}

// accepted begins the second round. A goal found there is optimal.
func (p *proving) accepted(s *search, goal uint32, g Cost) (Status, error) {
	p.goal, s.cost = goal, g
	if p.second {
		return p.conclude(s, g), nil
	}
	p.second = true
	s.ranking, s.w = weighted, one
	if err := s.restart(); err != nil {
		return Failed, err
	}
	if status := p.advanced(s); status != "" {
		return status, nil
	}
	return goesOn, nil
}

// advanced ends the second round when the bound is proved.
func (p *proving) advanced(s *search) Status {
	if !p.second {
		return ""
	}
	fmin, ok := s.frontier.Least()
	if !ok || fmin > s.cost {
		fmin = s.cost
	}
	if s.cost <= p.asked.Floor(fmin) {
		return p.conclude(s, fmin)
	}
	return ""
}

func (p *proving) exhausted(s *search) Status {
	if p.second {
		return p.conclude(s, s.cost)
	}
	return Unsolvable
}

// conclude ends the search with its solution, which is within the bound of fmin.
func (p *proving) conclude(s *search, fmin Cost) Status {
	s.goal, s.w, s.fmin, s.bound = p.goal, p.asked, fmin, fmin
	s.report()
	return Solved
}

func (p *proving) bound(s *search) Cost {
	if !p.second { // nothing was reopened
		h, _ := s.space.Evaluate(s.node(0))
		return h
	}
	return s.leastBound()
}

// reached reopens nothing in the first round.
func (p *proving) reached(_ *search, _ uint32, fate arena.Fate, _, _ Cost) verdict {
	return verdict{dropped: !p.second && fate == arena.Expanded}
}

func (p *proving) hold(*search, uint32, Cost, Cost, Cost) {}
func (p *proving) holds(uint32) bool                      { return false }
func (p *proving) bytes() int64                           { return 0 }
func (p *proving) free()                                  {}
