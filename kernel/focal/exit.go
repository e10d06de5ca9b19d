package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/kernel/show"
)

// The exit codes, described by exitCodes. Scripts rely on them, so their meaning does
// not change.
const (
	exitOK = iota
	exitInternal
	exitUsage
	exitUnsolvable
	exitLimit
	exitInterrupted
	exitScript
)

const exitCodes = `Exit codes:
  0  done; for solve: a solution within the bound was found
  1  internal error, a result that does not verify, damaged runs that are left out
     of what was printed, a bundle that differs, a check of doctor that failed, data
     that cannot be fetched, or output that cannot be written
  2  wrong usage: a flag, a value, a problem or a file, also one that is damaged;
     results that cannot be verified, as their problems or data are not there
  3  the problem has no solution
  4  a limit was reached: inserted, generated, expanded, time or memory
  5  interrupted by SIGINT or SIGTERM, or for sweep: runs are missing still; what was
     reached has been printed
  6  a script does not compile, panicked, was ended by the Go runtime, or reached a
     bound of its sandbox; one that calls os.Exit chooses its code itself
Where several problems are solved, the code is the first of 1, 5, 4, 3, 0 that
applies to one of them.`

// An exit is an error with an exit code. If err is nil, everything has been printed.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// usage marks an error as one that the user can correct.
func usage(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, engine.ErrUnsolvable):
		return &exit{exitUnsolvable, err}
	}
	return &exit{exitUsage, err}
}

func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

// moment is how long a command may go on after a signal, to print what it has reached.
const moment = 800 * time.Millisecond

// interruptible runs a command. After a signal it has a moment to end by itself. Then it is ended wherever it stands:
// in a pipe at whose other end nothing happens, or in a query without an end.
func interruptible(command func() error) error {
	ctx := show.Context()
	done := make(chan error, 1)
	go func() { done <- command() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	for {
		select {
		case err := <-done:
			return err
		case <-time.After(moment):
			if orderly.TryLock() {
				for _, f := range undone {
					f()
				}
				return &exit{exitInterrupted, errors.New("interrupted")}
			}
		}
	}
}

// undone is called where a command is ended.
var undone []func()

func atSignal(undo func()) { undone = append(undone, undo) }

// orderly is locked by work that a signal ends, but that may take longer than a moment to put things in order: it ends
// searches, workers and other programs. Nothing that waits for a file or a pipe may hold it.
var orderly sync.RWMutex

// inOrder does such work.
func inOrder[T any](work func() T) T {
	orderly.RLock()
	defer orderly.RUnlock()
	return work()
}

// watched shows the progress of what is done with a store, and ends it at a signal. The
// function that it returns ends the display.
func watched(s *store.Store) (end func()) {
	ctx, doing := show.Context(), ""
	live := show.Live("")
	s.Watch(func(o store.Operation) error {
		if doing != o.Doing {
			live.Done()
			live, doing = show.Live(o.Doing), o.Doing
		}
		live.Set(o.Done, o.Total)
		return ctx.Err()
	})
	return func() { live.Done() }
}

// stopped gives what a signal ended its exit code.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) {
		return &exit{exitInterrupted, errors.New("interrupted")}
	}
	return err
}

// plainError reduces a file error to the file's name and what is wrong.
func plainError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", name, path.Err)
	}
	return err
}
