package engine

import (
	"math/big"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/open"
)

// A plan is how a search goes on after a solution. Each search makes its own.
type plan interface {
	// begin prepares the search: its first w, and which of the interfaces below it uses.
	// With s.anew set, the search is shown all successors of a node, also those that it has
	// seen to be of no use.
	begin(*search) error
	// accepted is called with a selected goal, of path cost g, that has left OPEN. The
	// status is "" if it is the incumbent and the search may continue, goesOn if it must be
	// proved first.
	accepted(s *search, goal uint32, g Cost) (Status, error)
	// advanced is called when fmin may have changed. A status that is not "" ends the search.
	advanced(*search) Status
	// exhausted is the status if OPEN is empty.
	exhausted(*search) Status
	// bound is the lower bound that an unfinished search has proved.
	bound(*search) Cost
}

// goesOn is the status of a search that has no incumbent to report yet.
const goesOn Status = "goes on"

// rounds is what a search in rounds does besides.
type rounds interface {
	// before is called before each selection. A status that is not "" ends the search.
	before(*search) (Status, error)
	expanded(id uint32)
}

// reentry decides what becomes of a node to whose state a cheaper path is found.
type reentry interface {
	// reached is asked when a path of cost g is found to the state of node old, which is
	// of this round and has a greater g.
	reached(s *search, old uint32, fate arena.Fate, g, h Cost) verdict
	// hold takes the node that was said to be held apart.
	hold(s *search, id uint32, f, h, d Cost)
	holds(id uint32) bool
	bytes() int64
	free()
}

// A verdict is about a node that is reached by a cheaper path.
type verdict struct {
	dropped bool // the path is of no use
	apart   bool // the new node is held apart from OPEN's queues
	held    bool // the old node was
}

// eligible says which nodes are eligible where that is not f <= w·fmin.
type eligible interface {
	// limits are those of FOCAL, and whether they have changed since they were last asked
	// for: the greatest f, and the x in which potentials are taken.
	limits(*search) (threshold Cost, x open.Bound, changed bool)
}

// planOf makes the plan of an algorithm; nil if it ends with the first solution.
func planOf(a Algorithm) plan {
	switch d := a.Description(); {
	case d.plan != nil:
		return d.plan(a)
	case a.Schedule != nil:
		return &anytime{schedule: a.Schedule}
	}
	return nil
}

// held reports whether a live node is held apart from OPEN's queues.
func (s *search) held(id uint32) bool { return s.reentry != nil && s.reentry.holds(id) }

// anytime goes on with the same OPEN and a smaller w.
type anytime struct {
	schedule *Schedule
	free     bool // w does not follow the schedule
}

func (p *anytime) begin(*search) error { return nil }

// accepted takes the nodes out of OPEN that cannot lead to a cheaper solution.
func (p *anytime) accepted(s *search, goal uint32, g Cost) (Status, error) {
	s.goal, s.cost = goal, g
	s.report()
	s.frontier.Prune(g)
	if s.model != nil {
		s.model.prune(g)
	}
	if s.frontier.Open() == 0 {
		return Optimal, nil
	}
	if p.ends(s) {
		return BoundReached, nil
	}
	s.refit()
	s.advance()
	return p.advanced(s), nil
}

// ends reports whether the schedule ends with the incumbent, and sets the next w.
func (p *anytime) ends(s *search) bool {
	if s.fmin <= 0 {
		return false
	}
	w, ends := p.schedule.next(s.cost, s.fmin)
	if !p.free {
		s.w = w
	}
	return ends
}

// advanced ends a search that continues until its factor is proved.
func (p *anytime) advanced(s *search) Status {
	if p.schedule.UntilProved && s.goal != arena.None && s.cost <= p.schedule.Stop.Floor(s.fmin) {
		return BoundReached
	}
	return ""
}

func (p *anytime) exhausted(s *search) Status {
	if s.goal == arena.None {
		return Unsolvable
	}
	return Optimal
}

func (p *anytime) bound(s *search) Cost { return s.bound }

// nonparametric is ANA*: all of OPEN is eligible, and the potential is that below the
// incumbent's cost, not w·fmin.
type nonparametric struct {
	anytime
	below Cost // the incumbent's cost when the limits were last asked for; 0 before that
}

func (p *nonparametric) begin(s *search) error {
	s.eligible = p
	return nil
}

// accepted makes w what is proved of the incumbent.
func (p *nonparametric) accepted(s *search, goal uint32, g Cost) (Status, error) {
	if s.fmin > 0 {
		s.w = atMost(big.NewRat(g, s.fmin))
	}
	return p.anytime.accepted(s, goal, g)
}

// limits are the incumbent's cost, which is above every f in OPEN, or beyond all costs.
func (p *nonparametric) limits(s *search) (threshold Cost, x open.Bound, changed bool) {
	changed = p.below != s.cost
	p.below = s.cost
	if s.goal == arena.None {
		return s.cost, open.NewBound(s.cost, 1, s.cost), changed
	}
	return s.cost, open.NewBound(1, 1, s.cost), changed
}
