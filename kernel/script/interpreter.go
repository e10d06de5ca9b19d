package script

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"log"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/focal-search/focal/engine/panics"
	"github.com/focal-search/focal/engine/provenance"
	"github.com/focal-search/focal/kernel/script/internal/adapt"
	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/rt"
)

// An Interpreter is a machine with the standard library and the project's packages
// compiled in. It adds readable errors: every error is an *Error at a position in
// the original source.
type Interpreter struct {
	machine machine.Machine
	stderr  io.Writer
	library library
	lines   map[string][]string // source lines by file name
	at      *positions          // where goroutines of interpreted code keep their positions
	calls   *int                // and where they count their calls
	begins  func()              // called before the first statement of a script
	loads   bool                // the script's main is left out
	relay   Relay               // of a script; nil for none
	named   func(string) string // names of files in errors of runs

	mu       sync.Mutex
	cut      <-chan struct{}          // closed when the running program is cut off
	stop     func(error)              // cuts it off; nil if none runs
	left     <-chan struct{}          // closed when the machine has left it
	others   uint64                   // size of the stacks of other goroutines
	stray    func(*Error)             // called for panics in goroutines while no program runs
	keys     map[boxKey]reflect.Value // boxes of keys
	packages *packages
	counts   atomic.Pointer[counts]
	call     func()          // what Call calls
	made     Made            // nil for none
	names    func() []string // see OnNames; may be nil
	revive   func()          // makes functions from before a program was cut off work again; nil if none was
	numbers  int             // number of names that package lower has invented

	methods  map[string]map[string]bool // of the program's types, and the next three, see package lower
	types    map[string]types.Type
	displays map[string]string
	recovers map[string]bool
	offers   map[string]map[string]any // methods that packages call, by type and name
	shapes   []types.Type              // static types of values that are shown
	handings sync.Map                  // see handing
	failures sync.Map                  // a box with an error of a type of the program, by the type's identity

}

// NewInterpreter makes an interpreter whose fmt.Print and similar functions write to stdout.
func NewInterpreter(stdout, stderr io.Writer) *Interpreter {
	log.SetOutput(stderr)
	return newInterpreter(append(slices.Clip(everything), whole()), stdout, stderr)
}

