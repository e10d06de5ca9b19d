// Package watch shows a study while it runs.
package watch

import (
	"context"
	"fmt"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

// A Running study is one whose state is shown.
type Running struct {
	ended <-chan struct{}
	stop  func()
	batch *batch
}

// Stop ends the study. Finished runs are in its store.
func (s *Running) Stop() { s.stop() }

// Runs waits for the end of the study and returns its runs. If the cell's context ends
// first, it returns nil.
func (s *Running) Runs() *study.Runs {
	select {
	case <-s.ended:
		return s.batch.runs
	case <-show.Context().Done():
		return nil
	}
}

// String describes the outcome of the study, or says that it is running.
func (s *Running) String() string {
	select {
	case <-s.ended:
		return s.batch.runs.String()
	default:
		return "the study runs"
	}
}

// Study runs a study like study.Grid.Run and shows its state meanwhile, see
// plot.WatchBatch.
//
//	grid := study.Grid{Problems: "npuzzle/korf/1-20", Algorithms: engine.Named("wastar", "fs"), W: []float64{1.5, 2}}
//	s := watch.Study(grid, "study.db")
//	results := s.Runs().Must()
func Study(g study.Grid, path string, opts ...study.Option) *Running {
	b := &batch{grid: g, path: path, opts: opts[:len(opts):len(opts)]}
	s := &Running{batch: b}
	s.ended, s.stop = plot.WatchBatch(b)
	return s
}

// batch is a study as plot draws it.
type batch struct {
	grid study.Grid
	path string
	opts []study.Option
	runs *study.Runs // when it has ended
}

func (b *batch) Name() string { return b.path }

func (b *batch) Planned() (all []engine.Algorithm) {
	plan, _ := b.grid.Runs() // Run reports the error
	for _, r := range plan {
		all = append(all, r.Algorithm)
	}
	return all
}

func (b *batch) Stored() []*engine.Result {
	return b.grid.Stored(b.path, append(b.opts, study.Part(1, 1), study.OnProgress(func(study.Progress) {}))...).Results
}

func (b *batch) Run(ctx context.Context, progress func(note func() string)) ([]*engine.Result, string) {
	b.runs = b.grid.Run(ctx, b.path, append(b.opts, study.OnProgress(func(p study.Progress) {
		progress(func() string {
			note := fmt.Sprintf("%s of %s runs, %s", show.Count(int64(p.Done)), show.Count(int64(p.Total)), p.Note())
			if p.Left > 0 {
				note += ", " + show.Duration(p.Left.Round(time.Second)) + " left"
			}
			return note
		})
	}))...)
	return b.runs.Results, b.runs.String()
}
