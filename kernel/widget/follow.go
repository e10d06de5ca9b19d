package widget

import (
	"context"
	"slices"
)

// A Follower is work that is done anew when a reader moves a widget.
type Follower struct {
	work   func(moved context.Context)
	failed func(error)
	cancel context.CancelFunc // ends the work that is being done; nil while there is none
}

// behind are the followers whose work is to be done, in order; the caller holds all.
var behind []*Follower

// Follow has work done, by Work, after each move of one of the widgets. Moves
// that come while it is being done end it, by show.Context and the context that it
// gets, which an interrupt does not end; then it begins anew. Where it panics
// failed has the error.
func Follow(widgets []*Model, work func(moved context.Context), failed func(error)) {
	all.Lock()
	defer all.Unlock()
	f := &Follower{work: work, failed: failed}
	for _, w := range widgets {
		w.follower = f
	}
}

// moved notes that a widget has moved. The caller holds all.
func (f *Follower) moved() {
	if f == nil {
		return
	}
	if !slices.Contains(behind, f) {
		behind = append(behind, f)
	}
	if f.cancel != nil {
		f.cancel()
	}
}

// Work does the work of one follower that is behind, by a call of do with it and
// with a context that ends when a widget moves, and says whether there was one.
func Work(ctx context.Context, do func(ctx context.Context, work func()) error) bool {
	all.Lock()
	if len(behind) == 0 {
		all.Unlock()
		return false
	}
	f := behind[0]
	behind = behind[1:]
	ctx, f.cancel = context.WithCancel(ctx)
	defer f.cancel()
	all.Unlock()
	if err := do(ctx, func() { f.work(ctx) }); err != nil {
		f.failed(err)
	}
	all.Lock()
	defer all.Unlock()
	f.cancel = nil
	return true
}
