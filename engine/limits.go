package engine

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// Limits end a run early. Zero means no limit; without one on memory a run ends with LimitMemory
// when the machine has little left, instead of being killed. Node limits are tested after the goal
// test and before the expansion: the run stops when the count has reached the limit,
// which it exceeds by less than one expansion's successors.
type Limits struct {
	Inserted  int64         `json:"inserted,omitempty"`
	Generated int64         `json:"generated,omitempty"`
	Expanded  int64         `json:"expanded,omitempty"`
	Time      time.Duration `json:"time_ns,omitempty"`      // wall time
	Memory    int64         `json:"memory_bytes,omitempty"` // bytes of the search's own structures; may be overshot by some MiB or 2 %, whichever is more
}

// Err explains which limit is negative; nil if none is.
func (l Limits) Err() error {
	switch {
	case l.Inserted < 0 || l.Generated < 0 || l.Expanded < 0:
		return fmt.Errorf("limits: a node limit must be positive (leave it out for none)")
	case l.Time < 0:
		return fmt.Errorf("limits: the time limit %v must be positive (leave it out for none)", l.Time)
	case l.Memory < 0:
		return fmt.Errorf("limits: the memory limit of %d bytes must be positive (leave it out for none)", l.Memory)
	}
	return nil
}

// Compare compares limits one after the other. No limit counts as the widest.
func (l Limits) Compare(m Limits) int {
	if l == m {
		return 0
	}
	wide := func(n int64) uint64 { return uint64(n) - 1 } // 0, no limit, becomes the greatest
	return cmp.Or(
		cmp.Compare(wide(l.Inserted), wide(m.Inserted)),
		cmp.Compare(wide(l.Generated), wide(m.Generated)),
		cmp.Compare(wide(l.Expanded), wide(m.Expanded)),
		cmp.Compare(wide(int64(l.Time)), wide(int64(m.Time))),
		cmp.Compare(wide(l.Memory), wide(m.Memory)),
	)
}

// A Snapshot is the state of a running search.
type Snapshot struct {
	Counters
	FMin       Cost // now; -1 for WA*, which computes it only at the end
	LowerBound Cost // the greatest fmin seen
	Unit       int64
	Elapsed    time.Duration
	Fraction   float64 // used of the nearest limit, 0 to 1; 0 if none is set
	Bytes      int64   // size of the search's own structures
}

// A Watcher shows the progress of a search that takes long. It is called with the search's
// title when a second has passed, and returns a function to call with each new state and
// one to call at the end. It is a value of the context that Solve is given; see [Watched].
type Watcher func(title string) (report func(Snapshot), end func())

type watcherKey struct{}

// WatcherKey is the key of a context's Watcher.
var WatcherKey any = watcherKey{}

// Watched returns a context whose searches a Watcher shows, unless they have OnProgress; nil
// shows none.
func Watched(ctx context.Context, w Watcher) context.Context {
	return context.WithValue(ctx, WatcherKey, w)
}

// Watch notifies the Watcher of ctx that work begins, and returns its functions. If there is none, or the work is
// short, they do nothing.
func Watch(ctx context.Context, title string, long bool) (report func(Snapshot), end func()) {
	if w, ok := ctx.Value(WatcherKey).(Watcher); ok && w != nil && long {
		return w(title)
	}
	return func(Snapshot) {}, func() {}
}

// watchedAfter is how long a search takes before its progress is shown by itself.
const watchedAfter = time.Second

const (
	pollEvery     = 10 * time.Millisecond
	progressEvery = 200 * time.Millisecond
	lateAfter     = 100 * time.Millisecond
)

// limiter stops a run. Node limits are exact; the clock, the memory and the context are
// checked about every pollEvery, and lateAfter at the latest where expansions become slow.
type limiter struct {
	Limits
	ctx      context.Context
	progress func(Snapshot)
	found    func(Incumbent)
	unit     int64
	title    string
	watcher  Watcher // of the context, until it is called
	unwatch  func()  // ends what it shows

	used     time.Duration // before the run was last resumed
	resumed  time.Time     // zero while the run pauses
	polled   time.Time
	reported time.Time
	every    time.Duration // between reports of progress
	next     int64         // poll at this many expansions
	step     int64         // expansions between polls, fitted to the domain's speed
	late     atomic.Bool   // set after lateAfter, where that is earlier
	timer    *time.Timer   // sets it
	peak     int64         // greatest bytes seen
	asked    int64         // bytes when the system was last asked how much memory is left
	relay    relay
}

func newLimiter(o *options, unit int64) limiter {
	return limiter{Limits: o.limits, progress: o.progress, found: o.found, unit: unit, step: 1, every: progressEvery}
}

