package engine

import (
	"fmt"
	"math"
)

// Verify checks a result without trusting the search. It replays the solution with the
// domain's independent Replay, recomputes its cost, and checks the certificate cost <=
// w·fmin and, if the optimal cost C* is known, fmin <= C* <= cost. If C* is not known,
// fmin is taken on trust unless a solution refutes it. A result without a solution
// claims only a lower bound, which is checked against C*. In ARA*, nodes that wait
// count for fmin but not for w, so only its fmin is checked. Counters, the way in which the
// run ended, and incumbents must be possible for a search under the result's limits. A result
// whose solution refutes h claims no bound: its path and its cost are checked.
func Verify(p *Problem, r *Result) error {
	if p.Err != nil {
		return p.Err
	}
	if r.Digest == "" && r.Error != "" {
		return fmt.Errorf("%s: the run failed: %s", p.Name, r.Error)
	}
	if !p.Is(r.Digest) {
		return fmt.Errorf("%s: the result belongs to a problem with different content (%.12s, not %.12s)",
			r.Problem, r.Digest, p.Digest())
	}
	if r.Guided+r.Head != r.Expanded {
		return fmt.Errorf("%s: %d guided and %d OPEN-head selections do not add up to %d expansions", r.Problem, r.Guided,
			r.Head, r.Expanded)
	}
	if c := r.Counters; min(c.Reopened, c.Guided, c.Head) < 0 || c.Reopened > c.Inserted || c.Inserted > c.Generated {
		return fmt.Errorf("%s: no search counts like this: %d generated, %d inserted, %d reopened", r.Problem, c.Generated,
			c.Inserted, c.Reopened)
	}
	if err := r.EndErr(); err != nil {
		return fmt.Errorf("%s: %w", r.Problem, err)
	}
	if r.Status == Refuted {
		return verifyPath(p, r)
	}
	if p.Optimal >= 0 && r.LowerBound > p.Optimal {
		return fmt.Errorf("%s: the lower bound %d is above the optimal cost %d", r.Problem, r.LowerBound, p.Optimal)
	}
	if p.Optimal >= 0 && r.FMin > p.Optimal {
		return fmt.Errorf("%s: fmin %d is above the optimal cost %d", r.Problem, r.FMin, p.Optimal)
	}
	if err := r.Algorithm.Err(); err != nil {
		return fmt.Errorf("%s: %w", r.Problem, err)
	}
	if r.Cost < 0 {
		switch {
		case r.Status == Solved || r.Status == Optimal || r.Status == BoundReached:
			return fmt.Errorf("%s: the result has status %s but no cost", r.Problem, r.Status)
		case r.Status == Unsolvable && p.Optimal >= 0:
			return fmt.Errorf("%s: the result claims that it is unsolvable, but a solution of cost %d is known",
				r.Problem, p.Optimal)
		}
		return r.incumbentsErr()
	}
	w := r.Algorithm.W
	if n := len(r.Incumbents); n > 0 {
		w = r.Incumbents[n-1].W // of an anytime search, when the solution was accepted
	}
	if err := verifyPath(p, r); err != nil {
		return err
	}
	switch cost := r.Cost; {
	case r.LowerBound > cost:
		return fmt.Errorf("%s: the lower bound %d is above the cost %d of a solution: h is not admissible", r.Problem,
			r.LowerBound, cost)
	case r.FMin < 0 || r.Cost > w.Floor(r.FMin) && !claimsOnlyFMin(r.Algorithm):
		return fmt.Errorf("%s: cost %d exceeds w·fmin = %s·%d", r.Problem, r.Cost, w, r.FMin)
	case r.Status == Optimal && r.LowerBound != r.Cost:
		return fmt.Errorf("%s: the result claims to be optimal with cost %d and lower bound %d",
			r.Problem, r.Cost, r.LowerBound)
	}
	return r.incumbentsErr()
}

