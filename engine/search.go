package engine

import (
	"fmt"
	"math"
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/open"
)

// search is one run of the paper's Algorithm 1, Probabilistic Focal Search. FS is the
// case p = 1. DPS is guided by potential instead of d. A* and WA* always take OPEN's
// head. Other algorithms have other or more queues, and a scheduler instead of the
// coin. What else differs stands behind the interfaces of plan.go.
type search struct {
	Description
	space  Space
	coin   coin
	asks   Scheduler // instead of the coin; may be nil
	w      Ratio
	limits limiter
	ends   func() bool // limits.ends

	nodes     arena.Nodes  // every insertion into OPEN
	table     *arena.Table // from states to their nodes, OPEN and CLOSED
	frontier  open.List    // OPEN and FOCAL
	costs     open.Range   // what its f, h and d are, so far
	at, ahead *expansion   // of the node at hand, and of the one that is probably next
	room      int          // number of successors that fit
	inverses  []Move       // by move; nil if the domain does not state them
	foresees  bool         // the space may expand ahead
	anew      bool         // nodes may come up that have been dropped; see plan.begin
	first     uint32       // node of this round, if it began from the start
	depths    depths       // of nodes, if a queue needs them

	plan     plan       // how it goes on after a solution; nil: not at all
	rounds   rounds     // what a search in rounds does besides; nil
	reentry  reentry    // what becomes of nodes that are reached by cheaper paths; nil: all enter OPEN
	eligible eligible   // what FOCAL is, where it is not w·fmin that bounds it; nil
	model    *estimates // for the queues by f̂ and d̂; nil

	selected open.Selection // the last one
	queue    int            // that made it
	pending  bool           // its goal test and expansion are still to come

	fmin      Cost // least f in OPEN
	threshold Cost // floor(w·fmin): FOCAL is {n in OPEN : f(n) <= threshold}
	bound     Cost // greatest fmin seen
	Counters
	observation Observation
	fault       error // an error of the scheduler

	goal       uint32 // the incumbent
	cost       Cost   // its cost: nodes with f >= cost are pruned
	incumbents []Incumbent

	trace    *tracer
	onSelect func(state []uint64, queue int)
}

func newSearch(p *Problem, a Algorithm, o *options) (*search, error) {
	d := a.Description()
	space := p.NewSpace()
	shape := space.Shape()
	s := &search{
		Description: d, space: space, coin: newCoin(d, a.P, o.seed), w: a.W,
		nodes: arena.New(shape.Words, shape.WideCosts), limits: newLimiter(o, p.Unit),
		at: newExpansion(shape), ahead: newExpansion(shape),
		fmin: -1, threshold: math.MaxInt64, goal: arena.None, cost: math.MaxInt64,
	}
	s.ends = s.limits.ends
	if s.scheduler != nil {
		s.asks = s.scheduler()
	}
	s.observation = newObservation(s)
	s.onSelect = o.selected
	if o.trace {
		s.trace = newTracer(len(s.Queues))
	}
	s.model = newModel(s.Queues, &s.nodes)
	if shape.SmallCosts && s.model == nil && !slices.ContainsFunc(s.Queues, func(q Queue) bool { return q.order == own }) {
		s.costs = open.Same
	}
	if s.ranking != nil && s.ranking.begin != nil {
		s.ranking = s.ranking.begin(s)
	}
	if s.plan = planOf(a); s.plan != nil {
		if err := s.plan.begin(s); err != nil {
			return nil, err
		}
	}
	if s.defers {
		s.reentry = &deferral{}
	}
	s.frontier = s.newOpen()
	if err := s.offered(shape); err != nil {
		return nil, err
	}
	return s, s.begin()
}