func newInterpreter(l library, toStdout, toStderr io.Writer) *Interpreter {
	stdout, stderr := newStream(toStdout, &os.Stdout), newStream(toStderr, &os.Stderr)
	in := &Interpreter{lines: map[string][]string{}, at: newPositions(), calls: outside[int](), begins: func() {},
		named:   func(file string) string { return file },
		machine: machine.New(stdout, stderr), stderr: stderr,
		methods: map[string]map[string]bool{}, types: map[string]types.Type{}, displays: map[string]string{},
		recovers: map[string]bool{}, keys: map[boxKey]reflect.Value{},
		offers: map[string]map[string]any{}}
	in.counts.Store(&counts{})
	in.library = append(slices.Clip(l), in.runtime(stderr))
	in.packages = newPackages(in.library, in.machine.FileSet())
	for _, table := range in.library {
		in.Use(table)
	}
	in.Use(map[string]map[string]reflect.Value{
		"focal/compiled/compiled": {
			"Select": reflect.ValueOf(func() *selection { return &selection{cut: in.cutOff()} }),
			"Body":   reflect.ValueOf(in.body),
			"Call":   reflect.ValueOf(func() { in.call() }),

			"Show":    reflect.ValueOf(in.show),
			"Display": reflect.ValueOf(in.display),
			"Rows":    reflect.ValueOf(in.rows),
			"Text":    reflect.ValueOf(in.text),
			"Problem": reflect.ValueOf(in.problem),
			"Cells":   reflect.ValueOf(in.cells),
			"Format":  reflect.ValueOf(adapt.Formatted),
			"ShowAll": reflect.ValueOf(func(xs any, formatted bool) []any { return in.showAll(xs.([]any), formatted) }),

			"Learn":         reflect.ValueOf(machine.Learn),
			"LearnCompiled": reflect.ValueOf(machine.LearnCompiled),
			"Compiled":      reflect.ValueOf(time.Duration(0)),
			"Some":          reflect.ValueOf(some),
			"Runes":         reflect.ValueOf(runes),
			"IsNil":         reflect.ValueOf(isNil),
			"Failing":       reflect.ValueOf(func(v any, text, err func() string) fmt.Stringer { return describedError{v, text, err} }),
			"Described":     reflect.ValueOf(func(v any, text func() string) fmt.Stringer { return described{v, text} }),
			"Panicked":      reflect.ValueOf(func(value any, text func() string) any { return &panicked{value, text} }),
			"Intern":        reflect.ValueOf(in.intern),
			"Differ":        reflect.ValueOf(in.differ),
			"Clear":         reflect.ValueOf(func(x any) { reflect.ValueOf(machine.Unboxed(x)).Clear() }),
			"Stringer":      reflect.ValueOf((*fmt.Stringer)(nil)),
			"AsStringer":    reflect.ValueOf(func(x any) (fmt.Stringer, bool) { s, ok := x.(fmt.Stringer); return s, ok }),
			"AsError":       reflect.ValueOf(in.asError),
		},
		"time/time": {"Sleep": reflect.ValueOf(in.sleep)},
		"fmt/": { // as "fmt/fmt", Use would load it again
			"_Stringer": reflect.ValueOf((*described)(nil)),
			"Scan":      reflect.ValueOf(fmt.Scan), // of the variable os.Stdin
			"Scanf":     reflect.ValueOf(fmt.Scanf),
			"Scanln":    reflect.ValueOf(fmt.Scanln),
		},
		reflect.TypeFor[failing]().PkgPath() + "/script": {"_failing": reflect.ValueOf((*failure)(nil))},
	})
	in.machine.Take(adapt.Position, func(pos int) func() { return func() { *in.at.here() = pos } })
	in.machine.Take(adapt.Calls, in.counting)
	in.machine.Locate(in.at.here)
	panics.Handle(in.guarded)
	in.describeErrors()
	in.loadPrelude()
	return in
}

// setRecovered sets the function by which package rt turns recovered values into Go's.
var setRecovered = sync.OnceFunc(func() { rt.Recovered = recovered })

// runtime returns the symbol table of package rt, which lowered code calls.
func (in *Interpreter) runtime(stderr io.Writer) machine.Table {
	setRecovered()
	return machine.Table{RuntimePath + "/rt": {
		"Later":         reflect.ValueOf(&rt.Later).Elem(),
		"Defers":        reflect.ValueOf((*rt.Defers)(nil)),
		"Armed":         reflect.ValueOf(rt.Armed),
		"Go":            reflect.ValueOf(in.begun),
		"Continued":     reflect.ValueOf(rt.Continued),
		"Swallowed":     reflect.ValueOf(rt.Swallowed),
		"Print":         reflect.ValueOf(func(line bool, args ...any) { io.WriteString(stderr, rt.Print(line, args...)) }),
		"Interface":     reflect.ValueOf(rt.Interface),
		"Iface":         reflect.ValueOf((*rt.Iface)(nil)),
		"NilMethod":     reflect.ValueOf(rt.NilMethod),
		"Hand":          reflect.ValueOf(in.hand),
		"MadeProblem":   reflect.ValueOf(in.madeProblem),
		"MadeAlgorithm": reflect.ValueOf(in.madeAlgorithm),
		"MadeCustom":    reflect.ValueOf(in.madeCustom),
		"Registered":    reflect.ValueOf(in.registered),
		"Count":         reflect.ValueOf(rt.Count),
		"Compiled": reflect.ValueOf(func(v any, methods ...string) bool {
			return !in.own(v) && rt.Compiled(machine.Unboxed(v), methods...)
		}),
		"Implements": reflect.ValueOf(in.implements),
		"Own":        reflect.ValueOf(in.own),

		"Hold":      reflect.ValueOf(rt.Hold),
		"Offer":     reflect.ValueOf(in.offer),
		"Plain":     reflect.ValueOf(plainly),
		"Empty":     reflect.ValueOf(rt.Empty),
		"Held":      reflect.ValueOf(held),
		"Failed":    reflect.ValueOf(in.failed),
		"Failing":   reflect.ValueOf(func(x any) error { e, _ := in.asError(x); return e }),
		"Inside":    reflect.ValueOf(in.inside),
		"As":        reflect.ValueOf(in.as),
		"DeepEqual": reflect.ValueOf(in.deepEqual),
		"May":       reflect.ValueOf(in.mayBe),
		"Conversion": reflect.ValueOf(func(v any, to string, methods ...string) any {
			if machine.Unboxed(v) == nil {
				return rt.Conversion(nil, to, methods...)
			}
			return rt.ConversionFrom(in.nameOfType(v), to, in.missing(v, methods))
		}),
		"Assertion": reflect.ValueOf(func(v any, of, to string) any {
			if machine.Unboxed(v) == nil {
				return rt.Assertion(nil, of, to)
			}
			return rt.AssertionFrom(in.nameOfType(v), of, to)
		}),
		"Index":    reflect.ValueOf(rt.Index),
		"Bounds":   reflect.ValueOf(rt.Bounds),
		"Min":      reflect.ValueOf(rt.Min),
		"Max":      reflect.ValueOf(rt.Max),
		"TypeName": reflect.ValueOf(in.nameOfType),
	}}
}

