package machine

import (
	"embed"
	"errors"
	"go/ast"
	"go/token"
	"io"
	"log"
	"maps"
	"path"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/traefik/yaegi/interp"
	"github.com/traefik/yaegi/stdlib/generic"
)

// A yaegi is a Machine.
type yaegi struct {
	*leaving
	in *interp.Interpreter
	// shared are the import paths of packages whose symbols are in a table, and not in a copy of it.
	shared    map[string]bool
	taken     map[string]func(constant int) func() // see Take
	at        func() *int                          // see Locate
	running   *uint64                              // the number of the run, see Start
	executing atomic.Pointer[atomic.Int64]         // programs that were started and have not ended
}

// New makes a machine whose fmt and log print to the writers.
func New(stdout, stderr io.Writer) Machine {
	prepare()
	y := &yaegi{leaving: &leaving{out: stderr}, shared: map[string]bool{}, taken: map[string]func(int) func(){}}
	y.in = interp.New(interp.Options{
		Stdout:               stdout,
		Stderr:               y,          // see leaving, and machineOf
		SourcecodeFilesystem: embed.FS{}, // nothing is imported from source
		Unrestricted:         true,
	})
	y.Abandon()
	y.running = y.private("id").Addr().Interface().(*uint64)
	y.private("cancelChan").SetBool(true) // compile channel operations that can be cut off
	return y
}

// machineOf is the machine of an interpreter of yaegi's, nil where that is of somebody else.
func machineOf(in unsafe.Pointer) *yaegi {
	y, _ := private(reflect.ValueOf((*interp.Interpreter)(in)).Elem(), "stderr").Interface().(*yaegi)
	return y
}

func (y *yaegi) Take(variable string, execute func(constant int) func()) { y.taken[variable] = execute }

func (y *yaegi) Locate(at func() *int) { y.at = at }

func (y *yaegi) FileSet() *token.FileSet { return y.in.FileSet() }

// prepare adapts yaegi for this process, before the first machine is made.
var prepare = sync.OnceFunc(func() {
	root, _ := reflect.TypeFor[interp.Program]().FieldByName("root")
	nodes = layoutOf(root.Type.Elem())
	frame, _ := reflect.TypeFor[interp.Interpreter]().FieldByName("frame")
	placeFrames(frame.Type.Elem())
	replaceGenerators()
	// Yaegi would compile its source of packages cmp, maps and slices, in which no program looks: package lower makes
	// instances of Go's own.
	clear(generic.Sources[:])
})

// Use has yaegi look into the table itself, of which it would make a copy, at each start. Symbols of a package that
// it knows are added to a copy, as others use the table too.
func (y *yaegi) Use(table Table) {
	known := y.private("binPkg").Interface().(interp.Exports)
	names := y.private("pkgNames").Interface().(map[string]string)
	added := Table{}
	for key, symbols := range table {
		if at := path.Dir(key); at != "." && known[at] == nil {
			known[at], names[at], y.shared[at] = symbols, path.Base(key), true
		} else {
			y.unshare(at)
			added[key] = symbols
		}
	}
	if _, ok := table["fmt/fmt"]; ok { // then yaegi replaces symbols by those of this interpreter
		y.unshare("fmt", "flag", "log", "os", "math/bits")
		added["fmt/fmt"] = nil
	}
	if err := y.in.Use(added); err != nil {
		panic(err) // the tables are part of this program
	}
}

// unshare makes copies of packages that are shared.
func (y *yaegi) unshare(importPaths ...string) {
	known := y.private("binPkg").Interface().(interp.Exports)
	for _, at := range importPaths {
		if y.shared[at] {
			known[at] = maps.Clone(known[at])
			delete(y.shared, at)
		}
	}
}

func (y *yaegi) Symbols(importPath string) map[string]reflect.Value {
	return y.in.Symbols(importPath)[importPath]
}

func (y *yaegi) Compile(node ast.Node) (_ Program, err error) {
	out := log.Writer() // yaegi logs before it panics on code that it does not know
	log.SetOutput(io.Discard)
	defer log.SetOutput(out)
	defer func() {
		if r := recover(); r != nil {
			err = unknown(r, y.FileSet().Position(node.Pos()))
		}
	}()
	if file, ok := node.(*ast.File); ok {
		types, rest := apart(file)
		if types != nil {
			prog, err := y.in.CompileAST(types)
			if err != nil {
				return nil, refusal(err)
			}
			y.makeTypes(rootOf(prog))
		}
		node = rest
	}
	prog, err := y.in.CompileAST(node)
	if err != nil {
		return nil, refusal(err)
	}
	if prog != nil {
		typeFunctions(prog)
	}
	return prog, nil
}

