package process

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/record"
)

// Allowances of a process beyond its run's limits; variables for tests.
var (
	DataRoom int64 = 512 << 20        // bytes, for all but the search's own structures
	WallRoom       = 10 * time.Second // after the time limit
)

// An order is what the process of a search reads from standard input.
type order struct {
	Problem   string           `json:"problem"`
	Algorithm engine.Algorithm `json:"algorithm"`
	Seed      uint64           `json:"seed"`
	Limits    engine.Limits    `json:"limits"`
	Trace     bool             `json:"trace"`
	Data      int64            `json:"data"` // RLIMIT_DATA
	CPU       time.Duration    `json:"cpu"`  // RLIMIT_CPU
}

// order is the task's order when jobs searches run at a time.
func (t Task) order(jobs int) order {
	o := order{Problem: t.Name, Algorithm: t.Algorithm, Seed: t.Seed, Limits: t.Limits, Trace: t.Trace}
	if o.Data = Memory() / int64(jobs); t.Limits.Memory > 0 {
		o.Data = t.Limits.Memory + DataRoom
	}
	if t.Limits.Time > 0 {
		o.CPU = 2*t.Limits.Time + WallRoom // of all threads, the garbage collector's included
	}
	return o
}

// task is what the order is about.
func (o order) task() (Task, error) {
	p, err := engine.Lookup(o.Problem)
	return Task{Name: o.Problem, Problem: p, Algorithm: o.Algorithm, Seed: o.Seed, Limits: o.Limits, Trace: o.Trace}, err
}

// Isolated makes the run in its own process, one of several at a time. If the process
// ends early, the run has failed.
func (t Task) Isolated(ctx context.Context, jobs int) *engine.Result {
	o := t.order(jobs)
	result, err := t.apart(ctx, o)
	switch {
	case ctx.Err() != nil:
		return &engine.Result{Status: engine.LimitCancelled}
	case err != nil:
		return t.failed(err)
	case result.Status == engine.Failed:
		result.Err = errors.New(result.Error) // which names the run
	case result.Status == engine.LimitMemory && t.Limits.Memory == 0:
		return t.failed(fmt.Errorf("it needs more than %s, its share of the machine (RLIMIT_DATA); "+
			"a memory limit would end it in order", input.FormatSize(o.Data)))
	case !t.adopts(result):
		return t.failed(errors.New("its process made another run: has the problem's file changed, or the program?"))
	}
	return result
}

// adopts reports whether another process has made this run. If so, the result gets this problem's digest: a
// slow graph's sample may have ended elsewhere there.
func (t Task) adopts(r *engine.Result) bool {
	digest := t.Problem.Digest()
	if !t.Problem.Is(r.Digest) || record.Key(digest, r.Algorithm, r.Seed, r.Limits) != t.Key {
		return false
	}
	r.Digest = digest
	return true
}

// apart starts the process and waits for its result.
func (t Task) apart(ctx context.Context, o order) (*engine.Result, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	if t.Limits.Time > 0 {
		var stop func()
		ctx, stop = context.WithTimeout(ctx, t.Limits.Time+WallRoom)
		defer stop()
	}
	cmd, err := Again(ctx, Search)
	if err != nil {
		return nil, err
	}
	var answer, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &answer, &said
	orders, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("its process does not start: %w", err)
	}
	_, err = orders.Write(append(text, '\n')) // left open: when it closes, the process knows that this one is gone
	err = errors.Join(err, cmd.Wait())
	KillGroup(cmd.Process.Pid) // what the domain may have started
	if ctx.Err() != nil {
		return nil, fmt.Errorf("its process had to be ended %v after the time limit", WallRoom)
	}
	result := new(engine.Result)
	if err == nil {
		err = json.Unmarshal(answer.Bytes(), result)
	}
	if err != nil {
		return nil, fmt.Errorf("its process %s", Fate(cmd, said.String()))
	}
	return result, nil
}

// Serve is the process of a search: it makes the run that it reads from standard input,
// writes the result to standard output, and returns the exit code.
func Serve() int {
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	in := json.NewDecoder(os.Stdin)
	var o order
	if err := in.Decode(&o); err != nil {
		return fail(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	signal.Ignore(syscall.SIGINT) // from a terminal; the parent sends SIGTERM
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(orphaned)
	}()
	t, err := o.task()
	if err != nil {
		return fail(err)
	}
	if err := Limit(o.Data, o.CPU); err != nil {
		return fail(err)
	}
	result := t.Solve(ctx)
	result.Path = nil // the moves say the same
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		return fail(err)
	}
	return 0
}

// orphaned is the exit code of a process whose parent is gone, so that nobody sees it.
const orphaned = 1
