//go:build unix || js

package instant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/focal-search/focal/kernel/internal/capped"
	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/show"
	"github.com/focal-search/focal/kernel/widget"
)

const (
	// grace is how long an interrupted cell that uses its context may continue, to show
	// what it reached.
	grace = 600 * time.Millisecond
	// patience is how long compiled code may continue after the cell was cut off.
	patience = time.Second
)

// A reading gives lines to what reads standard input until stop is called, which reports
// whether the end of ctx ended a wait for a line.
type reading func(ctx context.Context) (stop func() (waited bool))

// A child executes cells. Its reports go to send, or to show if they must be handled
// before the cell continues.
type child struct {
	session    *session
	streams    streams
	reading    reading // gives lines to what reads standard input
	send, show func(report)

	mu      sync.Mutex
	cancel  context.CancelFunc // interrupts the cell that runs
	cell    *cellContext       // of the cell that runs, or of the last one
	capture *show.MIME         // takes the next display instead of the front
	shown   capped.Displays    // of the cell
	later   postponed
}

// newChild makes a child that shows everything that is displayed in this process.
func newChild(out streams, send, display func(report)) *child {
	c := &child{streams: out, send: send, show: display}
	c.reading = func(context.Context) func() bool { return func() bool { return false } }
	c.session = newSession(writer{out[0].kept}, writer{out[1].kept}) // yaegi would give files to cells
	c.session.in.OnStray(func(err *script.Error) {
		fmt.Fprintln(os.Stderr, strings.Join(failureOf(err).Traceback, "\n"))
	})
	c.session.in.OnPanic(func(err *script.Error) {
		c.send(report{Op: "panicking", Failure: failureOf(err)})
	})
	c.session.in.Use(c.replacements())
	show.SetBackend(c)
	show.SetHandover(c.session.relay.Handover)
	widget.SetHost(c)
	return c
}

// answer carries out a request and reports the outcome.
func (c *child) answer(r request) report {
	switch r.Op {
	case "complete":
		return c.session.complete(r.Code, r.Cursor)
	case "inspect":
		return c.session.inspect(r.Code, r.Cursor, r.Level)
	case "who":
		return c.session.who()
	case "complete displays":
		c.completeDisplays()
		return report{Op: "displays completed"}
	case "follow":
		c.follow()
		return report{Op: "followed"}
	}
	done := c.execute(r)
	done.Later = c.later.any()
	return done
}

func (c *child) interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancel != nil {
		c.cancel()
	}
}

// replacements are the functions that interpreted code gets in place of those that
// would end the process, and of the one that returns the cell's context.
func (c *child) replacements() map[string]map[string]reflect.Value {
	fatal := func(say func()) { say(); panic(exit(1)) }
	return map[string]map[string]reflect.Value{
		"github.com/focal-search/focal/kernel/show/show": {"Context": reflect.ValueOf(c.context)},
		"fmt/": { // as "fmt/fmt", yaegi would load it again
			"Scan":   reflect.ValueOf(func(to ...any) (int, error) { return fmt.Fscan(os.Stdin, to...) }),
			"Scanln": reflect.ValueOf(func(to ...any) (int, error) { return fmt.Fscanln(os.Stdin, to...) }),
			"Scanf": reflect.ValueOf(func(format string, to ...any) (int, error) {
				return fmt.Fscanf(os.Stdin, format, to...)
			}),
		},
		"os/os": {"Stdin": reflect.ValueOf(&os.Stdin).Elem(), "Exit": reflect.ValueOf(func(code int) { panic(exit(code)) })},
		"log/log": {
			"Fatal":   reflect.ValueOf(func(v ...any) { fatal(func() { log.Print(v...) }) }),
			"Fatalf":  reflect.ValueOf(func(format string, v ...any) { fatal(func() { log.Printf(format, v...) }) }),
			"Fatalln": reflect.ValueOf(func(v ...any) { fatal(func() { log.Println(v...) }) }),
		},
	}
}

// context is show.Context, and records that the cell has called it.
func (c *child) context() context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cell.asked.Store(true)
	return show.Context()
}

// begin makes an interrupt end the code that runs from now on, and cancel
// show.Context.
func (c *child) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	cell := &cellContext{Context: ctx}
	c.mu.Lock()
	c.cancel, c.cell = cancel, cell
	c.mu.Unlock()
	show.SetCell(cell)
	c.session.grace = cell.grace
	return ctx, cancel
}