// verifyPath replays a solution, and compares its cost with the result's.
func verifyPath(p *Problem, r *Result) error {
	if p.Replay == nil {
		return fmt.Errorf("%s: the problem has no Replay, without which nothing is verified", r.Problem)
	}
	cost, err := p.Replay(r.Moves)
	switch {
	case err != nil:
		return fmt.Errorf("%s: the path cannot be replayed: %w", r.Problem, err)
	case cost != r.Cost:
		return fmt.Errorf("%s: the path costs %d, not %d as the result claims", r.Problem, cost, r.Cost)
	case p.Optimal >= 0 && cost < p.Optimal:
		return fmt.Errorf("%s: cost %d is below the optimal cost %d", r.Problem, cost, p.Optimal)
	}
	return nil
}

// EndErr explains why no search under the result's limits ends as it claims; nil if one may.
func (r *Result) EndErr() error {
	if err := r.Limits.Err(); err != nil {
		return err
	}
	if r.Wall < 0 || r.CPU < 0 {
		return fmt.Errorf("a run of %v, and %v of CPU time", r.Wall, r.CPU)
	}
	if l := r.Limits.Expanded; l > 0 && r.Expanded > l {
		return fmt.Errorf("%d expanded with a limit of %d", r.Expanded, l)
	}
	limit, n := int64(-1), int64(0)
	switch r.Status { // memory may be exhausted without a limit
	case LimitExpanded:
		limit, n = r.Limits.Expanded, r.Expanded
	case LimitGenerated:
		limit, n = r.Limits.Generated, r.Generated
	case LimitInserted:
		limit, n = r.Limits.Inserted, r.Inserted
	case LimitTime:
		limit, n = int64(r.Limits.Time), math.MaxInt64
	}
	switch {
	case limit == 0:
		return fmt.Errorf("a run that ended with %q and has no such limit", r.Status)
	case n < limit:
		return fmt.Errorf("a run that ended with %q at %d of %d", r.Status, n, limit)
	}
	return nil
}

// incumbentsErr is why no search finds the result's solutions one after the other as it
// claims.
func (r *Result) incumbentsErr() error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%s: %s", r.Problem, fmt.Sprintf(format, args...))
	}
	takesW := r.Algorithm.Description().TakesW
	for i, x := range r.Incumbents {
		before := Incumbent{Cost: math.MaxInt64, W: x.W}
		if i > 0 {
			before = r.Incumbents[i-1]
		} else if takesW {
			before.W = r.Algorithm.W
		}
		switch {
		case x.Cost < 0 || x.Cost >= before.Cost || x.Expanded < before.Expanded || x.Expanded > r.Expanded || x.FMin < 0 ||
			x.Wall < before.Wall:
			return wrong("solution %d, of cost %d after %d expansions, cannot follow one of cost %d after %d", i+1, x.Cost,
				x.Expanded, before.Cost, before.Expanded)
		case r.Algorithm.Schedule == nil && x.W != r.Algorithm.W:
			return wrong("a solution accepted at w = %s by %s", x.W, r.Algorithm)
		case takesW && before.W.Less(x.W) && !claimsOnlyFMin(r.Algorithm):
			return wrong("solution %d was accepted at w = %s, above %s before", i+1, x.W, before.W)
		case x.Cost > x.W.Floor(x.FMin) && !claimsOnlyFMin(r.Algorithm):
			return wrong("solution %d costs %d, above w·fmin = %s·%d", i+1, x.Cost, x.W, x.FMin)
		}
	}
	if n := len(r.Incumbents); n > 0 && r.Incumbents[n-1].Cost != r.Cost {
		return wrong("the last solution costs %d, and the result %d", r.Incumbents[n-1].Cost, r.Cost)
	}
	return nil
}

// claimsOnlyFMin reports whether an algorithm's incumbents may cost more than w·fmin: those
// of ARA*, and with fmin = 0 those of ANA*. The next w, cost/fmin less the step, may then be
// above the one before.
func claimsOnlyFMin(a Algorithm) bool {
	return a.Description().loose
}
