package machine

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// compile parses a file and compiles it.
func compile(t *testing.T, m Machine, src string) (Program, error) {
	t.Helper()
	file, err := parser.ParseFile(m.FileSet(), "a.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return m.Compile(file)
}

func mustCompile(t *testing.T, m Machine, src string) Program {
	t.Helper()
	p, err := compile(t, m, src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// newMachine makes a machine with a package host that has the given functions.
func newMachine(host map[string]any) (Machine, *bytes.Buffer) {
	var stderr bytes.Buffer
	m := New(&bytes.Buffer{}, &stderr)
	symbols := map[string]reflect.Value{}
	for name, f := range host {
		symbols[name] = reflect.ValueOf(f)
	}
	m.Use(Table{"host/host": symbols})
	return m, &stderr
}

// Machines share the tables that they use, and what one of them adds or replaces is its own.
func TestSharedTables(t *testing.T) {
	table := Table{
		"fmt/fmt":   {"Println": reflect.ValueOf(fmt.Println)},
		"host/host": {"F": reflect.ValueOf(func() string { return "shared" })},
	}
	var out [2]bytes.Buffer
	for i := range out {
		m := New(&out[i], &bytes.Buffer{})
		m.Use(table)
		if i == 0 {
			m.Use(Table{"host/host": {"F": reflect.ValueOf(func() string { return "replaced" })}})
		}
		p := mustCompile(t, m, "package main\nimport (\n\"fmt\"\n\"host\"\n)\nfunc main() { fmt.Println(host.F()) }\n")
		if r := m.Execute(p); r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	if out[0].String() != "replaced\n" || out[1].String() != "shared\n" {
		t.Errorf("the machines print %q and %q", &out[0], &out[1])
	}
	if len(table["fmt/fmt"]) != 1 || table["fmt/fmt"]["Println"].Pointer() != reflect.ValueOf(fmt.Println).Pointer() ||
		table["host/host"]["F"].Call(nil)[0].String() != "shared" {
		t.Error("a machine has changed the table")
	}
}

// What is not compiled has its place and the reason apart.
func TestRefusal(t *testing.T) {
	for _, test := range []struct {
		src, reason string
		line, col   int
	}{
		{"package main\nfunc main() {\n\tvar x int = \"a\"\n\t_ = x\n}\n", "cannot convert \"a\" to int", 3, 14},
		{"package main\nfunc main() {\n\tf()\n}\n", "undefined: f", 3, 2},
		{"package main\nfunc main() {\n\tbreak l\n}\n", "invalid break label l", 3, 2},
	} {
		m, _ := newMachine(nil)
		_, err := compile(t, m, test.src)
		var r *Refusal
		if !errors.As(err, &r) {
			t.Errorf("%q: error %v, want a refusal", test.src, err)
			continue
		}
		if r.Pos.Filename != "a.go" || r.Pos.Line != test.line || r.Pos.Column != test.col ||
			!strings.HasPrefix(r.Reason, test.reason) || strings.Contains(r.Reason, "\n") {
			t.Errorf("%q is refused at %v for %q, want %d:%d, %q", test.src, r.Pos, r.Reason, test.line, test.col, test.reason)
		}
	}
}

// Error texts of yaegi's compiler.
func TestTexts(t *testing.T) {
	at := token.Position{Filename: "4/cell.go", Line: 12, Column: 3}
	whole := token.Position{Filename: "b.go", Line: 1, Column: 1}
	for _, test := range []struct {
		have, want *Refusal
	}{
		{refusal(errors.New("4/cell.go:12:3: cannot use type intT as type stringT\nmore")),
			&Refusal{at, "cannot use type int as type string"}},
		{refusal(errors.New("constant definition loop")), &Refusal{Reason: "constant definition loop"}},
		{unknown("4/cell.go:12:3: CFG post-order panic: x", whole),
			&Refusal{at, "the interpreter does not know some of the Go used here (CFG post-order panic: x)"}},
		{unknown(errors.New("nil map"), whole),
			&Refusal{whole, "the interpreter does not know some of the Go used here (nil map)"}},
	} {
		if *test.have != *test.want {
			t.Errorf("%+v, want %+v", test.have, test.want)
		}
	}
}

// A panic has Go's value, and the functions that it left.
func TestPanic(t *testing.T) {
	for _, test := range []struct {
		body string
		want any    // the value
		says string // or the text of a run-time error
		left []string
	}{
		{body: `panic(7)`, want: 7, left: []string{"f", "main"}},
		{body: `panic("reflect: call of reflect.Value.Int on zero Value")`,
			want: "reflect: call of reflect.Value.Int on zero Value", left: []string{"f", "main"}},
		{body: `func() { panic("in a literal") }()`, want: "in a literal", left: []string{"f", "main"}},
		{body: `panic(nil)`, says: new(runtime.PanicNilError).Error(), left: []string{"f", "main"}},
		{body: `host.Fail()`, want: errHost, left: []string{"f", "main"}},
		{body: `a, z := 1, 0; println(a / z)`, says: "runtime error: integer divide by zero", left: []string{"f", "main"}},
		{body: `var s []int; i := 3; s[i]++`, says: "runtime error: index out of range", left: []string{"f", "main"}},
		{body: `var p *struct{ A int }; p.A++`, says: "runtime error: invalid memory address or nil pointer dereference",
			left: []string{"f", "main"}},
		{body: `n := -1; _ = make([]int, n)`, says: "runtime error: makeslice: len out of range", left: []string{"f", "main"}},
		{body: `var m map[string]int; m["a"] = 1`, says: "assignment to entry in nil map", left: []string{"f", "main"}},
		{body: `var x any = 1; println(x.(string))`, says: "interface conversion: ", left: []string{"f", "main"}},
	} {
		m, stderr := newMachine(map[string]any{"Fail": func() { panic(errHost) }})
		leaving := 0
		m.OnLeaving(func() { leaving++ })
		r := m.Execute(mustCompile(t, m, "package main\nimport \"host\"\nvar _ = host.Fail\nfunc f() { "+test.body+
			" }\nfunc main() { f() }\n"))
		var p *Panic
		if !errors.As(r.Err, &p) {
			t.Errorf("%s: %v, want a panic", test.body, r.Err)
			continue
		}
		if test.says == "" && p.Value != test.want {
			t.Errorf("%s: the value is %#v, want %#v", test.body, p.Value, test.want)
		}
		if test.says != "" {
			e, ok := p.Value.(runtime.Error)
			if !ok || !strings.HasPrefix(e.Error(), test.says) {
				t.Errorf("%s: the value is %#v, want the run-time error %q", test.body, p.Value, test.says)
			}
		}
		left := m.Left()
		if !slices.Equal(left, test.left) || leaving < len(left) || stderr.Len() > 0 {
			t.Errorf("%s: %v was left, with %d calls and %q on standard error, want %v", test.body, left, leaving,
				stderr.String(), test.left)
		}
		if m.Forget(); m.Left() != nil {
			t.Errorf("%s: %v is not forgotten", test.body, m.Left())
		}
	}
}

var errHost = errors.New("of a compiled function")

// Defects are distinguished from Go's run-time errors.
func TestThrown(t *testing.T) {
	for _, test := range []struct{ panicked, want any }{
		{nil, nil},
		{reflect.ValueOf(3), 3},
		{"of a compiled function", "of a compiled function"},
		{"reflect.Set: value of type int is not assignable to type string",
			Defect("reflect.Set: value of type int is not assignable to type string")},
		{"reflect: CallSlice using int as type io.Writer", Defect("reflect: CallSlice using int as type io.Writer")},
		{&reflect.ValueError{Method: "reflect.Value.Len", Kind: reflect.Int},
			Defect("reflect: call of reflect.Value.Len on int Value")},
		{&reflect.ValueError{Method: "reflect.Value.Len", Kind: reflect.Invalid},
			RuntimeError("runtime error: invalid memory address or nil pointer dereference")},
		{"reflect: cannot convert slice with length 2 to array with length 3",
			RuntimeError("runtime error: cannot convert slice with length 2 to array or pointer to array with length 3")},
		{"reflect.MakeChan: negative buffer size", RuntimeError("makechan: size out of range")},
	} {
		if have := Thrown(test.panicked); have != test.want {
			t.Errorf("%#v is %#v, want %#v", test.panicked, have, test.want)
		}
	}
}

// Lines on standard error that do not name a function that a panic left are passed on.
func TestLeaving(t *testing.T) {
	var out bytes.Buffer
	l := &leaving{out: &out}
	for _, line := range []string{"a.go:1:2: panic: main.g.func(...)\n", "a.go:1:2: panic: main.g(...)\n",
		"a.go:3:2: panic: main.f(...)\n", "a warning\n", "panic: it is not one\n"} {
		if n, err := l.Write([]byte(line)); n != len(line) || err != nil {
			t.Errorf("%q: %d, %v", line, n, err)
		}
	}
	if want := []string{"g", "f"}; !slices.Equal(l.Left(), want) {
		t.Errorf("%v was left, want %v", l.Left(), want)
	}
	if want := "a warning\npanic: it is not one\n"; out.String() != want {
		t.Errorf("standard error has %q, want %q", out.String(), want)
	}
}

// A program that is cut off ends at its next statement, also when it waits for a channel, and
// functions that were made before it work again afterwards.
func TestCut(t *testing.T) {
	for _, body := range []string{"for { n++ }", "<-c", "select { case <-c: case c <- 1: }"} {
		at := make(chan struct{})
		m, _ := newMachine(map[string]any{"At": func() { close(at) }})
		if r := m.Execute(mustCompile(t, m, "package main\nvar double = func(n int) int { return 2 * n }\n")); r.Err != nil {
			t.Fatal(r.Err)
		}
		double := m.Globals()["double"].Interface().(func(int) int)
		ended, cut := m.Start(mustCompile(t, m, "package main\nimport \"host\"\nvar n int\nvar c = make(chan int)\n"+
			"func main() { host.At(); "+body+" }\n"))
		<-at
		if !m.Executing() {
			t.Errorf("%s: it is not executing", body)
		}
		revive := cut()
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatalf("%s does not end", body)
		}
		for m.Executing() {
			runtime.Gosched()
		}
		if revive(); double(21) != 42 {
			t.Errorf("%s: a function from before yields %d, want 42", body, double(21))
		}
	}
}

// Globals have their types before they are executed.
func TestGlobals(t *testing.T) {
	m, _ := newMachine(nil)
	p := mustCompile(t, m, "package main\nvar n = 5\n")
	if n := m.Globals()["n"]; n.Kind() != reflect.Int || n.Int() != 0 {
		t.Errorf("before it is executed n is %v, want 0", n)
	}
	if r := m.Execute(p); r.Err != nil {
		t.Fatal(r.Err)
	}
	if n := m.Globals()["n"].Int(); n != 5 {
		t.Errorf("n is %d, want 5", n)
	}
}

// An operator for which yaegi makes nothing is refused, and does not end the function that it is in.
func TestOperatorWithoutFunction(t *testing.T) {
	for what, body := range map[string]string{
		"in a function": "func main() { n := 3; host.Box.Value = n * n; println(n) }\n",
		"in a literal":  "func main() { func(n int) { host.Box.Value = n * n; println(n) }(3) }\n",
	} {
		var box struct{ Value any }
		m, _ := newMachine(map[string]any{"Box": &box})
		prog, err := compile(t, m, "package main\nimport \"host\"\n"+body)
		if err == nil {
			err = m.Execute(prog).Err
		}
		var refused *Refusal
		if !errors.As(err, &refused) || refused.Pos.Line != 3 || refused.Reason != noOperator {
			t.Errorf("%s: error %v, want a refusal in line 3", what, err)
		}
	}
}

// The host executes assignments of constants to a variable that it has taken, and no others.
func TestTake(t *testing.T) {
	m, _ := newMachine(nil)
	var seen []int
	m.Take("at", func(n int) func() { return func() { seen = append(seen, n) } })
	if r := m.Execute(mustCompile(t, m, `package main
var at, n int
func visit(i int) {
	n = 2
	at = 3
	for at = 4; i > 0; at = 5 {
		i--
		if i == 1 {
			at = 6
			continue
		}
		func() {
			if i == 0 {
				at = 7
			}
		}()
	}
	at = n
}
func main() { visit(3); at = 8 }
`)); r.Err != nil {
		t.Fatal(r.Err)
	}
	if want := []int{3, 4, 5, 6, 5, 7, 5, 8}; !slices.Equal(seen, want) {
		t.Errorf("the host has executed %v, want %v", seen, want)
	}
	if at := m.Globals()["at"].Int(); at != 2 {
		t.Errorf("at is %d, want 2", at)
	}
}

// Values can be unboxed, with the names of their types.
func TestValues(t *testing.T) {
	var boxed, plain any
	m, _ := newMachine(map[string]any{
		"Learn":         Learn,
		"LearnCompiled": LearnCompiled,
		"Second":        time.Second,
		"Boxed":         func(x any) { boxed = reflect.ValueOf(x).Elem().Interface() },
		"Plain":         func(x any) { plain = x },
	})
	r := m.Execute(mustCompile(t, m, `package main
import "host"
type T int
func (T) Error() string { return "" }
func main() {
	var x any = T(4)
	host.Learn(&x)
	var y interface{ String() string } = host.Second
	host.LearnCompiled(&y)
	host.Boxed(&x)
	host.Plain(5)
}
`))
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	if !Boxed(boxed) || Boxed(plain) || Boxed(nil) {
		t.Errorf("boxed: %v, %v, %v; want true, false, false", Boxed(boxed), Boxed(plain), Boxed(nil))
	}
	if Unboxed(boxed) != 4 || Unboxed(plain) != 5 || Unboxed(nil) != nil {
		t.Errorf("in boxes are %v, %v and %v, want 4, 5 and nil", Unboxed(boxed), Unboxed(plain), Unboxed(nil))
	}
	if TypeName(boxed) != "T" && TypeName(boxed) != "main.T" || TypeName(plain) != "" {
		t.Errorf("their types are %q and %q, want T and none", TypeName(boxed), TypeName(plain))
	}
	if again := Reboxed(boxed, 7); Unboxed(again) != 7 || Unboxed(boxed) != 4 || TypeName(again) != TypeName(boxed) {
		t.Errorf("another value in such a box is %v of type %q", Unboxed(again), TypeName(again))
	}
	if b := Box(time.Minute); !Boxed(b) || Unboxed(b) != time.Minute || TypeName(b) != "time.Duration" {
		t.Errorf("a compiled value in a box is %v of type %q", Unboxed(b), TypeName(b))
	}
	type wrapper struct {
		IValue  any
		WString func() string
	}
	if v, ok := Wrapped(wrapper{IValue: 3}); v != 3 || !ok {
		t.Errorf("a wrapper has %v, %t, want 3", v, ok)
	}
	if v, ok := Wrapped(time.Time{}); v != (time.Time{}) || ok {
		t.Errorf("a struct is taken for a wrapper of %v", v)
	}
}

// Only this package imports the interpreter, except for the symbols of the standard library.
func TestNothingElseKnowsYaegi(t *testing.T) {
	root := "../../../.."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != root || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		for _, imported := range imports(file) {
			tables := strings.HasPrefix(imported, "github.com/traefik/yaegi/stdlib") &&
				strings.HasPrefix(filepath.ToSlash(rel), "kernel/script/standard/")
			generator := imported == "github.com/traefik/yaegi/extract"
			if strings.HasPrefix(imported, "github.com/traefik/yaegi") && !tables && !generator &&
				filepath.ToSlash(rel) != "kernel/script/internal/machine/yaegi.go" {
				t.Errorf("%s imports %s", rel, imported)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func imports(file *ast.File) (paths []string) {
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		paths = append(paths, path)
	}
	return paths
}
