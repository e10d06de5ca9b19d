// Package progress lets long work tell how far it is to whoever watches, without
// knowing who that is: a watcher comes with the context. So a batch started from
// a notebook's cell shows itself there, and the engine knows no notebook.
package progress

import (
	"context"
	"time"
)

// A State is how far work is.
type State struct {
	Done, Total int64
	Before      int64  // of Done, what was done before the work began
	Note        string // what else there is to tell, such as "12 solved"
	Elapsed     time.Duration
}

// A Watcher is told that work begins. It returns what is to be called with each
// new state, some times a second, and what is to be called at the end.
type Watcher func(title string) (tell func(State), end func())

type key struct{}

// Key is under which a context has its Watcher.
var Key any = key{}

// Watch tells the context's watcher that work begins. Where nobody watches, what
// it returns does nothing.
func Watch(ctx context.Context, title string) (tell func(State), end func()) {
	if w, ok := ctx.Value(Key).(Watcher); ok {
		return w(title)
	}
	return func(State) {}, func() {}
}
