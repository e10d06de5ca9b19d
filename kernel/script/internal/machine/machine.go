// Package machine executes the core language of package lower by yaegi. Only this package depends
// on yaegi, which could be replaced here.
//
// Errors are values. Information that yaegi gives only as text is parsed in texts.go, and unexported
// fields of yaegi are accessed in yaegi.go and values.go. Importers need neither.
package machine

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
)

// A Table holds the symbols of compiled packages, by import path and package name, as "math/rand/rand",
// and by their names: a function or a constant is its value, a variable is addressable, a type is a
// nil pointer to it, an untyped constant is a constant.Value. The format is yaegi's.
type Table = map[string]map[string]reflect.Value

// A Machine compiles programs and executes them.
type Machine interface {
	// FileSet returns the file set for the positions of compiled code.
	FileSet() *token.FileSet

	// Use adds compiled packages, or replaces some of their symbols.
	Use(Table)

	// Symbols returns the symbols of a package, which may differ from those of the tables.
	Symbols(importPath string) map[string]reflect.Value

	// Compile compiles a file, or the statements of a block, whose scope is the package scope of
	// main. An error is a *Refusal.
	Compile(ast.Node) (Program, error)

	// Execute executes a program.
	Execute(Program) Result

	// Start executes a program in a new goroutine and sends the result on the channel. cut ends all
	// executing code at its next statement, including goroutines that other programs have started.
	// After that, functions made by programs silently return zero values until revive is called, which
	// must wait until the code that was cut off has ended, or it would continue.
	Start(Program) (ended <-chan Result, cut func() (revive func()))

	// Executing reports whether a program has been started that has not ended.
	Executing() bool

	// Abandon has programs that have been started count as ended.
	Abandon()

	// Globals returns the variables and constants of package main by name. Variables that were
	// compiled but not executed are zero values of their types.
	Globals() map[string]reflect.Value
	// Live is Globals while the only program executes, which it does not disturb.
	Live() map[string]reflect.Value

	// Take has functions that are compiled from then on call the host where they assign a constant to a
	// variable of package main: what execute yields for the constant. That is ten times as fast as the
	// assignment, and as a call of a function in a Table faster still.
	Take(variable string, execute func(constant int) func())

	// Locate sets the function that returns where this goroutine keeps its position, for rt.Defers.
	Locate(at func() *int)

	// Left returns the functions that the last panic has left since Forget, innermost first.
	Left() []string

	// Forget clears them.
	Forget()

	// OnLeaving sets a function that is called as soon as a panic leaves a function, whether or not it
	// is recovered.
	OnLeaving(f func())
}

// A Program is what a Machine has compiled.
type Program interface{}

// A Result is the outcome of a program.
type Result struct {
	Value reflect.Value // of its last statement
	Err   error         // a *Panic, or a *Refusal that is found only at run time
}

// A Refusal is the error for code that a Machine does not compile.
type Refusal struct {
	Pos    token.Position // not valid if the position is unknown
	Reason string         // one line
}

func (r *Refusal) Error() string {
	if !r.Pos.IsValid() {
		return r.Reason
	}
	return fmt.Sprintf("%s: %s", r.Pos, r.Reason)
}

// A Panic is a panic that a program did not recover.
type Panic struct {
	Value any // see Thrown
}

func (p *Panic) Error() string { return fmt.Sprint("panic: ", p.Value) }

// A RuntimeError is a run-time error with Go's text.
type RuntimeError string

func (e RuntimeError) Error() string { return string(e) }

// RuntimeError makes it a runtime.Error.
func (RuntimeError) RuntimeError() {}

// A Defect is a panic that corresponds to none of Go's: an error of the machine, or a misuse of package
// reflect by the program.
type Defect string

func (d Defect) Error() string { return string(d) }
