package batch

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
)

// Runs is what became of a study.
type Runs struct {
	// Results are those of the study's runs that are in the store, in the order
	// of Grid.Runs. They have no moves, and traces if the study asks for them.
	Results  []*engine.Result
	Total    int // runs of the study
	Stored   int // of them, in the store before
	Missing  int // of them, not in the store now
	Failed   []*engine.Result
	Warnings []string // what may go wrong on this machine, and damage found in the store
	Elapsed  time.Duration
	// Err says what is wrong: with the grid, with the store, or of the first of
	// the runs that failed. An interrupt is no error: it leaves runs missing.
	Err error
}

// String tells it in one line.
func (r *Runs) String() string {
	text := fmt.Sprintf("%d runs: %d were in the store, %d made in %v",
		r.Total, r.Stored, r.Total-r.Stored-r.Missing, r.Elapsed.Round(10*time.Millisecond))
	if r.Missing > 0 {
		text += fmt.Sprintf(", %d missing", r.Missing)
	}
	if r.Err != nil {
		text += ": " + r.Err.Error()
	}
	return text
}

// Progress tells of a study under way.
type Progress struct {
	Done    int // runs in the store
	Total   int
	Stored  int // of Done, in the store before
	Solved  int // of Done, with a solution
	Failed  int
	Elapsed time.Duration
	Rate    float64       // runs made in a second
	Left    time.Duration // estimated; 0 while there is nothing to go by
}

// An Option changes how a study is run, and never what comes out.
type Option func(*options)

type options struct {
	progress func(Progress)
	warn     func(string)
	seed     uint64
}

// OnProgress has f called about five times a second, and at the end. It is
// called by one goroutine at a time.
func OnProgress(f func(Progress)) Option { return func(o *options) { o.progress = f } }

// OnWarning has f called with each warning as soon as it is known.
func OnWarning(f func(string)) Option { return func(o *options) { o.warn = f } }

// Shuffled seeds the order of the runs; the default is 0. Several processes that
// work on the same study at the same time should have different ones.
func Shuffled(seed uint64) Option { return func(o *options) { o.seed = seed } }

const (
	progressEvery = 200 * time.Millisecond
	collectEvery  = 5 * time.Second
)

// Run makes the study's runs that the store at path does not have, and returns
// all of them. When ctx is done it stops within a second or so, with what is
// finished; the next Run goes on from there.
func (g Grid) Run(ctx context.Context, path string, opts ...Option) *Runs {
	b := &batch{grid: g, start: time.Now()}
	for _, set := range opts {
		set(&b.options)
	}
	err := b.open(path)
	if err == nil {
		err = b.make(ctx)
		err = errors.Join(err, b.read())
	}
	if b.store != nil {
		err = errors.Join(err, b.store.Close())
	}
	if n := len(b.out.Failed); n > 0 {
		err = errors.Join(err, fmt.Errorf("%d of %d runs failed; the first: %w", n, b.out.Total, b.out.Failed[0].Err))
	}
	b.out.Err = err
	b.out.Elapsed = time.Since(b.start)
	return &b.out
}

// A batch is a study being run.
type batch struct {
	grid  Grid
	start time.Time
	options

	store *store.Store
	runs  []Run
	todo  []Run // in the order in which they are made
	out   Runs

	progress struct {
		Progress
		told time.Time
	}
}

// open finds out what is to be done.
func (b *batch) open(path string) (err error) {
	if b.runs, err = b.grid.Runs(); err != nil {
		return err
	}
	b.out.Total, b.out.Missing = len(b.runs), len(b.runs)
	if b.store, err = store.Open(path); err != nil {
		return err
	}
	damages, err := collect(b.store)
	if err != nil {
		return err
	}
	done, err := b.grid.done(b.store)
	if err != nil {
		return err
	}
	told := &b.progress
	for _, r := range b.runs {
		status, ok := done[r.Key]
		if !ok {
			b.todo = append(b.todo, r)
		} else if found(status) {
			told.Solved++
		}
	}
	b.out.Stored = len(b.runs) - len(b.todo)
	told.Done, told.Stored, told.Total = b.out.Stored, b.out.Stored, b.out.Total
	shuffle := rand.New(rand.NewPCG(b.seed, 0))
	shuffle.Shuffle(len(b.todo), func(i, j int) { b.todo[i], b.todo[j] = b.todo[j], b.todo[i] })
	if len(b.todo) > 0 {
		b.warn(b.grid.warnings()...)
	}
	b.warn(damages...)
	return nil
}

func (b *batch) warn(warnings ...string) {
	b.out.Warnings = append(b.out.Warnings, warnings...)
	if b.options.warn != nil {
		for _, w := range warnings {
			b.options.warn(w)
		}
	}
}

// collect copies what is new in the shards into the database. Damaged lines are
// worth a warning: their runs are missing and will be made again.
func collect(s *store.Store) (warnings []string, err error) {
	_, err = s.Collect()
	var damage *store.Damage
	if errors.As(err, &damage) {
		return []string{err.Error()}, nil
	}
	return nil, err
}

