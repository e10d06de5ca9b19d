package engine

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"
)

// Solve runs an algorithm on a problem. It returns when a solution within the
// bound is found, when there is none, at a limit, or soon after ctx is done,
// and always says which in the result's Status. What is wrong with the problem,
// the algorithm or the options comes back as Result.Err with status Failed.
func Solve(ctx context.Context, p *Problem, a Algorithm, opts ...Option) *Result {
	o := options{}
	for _, set := range opts {
		set(&o)
	}
	r := &Result{Algorithm: a, Seed: o.seed, Limits: o.limits, Cost: -1, Unit: 1}
	if err := check(p, a, &o); err != nil {
		if p != nil {
			r.Problem = p.Name
		}
		return r.fail(err)
	}
	r.Problem, r.Digest, r.Unit = p.Name, p.Digest(), p.Unit

	// CPU time is told per thread, so the search keeps to one.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cpu, wall := threadCPU(), time.Now()

	s, err := newSearch(ctx, p, a, &o)
	defer s.free()
	if err != nil {
		return r.fail(err)
	}
	status, goal, err := s.run()
	if err != nil {
		return r.fail(fmt.Errorf("%s: %w", p.Name, err))
	}
	r.Status = status
	r.FMin, r.LowerBound, r.Counters = s.fmin, s.bound, s.Counters
	r.PeakBytes = max(s.limits.peak, s.bytes())
	r.Trace = s.trace.finished(s)
	if status == Solved {
		r.Cost = s.nodes.g(goal)
		r.Moves = s.path(goal)
		for _, m := range r.Moves {
			r.Path = append(r.Path, p.MoveName(m))
		}
	}
	r.Wall, r.CPU = time.Since(wall), threadCPU()-cpu
	return r
}

func (r *Result) fail(err error) *Result {
	r.Status, r.Err, r.Error = Failed, err, err.Error()
	return r
}

func check(p *Problem, a Algorithm, o *options) error {
	switch {
	case p == nil:
		return fmt.Errorf("no problem given: use domains.Get(name)")
	case p.Err != nil:
		return p.Err
	case a.err != nil:
		return a.err
	case a.Name == "":
		return fmt.Errorf("no algorithm given: use FS(w), PFS(w, p), ...")
	case o.err != nil:
		return o.err
	}
	return o.limits.validate()
}

func newSearch(ctx context.Context, p *Problem, a Algorithm, o *options) (*search, error) {
	space := p.NewSpace()
	shape := space.Shape()
	s := &search{
		space: space, algorithm: a, coin: newCoin(a.P, o.seed),
		nodes: newNodes(shape), succ: newSuccessors(shape),
		limits: newLimiter(ctx, o, p.Unit),
	}
	if o.trace {
		s.trace = newTracer()
	}
	if shape.SmallCosts {
		s.frontier = newBuckets(&s.nodes)
	} else {
		s.frontier = newHeaps(&s.nodes)
	}
	var err error
	s.index, err = newIndex(&s.nodes, shape)
	return s, err
}

// free gives the search's memory back.
func (s *search) free() {
	s.nodes.free()
	s.index.slots.free()
}

// bytes is the memory of the search's own structures.
func (s *search) bytes() int64 { return s.nodes.bytes() + s.index.bytes() + s.frontier.bytes() }

// widened is the frontier as heaps, for a run whose values outgrew the buckets.
func (s *search) widened() frontier {
	q := newHeaps(&s.nodes)
	q.setThreshold(s.threshold)
	for id := range s.nodes.n - 1 { // the last node is the one that did not fit
		if !s.nodes.closed(id) {
			h, d := s.space.Evaluate(s.node(id))
			q.insert(id, s.nodes.g(id)+h, d)
		}
	}
	return q
}

// path is the moves from the start to a node. Moves are not stored: each is
// found again by expanding the parent.
func (s *search) path(id uint32) []Move {
	moves := []Move{}
	for parent := s.nodes.parent(id); parent != noParent; id, parent = parent, s.nodes.parent(parent) {
		s.succ.N = 0
		s.space.Expand(s.node(parent), s.succ)
		edge := s.nodes.g(id) - s.nodes.g(parent)
		for i := range s.succ.N {
			if s.succ.Items[i].Cost == edge && equal(s.nodes.state(id)[:s.index.key], s.succ.state(i)) {
				moves = append(moves, s.succ.Items[i].Move)
				break
			}
		}
	}
	slices.Reverse(moves)
	return moves
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
