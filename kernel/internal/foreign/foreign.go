// Package foreign registers functions that show values of other libraries, so that
// kernel/show need not import these. kernel/plot registers its own.
package foreign

// all are the registered functions, tried in turn.
var all []func(v any) (shown any)

// Add registers a function that turns a value into one that kernel/show can display. It
// returns nil for other values. Call Add during package initialization.
func Add(f func(v any) any) { all = append(all, f) }

// Of returns the value to display for v; nil if no registered function knows it.
func Of(v any) any {
	for _, f := range all {
		if shown := f(v); shown != nil {
			return shown
		}
	}
	return nil
}
