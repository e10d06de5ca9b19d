package adapt

import "strings"

// Names of variables in the prelude: of two the host executes the assignments, of positions, in place of
// the machine, and knows by them where a program is, and at which place a function calls others. In the
// other two a part of a session leaves its value, and that it has run to its end.
const (
	Position = "ʹat"
	Calls    = "ʹcalls"
	Result   = "ʹresult"
	Ended    = "ʹended"
)

// Names of compiled functions: RunFunc calls the function that it is given, CallFunc what the host
// wants to be called.
const (
	RunFunc  = "ʹrun"
	CallFunc = "ʹcall"
)

// Prelude declares functions that yaegi lacks, in Go that it knows, and the variables of adapted
// programs. It is interpreted before any of them, and imports the host's package focal/compiled.
var Prelude = strings.ReplaceAll(prelude, "'", "ʹ")

const prelude = `package main

import "focal/compiled"

var ` + Position + ` int

var ` + Calls + ` int

var ` + SelectFunc + ` = compiled.Select

var ` + Result + ` any

var ` + Ended + ` bool

var ` + RunFunc + ` = compiled.Body

var ` + CallFunc + ` = compiled.Call

var ` + ShowFunc + ` = compiled.Show

var ` + DisplayFunc + ` = compiled.Display

var ` + RowsFunc + ` = compiled.Rows

var ` + TextFunc + ` = compiled.Text

var ` + ProblemFunc + ` = compiled.Problem

var ` + CellsFunc + ` = compiled.Cells

var ` + FormatFunc + ` = compiled.Format

var ` + someFunc + ` = compiled.Some

var ` + RunesFunc + ` = compiled.Runes

var ` + InternFunc + ` = compiled.Intern

type 'boxed int

func ('boxed) Error() string { return "" }

func init() {
	var x any = 'boxed(0)
	compiled.Learn(&x)
	var y 'Stringer = compiled.Compiled
	compiled.LearnCompiled(&y)
}

type 'Error interface { Error() string }

type 'Stringer interface { String() string }

func 'error(x any, _ *error) (error, bool) {
	if x == nil {
		return nil, false
	}
	return compiled.AsError(x)
}

func 'keepStringer(x 'Stringer) compiled.Stringer {
	if x != nil && compiled.IsNil([]any{x}) {
		return compiled.Described(x, func() string { return x.String() })
	}
	if fails, ok := x.('Error); ok {
		return compiled.Failing(x, func() string { return x.String() }, func() string { return fails.Error() })
	}
	return x
}

func 'stringer(x any, _ *compiled.Stringer) (compiled.Stringer, bool) {
	if x == nil {
		return nil, false
	}
	if _, ok := x.('Stringer); ok {
		switch s := x.(type) {
		case 'Stringer:
			return 'keepStringer(s), true
		}
	}
	return compiled.AsStringer(x)
}

func 'differ(x, y any) int { return compiled.Differ([]any{x, y}) }

func 'panic(x any) any {
	if x == nil {
		return nil
	}
	if _, ok := x.('Error); ok {
		switch e := x.(type) {
		case 'Error:
			return compiled.Panicked(x, func() string { return e.Error() })
		}
	}
	if _, ok := x.('Stringer); ok {
		switch s := x.(type) {
		case 'Stringer:
			return compiled.Panicked(x, func() string { return s.String() })
		}
	}
	return x
}

func 'showAll(xs []any) []any {
	var x any = xs
	return compiled.ShowAll(x, false)
}

func 'formatAll(xs []any) []any {
	var x any = xs
	return compiled.ShowAll(x, true)
}

func clear(x any) { compiled.Clear(x) }
`
