package engine

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/open"
)

// search is one run of the paper's Algorithm 1, Probabilistic Focal Search. FS is the
// case p = 1. DPS is guided by potential instead of d. A* and WA* always take OPEN's
// head. Other algorithms have other or more queues, and a scheduler instead of the
// coin. The anytime algorithms continue after a solution.
type search struct {
	Description
	space    Space
	coin     coin
	asks     Scheduler // instead of the coin; may be nil
	w        Ratio
	schedule *Schedule
	limits   limiter

	nodes     arena.Nodes   // every insertion into OPEN
	table     *arena.Table  // from states to their nodes, OPEN and CLOSED
	frontier  open.Frontier // OPEN and FOCAL
	costs     open.Range    // what its f, h and d are, so far
	at, ahead *expansion    // of the node at hand, and of the one that is probably next
	room      int           // number of successors that fit
	inverses  []Move        // by move; nil if the domain does not state them
	pure      bool          // the space may expand ahead
	errors    *estimates    // for the queues by f̂ and d̂, else nil
	iteration iteration     // for a search that continues in iterations
	depths    depths        // of nodes, if a queue needs them

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

	trace *tracer
}

func newSearch(p *Problem, a Algorithm, o *options) (*search, error) {
	d := a.Description()
	space := p.NewSpace()
	shape := space.Shape()
	s := &search{
		Description: d, space: space, coin: newCoin(d, a.P, o.seed), w: a.W, schedule: a.Schedule,
		nodes: arena.New(shape.Words, shape.WideCosts), limits: newLimiter(o, p.Unit),
		at: newExpansion(shape), ahead: newExpansion(shape),
		goal: arena.None, cost: math.MaxInt64,
	}
	if s.priority != nil || s.unbounded {
		s.threshold = math.MaxInt64 // there is no FOCAL, or it is OPEN
	}
	if s.scheduler != nil {
		s.asks = s.scheduler()
	}
	if shape.SmallCosts {
		s.costs = open.Same
	}
	s.observation = Observation{
		By: make([]int64, len(s.Queues)), SinceRise: make([]int64, len(s.Queues)), Last: -1, Cost: -1, search: s,
	}
	for _, q := range s.Queues {
		if q.order == own {
			s.costs = open.Any
		}
		if q.order == leastFHat || q.order == leastDHat || q.order == leastEffort {
			s.errors, s.costs = newEstimates(), open.Any
		}
	}
	if slices.ContainsFunc(s.Queues, func(q Queue) bool { return q.order == leastEffort }) {
		s.errors.believe(&s.nodes)
	}
	if o.trace {
		s.trace = newTracer(len(s.Queues))
	}
	s.iteration = iteration{candidate: arena.None, asked: a.W}
	if s.iterates == proves {
		x := new(big.Rat).Mul(big.NewRat(2, 1), big.NewRat(a.W.Num, a.W.Den))
		x.Sub(x, big.NewRat(1, 1))
		var err error
		if s.w, err = ratio(x); err != nil {
			return nil, fmt.Errorf("w = %s: 2w - 1 = %w", a.W, err)
		}
	}
	s.frontier = s.newFrontier()
	// Estimates look at every successor, and so do searches that restart.
	if r, ok := space.(Reversible); ok && s.errors == nil && s.iterates == once {
		s.inverses = r.Inverses()
		s.nodes.KeepMoves(len(s.inverses))
	}
	_, s.pure = space.(Pure)
	// What has been expanded ahead may never be relaxed.
	s.at.Drops = s.errors == nil && s.iterates == once && !s.pure
	if linked, ok := space.(Linked); ok {
		linked.Link(s.nodes.State)
	}
	if spare, ok := space.(Spare); ok && !s.readsD() {
		spare.WithoutD()
	}
	var same func(id uint32, state []uint64) bool
	if hashed, ok := space.(Hashed); ok {
		same = func(id uint32, state []uint64) bool { return hashed.Same(s.node(id), state) }
	}
	var err error
	if s.table, err = arena.NewTable(&s.nodes, shape.Key, same); err != nil {
		return nil, err
	}
	return s, s.begin()
}

// readsD reports whether a queue may sort by d.
func (s *search) readsD() bool {
	return slices.ContainsFunc(s.Queues, func(q Queue) bool { return !q.isHead() && q.order != greatestPotential })
}

// begin puts the start into OPEN.
func (s *search) begin() error {
	s.at.N = 0
	s.space.Start(s.at.Add(Successor{}))
	err := s.start()
	s.fmin = -1
	s.advance()
	return err
}

