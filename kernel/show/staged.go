package show

import "context"

// staged is what is shown at once, and completed by what takes a while, if then is
// not nil.
type staged interface {
	Staged() (now MIME, then func(context.Context) MIME)
}

// postponer is a back end that completes displays when the reader has the cell's
// answer.
type postponer interface {
	// Postpone has f called, with a context that ends when nobody waits any more.
	Postpone(f func(context.Context))
}

// showStaged shows the first stage, and completes it as soon as the back end allows.
func showStaged(v staged) {
	now, then := v.Staged()
	if then == nil {
		Display(now)
		return
	}
	place := NewPlace(now)
	complete := func(ctx context.Context) { place.Set(then(ctx)) }
	output.Lock()
	p, ok := backend().(postponer)
	output.Unlock()
	if ok {
		p.Postpone(complete)
		return
	}
	complete(Context())
}

// Sandboxed says whether what is shown comes from a script that nobody has read,
// so that it must not bring its own scripts.
func Sandboxed() bool {
	output.Lock()
	defer output.Unlock()
	_, ok := backend().(interface{ Sandboxed() })
	return ok
}
