package study

import (
	"fmt"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/study/worker"
)

// Runs are the outcome of a study.
type Runs struct {
	// Results are the study's runs that the store has now, in the order of Grid.Runs.
	// They have no moves, and have traces only if the study records them. If there are none,
	// one that failed says why, so that tables and charts do.
	Results  []*engine.Result
	Total    int                   // runs of the study
	Solved   int                   // of them, with a solution
	Statuses map[engine.Status]int // how many runs ended in each way
	Stored   int                   // of them, in the store or in files given by From, or made meanwhile by others
	Missing  int                   // of them, still missing
	Failed   []*engine.Result
	Warnings []string // about the machine, and about damage in the store
	Elapsed  time.Duration
	// Err is an error of the grid, of the store, or of the first run that failed. An
	// interrupt is not an error: it leaves runs missing. It is one where it comes while the
	// functions of own problems are slow to say which runs there are.
	Err error
}

// count counts a result.
func (r *Runs) count(x *engine.Result) {
	r.Statuses[x.Status]++
	if x.Solved() {
		r.Solved++
	}
}

// mark lets tables and charts of the results say that there should be more. Where there are
// none, a result that failed says it.
func (r *Runs) mark(counted bool) {
	partial := &engine.Partial{Runs: r.Total, Missing: r.Missing, Why: r.Err}
	if len(r.Results) == 0 && !counted {
		why := r.Err
		if why == nil {
			why = fmt.Errorf("0 of %d runs of the study are there: it was interrupted", r.Total)
			partial.Why = why
		}
		r.Results = []*engine.Result{{Problem: "study", Status: engine.Failed, Cost: -1, Unit: 1, Err: why, Error: why.Error()}}
	}
	for _, x := range r.Results {
		x.Partial = partial
	}
}

// Must returns the results. It panics if there is an error.
func (r *Runs) Must() []*engine.Result {
	if r.Err != nil {
		panic(r.Err)
	}
	return r.Results
}

// String returns the outcome in one line.
func (r *Runs) String() string {
	text := r.summary()
	if r.Err != nil {
		text += ": " + r.Err.Error()
	}
	return text
}

func (r *Runs) summary() string {
	text := fmt.Sprintf("%s: %d were there, %d made in %v",
		output.Many(r.Total, "run"), r.Stored, max(0, r.Total-r.Stored-r.Missing), r.Elapsed.Round(10*time.Millisecond))
	if r.Missing > 0 {
		text += fmt.Sprintf(", %d missing", r.Missing)
	}
	return text
}

// Failure returns the error that n runs failed, the first of which is in Failed; nil if none
// did.
func (r *Runs) Failure(n int) error {
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d runs failed; the first: %w", n, r.Total, r.Failed[0].Err)
}

// endWorker ends the worker that made the runs.
func (r *Runs) endWorker(w *worker.Worker) {
	p := Progress{
		Done: r.Total - r.Missing, Total: r.Total, Stored: r.Stored, Solved: r.Solved, Failed: len(r.Failed),
		Elapsed: r.Elapsed,
	}
	var failures []string
	for _, x := range r.Failed {
		failures = append(failures, x.Error)
	}
	w.End(p, failures, r.Err)
}