// Use adds compiled packages or replaces some of their symbols.
func (in *Interpreter) Use(table map[string]map[string]reflect.Value) {
	in.machine.Use(table)
}

// Parse parses a file. Errors refer to it by the name.
func (in *Interpreter) Parse(name, src string) (*ast.File, error) {
	in.lines[name] = strings.Split(src, "\n")
	return in.parse(name, src)
}

// ParseWithin parses src between lines that complete it to a file. Positions refer
// to the whole source with that name, in which src begins at the given line and
// column; see AddSource.
func (in *Interpreter) ParseWithin(name, before, src, after string, line, column int) (*ast.File, error) {
	directive := fmt.Sprintf("//line %s:%d:%d", path.Base(name), line, column)
	return in.parse(name, before+"\n"+directive+"\n"+src+"\n"+after)
}

// AddSource sets the text of a cell that is about to run. Errors show its lines, and figures that are saved contain it.
func (in *Interpreter) AddSource(name, src string) {
	in.lines[name] = strings.Split(src, "\n")
	provenance.By(src)
}

func (in *Interpreter) parse(name, src string) (*ast.File, error) {
	in.packages.file = path.Base(name)
	file, err := parser.ParseFile(in.machine.FileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, in.locate(err)
	}
	return file, nil
}

// Position returns the position in the source.
func (in *Interpreter) Position(pos token.Pos) token.Position {
	return in.machine.FileSet().Position(pos)
}

// Compile compiles a file, or the statements of a block, whose scope is the
// package scope of main.
func (in *Interpreter) Compile(node ast.Node) (Program, error) {
	prog, err := in.machine.Compile(node)
	if err != nil {
		return nil, in.locate(err)
	}
	return prog, nil
}

// A Program is what an Interpreter has compiled.
type Program = machine.Program

// ErrCut is returned by Execute for a program that was interrupted and cut off.
var ErrCut = errors.New("interrupted")

// Execute runs a program. When ctx is cancelled the program gets a period of grace
// to end by itself, because the functions it calls may have the same context; then
// it is cut off at its next statement. It is cut off at once if one of its goroutines
// panics, or if its stack has grown as in endless recursion: then the error is an
// *Error whose Cut is set. Compiled code called by a program that was cut off may
// still be running: see Running.
func (in *Interpreter) Execute(ctx context.Context, grace func() time.Duration, prog Program) (reflect.Value,
	error) {
	in.machine.Forget()
	in.restore()
	cut, stop := context.WithCancelCause(context.Background())
	left, ended := make(chan struct{}), make(chan struct{})
	in.begin(cut.Done(), left, stop)
	defer in.begin(cut.Done(), left, nil)
	defer close(ended)
	go watch(ctx, grace, ended, stop)
	result, cutOff := in.machine.Start(prog)
	select {
	case r := <-result:
		close(left)
		return in.result(cut, r)
	case <-cut.Done():
	}
	if revive := cutOff(); in.revive == nil {
		in.revive = revive
	}
	close(left)
	in.settle(2 * cutting) // time.Sleep may take that long
	return reflect.Value{}, context.Cause(cut)
}

