package show

import (
	"context"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/progress"
)

// Context returns the context of the running cell or program. Pass it to searches: after
// an interrupt they stop, and what they reached can be shown. It is the same value for
// the whole session and always refers to the current cell, so ctx := show.Context() in
// the first cell is enough.
//
// A study with this context shows its progress in the cell or on the terminal, and so does a
// search that takes longer than a second.
//
// In terminals and under GoNB, SIGINT and SIGTERM cancel it; a second signal, half
// a second later or more, kills as usual. (GoNB kills a cell's process 5 s after
// the interrupt.)
func Context() context.Context {
	cell.Lock()
	defer cell.Unlock()
	if cell.ctx == nil {
		cell.ctx = untilSignal()
	}
	return session{}
}

// SetCell sets the context of the cell that is about to run. The instant kernel's process
// calls it before each cell.
func SetCell(ctx context.Context) {
	Finish()
	cell.Lock()
	defer cell.Unlock()
	cell.ctx = ctx
	once.nextCell()
}

// SetHandover sets what continues searches with Context whose functions are interpreted.
func SetHandover(h engine.Handover) {
	cell.Lock()
	defer cell.Unlock()
	cell.handover = h
}

var cell struct {
	sync.Mutex
	ctx      context.Context
	handover engine.Handover
}

// untilSignal returns a context that the first signal cancels. Half a second later,
// signals have their usual effect again. The delay is needed because some programs send a
// signal to a process and immediately another to its group.
func untilSignal() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(time.Second/2, stop) })
	return ctx
}

// session is a context that forwards everything to the current cell's context.
type session struct{}

func (session) current() context.Context {
	cell.Lock()
	defer cell.Unlock()
	return cell.ctx
}

func (s session) Deadline() (time.Time, bool) { return s.current().Deadline() }
func (s session) Done() <-chan struct{}       { return s.current().Done() }
func (s session) Err() error                  { return s.current().Err() }
func (s session) Value(key any) any {
	switch key {
	case progress.Key:
		return progress.Watcher(watch)
	case engine.WatcherKey:
		return engine.Watcher(search)
	case engine.HandoverKey:
		cell.Lock()
		defer cell.Unlock()
		return cell.handover
	}
	return s.current().Value(key)
}
func (session) String() string { return "show.Context" }
