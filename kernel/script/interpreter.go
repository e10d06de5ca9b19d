package script

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"log"
	"path"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/traefik/yaegi/interp"
)

// An Interpreter is yaegi with the standard library and the project's packages
// compiled in. What it adds is errors worth reading: every error is an *Error
// at a position in the source that a person wrote.
type Interpreter struct {
	yaegi *interp.Interpreter
	lines map[string][]string // source lines by file name
	at    reflect.Value       // the variable that holds the current position

	mu       sync.Mutex
	cut      <-chan struct{} // closed when the program that runs is cut off
	unwind   *unwinding
	packages *packages
}

// NewInterpreter makes an interpreter whose fmt.Print and its like write to stdout.
func NewInterpreter(stdout, stderr io.Writer) *Interpreter {
	in := &Interpreter{lines: map[string][]string{}, unwind: &unwinding{out: stderr}}
	in.yaegi = interp.New(interp.Options{
		Stdout:       stdout,
		Stderr:       in.unwind,
		GoPath:       "/nonexistent", // nothing is imported from source
		Unrestricted: true,
	})
	for _, table := range tables {
		in.Use(table)
	}
	in.Use(map[string]map[string]reflect.Value{
		"focal/select/select": {"New": reflect.ValueOf(func() *selection { return &selection{cut: in.cutOff()} })},
		"time/time":           {"Sleep": reflect.ValueOf(in.sleep)},
	})
	in.packages = newPackages()
	in.loadPrelude()
	return in
}

// Use adds compiled packages or replaces some of their symbols.
func (in *Interpreter) Use(table map[string]map[string]reflect.Value) {
	if err := in.yaegi.Use(table); err != nil {
		panic(err) // the tables are part of this program
	}
}

// Parse parses a file. The name is how errors will call it.
func (in *Interpreter) Parse(name, src string) (*ast.File, error) {
	in.lines[name] = strings.Split(src, "\n")
	return in.parse(name, src)
}

// ParseWithin parses src between lines that make a file of it. Positions refer
// to the whole source with that name, of which src is the part that begins at a
// line and column; see AddSource.
func (in *Interpreter) ParseWithin(name, before, src, after string, line, column int) (*ast.File, error) {
	directive := fmt.Sprintf("//line %s:%d:%d", path.Base(name), line, column)
	return in.parse(name, before+"\n"+directive+"\n"+src+"\n"+after)
}

// AddSource gives the text from which errors in a file take the line they show.
func (in *Interpreter) AddSource(name, src string) { in.lines[name] = strings.Split(src, "\n") }

func (in *Interpreter) parse(name, src string) (*ast.File, error) {
	file, err := parser.ParseFile(in.yaegi.FileSet(), name, src, parser.DeclarationErrors)
	if err != nil {
		return nil, in.locate(err)
	}
	return file, nil
}

// Position is where a node stands in its source.
func (in *Interpreter) Position(pos token.Pos) token.Position {
	return in.yaegi.FileSet().Position(pos)
}

// Compile compiles a file, or the statements of a block, which see and declare
// the globals of package main.
func (in *Interpreter) Compile(node ast.Node) (prog *interp.Program, err error) {
	// Yaegi logs before it panics on what it does not know.
	out := log.Writer()
	log.SetOutput(io.Discard)
	defer log.SetOutput(out)
	defer func() {
		if r := recover(); r != nil {
			err = in.ErrorAt(node.Pos(), fmt.Sprintf("the interpreter does not know some of the Go used here (%v)", r))
		}
	}()
	prog, err = in.yaegi.CompileAST(node)
	if err != nil {
		return nil, in.locate(err)
	}
	return prog, nil
}

// ErrCut is returned by Execute for a program that was cut off.
var ErrCut = fmt.Errorf("interrupted")

// Execute runs a program. When ctx is cancelled the program gets the grace to
// end by itself, because what it calls may have the same context; then it is
// cut off at its next statement. Compiled code that it has called may then
// still be running: see Running.
func (in *Interpreter) Execute(ctx context.Context, grace time.Duration, prog *interp.Program) (reflect.Value, error) {
	in.unwind.forget()
	cut, cancel := context.WithCancel(context.Background())
	in.setCut(cut.Done())
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		select {
		case <-ended:
			return
		case <-ctx.Done():
		}
		select {
		case <-ended: // goroutines that the program has left may go on
		case <-time.After(grace):
			cancel()
		}
	}()
	v, err := in.yaegi.ExecuteWithContext(cut, prog)
	if cut.Err() != nil { // v and err may still be written to
		return reflect.Value{}, ErrCut
	}
	if p, ok := err.(interp.Panic); ok {
		return v, in.panicError(panicMessage(p.Value), p.Value)
	}
	if err != nil {
		return v, in.locate(err)
	}
	return v, nil
}

// cutting is longer than it takes until no statement of a program that is being
// cut off begins any more.
const cutting = 20 * time.Millisecond

func (in *Interpreter) setCut(c <-chan struct{}) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.cut = c
}

// cutOff is closed when the program that runs is cut off.
func (in *Interpreter) cutOff() <-chan struct{} {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.cut
}

// sleep is what interpreted code gets as time.Sleep.
func (in *Interpreter) sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-in.cutOff():
		time.Sleep(cutting)
	}
}

// Running says whether a program that was cut off is still running.
func (in *Interpreter) Running() bool {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return strings.Contains(string(stacks), "(*Interpreter).ExecuteWithContext.func1(")
}

// Completed says whether the statement made by Completion was the last to run.
func (in *Interpreter) Completed() bool { return in.at.Int() == 0 }

// Globals are the variables and constants of package main by name. Variables
// that were only compiled and not executed are zero, but have their type.
func (in *Interpreter) Globals() map[string]reflect.Value {
	// Yaegi makes room for compiled variables when it executes something.
	prog, err := in.Compile(&ast.BlockStmt{})
	if err == nil {
		_, err = in.yaegi.Execute(prog)
	}
	if err != nil {
		panic(err) // an empty block is fine
	}
	return in.yaegi.Globals()
}

// prelude is what yaegi lacks, in Go that it knows, and the variable that
// instrumented code needs.
const prelude = `package main

import compiled "focal/select"

var ` + positionVar + ` int

var ` + newSelection + ` = compiled.New

func min[T' int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | float32 | float64 | string](x T', rest ...T') T' {
	for _, y := range rest {
		if y < x || y != y {
			x = y
		}
	}
	return x
}

func max[T' int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | float32 | float64 | string](x T', rest ...T') T' {
	for _, y := range rest {
		if y > x || y != y {
			x = y
		}
	}
	return x
}

func clear[K' comparable, V' any](m map[K']V') {
	for k := range m {
		delete(m, k)
	}
}
`

// loadPrelude interprets the prelude.
func (in *Interpreter) loadPrelude() {
	file, err := in.Parse("prelude.go", strings.ReplaceAll(prelude, "'", "ʹ"))
	if err == nil {
		prog, cerr := in.Compile(file)
		if err = cerr; err == nil {
			_, err = in.yaegi.Execute(prog)
		}
	}
	if err != nil {
		panic(err)
	}
	in.at = in.Globals()[positionVar]
}