func (l *limiter) resume(ctx context.Context) {
	now := time.Now()
	l.ctx, l.resumed, l.polled, l.reported, l.next = ctx, now, now, now, 0
	l.timer = time.AfterFunc(lateAfter, func() { l.late.Store(true) })
	if w, ok := ctx.Value(WatcherKey).(Watcher); ok && l.progress == nil {
		l.watcher = w
	}
}

func (l *limiter) pause() {
	l.timer.Stop()
	if l.watcher = nil; l.unwatch != nil {
		l.unwatch()
		l.progress, l.unwatch = nil, nil
	}
	l.used, l.resumed = l.elapsed(), time.Time{}
}

// elapsed is the wall time of the run so far.
func (l *limiter) elapsed() time.Duration {
	if l.resumed.IsZero() {
		return l.used
	}
	return l.used + time.Since(l.resumed)
}

// reached returns the limit that forbids the next expansion, "" if there is none.
func (l *limiter) reached(s *search) Status {
	switch {
	case l.Inserted > 0 && s.Inserted >= l.Inserted, s.nodes.Len() > arena.MaxNodes-uint32(len(s.at.Items)):
		return LimitInserted
	case l.Generated > 0 && s.Generated >= l.Generated:
		return LimitGenerated
	case l.Expanded > 0 && s.Expanded >= l.Expanded:
		return LimitExpanded
	}
	if s.Expanded >= l.next || l.late.Load() {
		return l.poll(s)
	}
	return ""
}

// ends reports whether an expansion that takes long is to be given up. Then poll says why.
func (l *limiter) ends() bool {
	return l.late.Load() && (l.ctx.Err() != nil || l.Time > 0 && l.elapsed() >= l.Time)
}

func (l *limiter) poll(s *search) Status {
	if l.late.Swap(false) {
		l.timer.Reset(lateAfter)
	}
	now := time.Now()
	switch took := now.Sub(l.polled); {
	case took < pollEvery/2:
		l.step = min(l.step*2, 1<<14)
	case took > pollEvery:
		l.step = max(l.step/2, 1)
	}
	bytes := s.bytes()
	if l.Memory > 0 && bytes > 0 { // at most half of what is left to the limit
		left := float64(l.Memory-bytes) / float64(bytes) * float64(s.Expanded)
		l.step = max(min(l.step, int64(left/2)), 1)
	}
	full := l.Memory > 0 && l.full(s, bytes) || l.Memory == 0 && l.exhausts(bytes)
	l.polled, l.next = now, s.Expanded+l.step
	l.peak = max(l.peak, bytes)
	l.watch()
	if l.progress != nil && now.Sub(l.reported) >= l.every {
		l.reported = now
		l.progress(l.snapshot(s))
	}
	if l.relay.run(l, s) {
		return l.relay.done.Status
	}
	switch {
	case l.ctx.Err() != nil:
		return LimitCancelled
	case l.Time > 0 && l.elapsed() >= l.Time:
		return LimitTime
	case l.Memory > 0 && l.peak >= l.Memory, full:
		return LimitMemory
	}
	return ""
}

// watch has the search shown when that is due.
func (l *limiter) watch() {
	if l.watcher != nil && l.elapsed() >= watchedAfter {
		l.progress, l.unwatch = l.watcher(l.title)
		l.watcher = nil
	}
}

// full reports whether the next node takes a page of memory for which there is no room
// within 2 % of the limit. Before that comes up, polls get closer.
func (l *limiter) full(s *search, bytes int64) bool {
	nodes, page := s.nodes.Room()
	if bytes+page <= l.Memory+l.Memory/50 {
		return false
	}
	expansions := nodes / max(len(s.at.Items), 1)
	l.step = max(min(l.step, int64(expansions)), 1)
	return expansions == 0
}

// exhausts reports whether a search without a memory limit must end because little memory is left.
// The system is asked when the search has grown by 64 MiB.
func (l *limiter) exhausts(bytes int64) bool {
	const step = 64 << 20
	if bytes < l.asked+step {
		return false
	}
	l.asked = bytes
	return memory.Left() < 2*step+bytes/16
}

func (l *limiter) snapshot(s *search) Snapshot {
	part := func(n, limit int64) float64 {
		if limit == 0 {
			return 0
		}
		return min(float64(n)/float64(limit), 1)
	}
	elapsed := l.elapsed()
	return Snapshot{
		Counters: s.Counters, FMin: s.fmin, LowerBound: s.bound, Unit: l.unit, Elapsed: elapsed, Bytes: s.bytes(),
		Fraction: max(part(s.Inserted, l.Inserted), part(s.Generated, l.Generated), part(s.Expanded, l.Expanded),
			part(int64(elapsed), int64(l.Time)), part(s.bytes(), l.Memory)),
	}
}
