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
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study/internal/task"
	"github.com/focal-search/focal/engine/study/progress"
)

const (
	syncEvery     = 20 * time.Millisecond
	progressEvery = 200 * time.Millisecond
	collectEvery  = 5 * time.Second
)

// An Executor makes runs.
type Executor struct {
	Tasks    []task.Task // in the order in which they are made
	Jobs     int         // searches at a time
	Isolated bool        // each search in a process of its own
	Begun    time.Time   // of the study, by which rates are computed

	Shard   *store.Shard
	Collect func() (warnings []string, err error) // takes the shards into the database
	Often   bool                                  // collect also before the end, for others to see

	Progress progress.Progress       // of the study
	Report   func(progress.Progress) // called about five times a second, and at the end

	failed   []*engine.Result
	reported time.Time
}

// An Outcome is what the executor did. The finished runs are in the shard.
type Outcome struct {
	Failed   []*engine.Result
	Warnings []string // from collecting
}

// Run makes the runs until all are made or ctx is done.
func (e *Executor) Run(ctx context.Context) (Outcome, error) {
	e.report()
	defer collectLess()()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	collecting := e.collect(ctx)
	finished := e.start(ctx)
	var err error
	for results := e.next(finished); results != nil && err == nil; results = e.next(finished) {
		err = e.keep(results)
	}
	stop() // after an error there is no point in going on
	for range finished {
	}
	warnings, collectErr := collecting()
	return Outcome{Failed: e.failed, Warnings: warnings}, errors.Join(err, collectErr, e.Shard.Close())
}

// start starts the searches. The channel is closed when the last has ended.
func (e *Executor) start(ctx context.Context) <-chan *engine.Result {
	jobs := min(e.Jobs, len(e.Tasks))
	finished := make(chan *engine.Result, 16*jobs) // so that searches do not wait for the disk
	var next atomic.Int64
	var searches sync.WaitGroup
	for range jobs {
		searches.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(e.Tasks) {
					return
				}
				finished <- e.solve(ctx, e.Tasks[i])
			}
		})
	}
	go func() {
		searches.Wait()
		close(finished)
	}()
	return finished
}

func (e *Executor) solve(ctx context.Context, t task.Task) *engine.Result {
	if e.Isolated {
		return t.Isolated(ctx, e.Jobs)
	}
	return t.Solve(ctx)
}

// next waits for finished runs, and a moment for others, so that they share a
// sync. It returns none at the end.
func (e *Executor) next(finished <-chan *engine.Result) (results []*engine.Result) {
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
func (e *Executor) keep(results []*engine.Result) error {
	var kept []*engine.Result
	for _, r := range results {
		switch {
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
	p := &e.Progress
	p.Done += len(kept)
	p.Failed = len(e.failed)
	for _, r := range kept {
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

// collect lets others see in the database what has been done so far, if Often. The
// function that it returns waits for its end and collects the rest.
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
