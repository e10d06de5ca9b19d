package study

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study/internal/executor"
	"github.com/focal-search/focal/engine/study/internal/ledger"
	"github.com/focal-search/focal/engine/study/internal/process"
	"github.com/focal-search/focal/engine/study/worker"
)

// Run makes the study's runs that the store at path lacks, and returns all of them.
// When ctx is done it stops within about a second and keeps the finished runs; the next
// Run continues from there.
func (g Grid) Run(ctx context.Context, path string, opts ...Option) *Runs {
	return g.run(ctx, nil, path, opts)
}

// run is Run for a grid whose runs are numbered, unless all is nil.
func (g Grid) run(ctx context.Context, all *numbered, path string, opts []Option) *Runs {
	r := &running{grid: g, path: path, begun: time.Now(), Settings: executor.Of(opts), all: all}
	err := r.open(ctx)
	opened := err == nil
	if opened {
		err = r.make(ctx)
		err = errors.Join(err, r.read())
	}
	if r.ledger != nil {
		err = errors.Join(err, r.ledger.Close())
	}
	if errors.Is(err, store.ErrFull) {
		err = errors.Join(err, r.readFull(opened))
	}
	err = errors.Join(err, r.out.Failure(len(r.out.Failed)))
	r.out.Err = err
	if r.out.Missing > 0 || err != nil {
		r.out.mark(r.Counted)
	}
	r.out.Elapsed = time.Since(r.begun)
	if r.own != nil {
		r.out.endWorker(r.own)
	}
	out := r.out // what else running holds is not kept
	return &out
}

// Stored returns the study's runs that the store at path has. It makes no runs. With
// [Part] 1 of 1 it reads only the shards, which other machines may be writing.
func (g Grid) Stored(path string, opts ...Option) *Runs {
	all, err := g.numbered(context.Background())
	if err != nil {
		out := &Runs{Err: err}
		out.mark(executor.Of(opts).Counted)
		return out
	}
	ended, end := context.WithCancel(context.Background())
	end() // as if interrupted before the first run
	return g.run(ended, all, path, opts)
}

// RunFile reads a study from a YAML file, as [Read] does, and runs it:
//
//	results := study.RunFile(ctx, "study.yaml", "study.db", study.From("results.parquet")).Must()
func RunFile(ctx context.Context, file, path string, opts ...Option) *Runs {
	g, all, err := readNumbered(ctx, file)
	if err != nil {
		return &Runs{Err: err}
	}
	return g.run(ctx, all, path, opts)
}

// running is a running study.
type running struct {
	executor.Settings
	grid  Grid
	path  string // of the store
	begun time.Time

	all      *numbered
	runs     []int32     // of the study, or of its part
	ids      []record.ID // of all
	todo     []int32     // in the order in which they are made
	ledger   ledger.Ledger
	progress Progress
	own      *worker.Worker // this process, unless it already is a worker
	out      Runs
}

// open determines what is to be done.
func (r *running) open(ctx context.Context) error {
	order, err := r.order(ctx)
	if err != nil {
		return err
	}
	r.out.Total, r.out.Missing = len(r.runs), len(r.runs)
	r.ledger, err = ledger.Open(ledger.Study{
		Path: r.path, IDs: r.idsOf(r.runs), Trace: r.grid.Trace, Part: r.Part.N > 0, From: r.From,
	})
	if err != nil {
		return err
	}
	damages, err := r.ledger.Update()
	if err != nil {
		return err
	}
	done, err := r.ledger.Done()
	if err != nil {
		return err
	}
	for _, run := range order {
		solved, ok := done[r.ids[run]]
		if !ok {
			r.todo = append(r.todo, run)
		} else if solved {
			r.progress.Solved++
		}
	}
	r.out.Stored = len(r.runs) - len(r.todo)
	r.progress.Done, r.progress.Stored, r.progress.Total = r.out.Stored, r.out.Stored, r.out.Total
	r.warn(damages...)
	if ctx.Err() != nil {
		return nil // nothing will be made
	}
	if err := r.stale(); err != nil {
		return err
	}
	return r.unchanged(ctx, done)
}

// order lists the runs of the study, or of its part, in the order in which they are
// made. r.runs has them in the grid's order.
func (r *running) order(ctx context.Context) ([]int32, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if r.all == nil {
		var err error
		if r.all, err = r.grid.numbered(ctx); err != nil {
			return nil, err
		}
	}
	shuffled := make([]int32, r.all.n)
	r.ids = make([]record.ID, r.all.n)
	for i := range shuffled {
		shuffled[i], r.ids[i] = int32(i), r.all.id(i)
	}
	order := rand.New(rand.NewPCG(r.Seed, 0))
	order.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	mine := shuffled[:0]
	for place, run := range shuffled {
		if r.Part.Holds(place) {
			mine = append(mine, run)
		}
	}
	r.runs = slices.Sorted(slices.Values(mine))
	return mine, nil
}

// check rejects settings that do not fit the study or this program.
func (r *running) check() error {
	if err := r.Part.Check(); err != nil {
		return err
	}
	if r.Part.N > 0 {
		if err := r.Portable(); err != nil {
			return err
		}
	}
	if r.Isolated {
		if err := process.CanIsolate(); err != nil {
			return err
		}
		return r.grid.Portable()
	}
	return nil
}

