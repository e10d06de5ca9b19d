package machine

import (
	"bytes"
	"fmt"
	"go/token"
	"io"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Yaegi gives some information only as text:
//
//   - Errors of its compiler have their position in their text.
//   - It prints the functions that a panic leaves to standard error, one line each; the stack in
//     interp.Panic is that of its own Go code. Lowered code could keep a list of the active
//     functions, but every call would have to push and pop.
//   - Where it uses reflection, run-time errors are those of package reflect, which panics with
//     strings.

var positioned = regexp.MustCompile(`(?s)^(.+?):(\d+):(\d+): (.*)$`)

// refusal converts an error of yaegi's compiler.
func refusal(err error) *Refusal {
	pos, reason := place(err.Error())
	return &Refusal{pos, inGo(reason)}
}

// noOperator is the reason of a refusal, see nodes.go.
const noOperator = "the interpreter does not know this operator for values of these types; write x += 1 for x++, or have a " +
	"variable for what it yields"

// unknown is a panic of yaegi's compiler, whose place may only be that of what it compiles.
func unknown(panicked any, whole token.Position) *Refusal {
	text := fmt.Sprint(panicked)
	if _, refused, _ := strings.Cut(text, "CFG post-order panic: "); strings.HasSuffix(refused, noOperator) {
		pos, reason := place(refused)
		return &Refusal{pos, reason}
	}
	pos, reason := place(text)
	if !pos.IsValid() {
		pos = whole
	}
	return &Refusal{pos, "the interpreter does not know some of the Go used here (" + inGo(reason) + ")"}
}

// place splits a text into a position and the rest.
func place(text string) (pos token.Position, reason string) {
	m := positioned.FindStringSubmatch(text)
	if m == nil {
		return pos, text
	}
	pos.Filename = m[1]
	pos.Line, _ = strconv.Atoi(m[2])
	pos.Column, _ = strconv.Atoi(m[3])
	return pos, m[4]
}

// basicType matches yaegi's name of a basic type, such as intT.
var basicType = regexp.MustCompile(`\b(bool|string|u?int(?:8|16|32|64|ptr)?|float(?:32|64)|complex(?:64|128)|error)T\b`)

// inGo returns the first line of a text of yaegi's, with Go's names of types.
func inGo(reason string) string {
	reason, _, _ = strings.Cut(strings.TrimSpace(reason), "\n")
	reason = strings.Replace(reason, "cannot use  (type", "cannot use a value (type", 1)
	return basicType.ReplaceAllString(reason, "$1")
}

// Thrown converts the value of the machine's panic to that of Go's: a value of the program as an
// interface holds it, a [runtime.Error], or a [Defect].
func Thrown(v any) any {
	text := ""
	switch v := v.(type) {
	case reflect.Value: // of the program
		if !v.IsValid() || v.Kind() == reflect.Interface && v.IsNil() {
			return new(runtime.PanicNilError)
		}
		return v.Interface()
	case runtime.Error:
		if key, ok := strings.CutPrefix(v.Error(), "hash of unhashable type: "); ok { // of package reflect
			return RuntimeError("runtime error: hash of unhashable type " + key)
		}
		return v
	case Defect:
		return v
	case string:
		text = v
	case error:
		text = v.Error()
	default:
		return v
	}
	if t := reflect.TypeOf(v); t.Kind() == reflect.Pointer && StandsFor(t.Elem()) {
		_, text = place(text)
	}
	for _, r := range reflected {
		if m := r.says.FindStringSubmatchIndex(text); m != nil {
			return RuntimeError(r.says.ExpandString(nil, r.word, text, m))
		}
	}
	switch {
	case strings.HasPrefix(text, "runtime error: "), strings.HasPrefix(text, "interface conversion: "):
		return RuntimeError(text)
	case defects.MatchString(text):
		return Defect(text)
	}
	return v
}

// reflected maps panics of package reflect to Go's run-time errors.
var reflected = []struct {
	says *regexp.Regexp
	word string
}{
	{regexp.MustCompile(`^reflect: .*index out of range`), "runtime error: index out of range"},
	{regexp.MustCompile(`^reflect: .*slice bounds out of range|^reflect\.Value\.Slice`), "runtime error: slice bounds out of range"},
	{regexp.MustCompile(`^reflect: call of reflect\.Value.*zero Value|^reflect: .*nil pointer|^reflect: Method on nil interface value|^reflect: Call using zero Value argument|^reflect\.Value\.Call: call of nil function`), "runtime error: invalid memory address or nil pointer dereference"},
	{regexp.MustCompile(`^reflect\.MakeSlice: negative len`), "runtime error: makeslice: len out of range"},
	{regexp.MustCompile(`^reflect\.MakeSlice: (len > cap|negative cap)`), "runtime error: makeslice: cap out of range"},
	{regexp.MustCompile(`^reflect\.MakeChan: negative buffer size`), "makechan: size out of range"},
	{regexp.MustCompile(`^reflect\.(Value\.Grow|Append): (slice overflow|negative len)|^reflect\.Value\.Grow: slice overflow`), "runtime error: growslice: len out of range"},
	{regexp.MustCompile(`^reflect: cannot convert slice with length (\d+) to (?:pointer to )?array with length (\d+)`),
		"runtime error: cannot convert slice with length $1 to array or pointer to array with length $2"},
}

// defects matches panics of package reflect that are caused by errors of yaegi.
var defects = regexp.MustCompile(`^reflect\.Set: value of type |^reflect: call of reflect\.Value\.\w+ on \w+ Value|` +
	`^reflect\.Value\.Convert: value of type |^reflect: Call with too |^reflect: Call(?:Slice)? using |^reflect: cannot use `)

// A leaving filters yaegi's standard error. It consumes the lines by which yaegi names each
// function that a panic leaves.
type leaving struct {
	out io.Writer

	mu    sync.Mutex
	left  []string // names of the functions
	seen  int      // number of functions that the panic has left
	begun func()   // called when a panic leaves a function
}

// mostCalls is the greatest number of functions left by a panic that are kept.
const mostCalls = 20

// leaves returns the name of a function from the line by which yaegi says that a panic leaves it:
//
//	5.3:7:2: panic: main.f.func(...)
func leaves(line []byte) (name string, ok bool) {
	line, ok = bytes.CutSuffix(line, []byte("(...)\n"))
	place, function, found := bytes.Cut(line, []byte(": panic: "))
	if !ok || !found || len(place) == 0 || place[len(place)-1] < '0' || '9' < place[len(place)-1] {
		return "", false
	}
	for _, part := range strings.Split(strings.TrimPrefix(string(function), "main."), ".") {
		if part != "func" { // as literals are called
			name = strings.TrimPrefix(name+"."+part, ".")
		}
	}
	return name, true
}

func (l *leaving) Write(p []byte) (int, error) {
	name, ok := leaves(p)
	if !ok {
		return l.out.Write(p)
	}
	l.mu.Lock()
	l.seen++
	known := l.seen <= mostCalls
	if known && name != "" && (len(l.left) == 0 || l.left[len(l.left)-1] != name) {
		l.left = append(l.left, name)
	}
	l.mu.Unlock()
	if known && l.begun != nil {
		l.begun()
	}
	return len(p), nil
}

func (l *leaving) Forget() {
	l.mu.Lock()
	l.left, l.seen = nil, 0
	l.mu.Unlock()
}

func (l *leaving) Left() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.left)
}

func (l *leaving) OnLeaving(f func()) { l.begun = f }
