// Package script runs Go files without compiling them: yaegi interprets the
// file, and the standard library and the project's packages are compiled in, so
// that a search runs at full speed and output begins within some tens of
// milliseconds. The same file runs with go run.
//
// A file takes these steps. It is parsed, its imports are checked (imports.go), and go/types checks it
// as the compiler does, with the exports of packages that the symbol tables have (packages.go). Then:
//
//   - package lower translates it into a small core language, or refuses it;
//   - package adapt, under internal, rewrites what yaegi does not execute as Go does, and has statements
//     that may panic record their positions, so that the error of a panic has its line;
//   - package machine, under internal, has yaegi compile and execute it, and returns the outcome as values.
//
// What rewritten programs call is in package rt, and here where it needs the interpreter's state. Every
// error is an *Error with a position in the source (error.go). This includes a panic in a goroutine
// (goroutine.go) and endless recursion, which would crash a compiled program (deep.go).
//
// An untrusted script can be run in a sandbox (sandbox.go). A note on standard error
// says that a script is slow because it is interpreted (slow.go). It can be compiled
// (compile.go).
//
// A script computes what compiled Go computes, or it is refused before its first statement
// runs. The following are refused; the error gives the position and an alternative (package
// lower, refuse.go):
//
//   - reflection on the program's own types ("reflect.TypeOf does not know the program's own types");
//
//   - types that are made of themselves without a struct between ("the interpreter has no types that
//     are made of themselves, as T");
//
//   - structs with fields that end in the struct itself and begin with another type that leads back to itself, or
//     with an interface ("the interpreter cannot make the type T with a field of type func(*R) *T");
//
//   - the address of a field that holds a struct which points back ("the interpreter cannot take the
//     address of a T in the U to which it points");
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
//   - one of several values put into an interface that would lose its type there ("the interpreter
//     cannot put one of several values, of type T, into an interface");
//
//   - assertions of pointers that are taken for those to a type of the program with methods ("in an
//     interface the interpreter takes *T for *float64");
//
//   - names of the standard library that are newer than yaegi's tables ("undefined:
//     reflect.TypeFor");
//
//   - what tells of the interpreter's stack, memory and goroutines ("runtime.Caller would tell of the
//     interpreter's stack"), and signs of zeros ("the interpreter loses the sign of a zero").
//
//   - == of structs and arrays with interfaces in them that may hold values of types with methods, and
//     maps with such keys ("the interpreter does not compare what is in the interfaces of S");
//
//   - assertions of an interface of a package that a type of the program implements, but error and
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
// known only when the program runs shows the interpreter's types where it has too many
// arguments, or one of a declared type as a width; an index out of range has no number where
// nothing looks at what it recovers; and an uncaught panic is reported in one line.
//
// A nil pointer to a type of the program that it puts into an interface of a package, but error and
// fmt.Stringer, is a panic that says so.
//
// A program whose goroutines are all asleep hangs. Go's runtime detects this because it knows
// all goroutines and timers; here compiled code of the process could still wake one.
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
)

// grace is how long an interrupted script may go on to show what it reached.
const grace = 700 * time.Millisecond

// Run interprets the file at path, a package main, with the given arguments.
// When ctx is cancelled the script ends within a second, with ctx's error. An
// error in the script is an *Error. A script that calls os.Exit ends the process.
// One that spends long in interpreted code is told on stderr what compiling it
// would bring.
func Run(ctx context.Context, path string, args []string, stdout, stderr io.Writer) error {
	ended := make(chan struct{})
	var noting sync.WaitGroup
	noting.Go(func() { noteSlowness(path, stderr, ended) })
	defer noting.Wait() // nothing is written afterwards
	defer close(ended)
	usual := collectLater()
	defer usual()
	in := NewInterpreter(stdout, stderr)
	in.begins = usual
	return in.run(ctx, path, args)
}

func (in *Interpreter) run(ctx context.Context, path string, args []string) error {
	src, err := ReadSource(path)
	if err != nil {
		return err
	}
	return in.runSource(ctx, path, src, args)
}

// mostSource is how long a script may be, in bytes.
const mostSource = 16 << 20

// ReadSource reads a script. One of more than 16 MiB, as a device or a pipe may be
// that never ends, is an error.
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
	var prog Program
	var err error
	in.becomeProgram(path, args)
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
		case <-time.After(grace): // there is source for which go/types takes forever
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

// prepare compiles a script, all errors of which it finds before the first statement runs.
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
	if !declaresMain(file) {
		return nil, in.ErrorAt(file.Name.Pos(), "a script needs a func main")
	}
	if err := in.checkImports(file); err != nil {
		return nil, err
	}
	if err := in.Lower(file, Scope{}); err != nil {
		return nil, err
	}
	prog, err = in.Compile(file) // types are right: Lower has checked them
	return prog, refusal(err)
}

// refusal marks an error as one that a compiled program may not have.
func refusal(err error) error {
	var e *Error
	if errors.As(err, &e) {
		e.Refused = true
	}
	return err
}

// commentShebang turns a first line like #!/usr/bin/env -S focal script into a
// comment and leaves all positions as they are.
func commentShebang(src string) string {
	if rest, ok := strings.CutPrefix(src, "#!"); ok {
		return "//" + rest
	}
	return src
}

// becomeProgram gives the script the command line that it would have as a
// process of its own.
func (in *Interpreter) becomeProgram(path string, args []string) {
	os.Args = append([]string{path}, args...)
	flag.CommandLine = flag.NewFlagSet(path, flag.ExitOnError)
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
