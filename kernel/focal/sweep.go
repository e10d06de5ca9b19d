package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/job"
	"github.com/focal-search/focal/engine/study/slurm"
	"github.com/focal-search/focal/engine/study/worker"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/show"
)

type sweepCmd struct {
	Study string `arg:"" optional:"" help:"File that describes the study, as YAML. Flags override what it says."`
	Store string `placeholder:"FILE" help:"Store of the runs, created if it does not exist. Runs that it already has are not repeated."`

	Problems   []string  `sep:"none" placeholder:"PATTERN" help:"Names or patterns, such as npuzzle/korf/1-10:heavy; several are separated by spaces."`
	Heuristics []string  `placeholder:"NAME" help:"Heuristics to make each problem with, where its domain has several, such as nn,depth for tsp."`
	Alg        []string  `aliases:"algorithm" placeholder:"NAME" help:"Algorithms: ${algorithms}."`
	W          []decimal `short:"w" placeholder:"W" help:"Suboptimality bounds, for the algorithms that take one."`
	P          []decimal `short:"p" placeholder:"P" help:"Probabilities of a guided selection, for the algorithms that draw."`
	Seeds      seeds     `placeholder:"N" help:"Seeds, for the algorithms that draw (default 0), such as 1-100."`

	limitFlags

	Trace   *bool `help:"Record traces; --trace=false overrides a file that says so."`
	Jobs    jobs  `placeholder:"N" help:"Searches at a time (default: one per core)."`
	Shuffle seed  `default:"0" placeholder:"N" help:"Seed that shuffles the runs (default 0)."`
	Part    part  `placeholder:"I/N" help:"Make the I-th of N parts of the study, such as 1/4, without touching the database. Machines that share the store's folder may run parts at the same time."`
	Isolate bool  `help:"Run each search in its own process, limited by the system too. A crash then fails only that run. This costs some tens of milliseconds per run."`
	Detach  bool  `help:"Run the study in a separate process that survives the terminal."`
	Stop    bool  `help:"Stop the process started by --detach; its finished runs are kept. Without a study, stop the only one running."`
	DryRun  bool  `help:"Print how many runs there are, how many the store has, and an estimate for the rest; run nothing."`
	JSON    bool  `help:"Print one JSON object."`

	slurmFlags `group:"On a Slurm cluster:"`
}

func (sweepCmd) Help() string {
	return `A study runs each algorithm on each problem, with each w, p and seed that the algorithm takes.
Everything is validated before the first run. Runs are made in a shuffled order, and each is synced to disk
before it counts. After an interrupt or a crash the same command continues where it stopped; a finished study
prints its summary at once.

A study file:

    problems: npuzzle/korf/*:heavy
    algorithms: [fs, pfs]
    w: [1.05, 1.25]
    p: [0.6, 0.7, 0.8]
    seeds: 42
    limits: {inserted: 5000000, time: 300s, memory: 4GiB}

` + example(
		"focal sweep study.yaml --store study.db --jobs 4",
		"focal sweep --problems npuzzle/korf/1-10 --alg fs,pfs -w 1.25,1.5 -p 0.7 --seeds 1-3 --time-limit 60s "+
			"--store study.db",
		"focal sweep study.yaml --store study.db --dry-run",
		"focal sweep study.yaml --store study.db --detach",
		"focal sweep --status study.db",
		"focal sweep study.yaml --store study.db --slurm --partition long --tasks 40 --time 8h",
	)
}

func (c *sweepCmd) Run() error {
	if err := errors.Join(c.findStore(), c.checkModes()); err != nil {
		return usage(err)
	}
	switch {
	case c.Status:
		return c.status()
	case c.Stop:
		return c.stop()
	}
	g, err := c.grid()
	switch {
	case err != nil:
		return usage(err)
	case c.Slurm:
		return c.submit(g)
	case c.DryRun:
		return c.plan(g)
	case c.Detach:
		return c.detach(g)
	}
	runs := c.make(g)
	if runs.Err != nil && len(runs.Statuses)+len(runs.Failed) == 0 && !errors.Is(runs.Err, store.ErrFull) {
		return sweepError(runs)
	}
	if err := errors.Join(c.print(summarize(runs)), sweepError(runs)); err != nil {
		return err
	}
	if runs.Missing > 0 {
		return &failure{code: exit.Interrupted}
	}
	return nil
}

// make makes the study's runs, or finds them.
func (c *sweepCmd) make(g study.Grid) *study.Runs {
	if c.Collect {
		return g.Stored(c.Store, study.OnWarning(warn), study.Counted())
	}
	return inOrder(func() *study.Runs {
		return g.Run(show.Context(), c.Store, append(c.options(), study.OnWarning(warn), study.Counted())...)
	})
}

func (c *sweepCmd) options() []study.Option {
	options := []study.Option{study.Shuffled(uint64(c.Shuffle))}
	if c.Part.n > 0 {
		options = append(options, study.Part(c.Part.i, c.Part.n))
	}
	if c.Isolate {
		options = append(options, study.Isolated())
	}
	return options
}