// run searches until a goal is accepted, OPEN is exhausted or a limit is reached. The
// status "" means that an anytime search has an incumbent and may continue.
func (s *search) run() (Status, error) {
	for {
		if s.rounds != nil {
			if status, err := s.rounds.before(s); status != "" || err != nil {
				return status, err
			}
		}
		if s.frontier.Open() == 0 {
			return s.exhausted(), nil
		}
		// Draw Z ~ Bernoulli(p), or ask the scheduler, and select by guidance in FOCAL
		// or OPEN's head. A run that continues after a limit still has its selection.
		if !s.pending {
			s.check()
			if err := s.choose(); err != nil {
				return Failed, err
			}
			s.pending = true
			s.trace.take(s)
			if s.onSelect != nil {
				s.onSelect(s.nodes.State(s.selected.ID), s.queue)
			}
		}
		n := &s.selected

		// Goal test, at selection. A goal's h is 0.
		g := s.nodes.G(n.ID)
		if n.F == s.rank(g, 0) && s.space.IsGoal(s.node(n.ID)) {
			if status, err := s.accept(*n, g); status != goesOn || err != nil {
				return status, err
			}
			continue
		}
		if status := s.limits.reached(s); status != "" {
			return status, nil
		}
		if !s.reserve() {
			return LimitMemory, nil
		}

		// Expand.
		if s.ahead.node == n.ID {
			s.at, s.ahead = s.ahead, s.at
		} else {
			s.at.ends = s.ends
			s.expandNode(s.at, n.ID)
			if s.at.ends = nil; s.at.cut { // as if not begun
				return s.limits.poll(s), nil
			}
		}
		s.pending = false
		if s.model != nil {
			s.model.expanding(s.w)
		}
		s.nodes.SetFate(n.ID, arena.Expanded)
		if s.rounds != nil {
			s.rounds.expanded(n.ID)
		}
		s.frontier.Take(*n)
		s.count()

		// Relax.
		if err := s.relax(n.ID, g); err != nil {
			return Failed, err
		}
		// Advance fmin: the newly eligible nodes enter FOCAL.
		if s.advance() && s.plan != nil {
			if status := s.plan.advanced(s); status != "" {
				return status, nil
			}
		}
	}
}

// choose selects a node from the queue that the coin or the scheduler names or, if that
// queue's best node is not eligible, from the next one. OPEN's head is always eligible.
func (s *search) choose() error {
	last := s.last()
	if s.asks == nil {
		if s.queue = last; s.coin.draw() {
			s.queue = 0
		}
	} else if err := s.ask(); err != nil {
		return err
	}
	for {
		s.selected = s.frontier.Select(s.queue)
		if s.selected.F <= s.threshold || s.queue == last {
			return nil
		}
		s.queue++
	}
}

// last is the number of the last queue, OPEN's head.
func (s *search) last() int { return len(s.Queues) - 1 }

// ask lets the scheduler name a queue.
func (s *search) ask() error {
	o := &s.observation
	o.FMin, o.Threshold, o.Expanded = s.fmin, s.threshold, s.Expanded
	if s.goal != arena.None {
		o.Cost = s.cost
	}
	if o.Expanded > 0 || s.goal != arena.None {
		o.Last, o.LastF, o.LastKey = s.queue, s.selected.F, s.selected.Key
	}
	s.queue = s.asks(o)
	if s.fault == nil && (s.queue < 0 || s.queue > s.last()) {
		s.fault = fmt.Errorf("the scheduler of %s names queue %d: there are queues 0 to %d", s.Name, s.queue, s.last())
	}
	return s.fault
}

func (s *search) count() {
	s.Expanded++
	s.Generated += int64(s.at.N + s.at.Dropped)
	if s.asks != nil {
		s.observation.By[s.queue]++
		s.observation.SinceRise[s.queue]++
	}
	if s.queue < s.last() {
		s.Guided++
	} else {
		s.Head++
	}
}

// relax considers every successor of a node: a new state enters OPEN, a cheaper
// path updates a state in OPEN or reopens it from CLOSED, any other path is
// dropped.
func (s *search) relax(parent uint32, g Cost) error {
	if err := s.fits(); err != nil {
		return err
	}
	if s.model != nil {
		s.model.expanded(parent, s.selected.F-g, s.at.Successors)
	}
	if s.ranking != nil && s.ranking.reached != nil {
		s.ranking.reached(s, parent, g)
	}
	expanded := s.lookAhead(g)
	for i := range s.at.N {
		c := &s.at.Items[i]
		childG := g + c.Cost
		f := s.rank(childG, c.H)
		if c.Cost|c.H|c.D|childG|f < 0 || childG > s.nodes.MaxG() {
			return s.badValue(parent, g, c)
		}
		if childG+c.H >= s.cost {
			if s.cost == math.MaxInt64 { // there is no incumbent
				return s.badValue(parent, g, c)
			}
			continue
		}
		state := s.at.state(i)
		slot, old, known := s.table.Find(s.at.hashes[i], state)
		from, apart := parent, false
		if known {
			var cheaper bool
			if from, childG, apart, cheaper = s.supersede(old, parent, childG, c.H); !cheaper {
				continue
			}
			f = s.rank(childG, c.H)
		}
		id := s.nodes.Add(state, childG, from, uint32(c.Move))
		s.table.Put(slot, s.at.hashes[i], id)
		if i == expanded {
			s.ahead.node = id
		}
		if apart {
			s.reentry.hold(s, id, f, c.H, c.D)
		} else {
			s.insert(id, f, c.H, c.D)
		}
		s.Inserted++
	}
	return nil
}