func (y *yaegi) Execute(p Program) (r Result) {
	defer func() {
		if refused, ok := recover().(*Refusal); ok { // of what is made only now
			r.Err = refused
		}
	}()
	root := rootOf(p.(*interp.Program)).UnsafePointer()
	if err := genRun(root); err != nil {
		return Result{Err: refusal(err)}
	}
	nodes.cut(root)
	nodes.replace(rootOf(p.(*interp.Program)))
	value, err := y.in.Execute(p.(*interp.Program))
	var panicked interp.Panic
	switch {
	case errors.As(err, &panicked):
		return Result{value, &Panic{Thrown(panicked.Value)}}
	case err != nil:
		return Result{value, refusal(err)}
	}
	return Result{Value: value}
}

// Yaegi ends executing code by incrementing its run number: code started under the old number ends
// at its next statement, and channel operations wait for done as well. ExecuteWithContext does the
// same, but does not wait for the program that it cuts off.

func (y *yaegi) Start(p Program) (<-chan Result, func() (revive func())) {
	done := make(chan struct{})
	mu := y.private("mutex").Addr().Interface().(*sync.RWMutex)
	mu.Lock()
	y.private("done").Set(reflect.ValueOf(done))
	mu.Unlock()
	ended := make(chan Result, 1)
	executing := y.executing.Load()
	executing.Add(1)
	go func() {
		defer executing.Add(-1)
		ended <- y.Execute(p)
	}()
	return ended, func() func() {
		before := atomic.LoadUint64(y.running)
		atomic.AddUint64(y.running, 1)
		close(done)
		return func() { atomic.StoreUint64(y.running, before) }
	}
}

func (y *yaegi) Executing() bool { return y.executing.Load().Load() > 0 }

func (y *yaegi) Abandon() { y.executing.Store(new(atomic.Int64)) }

func (y *yaegi) Globals() map[string]reflect.Value {
	// Yaegi allocates compiled variables when it executes something.
	prog, err := y.Compile(&ast.BlockStmt{})
	if err == nil {
		err = y.Execute(prog).Err
	}
	if err != nil {
		panic(err) // an empty block is valid
	}
	return y.in.Globals()
}

func (y *yaegi) Live() map[string]reflect.Value { return y.in.Globals() }

// private is a field of yaegi's interpreter.
func (y *yaegi) private(name string) reflect.Value {
	return private(reflect.ValueOf(y.in).Elem(), name)
}

// private returns an unexported field of a struct of yaegi.
func private(of reflect.Value, name string) reflect.Value {
	field := of.FieldByName(name)
	if !field.IsValid() {
		panic(errors.New("yaegi keeps its " + name + " elsewhere"))
	}
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}

// rootOf returns the node of a program.
func rootOf(prog *interp.Program) reflect.Value { return private(reflect.ValueOf(prog).Elem(), "root") }

// typeFunctions makes yaegi compute the types of the functions and methods that a program declares.
// By itself yaegi does so when one becomes a value, and then two goroutines may race.
func typeFunctions(prog *interp.Program) {
	root := rootOf(prog)
	if root.IsNil() {
		return
	}
	for _, d := range children(root) {
		function := private(d.Elem(), "val").Elem() // the value of a function is its declaration
		if t := private(d.Elem(), "typ"); function.IsValid() && function.Type() == d.Type() && !t.IsNil() {
			t.Interface().(interface{ TypeOf() reflect.Type }).TypeOf()
		}
	}
}

// yaegiPath is the import path of the interpreter.
var yaegiPath = reflect.TypeFor[interp.Interpreter]().PkgPath()

// StandsFor says whether a type stands for something interpreted, of which reflection knows nothing.
func StandsFor(t reflect.Type) bool { return t.PkgPath() == yaegiPath }

// Within reports whether frames of a stack, as the Go runtime prints them, are the machine's.
func Within(frames string) bool { return strings.Contains(frames, yaegiPath+".") }

// Busy reports whether the innermost function of a stack, except for those of the Go runtime, is the
// machine's. It is not if the machine waits or has called compiled code.
func Busy(frames *runtime.Frames) bool {
	for {
		frame, more := frames.Next()
		switch name := frame.Function; {
		case strings.HasPrefix(name, yaegiPath+"."):
			return true
		case name == "runtime.gopark", !more:
			return false
		case !strings.HasPrefix(name, "runtime.") && !strings.HasPrefix(name, "reflect.") &&
			!strings.HasPrefix(name, "internal/"):
			return false
		}
	}
}
