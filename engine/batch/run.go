package batch

import (
	"cmp"
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
	"github.com/focal-search/focal/engine/batch/progress"
	"github.com/focal-search/focal/engine/store"
)

// Runs is what became of a study.
type Runs struct {
	// Results are those of the study's runs that are there now, in the order of
	// Grid.Runs. They have no moves, and traces if the study asks for them.
	Results  []*engine.Result
	Total    int // runs of the study
	Stored   int // of them, in the store, or files given by From, before
	Missing  int // of them, not there now
	Failed   []*engine.Result
	Warnings []string // what may go wrong on this machine, and damage found in the store
	Elapsed  time.Duration
	// Err says what is wrong: with the grid, with the store, or of the first of
	// the runs that failed. An interrupt is no error: it leaves runs missing.
	Err error
}

// String tells it in one line.
func (r *Runs) String() string {
	text := r.summary()
	if r.Err != nil {
		text += ": " + r.Err.Error()
	}
	return text
}

func (r *Runs) summary() string {
	text := fmt.Sprintf("%d runs: %d were there, %d made in %v",
		r.Total, r.Stored, r.Total-r.Stored-r.Missing, r.Elapsed.Round(10*time.Millisecond))
	if r.Missing > 0 {
		text += fmt.Sprintf(", %d missing", r.Missing)
	}
	return text
}

// failure is the error that some runs failed.
func (r *Runs) failure(n int) error {
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d runs failed; the first: %w", n, r.Total, r.Failed[0].Err)
}

// Progress tells of a study under way.
type Progress struct {
	Done    int           `json:"done"` // runs in the store
	Total   int           `json:"total"`
	Stored  int           `json:"stored"` // of Done, in the store before
	Solved  int           `json:"solved"` // of Done, with a solution
	Failed  int           `json:"failed"`
	Elapsed time.Duration `json:"elapsed_ns"`
	Rate    float64       `json:"rate"`    // runs made in a second
	Left    time.Duration `json:"left_ns"` // estimated; 0 while there is nothing to go by
}

// An Option changes how a study is run, and never what comes out.
type Option func(*options)

type options struct {
	progress func(Progress)
	warn     func(string)
	seed     uint64
	part     part
	isolated bool
	from     []string // files of runs
	worker   *Worker  // this process, where it has told of itself already
}

// OnProgress has f called about five times a second, and at the end, by one
// goroutine at a time. Without it progress goes to whoever watches the context
// (see package progress): in a notebook it appears below the cell.
func OnProgress(f func(Progress)) Option { return func(o *options) { o.progress = f } }

// OnWarning has f called with each warning as soon as it is known.
func OnWarning(f func(string)) Option { return func(o *options) { o.warn = f } }

// Shuffled seeds the order of the runs; the default is 0.
func Shuffled(seed uint64) Option { return func(o *options) { o.seed = seed } }

// Part makes the i-th of n parts of the study, counted from 1, and takes that for
// the whole: the same parts for the same seed of the order, of about the same
// size, whatever has been made before. Runs go into a shard, and what is done is
// read from the shards; the database is not touched, so that parts may be made
// at the same time by machines that share a file system. Only a database that has
// no shards, as one that was copied alone, is read once to make one. The next Run
// without Part collects them, as [store.Store.Collect] does.
func Part(i, n int) Option { return func(o *options) { o.part = part{i, n} } }

// A part is the i-th of n; n = 0 stands for all.
type part struct{ i, n int }

func (p part) check() error {
	if p != (part{}) && (p.n < 1 || p.i < 1 || p.i > p.n) {
		return fmt.Errorf("part %d of %d: want one such as 1 of 4, to 4 of 4", p.i, p.n)
	}
	return nil
}

func (p part) String() string {
	if p.n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", p.i, p.n)
}

// holds says whether the run at a place of the order, counted from 0, is in the part.
func (p part) holds(place int) bool { return p.n == 0 || place%p.n == p.i-1 }

