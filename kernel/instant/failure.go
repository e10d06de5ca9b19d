package instant

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/focal-search/focal/kernel/script"
)

// failureOf formats an error in a cell: first the message in one line, then the
// place with the line of source, then details.
func failureOf(err error) *failure {
	var e *script.Error
	if !errors.As(err, &e) {
		return newFailure("Error", err.Error(), "")
	}
	name, message := "CompileError", plain(e.Message)
	if code, ok := exitOf(err); ok {
		name, message = "Exit", fmt.Sprintf("the cell ended with %v; all variables are kept", code)
	} else if e.Value == script.ErrRecursion {
		name = "StackOverflow"
	} else if e.Panic {
		name = "Panic"
	}
	if e.Cut {
		message += "; the cell was cut off, all variables are kept"
	}
	var details []string
	if e.Line > 0 {
		details = append(details, fmt.Sprintf("%s, line %d, column %d:", cellOf(e.File), e.Line, e.Column))
		if excerpt := e.Excerpt(); excerpt != "" {
			details = append(details, excerpt)
		}
	}
	if calls := callers(e.Calls); calls != "" {
		details = append(details, calls)
	}
	return newFailure(name, message, strings.Join(details, "\n"))
}

// An exit is the panic by which a cell ends that asks for the end of the program.
type exit int

func (e exit) String() string { return fmt.Sprintf("exit code %d", int(e)) }

// exitOf reports whether an error is an exit that the cell requested.
func exitOf(err error) (code exit, ok bool) {
	var e *script.Error
	if errors.As(err, &e) {
		code, ok = e.Value.(exit)
	}
	return code, ok
}

func newFailure(name, message, details string) *failure {
	f := &failure{Name: name, Value: message, Traceback: []string{red + message + reset}}
	if details != "" {
		f.Traceback = append(f.Traceback, strings.Split(details, "\n")...)
	}
	return f
}

// Colours of a traceback, as notebooks show them.
const (
	red   = "\x1b[31m"
	reset = "\x1b[0m"
)

var generations = regexp.MustCompile(generation + `\d+`)

// plain removes internal names from a message.
func plain(message string) string { return generations.ReplaceAllString(message, "") }

var cellFile = regexp.MustCompile(`^(\d+)/cell\.go$`)

// cellOf returns the name of a cell's source for users.
func cellOf(file string) string { return cellFile.ReplaceAllString(file, "cell [$1]") }

// callers names the functions that the panic left, innermost first.
func callers(calls []string) string {
	var named []string
	for _, call := range calls {
		if call != "main" && !strings.HasPrefix(call, generation) {
			named = append(named, plain(call))
		}
	}
	if len(named) == 0 {
		return ""
	}
	return "in " + strings.Join(named, ", called from ")
}
