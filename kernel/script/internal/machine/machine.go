// Package machine executes the core language of package lower. What executes it is yaegi, which
// only this package knows: it could be exchanged here.
//
// Errors are values. What yaegi says only by a text is read in one place (texts.go), and where it
// hides something that is needed, it is taken out here (yaegi.go, values.go). Nothing above has to
// know either.
package machine

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
)

// A Table is the symbols of compiled packages, by import path and package name, as "math/rand/rand",
// and by their names: a function or a constant is its value, a variable is addressable, a type is a
// nil pointer to it, an untyped constant is one of go/constant. This form is yaegi's.
type Table = map[string]map[string]reflect.Value

// A Machine compiles programs and executes them.
type Machine interface {
	// FileSet has the positions of what is compiled.
	FileSet() *token.FileSet

	// Use adds compiled packages, or replaces some of their symbols.
	Use(Table)

	// Symbols are those of a package, which may be other functions than those of the tables.
	Symbols(importPath string) map[string]reflect.Value

	// Compile compiles a file, or the statements of a block, which see and declare the globals of
	// package main. An error is a *Refusal.
	Compile(ast.Node) (Program, error)

	// Execute executes a program.
	Execute(Program) Result

	// Start does so in a goroutine of its own. The channel yields the result. cut has all that is
	// executed end at its next statement, also goroutines that other programs have begun. From then
	// on functions that programs have made yield zero values without a word, until revive is called:
	// not before nothing is left of what was cut off, or it would go on.
	Start(Program) (ended <-chan Result, cut func() (revive func()))

	// Executing says whether a program has been started that has not ended.
	Executing() bool

	// Globals are the variables and constants of package main by name. Variables that were only
	// compiled and not executed are zero, but have their type.
	Globals() map[string]reflect.Value

	// Take has functions that are compiled from then on call the host where they assign a constant to a
	// variable of package main: what execute yields for the constant. That is ten times as fast as the
	// assignment, and as a call of a function in a Table faster still.
	Take(variable string, execute func(constant int) func())

	// Left are the functions that the last panic has left since Forget, the innermost first.
	Left() []string

	// Forget forgets them.
	Forget()

	// OnLeaving has f called as soon as a panic leaves a function, whether or not it is recovered.
	OnLeaving(f func())
}

// A Program is what a Machine has compiled.
type Program interface{}

// A Result is what has become of a program.
type Result struct {
	Value reflect.Value // of its last statement
	Err   error         // a *Panic, or a *Refusal of what is found only now
}

// A Refusal says that a Machine does not compile something.
type Refusal struct {
	Pos    token.Position // not valid where the place is not known
	Reason string         // one line
}

func (r *Refusal) Error() string {
	if !r.Pos.IsValid() {
		return r.Reason
	}
	return fmt.Sprintf("%s: %s", r.Pos, r.Reason)
}

// A Panic is one that has left a program.
type Panic struct {
	Value any // see Thrown
}

func (p *Panic) Error() string { return fmt.Sprint("panic: ", p.Value) }

// A RuntimeError is a run-time error of Go's, in Go's words.
type RuntimeError string

func (e RuntimeError) Error() string { return string(e) }

// RuntimeError makes it a runtime.Error.
func (RuntimeError) RuntimeError() {}

// A Defect is a panic that stands for none of Go's: something that the machine gets wrong, or a
// misuse of package reflect by the program.
type Defect string

func (d Defect) Error() string { return string(d) }
