package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"
)

// Solve runs an algorithm on a problem. It returns when a solution within the
// bound is found (for an anytime algorithm: when its schedule ends), when there
// is none, at a limit, or soon after ctx is done, and always says which in the
// result's Status. What is wrong with the problem, the algorithm or the options
// comes back as Result.Err with status Failed.
func Solve(ctx context.Context, p *Problem, a Algorithm, opts ...Option) *Result {
	r := Start(p, a, opts...)
	defer r.Close()
	for r.Next(ctx) {
	}
	return r.Result()
}

// A Run is a search that can be watched and continued. Next goes on to the next
// solution, Result tells where the search stands at any time, and after a limit
// More raises the limits and Next goes on:
//
//	run := engine.Start(p, engine.APFS(0.7))
//	defer run.Close()
//	for run.Next(ctx) {
//		fmt.Println(run.Result())
//	}
type Run struct {
	problem *Problem
	search  *search
	result  Result // what does not change
	status  Status // "" while the search may go on
	err     error
	cpu     time.Duration
}

// Start prepares a search. What is wrong with its arguments comes back in the
// result of the run, whose Next is false at once.
func Start(p *Problem, a Algorithm, opts ...Option) *Run {
	o := options{}
	for _, set := range opts {
		set(&o)
	}
	r := &Run{problem: p, result: Result{Algorithm: a, Seed: o.seed, Cost: -1, Unit: 1}}
	if err := check(p, a, &o); err != nil {
		if p != nil {
			r.result.Problem = p.Name
		}
		return r.fail(err)
	}
	r.result.Problem, r.result.Digest, r.result.Unit = p.Name, p.Digest(), p.Unit
	var err error
	if r.search, err = newSearch(p, a, &o); err != nil {
		return r.fail(fmt.Errorf("%s: %w", p.Name, err))
	}
	return r
}

func (r *Run) fail(err error) *Run {
	r.status, r.err = Failed, err
	return r
}

func check(p *Problem, a Algorithm, o *options) error {
	switch {
	case p == nil:
		return fmt.Errorf("no problem given: use domains.Get(name)")
	case p.Err != nil:
		return p.Err
	case a.Err() != nil:
		return a.Err()
	case o.err != nil:
		return o.err
	}
	return o.limits.validate()
}

// Next searches until the next solution is accepted and says whether one was.
// It is false when the search has ended or is cut off by a limit or by ctx;
// Result tells which.
func (r *Run) Next(ctx context.Context) bool {
	if r.search == nil || r.status != "" && !r.status.limit() || r.status == Solved {
		return false
	}
	// CPU time is told per thread, so the search keeps to one.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cpu := threadCPU()
	r.search.limits.resume(ctx)
	found := len(r.search.incumbents)
	status, err := r.search.run()
	r.search.limits.pause()
	r.cpu += threadCPU() - cpu
	if r.status = status; err != nil {
		r.fail(fmt.Errorf("%s: %w", r.problem.Name, err))
	}
	return len(r.search.incumbents) > found
}

// More sets limits anew, for a run that reached one. They count from the start
// of the search.
func (r *Run) More(opts ...Option) {
	if r.search == nil {
		return
	}
	var o options
	for _, set := range opts {
		set(&o)
	}
	if err := cmp.Or(o.err, o.limits.validate()); err != nil {
		r.fail(err)
		return
	}
	r.search.limits.Limits = o.limits
}

// Close gives the search's memory back. Results stay valid.
func (r *Run) Close() {
	if r.search != nil {
		r.Result() // while there is something to tell
		r.search.free()
		r.search = nil
	}
}

// Result tells where the search stands. Its status is "" while an anytime search
// has a solution and may go on.
func (r *Run) Result() *Result {
	s := r.search
	if s == nil {
		result := r.result
		if r.err != nil {
			result.Status, result.Err, result.Error = Failed, r.err, r.err.Error()
		}
		return &result
	}
	r.result = Result{
		Problem: r.result.Problem, Digest: r.result.Digest, Algorithm: r.result.Algorithm, Seed: r.result.Seed,
		Limits: s.limits.Limits, Status: r.status, Unit: r.result.Unit, Cost: -1,
		FMin: s.fmin, LowerBound: s.bound, Counters: s.Counters,
		PeakBytes: max(s.limits.peak, s.bytes()), Wall: s.limits.elapsed(), CPU: r.cpu,
		Incumbents: slices.Clone(s.incumbents), Trace: s.trace.told(s),
		Err: r.err,
	}
	result := &r.result
	if r.err != nil {
		result.Error = r.err.Error()
	}
	if s.weighted {
		result.FMin = s.leastF()
		result.LowerBound = result.FMin
		for i := range result.Incumbents { // there is at most one
			result.Incumbents[i].FMin = result.FMin
		}
	}
	if r.status == Optimal {
		result.LowerBound = s.cost
	}
	if s.goal != noNode {
		result.Cost = s.cost
		result.FMin = result.Incumbents[len(result.Incumbents)-1].FMin
		result.Moves = s.path(s.goal)
		result.Path = r.problem.Names(result.Moves)
	}
	if w, ok := s.space.(Warner); ok {
		result.Warnings = w.Warnings(result.Moves, result.Cost)
	}
	copied := *result
	return &copied
}

