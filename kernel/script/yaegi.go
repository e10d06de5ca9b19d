package script

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// What is known here of yaegi's insides stands in this file, and would be exchanged with it. Yaegi
// tells some things only by a text, or keeps them where only reflection finds them:
//
//   - The functions that a panic leaves it writes to standard error, one line each; interp.Panic
//     holds the stack of its own Go code. Lowered code could keep a list of the functions that are
//     active, but each call would have to add to it and take from it. The place of a panic comes
//     from lowered code (position.go).
//   - Errors of its compiler have their place in their text. Lowered code has been type-checked
//     before, so that they are only refusals.
//   - Where it works by reflection, run time errors are those of package reflect, whose panics are
//     texts.
//   - Values of interfaces are in boxes, structs of a type that it does not export; learnBox gets
//     hold of the type.

// yaegiPath is the import path of the interpreter.
var yaegiPath = reflect.TypeFor[interp.Interpreter]().PkgPath()

// place has a variable of interpreted code be an integer of the host's.
func (in *Interpreter) place(variable string, at *int) {
	now := in.Globals()[variable]
	globals := private(in.private("frame").Elem(), "data").Interface().([]reflect.Value)
	for i, v := range globals {
		if v.CanAddr() && v.Addr().Pointer() == now.Addr().Pointer() {
			globals[i] = reflect.ValueOf(at).Elem()
		}
	}
}

// runNumber is where yaegi keeps the number.
func (in *Interpreter) runNumber() *uint64 {
	return in.private("id").Addr().Interface().(*uint64)
}

// private is a field of yaegi's interpreter.
func (in *Interpreter) private(name string) reflect.Value {
	return private(reflect.ValueOf(in.yaegi).Elem(), name)
}

// typeFunctions has yaegi make the types of the functions and methods that a program declares. By
// itself it makes them when one becomes a value, and then two goroutines may do so at once.
func typeFunctions(prog *interp.Program) {
	root := private(reflect.ValueOf(prog).Elem(), "root")
	if root.IsNil() {
		return
	}
	declarations := private(root.Elem(), "child")
	for i := range declarations.Len() {
		d := declarations.Index(i)
		function := private(d.Elem(), "val").Elem() // what declares a function is its value
		if t := private(d.Elem(), "typ"); function.IsValid() && function.Type() == d.Type() && !t.IsNil() {
			t.Interface().(interface{ TypeOf() reflect.Type }).TypeOf()
		}
	}
}

// private is a field of a struct of yaegi's.
func private(of reflect.Value, name string) reflect.Value {
	field := of.FieldByName(name)
	if !field.IsValid() {
		panic(errors.New("yaegi keeps its " + name + " elsewhere"))
	}
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}

// Yaegi works by reflection, so that the words of some run time errors differ from Go's.
// These are what reflect says, and what Go does.
var reflected = []struct {
	says *regexp.Regexp
	word string
}{
	{regexp.MustCompile(`^reflect: .*index out of range`), "index out of range"},
	{regexp.MustCompile(`^reflect: .*slice bounds out of range|^reflect\.Value\.Slice`), "slice bounds out of range"},
	{regexp.MustCompile(`^reflect: call of reflect\.Value.*zero Value|^reflect: .*nil pointer|^reflect: Method on nil interface value|^reflect: Call using zero Value argument|^reflect\.Value\.Call: call of nil function`), "invalid memory address or nil pointer dereference"},
	{regexp.MustCompile(`^reflect\.MakeSlice: negative len`), "makeslice: len out of range"},
	{regexp.MustCompile(`^reflect\.MakeSlice: (len > cap|negative cap)`), "makeslice: cap out of range"},
	{regexp.MustCompile(`^reflect\.MakeChan: negative buffer size`), "makechan: size out of range"},
	{regexp.MustCompile(`^reflect\.(Value\.Grow|Append): (slice overflow|negative len)|^reflect\.Value\.Grow: slice overflow`), "growslice: len out of range"},
	{regexp.MustCompile(`^reflect: cannot convert slice with length (\d+) to (?:pointer to )?array with length (\d+)`),
		"cannot convert slice with length $1 to array or pointer to array with length $2"},
}

// panicText is what a panic's value says.
func panicText(v any) string {
	text := withoutTags(fmt.Sprint(v))
	if key, ok := strings.CutPrefix(text, "hash of unhashable type: "); ok {
		return "runtime error: hash of unhashable type " + key
	}
	if strings.HasPrefix(text, "reflect") {
		for _, r := range reflected {
			if m := r.says.FindStringSubmatchIndex(text); m != nil {
				return "runtime error: " + string(r.says.ExpandString(nil, r.word, text, m))
			}
		}
	}
	if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Pointer &&
		t.Elem().PkgPath() == yaegiPath {
		if i := strings.Index(text, "interface conversion: "); i >= 0 { // behind a position
			return text[i:]
		}
	}
	return text
}