// execute runs a cell.
func (c *child) execute(r request) report {
	ctx, cancel := c.begin(context.Background())
	defer cancel()
	start := time.Now()
	c.shown.Begin(fmt.Sprintf("cell-%d.html", r.Count))
	stop := c.reading(ctx)
	var value reflect.Value
	var times []time.Duration
	var err error
	if r.Repeat {
		times, err = c.session.repeat(ctx, r.Count, r.Code)
	} else {
		value, err = c.session.run(ctx, r.Count, r.Code)
	}
	waited := stop()
	show.Finish()
	c.streams.reopen()
	after := time.Since(start).Round(10 * time.Millisecond)
	doing := ""
	if waited {
		doing = " while the cell waited for input"
	}
	if errors.Is(err, script.ErrCut) {
		return report{Op: c.afterCut(patience), Failure: newFailure("Interrupted",
			fmt.Sprintf("interrupted%s: the cell was cut off after %v; all variables are kept", doing, after), "")}
	}
	if ctx.Err() != nil && err == nil {
		fmt.Fprintf(os.Stderr, "interrupted%s after %v: the cell then ended by itself, with what it had reached\n", doing,
			after)
	}
	if code, ok := exitOf(err); ok && code == 0 {
		return report{Op: "executed"}
	}
	var wrong *script.Error
	if errors.As(err, &wrong) && wrong.Cut {
		return report{Op: c.afterCut(10 * patience), Failure: failureOf(err)} // a deep recursion takes a while to return
	}
	if err != nil {
		return report{Op: "executed", Failure: failureOf(err)}
	}
	if n := len(times); n > 0 {
		fmt.Fprintf(c.streams[0].kept, "%s a run: the median of %d runs after a first one, from %s to %s\n",
			show.Duration(times[n/2]), n, show.Duration(times[0]), show.Duration(times[n-1]))
	}
	if !value.IsValid() || r.Silent {
		return report{Op: "executed"}
	}
	b := c.bundle(value)
	if b == nil {
		return report{Op: "executed"}
	}
	text, _ := capped.Cut(b)[show.Plain].(string) // for the history
	if b = c.shown.New(b); b == nil {
		return report{Op: "executed", Text: text}
	}
	return report{Op: "executed", Bundle: encode(b), Text: text}
}

// A cellContext is what show.Context refers to while a cell runs. It knows
// whether the cell has asked for it: other code does not react to an interrupt.
type cellContext struct {
	context.Context
	asked atomic.Bool
}

func (c *cellContext) Done() <-chan struct{} {
	c.asked.Store(true)
	return c.Context.Done()
}

func (c *cellContext) Err() error {
	c.asked.Store(true)
	breathe()
	return c.Context.Err()
}

// grace returns how long the cell may continue after an interrupt.
func (c *cellContext) grace() time.Duration {
	if c.asked.Load() {
		return grace
	}
	return 0
}

// afterCut waits for compiled code that a cut-off cell has called, and returns
// the operation that reports whether it has ended.
func (c *child) afterCut(patience time.Duration) string {
	deadline := time.Now().Add(patience)
	for pause := time.Millisecond; c.session.in.Running(); pause = min(2*pause, 100*time.Millisecond) {
		if time.Now().After(deadline) {
			if !c.session.in.Abandon() {
				return "stuck"
			}
			fmt.Fprintln(os.Stderr, "note: the cell waits for a lock or a group; if it ever gets what it waits for, it goes on")
		}
		time.Sleep(pause)
	}
	return "executed"
}

// bundle returns the richest representation of a value, nil if it has none.
func (c *child) bundle(value reflect.Value) (b show.MIME) {
	c.divert(&b)
	show.Value(value.Interface())
	c.divert(nil)
	return b
}

// divert stores the next display in *b, and returns the previous destination.
func (c *child) divert(b *show.MIME) (before *show.MIME) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before, c.capture = c.capture, b
	return before
}

// Display shows a bundle.
func (c *child) Display(b show.MIME, id string) {
	if to := c.divert(nil); to != nil && id == "" { // a display that is updated later is not a cell's value
		*to = b
		return
	}
	if b = c.shown.New(b); b != nil {
		c.show(report{Op: "display", Bundle: encode(b), ID: id})
	}
}

// Update changes a display.
func (c *child) Update(b show.MIME, id string) {
	c.show(report{Op: "update", Bundle: encode(c.shown.Changed(b)), ID: id})
}

// Clear removes the output of the cell.
func (c *child) Clear(wait bool) {
	c.shown.Clear()
	c.show(report{Op: "clear", Wait: wait})
}

func encode(b show.MIME) json.RawMessage {
	data, err := json.Marshal(b)
	if err != nil {
		data, _ = json.Marshal(show.MIME{show.Plain: fmt.Sprintf("error: this cannot be displayed: %v", err)})
	}
	return data
}