func newSearch(p *Problem, a Algorithm, o *options) (*search, error) {
	k, _ := kindOf(a.Name)
	space := p.NewSpace()
	shape := space.Shape()
	s := &search{
		kind: k, space: space, coin: newCoin(k, a.P, o.seed), w: a.W, schedule: a.Schedule,
		nodes: newNodes(shape), succ: NewSuccessors(shape), limits: newLimiter(o, p.Unit),
		goal: noNode, cost: math.MaxInt64,
	}
	if k.weighted {
		s.threshold = math.MaxInt64 // WA* keeps no FOCAL
	}
	if o.trace {
		s.trace = newTracer()
	}
	s.frontier = newFrontier(k.guidance, s.weight(), shape.SmallCosts, &s.nodes)
	var err error
	if s.index, err = newIndex(&s.nodes, space); err != nil {
		return s, err
	}
	return s, s.begin()
}

// begin puts the start into OPEN.
func (s *search) begin() error {
	if err := s.nodes.reserve(1); err != nil {
		return err
	}
	state := s.succ.Add(Successor{})
	s.space.Start(state)
	id := s.nodes.add(state, 0, noNode)
	h, d := s.space.Evaluate(s.node(id))
	f := s.priority(0, h)
	switch {
	case h < 0 || d < 0:
		return fmt.Errorf("the start has h = %d, d = %d: heuristic values must not be negative", h, d)
	case f < 0:
		return fmt.Errorf("the start has h = %d: w·h overflows 64 bits", h)
	}
	s.index.touch(s.succ, none)
	slot, _, _ := s.index.find(0, state)
	s.index.put(slot, 0, id)
	s.insert(id, f, h, d)
	s.fmin = -1
	s.advance()
	return nil
}

// free gives the search's memory back.
func (s *search) free() {
	s.nodes.free()
	s.frontier.free()
	if s.index != nil {
		s.index.slots.free()
	}
}

// bytes is the memory of the search's own structures and of the space's tables.
func (s *search) bytes() int64 {
	bytes := s.nodes.bytes() + s.index.bytes() + s.frontier.bytes()
	if space, ok := s.space.(Sized); ok {
		bytes += space.Bytes()
	}
	return bytes
}

// priority is what OPEN is sorted by: f = g + h, or for WA* the whole part of
// g + w·h, whose fraction breaks ties (see weight). It is negative if it overflows.
func (s *search) priority(g, h Cost) Cost {
	if s.weighted {
		if h = s.w.Floor(h); h == math.MaxInt64 { // where Floor is capped
			return -1
		}
	}
	return g + h
}

// weight is what OPEN multiplies h by.
func (s *search) weight() Ratio {
	if s.weighted {
		return s.w
	}
	return one
}

// widen moves OPEN into heaps, for a run whose values outgrew the buckets.
func (s *search) widen() {
	q := newFrontier(s.guidance, s.weight(), false, &s.nodes)
	if s.guidance != unguided && s.fmin >= 0 {
		q.setThreshold(s.threshold, newBound(s.w, s.fmin))
	}
	s.frontier.free()
	s.frontier = q
	for id := range s.nodes.n - 1 { // the last node is the one that did not fit
		if s.nodes.live(id) {
			h, d := s.space.Evaluate(s.node(id))
			if f := s.priority(s.nodes.g(id), h); f < s.cost {
				q.insert(id, f, h, d)
			}
		}
	}
}

// leastF is fmin by one pass over OPEN, for WA*, which keeps no queue by f.
func (s *search) leastF() Cost {
	least := Cost(math.MaxInt64)
	for id := range s.nodes.n {
		if s.nodes.live(id) {
			h, _ := s.space.Evaluate(s.node(id))
			least = min(least, s.nodes.g(id)+h)
		}
	}
	if least == math.MaxInt64 {
		return 0 // OPEN is empty and nothing is claimed
	}
	return least
}

// path is the moves from the start to a node. Moves are not stored: each is
// found again by expanding the parent.
func (s *search) path(id uint32) []Move {
	moves := []Move{}
	for parent := s.nodes.parent(id); parent != noNode; id, parent = parent, s.nodes.parent(parent) {
		s.succ.N = 0
		s.space.Expand(s.node(parent), s.succ)
		edge := s.nodes.g(id) - s.nodes.g(parent)
		for i := range s.succ.N {
			if s.succ.Items[i].Cost == edge && s.index.same(id, s.succ.state(i)) {
				moves = append(moves, s.succ.Items[i].Move)
				break
			}
		}
	}
	slices.Reverse(moves)
	return moves
}

// fits sees to it that the successors at hand can be stored: that they are fine,
// and that there is room where there are more than the domain said.
func (s *search) fits() error {
	if s.succ.Err != nil {
		return s.succ.Err
	}
	if k := s.succ.N; k > s.limits.reserved {
		for s.index.growth(k) > 0 {
			if err := s.index.grow(); err != nil {
				return err
			}
		}
		return s.nodes.reserve(k)
	}
	return nil
}

// badValue explains why a successor cannot be stored.
func (s *search) badValue(parent uint32, g Cost, c *Successor) error {
	switch {
	case c.Cost < 0:
		return fmt.Errorf("move %d from node %d costs %d: costs must not be negative", c.Move, parent, c.Cost)
	case c.H < 0 || c.D < 0:
		return fmt.Errorf("move %d from node %d leads to a state with h = %d, d = %d: heuristic values must not be negative", c.Move, parent, c.H, c.D)
	case c.Cost <= math.MaxInt64-g && g+c.Cost > s.nodes.maxG() && !s.nodes.wide:
		return fmt.Errorf("path cost %d + %d needs more than the 32 bits that the domain declares (Shape.WideCosts)", g, c.Cost)
	}
	return fmt.Errorf("path cost %d + %d with h = %d overflows 64 bits", g, c.Cost, c.H)
}