// findStore checks that a store is named. For --status and --stop, which need nothing
// else, the argument may be the store.
func (c *sweepCmd) findStore() error {
	if c.Store == "" && c.Study != "" && (c.Status || c.Stop) {
		if _, err := os.Stat(c.Study); err != nil && !isStore(c.Study) {
			return input.Plain(c.Study, err)
		}
		if isStore(c.Study) {
			c.Store, c.Study = c.Study, ""
		}
	}
	if c.Store == "" {
		return errors.New("no store: want --store FILE, which is created if it does not exist")
	}
	return nil
}

// checkModes rejects flags that contradict each other.
func (c *sweepCmd) checkModes() error {
	if c.Detach && (c.Slurm || c.Status || c.Collect || c.DryRun) || c.Stop &&
		(c.Detach || c.Slurm || c.Status || c.Collect || c.DryRun) {
		return errors.New("--detach, --stop, --slurm, --status, --collect and --dry-run do different things: want one " +
			"of them")
	}
	if c.DryRun && (c.Status || c.Collect || c.Part.n > 0) {
		return errors.New("--dry-run describes the whole study before it runs: leave out --status, --collect and --part")
	}
	return c.checkSlurm()
}

// detach starts the study in a separate process.
func (c *sweepCmd) detach(g study.Grid) error {
	j := job.Start(g, c.Store, c.options()...)
	if j.Err != nil {
		return usage(j.Err)
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(j.Worker)
	}
	store := slurm.ShellWord(c.Store) + withWords()
	return rows(
		"process", fmt.Sprint(j.Worker.PID),
		"progress", "focal sweep --status "+store,
		"stop", "focal sweep --stop "+store,
	)
}