// result returns the value and the error of a program that has ended.
func (in *Interpreter) result(cut context.Context, r machine.Result) (reflect.Value, error) {
	if cut.Err() != nil {
		return reflect.Value{}, context.Cause(cut)
	}
	var p *machine.Panic
	if errors.As(r.Err, &p) {
		return r.Value, in.panicError("panic: "+in.textOf(p.Value), p.Value)
	}
	if r.Err != nil {
		return r.Value, in.locate(r.Err)
	}
	return r.Value, nil
}

// watch cuts off a program that does not end after an interrupt. On a busy machine this
// process may be paused for longer than the grace: such a pause counts as longestPause.
func watch(ctx context.Context, grace func() time.Duration, ended <-chan struct{}, stop func(error)) {
	select {
	case <-ended: // goroutines that the program started may go on
		return
	case <-ctx.Done():
	}
	const step, longestPause = 10 * time.Millisecond, 100 * time.Millisecond
	for left := grace(); left > 0; {
		from := time.Now()
		select {
		case <-ended:
			return
		case <-time.After(min(step, left)):
			left -= min(time.Since(from), longestPause)
		}
	}
	stop(ErrCut)
}

// RunBody is the name of a compiled function that calls its argument. A session
// runs the statements of a cell through it, so that Running knows whether they
// have ended.
const RunBody = adapt.RunFunc

// Names of the variables to which a part of a session assigns its value, and whether it
// has run to its end.
const (
	Result = adapt.Result
	Ended  = adapt.Ended
)

// cutting is long enough for a program that is being cut off to begin no further
// statement.
const cutting = 20 * time.Millisecond

// begin records how to cut off the running program. If stop is nil, none runs.
func (in *Interpreter) begin(cut, left <-chan struct{}, stop func(error)) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.cut, in.left, in.stop = cut, left, stop
	in.others = stacks()
}

// tell cuts off the running program with an error. If none runs, the error is that of
// a goroutine that outlived its program, and goes to stray.
func (in *Interpreter) tell(e *Error) {
	in.mu.Lock()
	stop, stray := in.stop, in.stray
	in.mu.Unlock()
	if stop != nil {
		stop(e)
	} else if stray != nil { // else the script has ended
		stray(e)
	}
}

// cutOff returns a channel that is closed when the running program is cut off.
func (in *Interpreter) cutOff() <-chan struct{} {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.cut
}

// sleep is time.Sleep for interpreted code.
func (in *Interpreter) sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-in.cutOff():
		time.Sleep(cutting)
	}
}

// body implements RunBody.
func (in *Interpreter) body(statements func()) {
	n := in.counts.Load()
	n.bodies.Add(1)
	defer n.bodies.Add(-1)
	statements()
}

// Running reports whether a program that was cut off is still running.
func (in *Interpreter) Running() bool {
	return in.counts.Load().bodies.Load() > 0 || in.machine.Executing()
}

// Yielded returns what the last program has assigned to Result, and whether it has set
// Ended. It resets both variables to zero.
func (in *Interpreter) Yielded() (value any, ended bool) {
	globals := in.Globals()
	result, end := globals[Result], globals[Ended]
	value, ended = result.Interface(), end.Bool()
	result.SetZero()
	end.SetBool(false)
	return value, ended
}

// Globals returns the variables and constants of package main by name. Variables that
// were compiled but not executed are zero values of their types.
func (in *Interpreter) Globals() map[string]reflect.Value { return in.machine.Globals() }

// Live is Globals while a script is executed.
func (in *Interpreter) Live() map[string]reflect.Value { return in.machine.Live() }

// loadPrelude interprets the prelude.
func (in *Interpreter) loadPrelude() {
	file, err := in.Parse("prelude.go", adapt.Prelude)
	if err == nil {
		prog, cerr := in.Compile(file)
		if err = cerr; err == nil {
			err = in.machine.Execute(prog).Err
		}
	}
	if err != nil {
		panic(err)
	}
}
