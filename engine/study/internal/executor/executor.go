// Package executor makes the runs of a study on all cores and appends the finished
// ones to a shard.
package executor

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/memory"
	"github.com/focal-search/focal/engine/progress"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study/internal/ledger"
	"github.com/focal-search/focal/engine/study/internal/process"
	"github.com/focal-search/focal/engine/study/worker"
)

const (
	syncEvery     = 20 * time.Millisecond
	progressEvery = 200 * time.Millisecond
	collectEvery  = 5 * time.Second
	claimEvery    = 100 * time.Millisecond
)

// An Executor makes runs.
type Executor struct {
	Tasks    []process.Task // in the order in which they are made
	Jobs     int            // searches at a time
	Isolated bool           // each search in a process of its own
	Remote   *worker.Pool   // makes runs if there are enough; nil if there is none
	Begun    time.Time      // of the study, by which rates are computed

	Shard   *store.Shard
	Claims  *ledger.Claims                        // prevent other processes from making the same runs; nil if none can
	Collect func() (warnings []string, err error) // collects the shards into the database
	Often   bool                                  // collect also before the end, for others to see

	Progress progress.Progress       // of the study
	Report   func(progress.Progress) // called about five times a second, and at the end

	here      chan struct{}   // holds an element while a search runs here, if there is a pool
	started   <-chan struct{} // closed when runs can be made remotely; nil if none shall be
	failed    []*engine.Result
	elsewhere int
	reported  time.Time
}

// made is a run that has ended.
type made struct {
	key       string
	result    *engine.Result // nil with an error
	elsewhere bool           // another process has made it
	err       error
}

// An Outcome is what the executor did. The finished runs are in the shard.
type Outcome struct {
	Failed    []*engine.Result
	Elsewhere int      // runs that other processes have made meanwhile
	Warnings  []string // from collecting
}

// Run makes the runs until all are made or ctx is done.
func (e *Executor) Run(ctx context.Context) (Outcome, error) {
	e.report()
	defer collectLess()()
	defer memory.Hold()()
	stoppable, stop := context.WithCancel(ctx)
	defer stop()
	ctx = heeding{stoppable, ctx}
	e.employ()
	collecting := e.collect(ctx)
	finished := e.start(ctx)
	var err error
	for results := e.next(finished); results != nil && err == nil; results = e.next(finished) {
		err = e.keep(results)
	}
	stop() // after an error there is no point in continuing
	for range finished {
	}
	if e.Remote != nil {
		e.Remote.Rest()
	}
	warnings, collectErr := collecting()
	return Outcome{Failed: e.failed, Elsewhere: e.elsewhere, Warnings: warnings},
		errors.Join(err, collectErr, e.Shard.Close())
}

// A heeding context asks its parent too: in a page the kernel takes an interrupt when
// the context of the cell is asked.
type heeding struct {
	context.Context
	parent context.Context
}

func (h heeding) Err() error {
	h.parent.Err()
	return h.Context.Err()
}

// start starts the searches. The channel is closed when the last has ended.
func (e *Executor) start(ctx context.Context) <-chan made {
	finished := make(chan made, 16*min(e.Jobs, len(e.Tasks))) // so that searches do not wait for the disk
	go func() {
		defer close(finished)
		for tasks := e.Tasks; len(tasks) > 0 && ctx.Err() == nil; {
			tasks = e.pass(ctx, tasks, finished)
			if len(tasks) > 0 { // another process is making these, which may end without having done so
				select {
				case <-ctx.Done():
				case <-time.After(claimEvery):
				}
			}
		}
	}()
	return finished
}

// pass makes runs, and returns those that other processes are making.
func (e *Executor) pass(ctx context.Context, tasks []process.Task, finished chan<- made) (others []process.Task) {
	var next atomic.Int64
	var searches sync.WaitGroup
	var mu sync.Mutex
	for range min(e.Jobs, len(tasks)) {
		searches.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(tasks) {
					return
				}
				t := tasks[i]
				state, result, err := e.claim(t)
				switch {
				case err != nil:
					finished <- made{err: err}
					return
				case state == ledger.Other:
					mu.Lock()
					others = append(others, t)
					mu.Unlock()
				case state == ledger.Done:
					finished <- made{key: t.Key, result: result, elsewhere: true}
				default:
					finished <- made{key: t.Key, result: e.solve(ctx, t)}
				}
			}
		})
	}
	searches.Wait()
	return others
}