// stop ends the processes of the study or, without a study, the one that is running. If
// none is, it prints the outcome of the last.
func (c *sweepCmd) stop() error {
	workers, err := c.detached()
	if err != nil {
		return usage(err)
	}
	var busy []*worker.Worker
	for _, w := range workers {
		if w.State() == worker.AtWork {
			busy = append(busy, w)
		}
	}
	switch {
	case len(busy) == 0:
		busy = workers[:1]
	case len(busy) > 1 && !c.describesStudy():
		text := c.Store + ": several processes are at work: want the study of those to stop, as focal sweep STUDY " +
			"--store FILE --stop"
		for _, w := range busy {
			text += "\n  " + w.String()
		}
		return usage(errors.New(text))
	}
	for _, w := range busy {
		if err := w.Stop(); err != nil {
			return err
		}
		if c.JSON {
			err = json.NewEncoder(os.Stdout).Encode(w)
		} else {
			err = say("%v\n", w)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// detached lists the detached processes, or those of the study if one is described, the
// latest first. There is at least one.
func (c *sweepCmd) detached() ([]*worker.Worker, error) {
	workers, err := worker.List(c.Store)
	if err != nil {
		return nil, err
	}
	workers = slices.DeleteFunc(workers, func(w *worker.Worker) bool {
		return !w.Detached || c.Part.n > 0 && w.Part != c.Part.String()
	})
	missing := "no study was started there to attach to"
	if c.describesStudy() {
		g, err := c.grid()
		if err != nil {
			return nil, err
		}
		workers = slices.DeleteFunc(workers, func(w *worker.Worker) bool { return w.Digest != g.Digest() })
		missing = "no process was started there for this study"
	}
	if len(workers) == 0 {
		return nil, fmt.Errorf("%s: %s", c.Store, missing)
	}
	return workers, nil
}

// describesStudy reports whether a file or flags describe a study.
func (c *sweepCmd) describesStudy() bool { return c.Study != "" || len(c.Problems) > 0 }

func warn(text string) { fmt.Fprintf(os.Stderr, "focal: warning: %s\n", escaped(clipped(text))) }

// sweepError assigns a study's error its exit code.
func sweepError(runs *study.Runs) error {
	var field *study.FieldError
	if errors.As(runs.Err, &field) {
		return usage(runs.Err)
	}
	if errors.Is(runs.Err, store.ErrFull) {
		return &failure{exit.Interrupted, fmt.Errorf("%w: %d of %d runs are missing", runs.Err, runs.Missing, runs.Total)}
	}
	return stopped(storeError(runs.Err))
}

// storeError marks errors in a store's name or file as ones that the user can correct.
func storeError(err error) error {
	for _, correctable := range []error{store.ErrNotStore, store.ErrNewer, store.ErrReadOnly, store.ErrDamaged,
		fs.ErrNotExist, fs.ErrPermission, syscall.EISDIR, syscall.ENOTDIR, syscall.ELOOP} {
		if errors.Is(err, correctable) {
			return usage(err)
		}
	}
	return err
}

// grid is the study described by file and flags, which are checked where it is used.
func (c *sweepCmd) grid() (g study.Grid, err error) {
	if c.Study != "" {
		if g, err = study.Read(c.Study); err != nil {
			return g, err
		}
	}
	if len(c.Problems) > 0 {
		g.Problems = strings.Join(c.Problems, " ")
	}
	if len(c.Heuristics) > 0 {
		g.Heuristics = c.Heuristics
	}
	if len(c.Alg) > 0 {
		g.Algorithms = engine.Named(c.Alg...)
	}
	if len(c.W) > 0 {
		g.W = floats(c.W)
	}
	if len(c.P) > 0 {
		g.P = floats(c.P)
	}
	if len(c.Seeds) > 0 {
		g.Seeds = c.Seeds
	}
	g.Limits = c.replacing(g.Limits)
	if c.Jobs != 0 {
		g.Jobs = int(c.Jobs)
	}
	if c.Trace != nil {
		g.Trace = *c.Trace
	}
	return g, nil
}

func floats(from []decimal) (to []float64) {
	for _, x := range from {
		to = append(to, float64(x))
	}
	return to
}

func (c *sweepCmd) plan(g study.Grid) error {
	p, err := g.Plan(c.Store)
	if err != nil {
		return usage(err)
	}
	for _, w := range append(p.Machine, p.Warnings...) {
		warn(w)
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(map[string]any{
			"runs": p.Runs, "stored": p.Stored, "missing": p.Missing(), "jobs": p.Jobs,
			"estimate_seconds": p.Estimate.Seconds(), "estimated_runs": p.Known,
		})
	}
	estimate := "none: the store knows no runs like these"
	switch {
	case p.Missing() == 0:
		estimate = "nothing left to do"
	case p.Known == p.Missing():
		estimate = fmt.Sprintf("%s with %d searches at a time", show.Duration(p.Estimate), p.Jobs)
	case p.Known > 0:
		estimate = fmt.Sprintf("%s with %d searches at a time for %s of the missing runs; the store knows none like "+
			"the others",
			show.Duration(p.Estimate), p.Jobs, show.Count(int64(p.Known)))
	}
	return rows(
		"runs", show.Count(int64(p.Runs)),
		"in the store", show.Count(int64(p.Stored)),
		"missing", show.Count(int64(p.Missing())),
		"estimate", estimate,
	)
}

// rows prints names and values one below the other.
func rows(namesAndValues ...string) error {
	w := tabwriter.NewWriter(escaper{os.Stdout}, 0, 0, 2, ' ', 0)
	for pair := range slices.Chunk(namesAndValues, 2) {
		fmt.Fprintf(w, "%s\t%s\n", pair[0], pair[1])
	}
	return w.Flush()
}

// A sweepSummary is the outcome of a study.
type sweepSummary struct {
	Runs     int            `json:"runs"`
	Stored   int            `json:"stored"` // before
	Made     int            `json:"made"`
	Missing  int            `json:"missing"`
	Failed   int            `json:"failed"`
	Solved   int            `json:"solved"` // runs with a solution
	Statuses map[string]int `json:"statuses"`
	Seconds  float64        `json:"seconds"`
}

func summarize(runs *study.Runs) sweepSummary {
	s := sweepSummary{
		Runs: runs.Total, Stored: runs.Stored, Made: max(0, runs.Total-runs.Stored-runs.Missing), Missing: runs.Missing,
		Failed: len(runs.Failed), Solved: runs.Solved, Statuses: map[string]int{}, Seconds: runs.Elapsed.Seconds(),
	}
	for status, n := range runs.Statuses {
		s.Statuses[string(status)] = n
	}
	return s
}

func (c *sweepCmd) print(s sweepSummary) error {
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(s)
	}
	var statuses []string
	for _, status := range slices.Sorted(maps.Keys(s.Statuses)) {
		statuses = append(statuses, fmt.Sprintf("%s %s", show.Count(int64(s.Statuses[status])), status))
	}
	lines := []string{
		"runs", show.Count(int64(s.Runs)),
		"made now", fmt.Sprintf("%s in %s", show.Count(int64(s.Made)),
			show.Duration(time.Duration(s.Seconds*float64(time.Second)))),
		"missing", show.Count(int64(s.Missing)),
		"outcomes", strings.Join(statuses, ", "),
	}
	if s.Failed > 0 {
		lines = append(lines, "failed", show.Count(int64(s.Failed)))
	}
	return rows(lines...)
}

// replacing returns the limits with those given by flags replaced.
func (f limitFlags) replacing(l engine.Limits) engine.Limits {
	flags := f.limits()
	return engine.Limits{
		Inserted:  cmp.Or(flags.Inserted, l.Inserted),
		Generated: cmp.Or(flags.Generated, l.Generated),
		Expanded:  cmp.Or(flags.Expanded, l.Expanded),
		Time:      cmp.Or(flags.Time, l.Time),
		Memory:    cmp.Or(flags.Memory, l.Memory),
	}
}
