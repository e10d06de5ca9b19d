package batch

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
	"github.com/focal-search/focal/engine/store"
)

// Isolated runs each search in a process of its own, which the system limits by
// RLIMIT_DATA and RLIMIT_CPU and a timer ends, so that one that goes wild takes
// nothing with it: what ends the process is that run's failure. The process has
// the run's own limits and some room above them, so that it is the run's that
// count. Where a run has no limit on memory, its share of the machine's is its
// process's. A process costs some tens of milliseconds.
func Isolated() Option { return func(o *options) { o.isolated = true } }

// What a process has beyond its run's limits; variables for tests.
var (
	dataRoom int64 = 512 << 20        // for all but the search's own structures
	wallRoom       = 10 * time.Second // after the time limit
)

// An order is what the process of a search is told.
type order struct {
	Problem   string           `json:"problem"`
	Algorithm engine.Algorithm `json:"algorithm"`
	Seed      uint64           `json:"seed"`
	Limits    engine.Limits    `json:"limits"`
	Trace     bool             `json:"trace"`
	Data      int64            `json:"data"` // RLIMIT_DATA
	CPU       time.Duration    `json:"cpu"`  // RLIMIT_CPU
}

// order is that for a run, one of several at a time.
func (r Run) order(trace bool, jobs int) order {
	o := order{Problem: r.Problem, Algorithm: r.Algorithm, Seed: r.Seed, Limits: r.Limits, Trace: trace}
	if o.Data = machineMemory() / int64(jobs); r.Limits.Memory > 0 {
		o.Data = r.Limits.Memory + dataRoom
	}
	if r.Limits.Time > 0 {
		o.CPU = 2*r.Limits.Time + wallRoom // of all threads, the garbage collector's too
	}
	return o
}

// isolated makes the run in a process of its own.
func (r Run) isolated(ctx context.Context, o order) *engine.Result {
	result, err := r.apart(ctx, o)
	switch {
	case ctx.Err() != nil:
		return &engine.Result{Status: engine.LimitCancelled}
	case err != nil:
		return r.failed(err)
	case result.Status == engine.Failed:
		result.Err = errors.New(result.Error) // which names the run
	case result.Status == engine.LimitMemory && r.Limits.Memory == 0:
		return r.failed(fmt.Errorf("it needs more than the %s that are its share of the machine (RLIMIT_DATA); a limit on memory would end it in order", FormatSize(o.Data)))
	case store.Key(result.Digest, result.Algorithm, result.Seed, result.Limits) != r.Key:
		return r.failed(errors.New("its process made another run"))
	}
	return result
}

// apart starts the process and waits for its answer.
func (r Run) apart(ctx context.Context, o order) (*engine.Result, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	if r.Limits.Time > 0 {
		var stop func()
		ctx, stop = context.WithTimeout(ctx, r.Limits.Time+wallRoom)
		defer stop()
	}
	cmd, err := again(ctx, "search")
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
	_, err = orders.Write(append(text, '\n')) // left open: its end tells the process that this one is gone
	err = errors.Join(err, cmd.Wait())
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what the domain may have started
	if ctx.Err() != nil {
		return nil, fmt.Errorf("its process had to be ended %v after the time limit", wallRoom)
	}
	result := new(engine.Result)
	if err == nil {
		err = json.Unmarshal(answer.Bytes(), result)
	}
	if err != nil {
		return nil, fmt.Errorf("its process %s", fate(cmd, said.String()))
	}
	return result, nil
}

// beSearch makes the run that comes on standard input and writes the result to
// standard output.
func beSearch() int {
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
	signal.Ignore(syscall.SIGINT) // a terminal's, which the parent turns into its own
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(1) // nobody wants to know any more
	}()
	p, err := engine.Lookup(o.Problem)
	if err != nil {
		return fail(err)
	}
	if err := bound(o.Data, o.CPU); err != nil {
		return fail(err)
	}
	r := Run{Problem: o.Problem, Algorithm: o.Algorithm, Seed: o.Seed, Limits: o.Limits, problem: p}
	result := r.solve(ctx, o.Trace)
	result.Path = nil // the moves tell
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		return fail(err)
	}
	return 0
}
