// Package script runs Go files without compiling them: yaegi interprets the
// file, and the standard library and the project's packages are compiled in, so
// that a search runs at full speed and output begins within some tens of
// milliseconds. The same file runs with go run.
//
// Run parses a file, checks its imports (imports.go), and type-checks it with go/types against the
// exports in the symbol tables (packages.go). Then:
//
//   - package lower translates it into a small core language, or refuses it;
//   - package adapt, under internal, rewrites what yaegi executes differently from Go, and makes statements
//     that may panic record their positions, so that the error for a panic has a line;
//   - package machine, under internal, compiles and executes it with yaegi, and returns the outcome as values.
//
// The functions that rewritten programs call are in package rt, or here if they need the interpreter's
// state. Every error is an *Error with a position in the source (error.go). This includes a panic in a
// goroutine (goroutine.go) and endless recursion, which would crash a compiled program (deep.go).
//
// An untrusted script can be run in a sandbox (sandbox.go). A note on standard error
// says when a script is slow because it is interpreted (slow.go). A script can also be
// compiled (compile.go).
//
// A script computes what compiled Go computes, or it is refused before its first statement
// runs. The following are refused; the error gives the position and an alternative (package
// lower, refuse.go):
//
//   - reflection on the program's own types ("reflect.TypeOf does not know the program's own types");
//
//   - slices, maps, arrays, pointers and channels that are made of themselves without a struct or a declared function
//     type between ("the interpreter has no types that are made of themselves, as T");
//
//   - encoding/json of what has methods for it inside a value or in an interface, and of embedded
//     structs beside other fields ("encoding/json does not see the method MarshalJSON of T here"), and
//     of interfaces with methods; what encoding/gob, encoding/xml, log/slog, testing/quick, a template's
//     functions and reflect.DeepEqual would see otherwise of the program's own types, and such functions
//     as values (looking.go);
//
//   - errors.As for an interface ("the interpreter's errors.As finds no interface"), and the method As of an
//     error ("the interpreter's errors.As does not call the method As of an error");
//
//   - assertions of pointers that are taken for those to a type of the program with methods ("in an
//     interface the interpreter takes *T for *float64");
//
//   - names of the standard library that are newer than yaegi's tables ("undefined:
//     reflect.TypeFor");
//
//   - what reveals the interpreter's stack, memory and goroutines ("runtime.Caller would tell of the
//     interpreter's stack"), and signs of zeros ("the interpreter loses the sign of a zero").
//
//   - == of structs and arrays with interfaces in them that may hold values of types with methods, and
//     maps with such keys ("the interpreter does not compare what is in the interfaces of S");
//
//   - assertions of an interface of a package that a type of the program implements, except error and
//     fmt.Stringer ("the interpreter does not find the methods of the program's own types in a
//     io.Closer that is asserted"), and of fmt.Stringer where a pointer has it by its value's methods.
//
//   - types that have the structure of a package's struct with fields that are not exported ("the interpreter
//     cannot declare a type of the structure of sync.Mutex"), and a type called error;
//
//   - arrays of more than 1 GiB ("the interpreter has no arrays of more than 1 GiB").
//
// A package that is not compiled in is refused as well. Some texts are not refused, but differ
// from Go's: an error of encoding/json does not name a declared type; a format that is
// known only at run time shows the interpreter's types if it has too many arguments, or
// an argument of a declared type as a width; the message of an index out of range has no
// number if the program does not use the recovered value; and an uncaught panic is
// reported in one line.
//
// A program whose goroutines are all asleep hangs. Go's runtime detects this because it knows
// all goroutines and timers; here compiled code in the process could still wake one.
package script

