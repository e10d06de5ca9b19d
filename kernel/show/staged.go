package show

import "context"

// staged is implemented by values that are shown at once and, if then is not nil,
// completed later by then, which may take a while.
type staged interface {
	Staged() (now MIME, then func(context.Context) MIME)
}

// postponer is a back end that completes displays after the cell's reply has been sent.
type postponer interface {
	// Postpone arranges a later call of f, with a context that ends when the result is no
	// longer needed.
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
	if p, ok := backendAs[postponer](); ok {
		p.Postpone(complete)
		return
	}
	complete(Context())
}

// Sandboxed reports whether the output comes from an untrusted script and must therefore
// not contain scripts.
func Sandboxed() bool {
	_, ok := backendAs[interface{ Sandboxed() }]()
	return ok
}
