// Package script runs Go files without compiling them: yaegi interprets the
// file, and the standard library and the project's packages are compiled in, so
// that a search runs at full speed and output begins within some tens of
// milliseconds. The same file runs with go run.
//
// On its way to yaegi a file is parsed, its imports are checked (imports.go), go/types
// checks it as the compiler does, package lower makes a small core language of it, what
// yaegi gets wrong of that is rewritten (lower.go), and statements that may panic are made
// to record their position, so that a panic can be told with its line (position.go). What
// packages export go/types learns from the symbol tables (packages.go). Every error is an
// *Error at a place in the source (error.go), also a panic in a goroutine (goroutine.go)
// and endless recursion, by which a program of Go's would crash (deep.go).
//
// A script from elsewhere can be run in a sandbox (sandbox.go). One that is slow
// because it is interpreted is told so (slow.go), and can be compiled (compile.go).
//
// What remains is: no generic functions of the standard library (slices.Sort,
// maps.Keys) and none of the library newer than Go 1.22; generic types have one
// parameter, and a generic function cannot call one that is variadic or of several
// type parameters with its own; no range over functions; a function literal that
// changes a loop's variable, or is deferred in a loop and recovers, sees that of all
// iterations. A method used as a value shares its receiver. A struct with an embedded interface of the library has its
// methods for calls alone: it does not implement it, and is not known where it has
// no other field. A panic in a deferred function keeps the function's other ones
// from running, and a method deferred in a loop cannot recover. A loop's last clause
// (a, b = b, a in for ...; ...; a, b = b, a) assigns neither results to elements of a
// map nor several values to interfaces. A runtime error says index out of range, not
// which. Package variables get their values in the order of the source where the type
// of one cannot be written, because its package is not imported. goto the label of a
// select, or of a switch that is rewritten, does not evaluate again what it is about.
//
// Interfaces do not know the types of a program as Go does. Types with the same
// structure are one to x.(T): a type without methods is its underlying type, also
// in a type switch, and []Color is []int. A pointer in an empty interface has the
// methods declared for pointers only. x.(I) for an interface of the program panics
// where x is of an empty one and its value is wanted: a type switch yields it. Of
// the library's interfaces, error and fmt.Stringer hold values of the program that
// can be asked for their methods. errors.Is and errors.As do not know such errors,
// and neither x.(T) nor a type switch finds one that is a struct and no pointer;
// == takes two of those for one if their texts and last fields are. Structs and
// arrays with interfaces in them are not equal if those hold values of the
// program, nor does a map with keys of error, fmt.Stringer or such a struct find
// them. fmt calls the String and Error methods of what it is given, not of the
// elements and fields in it, and shows those of interfaces as they are stored; %T
// and %#v show yaegi's types. encoding/json does not call the methods of what is
// inside a value, and takes an embedded struct for a field.
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
	defer close(ended)
	go noteSlowness(path, stderr, ended)
	return NewInterpreter(stdout, stderr).run(ctx, path, args)
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
	file, err := in.Parse(path, commentShebang(src))
	if err != nil {
		return err
	}
	if file.Name.Name != "main" {
		return in.ErrorAt(file.Name.Pos(), "package "+file.Name.Name+" is not a script: a script is a package main with a func main")
	}
	if !declaresMain(file) {
		return in.ErrorAt(file.Name.Pos(), "a script needs a func main")
	}
	in.becomeProgram(path, args)
	if err := in.checkImports(file); err != nil {
		return err
	}
	if err := in.Lower(file, Scope{}); err != nil {
		return err
	}
	prog, err := in.Compile(file) // types are right: Lower has checked them
	if err != nil {
		return refusal(err)
	}
	_, err = in.Execute(ctx, func() time.Duration { return grace }, prog)
	if errors.Is(err, ErrCut) {
		return context.Cause(ctx)
	}
	return err
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
