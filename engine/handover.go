package engine

import (
	"context"
	"errors"
	"time"
)

// A Handover lets another program continue a search, one that is faster than the functions of
// its problem are here, where they are interpreted. It is a value of the context that Solve is
// given, and is called with a search that has run for half a second. When the other program is
// ready, it sends a Leg. If the search ends before that, ctx is cancelled.
type Handover func(ctx context.Context, p *Problem, t Task) <-chan Leg

// HandoverKey is the key of a context's Handover.
var HandoverKey any = handoverKey{}

type handoverKey struct{}

// A Task is a search as another program needs it to make the same one.
type Task struct {
	Algorithm Algorithm
	Seed      uint64
	Traced    bool
	Limits    Limits
}

// A Leg is the rest of a search. The other program makes the whole search, and ascertains that
// its state was the given one after as many expansions. From there on it calls progress, and
// found unless that is nil. A nil result means that the search must go on here.
type Leg func(ctx context.Context, at Snapshot, progress func(Snapshot), found func(Incumbent)) *Result

// handoverAfter is how long a search runs before it is handed over.
const handoverAfter = 500 * time.Millisecond

// A relay is what a search has to do with its Handover.
type relay struct {
	start func(context.Context) <-chan Leg // nil if there is nothing to be started
	legs  <-chan Leg
	end   context.CancelFunc // of the preparation
	done  *Result            // of the other program
}

// handedOver prepares the run to be handed over if the context has a Handover.
func (r *Run) handedOver(ctx context.Context) {
	if r.search == nil || ctx == nil || r.search.onSelect != nil { // which only this program can call
		return
	}
	if h, _ := ctx.Value(HandoverKey).(Handover); h != nil {
		t := Task{r.result.Algorithm, r.result.Seed, r.search.trace != nil, r.search.limits.Limits}
		r.search.limits.relay.start = func(ctx context.Context) <-chan Leg { return h(ctx, r.problem, t) }
	}
}

// run makes the rest of the search elsewhere if that is possible now, and reports whether it has.
func (r *relay) run(l *limiter, s *search) bool {
	if r.start != nil && l.elapsed() >= handoverAfter {
		var ctx context.Context
		ctx, r.end = context.WithCancel(l.ctx)
		r.legs, r.start = r.start(ctx), nil
	}
	select {
	case leg := <-r.legs:
		if leg != nil {
			r.done = leg(l.ctx, l.snapshot(s), l.elsewhere, l.found)
		}
		r.legs = nil
	default:
	}
	return r.done != nil
}

// elsewhere shows the state of a search that another program makes.
func (l *limiter) elsewhere(x Snapshot) {
	if l.watch(); l.progress != nil {
		x.Elapsed = l.elapsed()
		l.progress(x)
	}
}

func (r *relay) close() {
	if r.end != nil {
		r.end()
	}
	r.start, r.legs, r.end = nil, nil, nil
}

// joined returns the result of the other program as that of the whole run.
func (r *Run) joined(there *Result) *Result {
	s, result := r.search, *there
	result.Problem, result.Digest, result.Algorithm = r.result.Problem, r.result.Digest, r.result.Algorithm
	result.Seed, result.Limits, result.Unit = r.result.Seed, s.limits.Limits, r.result.Unit
	result.Wall, result.CPU = s.limits.elapsed(), r.cpu+there.CPU
	for i, x := range s.incumbents {
		result.Incumbents[i].Wall = x.Wall // when it was found here
	}
	if result.Error != "" {
		result.Err = errors.New(result.Error)
	}
	if result.Cost >= 0 {
		result.Path = r.problem.Names(result.Moves)
	}
	return &result
}