// unwinding stands between yaegi and standard error. It keeps to itself the
// lines in which yaegi tells of each function that a panic leaves.
type unwinding struct {
	out io.Writer

	mu    sync.Mutex
	left  []string // names of the functions
	seen  int      // how many the panic has left
	begun func()   // called when a panic leaves a function
}

// mostCalls is how many of the functions that a panic leaves are kept.
const mostCalls = 20

var leaving = regexp.MustCompile(`^.+?:\d+:\d+: panic: (.*)\(\.\.\.\)\n$`)

func (u *unwinding) Write(p []byte) (int, error) {
	m := leaving.FindSubmatch(p)
	if m == nil {
		return u.out.Write(p)
	}
	name := anonymous.ReplaceAllString(string(bytes.TrimPrefix(m[1], []byte("main."))), "")
	u.mu.Lock()
	u.seen++
	known := u.seen <= mostCalls
	if known && name != "" && (len(u.left) == 0 || u.left[len(u.left)-1] != name) {
		u.left = append(u.left, name)
	}
	u.mu.Unlock()
	if known && u.begun != nil {
		u.begun()
	}
	return len(p), nil
}

// anonymous are function literals in the names of functions.
var anonymous = regexp.MustCompile(`(^|\.)func\b`)

func (u *unwinding) forget() {
	u.mu.Lock()
	u.left, u.seen = nil, 0
	u.mu.Unlock()
}

// calls are the functions that the panic left, the innermost first.
func (u *unwinding) calls() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.left)
}

var positioned = regexp.MustCompile(`(?s)^(.+?):(\d+):(\d+): (.*)$`)

// noMember is what yaegi says of a name that a package does not export.
var noMember = regexp.MustCompile(`^(?:undefined selector: (\w+)\.|package (\w+) "[^"]*" has no symbol )(\w+)$`)

// basicType is yaegi's name for one, as intT.
var basicType = regexp.MustCompile(`\b(bool|string|u?int(?:8|16|32|64|ptr)?|float(?:32|64)|complex(?:64|128)|error)T\b`)

// Unboxed is the value in a box in which yaegi keeps it for an interface, or the
// value itself.
func Unboxed(v any) any {
	for {
		box, ok := boxOf(v)
		if !ok {
			return v
		}
		v = inBox(box)
	}
}

// boxOf is a value as a struct, if it is one of yaegi's boxes.
func boxOf(v any) (box reflect.Value, ok bool) {
	t := reflect.TypeOf(v)
	if t == nil || t != boxType {
		return box, false
	}
	box = reflect.New(t).Elem()
	box.Set(reflect.ValueOf(v))
	return box, true
}

// boxType is the type of boxes, which yaegi does not export: that of what an interface of the
// prelude holds.
var (
	boxType  reflect.Type
	learnBox sync.Once
)

// learn is given a pointer to an interface of the prelude that holds a value in a box.
func learn(pointer any) {
	learnBox.Do(func() { boxType = reflect.ValueOf(pointer).Elem().Elem().Type() })
}

// inBox is what is in a box, perhaps another box.
func inBox(box reflect.Value) any {
	inner := *(*reflect.Value)(unsafe.Pointer(box.FieldByName("value").UnsafeAddr()))
	if !inner.IsValid() {
		return nil
	}
	return inner.Interface()
}

// typeName is the name of the type of a value that is in one of yaegi's boxes, else "".
func typeName(v any) string {
	name := ""
	for {
		box, ok := boxOf(v)
		if !ok {
			return name
		}
		if node := box.FieldByName("node"); !node.IsNil() {
			if t := node.Elem().FieldByName("typ"); !t.IsNil() {
				name = t.Elem().FieldByName("str").String()
			}
		}
		v = inBox(box)
	}
}

// isWrapped says whether a value is a struct by which yaegi makes an error or a
// fmt.Stringer of one of the program: of its value, or a struct's last field, and
// its methods.
func isWrapped(v any) bool {
	t := reflect.TypeOf(v)
	return t != nil && t.Kind() == reflect.Struct && t.Name() != "" && t.NumField() > 0 && t.Field(0).Name == "IValue"
}

func unwrapped(v any) any {
	if !isWrapped(v) {
		return v
	}
	return Unboxed(reflect.ValueOf(v).Field(0).Interface())
}

// inYaegi says whether the innermost function of a stack that is not the Go
// runtime's is one of yaegi's.
func inYaegi(frames *runtime.Frames) bool {
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