// make makes the missing runs.
func (b *batch) make(ctx context.Context) error {
	if len(b.todo) == 0 || ctx.Err() != nil {
		return nil
	}
	shard, err := b.store.Shard()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	collecting := b.collectNowAndThen(ctx)
	finished := b.work(ctx)
	for results := b.next(finished); results != nil && err == nil; results = b.next(finished) {
		err = b.keep(shard, results)
	}
	stop() // after an error there is no point in going on
	for range finished {
	}
	damages, collectErr := collecting()
	b.warn(damages...)
	return errors.Join(err, collectErr, shard.Close())
}

// work starts the searches. The channel is closed when the last has ended.
func (b *batch) work(ctx context.Context) <-chan *engine.Result {
	jobs := min(b.grid.jobs(), len(b.todo))
	finished := make(chan *engine.Result, 16*jobs) // so that searches do not wait for the disk
	var next atomic.Int64
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(b.todo) {
					return
				}
				finished <- b.todo[i].solve(ctx, b.grid.Trace)
			}
		})
	}
	go func() {
		workers.Wait()
		close(finished)
	}()
	return finished
}

// solve makes the run, and verifies what came out before anyone believes it.
func (r Run) solve(ctx context.Context, trace bool) (result *engine.Result) {
	defer func() {
		if reason := recover(); reason != nil {
			result = r.failed(fmt.Errorf("panic: %v\n%s", reason, debug.Stack()))
		}
	}()
	opts := []engine.Option{engine.Seed(r.Seed), engine.WithLimits(r.Limits)}
	if trace {
		opts = append(opts, engine.Traced())
	}
	result = engine.Solve(ctx, r.problem, r.Algorithm, opts...)
	if result.Err != nil {
		return r.failed(result.Err)
	}
	if err := engine.Verify(r.problem, result); err != nil {
		return r.failed(fmt.Errorf("the result does not verify: %w", err))
	}
	return result
}

func (r Run) failed(err error) *engine.Result {
	err = fmt.Errorf("%s %s seed %d: %w", r.Problem, r.Algorithm, r.Seed, err)
	return &engine.Result{
		Problem: r.Problem, Digest: r.problem.Digest(), Algorithm: r.Algorithm, Seed: r.Seed, Limits: r.Limits,
		Status: engine.Failed, Unit: r.problem.Unit, Cost: -1, Err: err, Error: err.Error(),
	}
}

// next waits for finished runs and takes all there are, so that they share a
// sync. It returns none at the end.
func (b *batch) next(finished <-chan *engine.Result) []*engine.Result {
	tick := time.NewTimer(progressEvery)
	defer tick.Stop()
	for {
		select {
		case r, ok := <-finished:
			if !ok {
				return nil
			}
			results := []*engine.Result{r}
			for len(finished) > 0 { // nobody else receives
				results = append(results, <-finished)
			}
			return results
		case <-tick.C:
			b.tell()
			tick.Reset(progressEvery)
		}
	}
}

// keep puts finished runs into the shard.
func (b *batch) keep(shard *store.Shard, results []*engine.Result) error {
	var kept []*engine.Result
	for _, r := range results {
		switch {
		case r.Status == engine.Failed:
			b.out.Failed = append(b.out.Failed, r)
		case r.Status != engine.LimitCancelled:
			kept = append(kept, r)
		}
	}
	if len(kept) > 0 {
		if err := shard.Append(kept...); err != nil {
			return err
		}
	}
	p := &b.progress
	p.Done += len(kept)
	p.Failed = len(b.out.Failed)
	for _, r := range kept {
		if found(r.Status) || r.Solved() {
			p.Solved++
		}
	}
	if time.Since(p.told) >= progressEvery || p.Done+p.Failed == p.Total {
		b.tell()
	}
	return nil
}

// found says whether runs that end like this have a solution.
func found(s engine.Status) bool {
	return slices.Contains([]engine.Status{engine.Solved, engine.Optimal, engine.BoundReached}, s)
}

// tell reports progress. As the order is shuffled, the runs made so far tell how
// long the others will take.
func (b *batch) tell() {
	p := &b.progress
	p.told = time.Now()
	if b.options.progress == nil {
		return
	}
	p.Elapsed = time.Since(b.start)
	if made := p.Done - p.Stored + p.Failed; made > 0 {
		p.Rate = float64(made) / p.Elapsed.Seconds()
		p.Left = time.Duration(float64(p.Total-p.Done-p.Failed) / p.Rate * float64(time.Second))
	}
	b.options.progress(p.Progress)
}

// collectNowAndThen lets others see in the database what has been done so far.
// The function returned waits for its end and collects the rest.
func (b *batch) collectNowAndThen(ctx context.Context) func() ([]string, error) {
	var all []string
	var err error
	once := func() {
		var warnings []string
		warnings, err = collect(b.store)
		all = append(all, warnings...)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(collectEvery)
		defer tick.Stop()
		for err == nil {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				once()
			}
		}
	}()
	return func() ([]string, error) {
		<-ended
		if err == nil {
			once()
		}
		return all, err
	}
}

// read reads the study's results.
func (b *batch) read() error {
	keys := make([]string, len(b.runs))
	for i, r := range b.runs {
		keys[i] = r.Key
	}
	results, err := b.store.Find(keys, b.grid.parts()...)
	if err != nil {
		return err
	}
	b.out.Missing = 0
	for i, r := range results {
		if r == nil || b.grid.Trace && r.Trace == nil {
			b.out.Missing++
			continue
		}
		r.Problem = b.runs[i].Problem // it may have been run under another name
		b.out.Results = append(b.out.Results, r)
	}
	return nil
}