// start makes a node of the start, the only successor in the buffer, and puts it into
// OPEN.
func (s *search) start() error {
	if err := s.nodes.Reserve(1); err != nil {
		return err
	}
	state := s.at.state(0)
	id := s.nodes.Add(state, 0, arena.None, arena.NoMove)
	h, d := s.space.Evaluate(s.node(id))
	f := s.rank(0, h)
	switch {
	case h < 0 || d < 0:
		return fmt.Errorf("the start has h = %d, d = %d: heuristic values must not be negative", h, d)
	case f < 0:
		return fmt.Errorf("the start has h = %d: w·h overflows 64 bits", h)
	case h == math.MaxInt64:
		return fmt.Errorf("the start has h = %d: f must be below that", h)
	}
	s.at.hash(s.table)
	slot, _, _ := s.table.Find(s.at.hashes[0], state)
	s.table.Put(slot, s.at.hashes[0], id)
	if h < s.cost {
		s.insert(id, f, h, d)
	}
	return nil
}

// run searches until a goal is accepted, OPEN is exhausted or a limit is reached. The
// status "" means that an anytime search has an incumbent and may continue.
func (s *search) run() (Status, error) {
	for {
		if s.iterates == repairs {
			if status, err := s.repair(); status != "" || err != nil {
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
		}
		n := &s.selected

		// Goal test, at selection. A goal's h is 0.
		g := s.nodes.G(n.ID)
		if n.F == s.rank(g, 0) && s.space.IsGoal(s.node(n.ID)) {
			status, err := s.accept(*n, g)
			if s.iterates == proves && status == "" && err == nil {
				continue
			}
			return status, err
		}
		if status := s.limits.reached(s); status != "" {
			return status, nil
		}
		if !s.reserve() {
			return LimitMemory, nil
		}

		// Expand.
		s.pending = false
		if s.errors != nil && s.errors.belief != nil {
			s.errors.belief.sample(s.w)
		}
		s.nodes.SetFate(n.ID, arena.Expanded)
		if s.iterates == repairs {
			s.noteExpanded(n.ID)
		}
		s.frontier.Take(*n)
		if s.ahead.node == n.ID {
			s.at, s.ahead = s.ahead, s.at
		} else {
			s.expandNode(s.at, n.ID)
		}
		s.count()

		// Relax.
		if err := s.relax(n.ID, g); err != nil {
			return Failed, err
		}
		// Advance fmin: the newly eligible nodes enter FOCAL.
		if s.advance(); s.proved() != "" {
			return s.proved(), nil
		}
	}
}

// choose selects a node from the queue that the coin or the scheduler names or, if that
// queue's best node is not eligible, from the next one. OPEN's head is always eligible.
func (s *search) choose() error {
	last := s.last()
	if s.asks == nil {
		if s.queue = last; s.coin.draw() {
			s.queue = open.Guided
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
	if s.errors != nil {
		s.errors.expanded(s.selected.F-g, s.errors.values.Items[parent].d, s.at.Successors)
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
		from, waits := parent, false
		if known {
			var cheaper bool
			if from, childG, waits, cheaper = s.supersede(old, parent, childG, c.H); !cheaper {
				continue
			}
			f = s.rank(childG, c.H)
		}
		id := s.nodes.Add(state, childG, from, uint32(c.Move))
		s.table.Put(slot, s.at.hashes[i], id)
		if i == expanded {
			s.ahead.node = id
		}
		if waits {
			s.iteration.deferred.Push(id)
		} else {
			s.insert(id, f, c.H, c.D)
		}
		s.Inserted++
	}
	return nil
}

// supersede takes the node of a known state out of OPEN or CLOSED if a path of cost g
// by way of parent is cheaper. It returns the parent and the cost of the node that
// replaces it, and whether that has to wait for the next iteration (ARA*).
func (s *search) supersede(old, parent uint32, g, h Cost) (from uint32, cost Cost, waits, cheaper bool) {
	oldG, fate := s.nodes.G(old), s.nodes.Fate(old)
	switch {
	case old < s.iteration.first: // of an earlier iteration: the cheaper path enters this one
		if oldG <= g {
			parent, g = s.nodes.Parent(old), oldG
		}
	case oldG <= g, fate == arena.Expanded && s.iterates == proves && !s.iteration.begun():
		return parent, g, false, false
	default:
		waits = s.iterates == repairs && s.waits(old)
		if fate == arena.Live && !waits && oldG+h < s.cost {
			s.frontier.Left(s.rank(oldG, h))
		}
	}
	if fate == arena.Expanded {
		s.Reopened++
	}
	s.nodes.SetFate(old, arena.Superseded)
	return parent, g, waits, true
}

// insert puts a node into OPEN, and into FOCAL if it is eligible.
func (s *search) insert(id uint32, f, h, d Cost) {
	if s.errors != nil {
		s.errors.enter(id, f, h, d)
	}
	for !s.frontier.Insert(id, f, h, d) {
		s.widen()
	}
}

// advance recomputes fmin and, if it has changed, updates FOCAL.
func (s *search) advance() {
	fmin, ok := s.frontier.Least()
	if !ok || fmin == s.fmin || s.priority != nil {
		return
	}
	rose, fits := fmin > s.fmin, s.unbounded && s.fmin >= 0
	s.fmin, s.bound = fmin, max(s.bound, fmin)
	admitted := int64(0)
	if !fits {
		admitted = s.refit()
	}
	if rose {
		s.observation.Admitted = admitted
		clear(s.observation.SinceRise)
		s.trace.rose(s.Expanded, admitted)
	}
}

// refit adapts FOCAL to w and fmin, or to the incumbent.
func (s *search) refit() (admitted int64) {
	switch {
	case !s.unbounded:
		s.threshold = s.w.Floor(s.fmin)
	case s.goal != arena.None:
		s.threshold = s.cost // above every f in OPEN
	}
	return s.frontier.SetThreshold(s.threshold, s.focalBound())
}

// focalBound is w·fmin as a rational; of ANA* it is the incumbent's cost, or beyond
// all costs.
func (s *search) focalBound() open.Bound {
	switch {
	case s.unbounded && s.goal == arena.None:
		return open.NewBound(math.MaxInt64, 1, math.MaxInt64)
	case s.unbounded:
		return open.NewBound(1, 1, s.cost)
	}
	return open.NewBound(s.w.Num, s.w.Den, s.fmin)
}

// accept makes a selected goal the incumbent. A first-solution search ends with it. An
// anytime search takes it out of OPEN, prunes the nodes that cannot lead to a cheaper
// solution, and continues with the same OPEN and a smaller w.
func (s *search) accept(n open.Selection, g Cost) (Status, error) {
	if g > s.threshold {
		return Failed, fmt.Errorf("internal error: goal node %d with g = %d selected above w·fmin = %d", n.ID, g, s.threshold)
	}
	s.pending = false
	if s.iterates == proves {
		return s.prove(n.ID, g)
	}
	s.goal, s.cost = n.ID, g
	if s.unbounded && s.fmin > 0 {
		s.w = atMost(big.NewRat(g, s.fmin))
	}
	if s.iterates != once {
		s.fmin = s.leastLive()
		s.bound = max(s.bound, s.fmin)
	}
	s.report()
	if s.schedule == nil {
		return Solved, nil
	}
	s.nodes.SetFate(n.ID, arena.Accepted)
	s.frontier.Take(n)
	if s.iterates != once {
		return s.again(g)
	}
	s.frontier.Prune(g)
	if s.errors != nil {
		s.errors.prune(g)
	}
	if s.frontier.Open() == 0 {
		return Optimal, nil
	}
	if s.fmin > 0 {
		w, ends := s.schedule.next(g, s.fmin)
		if !s.unbounded {
			s.w = w
		}
		if ends {
			return BoundReached, nil
		}
	}
	s.refit()
	s.advance()
	return s.proved(), nil
}

// report records the incumbent and what has been proved about it.
func (s *search) report() {
	found := Incumbent{s.cost, s.fmin, s.w, s.Expanded, s.limits.elapsed()}
	s.incumbents = append(s.incumbents, found)
	if s.limits.found != nil {
		if s.priority != nil && s.iterates == once {
			found.FMin = s.leastF()
		}
		s.limits.found(found)
	}
}

// again begins another iteration of an anytime search by priorities, after a solution
// of cost g.
func (s *search) again(g Cost) (Status, error) {
	if s.fmin == g {
		return Optimal, nil
	}
	if s.fmin > 0 {
		w, ends := s.schedule.next(g, s.fmin)
		if s.w = w; ends {
			return BoundReached, nil
		}
	}
	if s.proved() != "" {
		return s.proved(), nil
	}
	if err := s.iterate(); err != nil {
		return Failed, err
	}
	return "", nil
}

// proved ends a search that continues until its factor, or IOS's bound, is proved.
func (s *search) proved() Status {
	if s.iterates == proves && s.iteration.begun() {
		fmin, ok := s.frontier.Least()
		if !ok {
			fmin = s.cost
		}
		if s.cost <= s.iteration.asked.Floor(fmin) {
			return s.conclude(min(fmin, s.cost))
		}
	}
	if s.schedule != nil && s.schedule.UntilProved && s.goal != arena.None && s.cost <= s.schedule.Stop.Floor(s.fmin) {
		return BoundReached
	}
	return ""
}

// exhausted returns the status that an empty OPEN implies.
func (s *search) exhausted() Status {
	if s.iterates == proves && s.iteration.begun() {
		return s.conclude(s.cost)
	}
	if s.goal == arena.None {
		return Unsolvable
	}
	return Optimal
}

// rank is the sort key of OPEN: f = g + h, or the integer part of another priority (see
// priority). It is negative if it overflows.
func (s *search) rank(g, h Cost) Cost {
	if s.priority != nil {
		return s.priority.rank(s.w, g, h)
	}
	return g + h
}

func (s *search) node(id uint32) Node { return Node{id, s.nodes.State(id)} }