import (
	"context"
	"errors"
	"flag"
	"go/ast"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

// grace is how long an interrupted script may continue, to show what it reached.
const grace = 700 * time.Millisecond

// Run interprets the file at path, a package main, with the given arguments.
// When ctx is cancelled the script ends within a second, with ctx's error. An
// error in the script is an *Error. A script that calls os.Exit ends the process.
// If a script spends long in interpreted code, Run prints to stderr how much
// faster it would run if it were compiled. Its searches go on compiled: see SetRelay.
func Run(ctx context.Context, path string, args []string, stdout, stderr io.Writer) error {
	ended := make(chan struct{})
	var noting sync.WaitGroup
	noting.Go(func() { noteSlowness(path, stderr, ended) })
	defer noting.Wait() // nothing is written after Run returns
	defer close(ended)
	usual := collectLater()
	defer usual()
	in := NewInterpreter(stdout, stderr)
	in.begins = usual
	in.relay = relay
	defer show.SetHandover(nil)
	return in.run(ctx, path, args)
}

// A Relay lets a script record what it makes, and continues the searches of that in compiled programs:
// it returns the script to be interpreted.
type Relay func(in *Interpreter, path string, file *ast.File, notes io.Writer) (*ast.File, engine.Handover)

var relay Relay

// SetRelay sets the Relay of the scripts that Run and Load interpret. Package relay has it.
func SetRelay(r Relay) { relay = r }

func (in *Interpreter) run(ctx context.Context, path string, args []string) error {
	src, err := ReadSource(path)
	if err != nil {
		return err
	}
	return in.runSource(ctx, path, src, args)
}

// mostSource is the greatest length of a script in bytes.
const mostSource = 16 << 20

// ReadSource reads a script. It is an error if the script has more than 16 MiB, as
// an endless device or pipe may have.
func ReadSource(path string) (string, error) {
	in, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	src, err := io.ReadAll(io.LimitReader(in, mostSource+1))
	if err == nil && len(src) > mostSource {
		err = &os.PathError{Op: "read", Path: path, Err: errors.New("a script has at most 16 MiB")}
	}
	return string(src), err
}

func (in *Interpreter) runSource(ctx context.Context, path, src string, args []string) error {
	in.becomeProgram(path, args)
	return in.execute(ctx, path, src)
}

// execute prepares a script and executes it.
func (in *Interpreter) execute(ctx context.Context, path, src string) error {
	var prog Program
	var err error
	prepared := make(chan struct{})
	go func() {
		prog, err = in.prepare(path, src)
		close(prepared)
	}()
	select {
	case <-prepared:
	case <-ctx.Done():
		select {
		case <-prepared:
		case <-time.After(grace): // go/types may take forever
			return context.Cause(ctx)
		}
	}
	if err != nil {
		return err
	}
	in.begins()
	_, err = in.Execute(ctx, func() time.Duration { return grace }, prog)
	if errors.Is(err, ErrCut) {
		return context.Cause(ctx)
	}
	return err
}

// prepare compiles a script and reports all of its compile-time errors.
func (in *Interpreter) prepare(path, src string) (prog Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = in.Defect(path, r)
		}
	}()
	file, err := in.Parse(path, commentShebang(src))
	if err != nil {
		return nil, err
	}
	if file.Name.Name != "main" {
		return nil, in.ErrorAt(file.Name.Pos(), "package "+file.Name.Name+
			" is not a script: a script is a package main with a func main")
	}
	if !declaresMain(file) && !in.loads {
		return nil, in.ErrorAt(file.Name.Pos(), "a script needs a func main")
	}
	if in.loads && len(file.Decls) > 0 {
		withoutMain(file)
	}
	if err := in.checkImports(file); err != nil {
		return nil, err
	}
	if in.relay != nil {
		var handover engine.Handover
		file, handover = in.relay(in, path, file, in.stderr)
		show.SetHandover(handover)
	}
	if err := in.Lower(file, Scope{}); err != nil {
		return nil, err
	}
	prog, err = in.Compile(file) // Lower has checked the types
	return prog, refusal(err)
}

// refusal marks an error as one that may not occur if the program is compiled.
func refusal(err error) error {
	var e *Error
	if errors.As(err, &e) {
		e.Refused = true
	}
	return err
}

// commentShebang turns a first line such as #!/usr/bin/env -S focal script into a
// comment without changing any position.
func commentShebang(src string) string {
	if rest, ok := strings.CutPrefix(src, "#!"); ok {
		return "//" + rest
	}
	return src
}

// becomeProgram gives the script the command line that it would have in its own
// process.
func (in *Interpreter) becomeProgram(path string, args []string) {
	os.Args = append([]string{path}, args...)
	flag.CommandLine = flag.NewFlagSet(path, flag.ExitOnError)
	flag.CommandLine.Usage = func() { flag.Usage() }
	for pkg, vars := range map[string]map[string]reflect.Value{
		"os":   {"Args": reflect.ValueOf(&os.Args).Elem()},
		"flag": {"CommandLine": reflect.ValueOf(&flag.CommandLine).Elem()},
	} {
		for name, v := range vars {
			if in.library.members(pkg)[name].IsValid() {
				in.Use(map[string]map[string]reflect.Value{pkg + "/" + pkg: {name: v}})
			}
		}
	}
}

func declaresMain(file *ast.File) bool {
	return slices.ContainsFunc(file.Decls, func(decl ast.Decl) bool {
		f, ok := decl.(*ast.FuncDecl)
		return ok && f.Recv == nil && f.Name.Name == "main"
	})
}
