package script

import (
	"bytes"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// An Error is a syntax error, a compile error or a panic in interpreted code.
type Error struct {
	File    string   // as it was named to Parse
	Line    int      // 1-based; 0 where the place is unknown
	Column  int      // in bytes, 1-based
	Message string   // one line
	Source  string   // the text of the line
	Refused bool     // whether it is Go that is not interpreted; compiled, the program may work
	Panic   bool     // whether the program ran and panicked
	Cut     bool     // whether the program was cut off because of it
	Value   any      // of the panic
	Calls   []string // functions that the panic left, the innermost first
}

// Error is the position and the message, as a compiler writes them, then the
// line with a caret under the column.
func (e *Error) Error() string {
	s := e.Message
	if e.Line > 0 {
		s = fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
	}
	if excerpt := e.Excerpt(); excerpt != "" {
		s += "\n" + excerpt
	}
	return s
}

// Excerpt is the source line with a caret under the column, "" where it is unknown.
func (e *Error) Excerpt() string {
	if e.Line == 0 || strings.TrimSpace(e.Source) == "" {
		return ""
	}
	lead := e.Source[:min(max(e.Column-1, 0), len(e.Source))]
	blank := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, lead)
	return e.Source + "\n" + blank + "^"
}

var positioned = regexp.MustCompile(`(?s)^(.+?):(\d+):(\d+): (.*)$`)

// locate turns an error of the parser or of yaegi into an *Error.
func (in *Interpreter) locate(err error) error {
	var located *Error
	if errors.As(err, &located) {
		return err
	}
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return in.syntaxError(list[0])
	}
	m := positioned.FindStringSubmatch(err.Error())
	if m == nil {
		return &Error{Message: plain(err.Error())}
	}
	line, _ := strconv.Atoi(m[2])
	column, _ := strconv.Atoi(m[3])
	return in.newError(token.Position{Filename: m[1], Line: line, Column: column}, m[4])
}

// syntaxError is an error of the parser. What it finds behind the source, in the
// lines that ParseWithin has put there, is the end of the source.
func (in *Interpreter) syntaxError(e *scanner.Error) *Error {
	lines := in.lines[e.Pos.Filename]
	last := len(lines)
	for last > 1 && strings.TrimSpace(lines[last-1]) == "" {
		last--
	}
	if last == 0 || e.Pos.Line < last || e.Pos.Line == last && e.Pos.Column <= len(lines[last-1])+1 {
		return in.newError(e.Pos, e.Msg)
	}
	message, _, _ := strings.Cut(e.Msg, ", found")
	return in.newError(token.Position{Filename: e.Pos.Filename, Line: last, Column: len(lines[last-1]) + 1}, message+
		", found the end")
}

// ErrorAt is an error at a position.
func (in *Interpreter) ErrorAt(pos token.Pos, message string) *Error {
	return in.newError(in.yaegi.FileSet().Position(pos), message)
}

// ErrorIn is an error at an offset in bytes of a source.
func (in *Interpreter) ErrorIn(name string, offset int, message string) *Error {
	before := strings.Join(in.lines[name], "\n")[:offset]
	line := strings.Count(before, "\n")
	column := offset - strings.LastIndexByte(before, '\n')
	return in.newError(token.Position{Filename: name, Line: line + 1, Column: column}, message)
}

// Defect is the error for a source on which this program has panicked before it ran.
func (in *Interpreter) Defect(name string, panicked any) error {
	return refusal(in.ErrorIn(name, 0, fmt.Sprintf("the interpreter fails on this source; please report it: %v", panicked)))
}

func (in *Interpreter) newError(pos token.Position, message string) *Error {
	e := &Error{File: pos.Filename, Line: pos.Line, Column: pos.Column, Message: in.leftOut(plain(message))}
	if lines := in.lines[pos.Filename]; 0 < pos.Line && pos.Line <= len(lines) {
		e.Source = strings.TrimRight(lines[pos.Line-1], "\r")
	}
	return e
}

// plain is the first line of what yaegi says, with types as Go calls them.
func plain(message string) string {
	message, _, _ = strings.Cut(strings.TrimSpace(message), "\n")
	message = strings.Replace(message, "cannot use  (type", "cannot use a value (type", 1)
	if m := noMember.FindStringSubmatch(message); m != nil {
		pkg := m[1] + m[2]
		message = "undefined: " + pkg + "." + m[3]
		if generic[pkg] {
			message += " (cells and scripts have no generic functions of the standard library)"
		}
	}
	return basicType.ReplaceAllString(withoutTags(message), "$1")
}

// leftOut adds to a message on a name that is left out of a sandbox that it is.
func (in *Interpreter) leftOut(message string) string {
	m := undefined.FindStringSubmatch(message)
	if m == nil {
		return message
	}
	for importPath := range sandboxed() {
		name, _ := everything.packageName(importPath)
		if name == m[1] && Members(importPath)[m[2]].IsValid() && !in.library.members(importPath)[m[2]].IsValid() {
			return message + " (it is not there in a sandbox)"
		}
	}
	return message
}

var undefined = regexp.MustCompile(`^undefined: (\w+)\.(\w+)$`)

// noMember is what yaegi says of a name that a package does not export.
var noMember = regexp.MustCompile(`^(?:undefined selector: (\w+)\.|package (\w+) "[^"]*" has no symbol )(\w+)$`)

// generic are packages of generic functions, which yaegi cannot hold.
var generic = map[string]bool{"slices": true, "maps": true, "iter": true}

// basicType is yaegi's name for one, as intT.
var basicType = regexp.MustCompile(`\b(bool|string|u?int(?:8|16|32|64|ptr)?|float(?:32|64)|complex(?:64|128)|error)T\b`)

// panicError is a panic in interpreted code, at the statement that ran last.
func (in *Interpreter) panicError(message string, value any) *Error {
	e := &Error{Message: message}
	if pos := token.Pos(*in.at); pos.IsValid() {
		e = in.ErrorAt(pos, message)
	}
	e.Panic, e.Value = true, value
	e.Calls = in.unwind.calls()
	return e
}

// cutError is an error for which a running program is cut off, at the statement
// that ran last.
func (in *Interpreter) cutError(message string, value any) *Error {
	e := in.panicError(message, value)
	e.Cut = true
	return e
}

// textOf is panicText for a panic that has just happened: the text may come from
// interpreted code, which must not change the position.
func (in *Interpreter) textOf(v any) string {
	defer func(before int) { *in.at = before }(*in.at)
	return panicText(v)
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
		strings.HasPrefix(t.Elem().PkgPath(), "github.com/traefik/yaegi/") {
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

// OnPanic has f told where interpreted code panics, as soon as the panic leaves
// a function and whether or not it is recovered: in a goroutine it will end the
// process, and there is no later moment.
func (in *Interpreter) OnPanic(f func(*Error)) {
	in.unwind.begun = func() { f(in.panicError("panic", nil)) }
}
