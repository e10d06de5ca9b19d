// Package foreign registers functions that show values of other libraries, so that
// kernel/show need not import these. kernel/plot, which does, adds itself.
package foreign

// all are asked in turn.
var all []func(v any) (shown any)

// Add adds a function that makes something that show knows of a value, nil of
// values that it does not know. It is to be called while packages are initialized.
func Add(f func(v any) any) { all = append(all, f) }

// Of is what is shown for a value, nil where nobody knows it.
func Of(v any) any {
	for _, f := range all {
		if shown := f(v); shown != nil {
			return shown
		}
	}
	return nil
}