// supersede takes the node of a known state out of OPEN or CLOSED if a path of cost g
// by way of parent is cheaper. It returns the parent and the cost of the node that
// replaces it, and whether that is held apart from OPEN's queues.
func (s *search) supersede(old, parent uint32, g, h Cost) (from uint32, cost Cost, apart, cheaper bool) {
	oldG, fate := s.nodes.G(old), s.nodes.Fate(old)
	switch {
	case old < s.first: // of an earlier round: the cheaper path enters this one
		if oldG <= g {
			parent, g = s.nodes.Parent(old), oldG
		}
	case oldG <= g:
		return parent, g, false, false
	default:
		held := false // the old node is, so OPEN's queues do not count it
		if s.reentry != nil {
			verdict := s.reentry.reached(s, old, fate, g, h)
			if verdict.dropped {
				return parent, g, false, false
			}
			apart, held = verdict.apart, verdict.held
		}
		if fate == arena.Live && !held && oldG+h < s.cost {
			s.frontier.Left(s.rank(oldG, h))
		}
	}
	if fate == arena.Expanded {
		s.Reopened++
	}
	s.nodes.SetFate(old, arena.Superseded)
	return parent, g, apart, true
}

// insert puts a node into OPEN, and into FOCAL if it is eligible.
func (s *search) insert(id uint32, f, h, d Cost) {
	if s.model != nil {
		s.model.enter(id, f, h, d)
	}
	for !s.frontier.Insert(id, f, h, d) {
		s.widen()
	}
}

// advance recomputes fmin and, if it has changed, updates FOCAL. It reports whether fmin
// may have changed.
func (s *search) advance() bool {
	fmin, ok := s.frontier.Least()
	if s.LateBound || !ok || fmin == s.fmin {
		return s.LateBound
	}
	rose := fmin > s.fmin
	s.fmin, s.bound = fmin, max(s.bound, fmin)
	admitted := s.refit()
	if rose {
		s.observation.Admitted = admitted
		clear(s.observation.SinceRise)
		s.trace.rose(s.Expanded, admitted)
	}
	return true
}

// refit adapts FOCAL to w and fmin.
func (s *search) refit() (admitted int64) {
	threshold, x, changed := s.focal()
	if !changed {
		return 0
	}
	s.threshold = threshold
	return s.frontier.SetThreshold(threshold, x)
}

// focal is what bounds FOCAL: floor(w·fmin), and w·fmin as a rational, unless the algorithm
// says otherwise.
func (s *search) focal() (threshold Cost, x open.Bound, changed bool) {
	if s.eligible != nil {
		return s.eligible.limits(s)
	}
	return s.w.Floor(s.fmin), open.NewBound(s.w.Num, s.w.Den, s.fmin), true
}

// accept makes a selected goal the incumbent, with which a search without a plan ends.
func (s *search) accept(n open.Selection, g Cost) (Status, error) {
	if g > s.threshold {
		return Failed, fmt.Errorf("internal error: goal node %d with g = %d selected above w·fmin = %d", n.ID, g, s.threshold)
	}
	s.pending = false
	if s.plan == nil {
		s.goal, s.cost = n.ID, g
		s.report()
		return Solved, nil
	}
	s.nodes.SetFate(n.ID, arena.Accepted)
	s.frontier.Take(n)
	return s.plan.accepted(s, n.ID, g)
}

// report records the incumbent and what has been proved about it.
func (s *search) report() {
	found := Incumbent{s.cost, s.fmin, s.w, s.Expanded, s.limits.elapsed()}
	s.incumbents = append(s.incumbents, found)
	if s.limits.found != nil {
		if s.LateBound && s.plan == nil {
			found.FMin = s.leastF()
		}
		s.limits.found(found)
	}
}

// exhausted returns the status that an empty OPEN implies.
func (s *search) exhausted() Status {
	if s.plan != nil {
		return s.plan.exhausted(s)
	}
	return Unsolvable
}

func (s *search) node(id uint32) Node { return Node{id, s.nodes.State(id)} }