// of is how many of some runs the part holds.
func (p part) of(runs int) (n int) {
	for place := range runs {
		if p.holds(place) {
			n++
		}
	}
	return n
}

const (
	syncEvery     = 20 * time.Millisecond
	progressEvery = 200 * time.Millisecond
	collectEvery  = 5 * time.Second
)

// Run makes the study's runs that the store at path does not have, and returns
// all of them. When ctx is done it stops within a second or so, with what is
// finished; the next Run goes on from there.
func (g Grid) Run(ctx context.Context, path string, opts ...Option) *Runs {
	b := &batch{grid: g, path: path, start: time.Now()}
	for _, set := range opts {
		set(&b.options)
	}
	err := b.open()
	if err == nil {
		err = b.make(ctx)
		err = errors.Join(err, b.read())
	}
	err = errors.Join(err, b.close())
	err = errors.Join(err, b.out.failure(len(b.out.Failed)))
	b.out.Err = err
	b.out.Elapsed = time.Since(b.start)
	return &b.out
}

// A batch is a study being run.
type batch struct {
	grid  Grid
	start time.Time
	options

	path   string
	ledger ledger
	runs   []Run
	todo   []Run // in the order in which they are made
	out    Runs

	teller   func(Progress)
	progress struct {
		Progress
		told time.Time
	}
}

// open finds out what is to be done.
func (b *batch) open() error {
	order, err := b.order()
	if err != nil {
		return err
	}
	b.out.Total, b.out.Missing = len(b.runs), len(b.runs)
	if b.ledger, err = b.openLedger(); err != nil {
		return err
	}
	damages, err := b.ledger.update()
	if err != nil {
		return err
	}
	done, err := b.ledger.done()
	if err != nil {
		return err
	}
	told := &b.progress
	for _, r := range order {
		solved, ok := done[r.Key]
		if !ok {
			b.todo = append(b.todo, r)
		} else if solved {
			told.Solved++
		}
	}
	b.out.Stored = len(b.runs) - len(b.todo)
	told.Done, told.Stored, told.Total = b.out.Stored, b.out.Stored, b.out.Total
	b.warn(damages...)
	return nil
}

func (b *batch) close() error {
	if b.ledger == nil {
		return nil
	}
	return b.ledger.close()
}

func (b *batch) openLedger() (ledger, error) {
	if b.part.n > 0 {
		return openShards(b.path, b.grid.Trace, b.runs), b.prepareShards()
	}
	d, err := openDatabase(b.path, b.grid.Trace)
	if err != nil {
		return nil, err
	}
	if len(b.from) == 0 || b.grid.Trace {
		return d, nil
	}
	return &exported{ledger: d, files: b.from, runs: b.runs}, nil
}

// prepareShards sees to it that a part has shards to read: one of a database that
// has none, which nobody is at work on then.
func (b *batch) prepareShards() error {
	if err := folderOf(b.path); err != nil || absent(b.path) || !absent(store.ShardsDir(b.path)) {
		return err
	}
	unlock, err := lock(store.ShardsDir(b.path))
	if err != nil {
		return err
	}
	defer unlock()
	return spread(b.path)
}

