// Package progress reports the progress of a study to a watcher, which is a value of
// the context. A study started in a notebook cell is shown there, although the engine
// knows nothing of notebooks.
package progress

import (
	"context"
	"fmt"
	"time"
)

// Progress is the progress of a study.
type Progress struct {
	Done    int           `json:"done"` // runs in the store
	Total   int           `json:"total"`
	Stored  int           `json:"stored"` // of Done, in the store before the study began
	Solved  int           `json:"solved"` // of Done, with a solution
	Failed  int           `json:"failed"`
	Elapsed time.Duration `json:"elapsed_ns"`
	Rate    float64       `json:"rate"`    // runs made per second
	Left    time.Duration `json:"left_ns"` // estimated; 0 while nothing is known
}

// Ended reports whether every run is in the store or has failed.
func (p Progress) Ended() bool { return p.Done+p.Failed == p.Total }

// Note summarizes the outcomes so far, such as "12 solved, 1 failed".
func (p Progress) Note() string {
	note := fmt.Sprintf("%d solved", p.Solved)
	if p.Failed > 0 {
		note += fmt.Sprintf(", %d failed", p.Failed)
	}
	return note
}

// Estimated returns p with the rate and the time left, given the time elapsed. Runs are
// made in a shuffled order, so those made so far predict the rest.
func (p Progress) Estimated(elapsed time.Duration) Progress {
	p.Elapsed = elapsed
	if made := p.Done - p.Stored + p.Failed; made > 0 {
		p.Rate = float64(made) / p.Elapsed.Seconds()
		p.Left = time.Duration(float64(p.Total-p.Done-p.Failed) / p.Rate * float64(time.Second))
	}
	return p
}

// A Watcher is called when a study begins. It returns a function to call with each
// new state, several times a second, and one to call at the end.
type Watcher func(title string) (report func(Progress), end func())

type key struct{}

// Key is the key of a context's Watcher.
var Key any = key{}

// Watch notifies the watcher of ctx that a study begins. Without a watcher the
// functions that it returns do nothing.
func Watch(ctx context.Context, title string) (report func(Progress), end func()) {
	if w, ok := ctx.Value(Key).(Watcher); ok {
		return w(title)
	}
	return func(Progress) {}, func() {}
}
