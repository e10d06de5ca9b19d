package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/show"
)

// A failure is an error with an exit code. If err is nil, everything has been printed.
type failure struct {
	code int
	err  error
}

func (e *failure) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *failure) Unwrap() error { return e.err }

// usage marks an error as one that the user can correct.
func usage(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, engine.ErrUnsolvable):
		return &failure{exit.Unsolvable, err}
	}
	return &failure{exit.Usage, err}
}

// errInterrupted is of a command that a signal has ended.
var errInterrupted = &failure{exit.Interrupted, errors.New("interrupted")}

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
				return errInterrupted
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
		return errInterrupted
	}
	return err
}