// order lists the runs to be made or found in the order in which they are made,
// and notes them in the study's own.
func (b *batch) order() ([]Run, error) {
	if err := b.part.check(); err != nil {
		return nil, err
	}
	if b.part.n > 0 {
		if err := b.alone(); err != nil {
			return nil, err
		}
	}
	if b.isolated {
		if err := b.grid.anywhere(); err != nil {
			return nil, err
		}
	}
	all, err := b.grid.Runs()
	if err != nil {
		return nil, err
	}
	shuffled := slices.Clone(all)
	order := rand.New(rand.NewPCG(b.seed, 0))
	order.Shuffle(len(all), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	mine := map[string]bool{}
	for place, r := range shuffled {
		if b.part.holds(place) {
			mine[r.Key] = true
		}
	}
	others := func(r Run) bool { return !mine[r.Key] }
	b.runs = slices.DeleteFunc(all, others)
	return slices.DeleteFunc(shuffled, others), nil
}

func (b *batch) warn(warnings ...string) {
	b.out.Warnings = append(b.out.Warnings, warnings...)
	if b.options.warn != nil {
		for _, w := range warnings {
			b.options.warn(w)
		}
	}
}

// make makes the missing runs.
func (b *batch) make(ctx context.Context) error {
	if len(b.todo) == 0 || ctx.Err() != nil {
		return nil
	}
	b.warn(b.grid.warnings()...)
	b.warn(b.grid.loadWarning()...)
	shard, err := b.ledger.shard()
	if err != nil {
		return err
	}
	if b.worker == nil {
		tidy(b.path)
		b.worker = &Worker{file: workerFile(b.path)}
		b.worker.describe(b.grid, b.options)
		b.worker.identify()
		defer b.worker.end(&b.out)
	}
	var end func()
	b.teller, end = b.watch(ctx, b.grid.Name)
	defer end()
	b.tell()
	defer collectLess()()
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
				finished <- b.solve(ctx, b.todo[i])
			}
		})
	}
	go func() {
		workers.Wait()
		close(finished)
	}()
	return finished
}

func (b *batch) solve(ctx context.Context, r Run) *engine.Result {
	if b.isolated {
		return r.isolated(ctx, r.order(b.grid.Trace, b.grid.jobs()))
	}
	return r.solve(ctx, b.grid.Trace)
}

// solve is a variable so that a benchmark can tell what searches cost.
var solve = engine.Solve

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
	result = solve(ctx, r.problem, r.Algorithm, opts...)
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

// watch is how progress is told: by option, or else to whoever watches ctx.
func (o *options) watch(ctx context.Context, study string) (tell func(Progress), end func()) {
	if o.progress != nil {
		return o.progress, func() {}
	}
	show, end := progress.Watch(ctx, cmp.Or(study, "runs"))
	return func(p Progress) {
		note := fmt.Sprintf("%d solved", p.Solved)
		if p.Failed > 0 {
			note += fmt.Sprintf(", %d failed", p.Failed)
		}
		show(progress.State{Done: int64(p.Done), Total: int64(p.Total), Before: int64(p.Stored), Note: note, Elapsed: p.Elapsed})
	}, end
}

// next waits for finished runs, and a moment for others, so that they share a
// sync. It returns none at the end.
func (b *batch) next(finished <-chan *engine.Result) (results []*engine.Result) {
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	var due <-chan time.Time
	for {
		select {
		case r, ok := <-finished:
			if !ok {
				return results
			}
			if results = append(results, r); due == nil {
				due = time.After(syncEvery)
			}
		case <-due:
			return results
		case <-tick.C:
			b.tell()
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
		if r.Solved() {
			p.Solved++
		}
	}
	if time.Since(p.told) >= progressEvery || p.Done+p.Failed == p.Total {
		b.tell()
	}
	return nil
}

// tell reports progress. As the order is shuffled, the runs made so far tell how
// long the others will take.
func (b *batch) tell() {
	p := &b.progress
	p.told = time.Now()
	p.Elapsed = time.Since(b.start)
	if made := p.Done - p.Stored + p.Failed; made > 0 {
		p.Rate = float64(made) / p.Elapsed.Seconds()
		p.Left = time.Duration(float64(p.Total-p.Done-p.Failed) / p.Rate * float64(time.Second))
	}
	b.worker.beat(p.Progress)
	b.teller(p.Progress)
}

// collectNowAndThen lets others see in the database what has been done so far.
// The function returned waits for its end and collects the rest.
func (b *batch) collectNowAndThen(ctx context.Context) func() ([]string, error) {
	var all []string
	var err error
	once := func() {
		var warnings []string
		warnings, err = b.ledger.update()
		all = append(all, warnings...)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if b.part.n > 0 {
			return // there is no database, and many parts would read each other's shards again and again
		}
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
	results, err := b.ledger.find(keys)
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
