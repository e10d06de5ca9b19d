package engine

import (
	"fmt"
	"time"
)

// An Option changes how Solve runs an algorithm.
type Option func(*options)

type options struct {
	seed   uint64
	trace  bool
	limits Limits
	err    error // the first mistake

	progress func(Snapshot)
	found    func(Incumbent)
	selected func(state []uint64, queue int)
}

// newOptions collects options and checks them once.
func newOptions(opts []Option) (*options, error) {
	o := &options{}
	for _, set := range opts {
		set(o)
	}
	if o.err != nil {
		return o, o.err
	}
	return o, o.limits.Err()
}

// Seed seeds the run's own random generator (PCG, NewPCG(seed, 0)). The default is 0.
func Seed(seed uint64) Option { return func(o *options) { o.seed = seed } }

// Traced records a trace of the run; see Trace.
func Traced() Option { return func(o *options) { o.trace = true } }

// OnSelect calls f with each node that is selected for a goal test and an expansion: its packed
// state, which f does not keep, and the number of the queue that selects it; see Description.Queues.
func OnSelect(f func(state []uint64, queue int)) Option { return func(o *options) { o.selected = f } }

// WithLimits sets all limits at once.
func WithLimits(l Limits) Option { return func(o *options) { o.limits = l } }

// MaxInserted limits the number of inserted nodes, and thereby memory.
func MaxInserted(n int64) Option {
	return limit("MaxInserted", n, func(l *Limits) { l.Inserted = n })
}

// MaxGenerated limits the number of generated successors.
func MaxGenerated(n int64) Option {
	return limit("MaxGenerated", n, func(l *Limits) { l.Generated = n })
}

// MaxExpanded limits the number of expansions.
func MaxExpanded(n int64) Option {
	return limit("MaxExpanded", n, func(l *Limits) { l.Expanded = n })
}

// TimeLimit limits the wall time of a run.
func TimeLimit(d time.Duration) Option {
	return limit("TimeLimit", int64(d), func(l *Limits) { l.Time = d })
}

// MemoryLimit limits the bytes of the search's own structures.
func MemoryLimit(bytes int64) Option {
	return limit("MemoryLimit", bytes, func(l *Limits) { l.Memory = bytes })
}

// limit rejects a limit below 1: zero would be mistaken for no limit.
func limit(name string, n int64, set func(*Limits)) Option {
	return func(o *options) {
		if n < 1 && o.err == nil {
			o.err = fmt.Errorf("%s(%d): a limit must be positive (leave it out for none)", name, n)
		}
		set(&o.limits)
	}
}

// OnProgress sets a function that the searching goroutine calls about five times a
// second.
func OnProgress(f func(Snapshot)) Option { return func(o *options) { o.progress = f } }

// OnIncumbent sets a function that the searching goroutine calls for each accepted
// solution.
func OnIncumbent(f func(Incumbent)) Option { return func(o *options) { o.found = f } }
