// Package panics turns a panic in a run of a study, that is, of its problem or its algorithm, into the
// error of that run.
package panics

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
)

var handler atomic.Pointer[func(run func() error) error]

// Handle sets what Call does. An interpreter sets it: Go's stack does not show where in an interpreted
// program a panic happened.
func Handle(call func(run func() error) error) { handler.Store(&call) }

// Call calls a function that makes a run, and returns its error or the one for a panic in it.
func Call(run func() error) (err error) {
	if h := handler.Load(); h != nil {
		return (*h)(run)
	}
	defer func() {
		if reason := recover(); reason != nil {
			err = Error(reason)
		}
	}()
	return run()
}

// Error returns the error for a panic that the calling function, which is deferred, has recovered: its
// value and the functions that the engine had called, innermost first. If it is the engine that
// panicked, the error has the whole stack.
func Error(reason any) error {
	if calls := called(); len(calls) > 0 {
		return fmt.Errorf("panic: %v, in %s", reason, strings.Join(calls, ", called by "))
	}
	return fmt.Errorf("panic: %v\n%s", reason, debug.Stack())
}

const enginePath = "github.com/focal-search/focal/engine."

// called returns the functions between the panic and the engine. A deferred function calls it, so that
// they are still on the stack.
func called() (calls []string) {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	thrown := false
	for {
		frame, more := frames.Next()
		switch inRuntime := strings.HasPrefix(frame.Function, "runtime."); {
		case !more:
			return nil
		case inRuntime:
			thrown = thrown || frame.Function == "runtime.gopanic"
		case !thrown:
		case strings.HasPrefix(frame.Function, enginePath):
			return calls
		default:
			calls = append(calls, fmt.Sprintf("%s (%s:%d)", path.Base(frame.Function), path.Base(frame.File), frame.Line))
		}
	}
}
