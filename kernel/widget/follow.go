package widget

import (
	"context"
	"slices"
)

// A Follower is work that is repeated when a reader moves a widget.
type Follower struct {
	work   func(moved context.Context)
	failed func(error)
	cancel context.CancelFunc // cancels the running work; nil if none is running
}

// behind are the followers with pending work, in order, guarded by all.
var behind []*Follower

// Follow arranges that Work calls work after each move of one of the widgets. A move
// during a call cancels show.Context and the context passed to work, and then work is
// called again. An interrupt does not cancel the context passed to work. If work panics,
// failed is called with the error.
func Follow(widgets []*Model, work func(moved context.Context), failed func(error)) {
	all.Lock()
	defer all.Unlock()
	f := &Follower{work: work, failed: failed}
	for _, w := range widgets {
		w.follower = f
	}
}

// moved records that a widget has moved. The caller holds all.
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

// Work runs the pending work of one follower and reports whether there was any. It calls
// do with the work and with a context that a move of a widget cancels.
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
