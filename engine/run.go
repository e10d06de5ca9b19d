package engine

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/focal-search/focal/engine/internal/arena"
)

// Solve runs an algorithm on a problem. It returns when a solution within the bound is
// found (an anytime algorithm: when its schedule ends), when there is none, at a limit,
// or soon after ctx is done. The result's Status always says which. Errors of the
// problem, the algorithm or the options are returned as Result.Err with status Failed.
func Solve(ctx context.Context, p *Problem, a Algorithm, opts ...Option) *Result {
	if p != nil && p.Err == nil && p.Prepare != nil && ctx != nil {
		if err := p.Prepare(ctx); err != nil {
			r := Start(&Problem{Name: p.Name, Err: fmt.Errorf("%s: %w", p.Name, err)}, a, opts...).Result()
			if r.Digest, r.Unit = p.Digest(), p.Unit; ctx.Err() != nil {
				r.Status, r.Err, r.Error = LimitCancelled, nil, ""
			}
			return r
		}
	}
	return Start(p, a, opts...).Solve(ctx)
}

// Solve makes the rest of the search as the function Solve does, and closes the run.
func (r *Run) Solve(ctx context.Context) *Result {
	defer r.Close()
	r.handedOver(ctx)
	for r.Next(ctx) {
	}
	return r.Result()
}

// A Run is a search that can be watched and continued. Next continues to the next
// solution, and Result returns the state of the search at any time. After a limit, More
// raises the limits and Next continues:
//
//	run := engine.Start(p, engine.APFS(0.7))
//	defer run.Close()
//	for run.Next(ctx) {
//		fmt.Println(run.Result())
//	}
type Run struct {
	problem *Problem
	search  *search
	result  Result // the fields that do not change
	status  Status // "" while the search may go on
	err     error
	cpu     time.Duration
	found   solution // of the last Result, which may take long to make
}

// Start prepares a search. Errors of its arguments are returned in the run's result,
// and its first Next returns false.
func Start(p *Problem, a Algorithm, opts ...Option) *Run {
	a, err := a.made()
	return start(p, a, err, opts...)
}

// start prepares a search with an algorithm as it is, unless there is an error of it.
func start(p *Problem, a Algorithm, unmade error, opts ...Option) *Run {
	o, unset := newOptions(opts)
	r := &Run{problem: p, result: Result{Algorithm: a, Seed: o.seed, Cost: -1, Unit: 1}}
	err := check(p, a)
	if err == nil {
		err = unmade
	}
	if err == nil {
		err = unset
	}
	if err == nil {
		if err = p.steady(false); err != nil {
			err = fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	if err != nil {
		if p != nil {
			r.result.Problem = p.Name
		}
		return r.fail(err)
	}
	r.result.Problem, r.result.Digest, r.result.Unit = p.Name, p.Digest(), p.Unit
	if r.search, err = newSearch(p, a, o); err != nil {
		return r.fail(fmt.Errorf("%s: %w", p.Name, err))
	}
	r.search.limits.title = p.Name + " " + a.String()
	return r
}

func (r *Run) fail(err error) *Run {
	r.status, r.err = Failed, err
	return r
}

// check explains why an algorithm cannot run on a problem.
func check(p *Problem, a Algorithm) error {
	switch {
	case p == nil:
		return fmt.Errorf("no problem given: use domains.Get(name)")
	case p.Err != nil:
		return p.Err
	case p.NewSpace == nil:
		return fmt.Errorf("the problem %q has no NewSpace: make it by domains.Get(name) or Graph{...}.Problem()", p.Name)
	}
	return a.Err()
}

// Next searches until the next solution is accepted and reports whether there was one.
// It returns false when the search has ended or was stopped by a limit or by ctx;
// Result says which.
func (r *Run) Next(ctx context.Context) bool {
	if r.search == nil || r.status != "" && !r.status.limit() {
		return false
	}
	if ctx == nil {
		r.fail(fmt.Errorf("%s: no context given: write ctx := show.Context() before, or context.Background() in its place", r.problem.Name))
		return false
	}
	// CPU time is counted per thread, so the search stays on one.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cpu := threadCPU()
	r.search.limits.resume(ctx)
	found := len(r.search.incumbents)
	status, err := r.search.run()
	r.search.limits.pause()
	r.cpu += threadCPU() - cpu
	if status == Unsolvable {
		err = r.problem.steady(true)
	}
	if r.status = status; err != nil {
		r.fail(fmt.Errorf("%s: %w", r.problem.Name, err))
	}
	return len(r.search.incumbents) > found
}

// More sets new limits, for a run that reached one. They count from the start of the
// search.
func (r *Run) More(opts ...Option) {
	if r.search == nil {
		return
	}
	o, err := newOptions(opts)
	if err != nil {
		r.fail(err)
		return
	}
	r.search.limits.Limits = o.limits
}

// Close releases the search's memory. Results stay valid.
func (r *Run) Close() {
	if r.search != nil {
		r.Result() // while the search still exists
		r.search.limits.relay.close()
		r.search.free()
		r.search = nil
	}
}

// Result returns the state of the search. Its status is "" while an anytime search has
// a solution and may continue.
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
		Incumbents: slices.Clone(s.incumbents), Trace: s.trace.sofar(s),
		Err: r.err,
	}
	if len(s.Queues) > 2 {
		r.result.Queues = slices.Clone(s.observation.By)
	}
	result := &r.result
	if r.err != nil {
		result.Error = r.err.Error()
	}
	switch {
	case r.err != nil: // OPEN lacks successors of the last node
		result.FMin = result.LowerBound
	case s.LateBound && s.plan != nil:
		result.LowerBound = s.plan.bound(s)
		result.FMin = result.LowerBound
	case s.LateBound:
		result.FMin = s.leastF()
		result.LowerBound = result.FMin
		for i := range result.Incumbents { // there is at most one
			result.Incumbents[i].FMin = result.FMin
		}
	}
	if r.status == Optimal {
		result.LowerBound = s.cost
	}
	if s.goal != arena.None {
		result.Cost = s.cost
		result.FMin = result.Incumbents[len(result.Incumbents)-1].FMin
		if r.found.moves == nil || r.found.goal != s.goal {
			r.found = s.solution(r.problem)
		}
		result.Moves, result.Path = r.found.moves, r.found.path
		if why := refutation(r.problem, result, r.found.at); why != "" {
			result.Status, result.Warnings = Refuted, []string{why}
		}
	}
	if o := r.problem.Optimal; o >= 0 && result.Status != Refuted {
		switch {
		case 0 <= result.Cost && result.Cost < o:
			result.Warnings = append(result.Warnings, fmt.Sprintf("the known optimal cost, %s, is wrong: this solution costs %s",
				FormatCost(o, result.Unit), FormatCost(result.Cost, result.Unit)))
		case result.LowerBound > o:
			result.Warnings = append(result.Warnings, fmt.Sprintf("the known optimal cost, %s, or h is wrong: the lower bound is %s",
				FormatCost(o, result.Unit), FormatCost(result.LowerBound, result.Unit)))
		}
	}
	if w, ok := s.space.(Warner); ok {
		result.Warnings = append(result.Warnings, w.Warnings()...)
	}
	if there := s.limits.relay.done; there != nil {
		r.result = *r.joined(there)
	}
	copied := *result
	return &copied
}