func (e *Executor) claim(t process.Task) (ledger.State, *engine.Result, error) {
	if e.Claims == nil {
		return ledger.Mine, nil, nil
	}
	return e.Claims.Take(t.Key)
}

func (e *Executor) solve(ctx context.Context, t process.Task) *engine.Result {
	switch {
	case e.Isolated:
		return t.Isolated(ctx, e.Jobs)
	case e.Remote == nil:
		return t.Here(ctx)
	}
	if !e.place(t.Named) {
		if result := t.Remote(ctx, e.Remote.Ask); result != nil {
			return result
		}
		e.place(false)
	}
	defer func() { <-e.here }()
	return t.Here(ctx)
}

// few is a number of runs for which it does not pay to start remote workers.
const few = 5

// employ starts remote workers if there are enough runs for them.
func (e *Executor) employ() {
	if e.Remote == nil {
		return
	}
	e.here = make(chan struct{}, 1)
	named := 0
	for _, t := range e.Tasks {
		if t.Named {
			named++
		}
	}
	if e.Jobs > 1 && named > few {
		e.Remote.Start(min(e.Jobs, named))
		e.started = e.Remote.Started()
	}
}

// place waits for a place for a run: at the remote workers, once one has started, if
// that is possible for the run, or here, where one search runs at a time. It reports
// whether the run has the place here.
func (e *Executor) place(remotely bool) (here bool) {
	var started <-chan struct{}
	if remotely {
		started = e.started
	}
	select {
	case <-started:
		return false
	default:
	}
	select {
	case <-started:
		return false
	case e.here <- struct{}{}:
		return true
	}
}

// next waits for finished runs, and a moment longer for others, so that they share a
// sync. It returns none at the end.
func (e *Executor) next(finished <-chan made) (results []made) {
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	var due <-chan time.Time
	for {
		select {
		case r, ok := <-finished:
			if !ok {
				return results
			}
			if results = append(results, r); due == nil {
				due = time.After(syncEvery)
			}
		case <-due:
			return results
		case <-tick.C:
			e.report()
		}
	}
}

// keep puts finished runs into the shard.
func (e *Executor) keep(results []made) error {
	var kept, others []*engine.Result
	for _, m := range results {
		switch r := m.result; {
		case m.err != nil:
			return m.err
		case m.elsewhere:
			others = append(others, r)
		case r.Status == engine.Failed:
			e.failed = append(e.failed, r)
		case r.Status != engine.LimitCancelled:
			kept = append(kept, r)
		}
	}
	if len(kept) > 0 {
		if err := e.Shard.Append(kept...); err != nil {
			return err
		}
	}
	for _, m := range results {
		if e.Claims != nil && !m.elsewhere {
			if err := e.Claims.Give(m.key); err != nil {
				return err
			}
		}
	}
	e.elsewhere += len(others)
	p := &e.Progress
	p.Done += len(kept) + len(others)
	p.Stored += len(others)
	p.Failed = len(e.failed)
	for _, r := range append(kept, others...) {
		if r.Solved() {
			p.Solved++
		}
	}
	if time.Since(e.reported) >= progressEvery || p.Ended() {
		e.report()
	}
	return nil
}

func (e *Executor) report() {
	e.reported = time.Now()
	e.Progress = e.Progress.Estimated(time.Since(e.Begun))
	e.Report(e.Progress)
}

// collect makes progress visible to others in the database, if Often is set. The
// function that it returns waits until that has ended and collects the rest.
func (e *Executor) collect(ctx context.Context) func() ([]string, error) {
	var all []string
	var err error
	once := func() {
		var warnings []string
		warnings, err = e.Collect()
		all = append(all, warnings...)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if !e.Often {
			return
		}
		tick := time.NewTicker(collectEvery)
		defer tick.Stop()
		for err == nil {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				once()
				if errors.Is(err, store.ErrBusy) { // a long import, say: what is new now is collected the next time
					err = nil
				}
			}
		}
	}()
	return func() ([]string, error) {
		<-ended
		if err == nil {
			once()
		}
		return all, err
	}
}
