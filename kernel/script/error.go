package script

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"regexp"
	"strings"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// An Error is a syntax error, a compile error or a panic in interpreted code.
type Error struct {
	File    string   // the name passed to Parse
	Line    int      // 1-based; 0 if the position is unknown
	Column  int      // in bytes, 1-based
	Message string   // one line
	Source  string   // the text of the line
	Refused bool     // whether the interpreter refuses this Go; compiled, the program may work
	Panic   bool     // whether the program ran and panicked
	Cut     bool     // whether the program was cut off because of it
	Value   any      // of the panic
	Calls   []string // functions that the panic unwound, innermost first
}

// Error returns the position and the message, as a compiler prints them, then
// the source line with a caret under the column.
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

// Excerpt returns the source line with a caret under the column, or "" if it is unknown.
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

// locate turns an error of the parser or of the machine into an *Error.
func (in *Interpreter) locate(err error) error {
	var located *Error
	if errors.As(err, &located) {
		return err
	}
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return in.syntaxError(list[0])
	}
	var refused *machine.Refusal
	if errors.As(err, &refused) {
		return in.newError(refused.Pos, refused.Reason)
	}
	return &Error{Message: err.Error()}
}

// syntaxError converts an error of the parser. An error behind the source, in the
// lines that ParseWithin has added, is reported at the end of the source.
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

// ErrorAt returns an error at a position.
func (in *Interpreter) ErrorAt(pos token.Pos, message string) *Error {
	return in.newError(in.machine.FileSet().Position(pos), message)
}

// ErrorIn returns an error at a byte offset of a source.
func (in *Interpreter) ErrorIn(name string, offset int, message string) *Error {
	before := strings.Join(in.lines[name], "\n")[:offset]
	line := strings.Count(before, "\n")
	column := offset - strings.LastIndexByte(before, '\n')
	return in.newError(token.Position{Filename: name, Line: line + 1, Column: column}, message)
}

// Defect returns the error for a source on which the interpreter panicked before running it.
func (in *Interpreter) Defect(name string, panicked any) error {
	return refusal(in.ErrorIn(name, 0, fmt.Sprintf("the interpreter fails on this source; please report it: %v", panicked)))
}

func (in *Interpreter) newError(pos token.Position, message string) *Error {
	e := &Error{File: pos.Filename, Line: pos.Line, Column: pos.Column, Message: in.leftOut(oneLine(message))}
	if lines := in.lines[pos.Filename]; 0 < pos.Line && pos.Line <= len(lines) {
		e.Source = strings.TrimRight(lines[pos.Line-1], "\r")
	}
	return e
}

// oneLine returns the first line of a message without the tags of types, and what is had and wanted. It
// escapes carriage returns, which the parser may quote from the source.
func oneLine(message string) string {
	message = hadAndWanted.ReplaceAllString(message, " (have $1, want $2)")
	message, _, _ = strings.Cut(strings.TrimSpace(message), "\n")
	return withoutTags(strings.ReplaceAll(message, "\r", `\r`))
}

// leftOut adds a remark to the message for an undefined name that only a sandbox lacks.
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

// hadAndWanted are further lines of a message of go/types.
var hadAndWanted = regexp.MustCompile(`\n\thave (.*)\n\twant (.*)`)

var undefined = regexp.MustCompile(`^undefined: (\w+)\.(\w+)$`)

// panicError returns the error for a panic in interpreted code, at the statement that this
// goroutine ran last.
func (in *Interpreter) panicError(message string, value any) *Error {
	e := &Error{Message: message}
	if pos := token.Pos(*in.at.here()); pos.IsValid() {
		e = in.ErrorAt(pos, message)
	}
	e.Panic, e.Value = true, value
	for _, call := range in.machine.Left() {
		if name, _, _ := strings.Cut(call, "ʹ"); name != "" { // else the program has no such function
			e.Calls = append(e.Calls, name)
		}
	}
	return e
}

// cutError returns an error that cuts off the running program, at the statement
// that ran last.
func (in *Interpreter) cutError(message string, value any) *Error {
	e := in.panicError(message, value)
	e.Cut = true
	return e
}

// textOf is panicText for a panic that has just happened. The text may come from
// interpreted code, which must not change the position.
func (in *Interpreter) textOf(v any) string {
	at := in.at.here()
	defer func(before int) { *at = before }(*at)
	return panicText(v)
}

// OnPanic sets a function that is called with the position of each panic in interpreted
// code, as soon as the panic leaves a function and whether or not it is recovered: in a
// goroutine it may end the process before anything else runs.
func (in *Interpreter) OnPanic(f func(*Error)) {
	in.machine.OnLeaving(func() { f(in.panicError("panic", nil)) })
}