func (r *running) idsOf(runs []int32) []record.ID {
	if len(runs) == len(r.ids) {
		return r.ids // runs are all, in order
	}
	ids := make([]record.ID, len(runs))
	for i, run := range runs {
		ids[i] = r.ids[run]
	}
	return ids
}

func (r *running) warn(warnings ...string) {
	r.out.Warnings = append(r.out.Warnings, warnings...)
	if r.Warn != nil {
		for _, w := range warnings {
			r.Warn(w)
		}
	}
}

// make makes the missing runs.
func (r *running) make(ctx context.Context) error {
	if r.Worker == nil {
		worker.Tidy(r.path) // even after a worker that was killed just after its last run
	}
	if len(r.todo) == 0 || ctx.Err() != nil {
		return nil
	}
	r.warn(r.grid.machineWarnings()...)
	r.warn(r.grid.warnings()...)
	r.warn(r.grid.loadWarning()...)
	shard, err := r.ledger.Shard()
	if err != nil {
		return err
	}
	claimed, err := r.claim()
	if err != nil {
		return errors.Join(err, shard.Close())
	}
	if claimed != nil {
		defer claimed.Close()
	}
	if r.Worker == nil {
		r.own = r.NewWorker(r.path, r.grid.Name, r.grid.Digest())
		r.own.Identify()
		r.Worker = r.own
	}
	report, end := r.Watch(ctx, r.grid.Name)
	defer end()
	e := executor.Executor{
		Jobs: r.grid.jobs(), Isolated: r.Isolated, Remote: worker.UsedPool(), Begun: r.begun,
		Shard: shard, Claims: claimed, Collect: r.ledger.Update,
		Often:    r.Part.N == 0, // parts have no database, and many parts would repeatedly read each other's shards
		Progress: r.progress,
		Report: func(p Progress) {
			r.Worker.Beat(p)
			report(p)
		},
	}
	for _, i := range r.todo {
		run := r.all.run(int(i))
		e.Tasks = append(e.Tasks, process.Task{
			Name: run.Problem, Problem: run.problem, Algorithm: run.Algorithm, Seed: run.Seed,
			Limits: run.Limits, Key: run.Key, Trace: r.grid.Trace, Named: r.all.named(int(i)),
		})
	}
	outcome, err := e.Run(ctx)
	r.out.Failed = outcome.Failed
	r.out.Stored += outcome.Elsewhere
	r.warn(outcome.Warnings...)
	return err
}

// claim prepares to share the work with other processes on the same store, and reports
// them. Runs that they have made since open are not made again.
func (r *running) claim() (*ledger.Claims, error) {
	c, err := ledger.OpenClaims(r.path, r.grid.Trace)
	if err != nil {
		r.warn(fmt.Sprintf("%v: another process with the same runs would make them a second time", err))
		return nil, nil
	}
	if !c.Alone() {
		text := r.path + ": another process is at work on it"
		workers, _ := worker.List(r.path)
		for _, w := range workers {
			if w.State() == worker.AtWork {
				text += "; " + w.String()
			}
		}
		r.warn(text + ": this process makes the runs that no other has begun")
	}
	damages, err := r.ledger.Update()
	if err == nil {
		var done map[record.ID]bool
		done, err = r.ledger.Done()
		r.todo = slices.DeleteFunc(r.todo, func(run int32) bool {
			solved, ok := done[r.ids[run]]
			if ok && solved {
				r.progress.Solved++
			}
			return ok
		})
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	r.out.Stored = len(r.runs) - len(r.todo)
	r.progress.Done, r.progress.Stored = r.out.Stored, r.out.Stored
	r.warn(damages...)
	return c, nil
}

// read reads the study's results.
func (r *running) read() error {
	if r.Counted {
		return r.count()
	}
	results, err := r.ledger.Find(r.idsOf(r.runs))
	if err == nil {
		r.take(results)
	}
	return err
}

// count counts the study's results.
func (r *running) count() error {
	r.out.Missing, r.out.Solved, r.out.Statuses = len(r.runs), 0, map[engine.Status]int{}
	return r.ledger.Each(r.idsOf(r.runs), func(_ record.ID, x *engine.Result) {
		if !r.grid.Trace || x.Trace != nil {
			r.out.Missing--
			r.out.count(x)
		}
	})
}

// readFull reads the results of a store on a full disk, where the last ones may be only
// in its shards. opened reports whether the earlier ones are known.
func (r *running) readFull(opened bool) error {
	s, err := store.OpenExisting(r.path, func(warning string) { r.warn(warning) })
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it could not even be created
	}
	if err != nil {
		return err
	}
	defer s.Close()
	var parts []store.Option
	if r.grid.Trace {
		parts = append(parts, store.WithTraces())
	}
	results, err := s.FindIDs(r.idsOf(r.runs), parts...)
	if err != nil {
		return err
	}
	r.take(results)
	if !opened { // nothing was made
		r.out.Stored = len(r.out.Results)
	}
	return nil
}

// take makes results, one for each run or nil, the results of the study.
func (r *running) take(results []*engine.Result) {
	r.out.Results, r.out.Missing = results[:0], 0
	r.out.Solved, r.out.Statuses = 0, map[engine.Status]int{}
	for i, result := range results {
		if result == nil || r.grid.Trace && result.Trace == nil {
			r.out.Missing++
			continue
		}
		p, _, _ := r.all.parts(int(r.runs[i]))
		result.Problem = p.Name // it may have been run under another name
		r.out.Results = append(r.out.Results, result)
		r.out.count(result)
	}
}
