package study

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
)

// A Grid describes a study: each algorithm on each problem, with each w and p
// that the algorithm takes and, where it draws, each seed.
type Grid struct {
	Name string // of the study
	// Problems are patterns such as "npuzzle/korf/*:heavy pancake/40/1-10",
	// separated by spaces.
	Problems string
	// Own are problems of your own, such as those of engine.Graph. Other processes
	// cannot make them, but those of an engine.Family.
	Own []*engine.Problem
	// Heuristics are names of heuristics, such as "nn" and "depth" for tsp. Each
	// problem is made with each of them, as a variant of its name: tsp/40/1:nn. Without
	// any, problems are used as named.
	Heuristics []string
	// Algorithms are values, such as engine.FS(1.25), or names without parameters, as by
	// engine.Named("fs", "pfs"). User-defined ones are values too: mine.Algorithm(1.25), or
	// mine.Swept(). Other processes cannot make these unless they are registered, see
	// engine.RegisterAlgorithm.
	Algorithms []engine.Algorithm
	// W are the suboptimality bounds of the algorithms that take one and have none. Anytime
	// algorithms start with it; without any W they start with their default.
	W []float64
	P []float64 // probabilities of a guided selection, for the algorithms that take one and have none
	// Seeds are the seeds of the random numbers, for the algorithms that draw.
	// None means seed 0.
	Seeds  []uint64
	Limits engine.Limits // of each run
	Trace  bool          // record traces, which are large
	Jobs   int           // searches at a time; 0: one on each core
}

// A Run is one search of a study.
type Run struct {
	Problem   string
	Algorithm engine.Algorithm
	Seed      uint64 // 0 if the algorithm does not draw
	Limits    engine.Limits
	Key       string // identity, see record.Key

	problem *engine.Problem
}

// A FieldError says which part of a Grid is wrong.
type FieldError struct {
	Field string // as in a study file: "problems", "w", ...
	Index int    // of the part within a list, from 0
	Err   error
}

func (e *FieldError) Error() string { return e.Err.Error() }
func (e *FieldError) Unwrap() error { return e.Err }

func wrong(field string, index int, format string, args ...any) error {
	return &FieldError{field, index, fmt.Errorf(format, args...)}
}

// Runs lists the runs of the study, each once, even if two names mean the same problem.
// An error, a *FieldError, says what is wrong with the grid.
func (g Grid) Runs() ([]Run, error) {
	all, err := g.numbered(context.Background())
	if err != nil {
		return nil, err
	}
	runs := make([]Run, all.n)
	for i := range runs {
		runs[i] = all.run(i)
	}
	return runs, nil
}

// Check returns the error of Runs, if the grid is invalid.
func (g Grid) Check() error {
	_, err := g.numbered(context.Background())
	return err
}

// numbered are the runs of a grid by their number, which takes little memory. No two of
// them are the same.
type numbered struct {
	problems []*engine.Problem
	digests  []string  // of the problems
	own      int       // of the problems, the first ones, are the user's own
	probes   []int     // numbers of the problems whose functions may change unnoticed
	settings []setting // in the order in which each problem has them
	limits   engine.Limits
	each     int // runs of each problem
	n        int // of all
}

// A setting is an algorithm with its seeds.
type setting struct {
	algorithm engine.Algorithm
	seeds     []uint64
	first     int // number of the first run
}

// numbered validates the grid and numbers its runs. What would be a second run of the
// same is left out: the identity of a run is that of its problem, of its algorithm and
// of its seed.
func (g Grid) numbered(ctx context.Context) (*numbered, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	algorithms, err := g.algorithms()
	if err != nil {
		return nil, err
	}
	all := &numbered{limits: g.Limits}
	digests, known := map[string]bool{}, map[record.ID]bool{} // that have been seen
	seeds := once(g.seedsOfDraws())
	for _, a := range algorithms {
		s := setting{algorithm: a, first: all.each, seeds: []uint64{0}}
		if a.Draws() {
			s.seeds = seeds
		}
		if id := record.IDOf("", a, s.seeds[0], g.Limits); !known[id] {
			known[id] = true
			all.settings = append(all.settings, s)
			all.each += len(s.seeds)
		}
	}
	problems, err := g.problems(ctx, mostRuns/all.each)
	if err != nil {
		return nil, err
	}
	for i, p := range problems {
		if digest := p.Digest(); !digests[digest] {
			digests[digest] = true
			all.problems, all.digests = append(all.problems, p), append(all.digests, digest)
			if i < len(g.Own) {
				all.own++
			}
			if i < len(g.Own) || p.Sampled() {
				all.probes = append(all.probes, len(all.problems)-1)
			}
		}
	}
	all.n = all.each * len(all.problems)
	return all, nil
}

// once are values without those that were there before.
func once(values []uint64) (kept []uint64) {
	known := map[uint64]bool{}
	for _, v := range values {
		if !known[v] {
			known[v] = true
			kept = append(kept, v)
		}
	}
	return kept
}

// parts are the problem, the algorithm and the seed of a run.
func (all *numbered) parts(i int) (*engine.Problem, *engine.Algorithm, uint64) {
	p, i := all.problems[i/all.each], i%all.each
	at, found := slices.BinarySearchFunc(all.settings, i, func(s setting, i int) int { return s.first - i })
	if !found {
		at--
	}
	s := &all.settings[at]
	return p, &s.algorithm, s.seeds[i-s.first]
}

func (all *numbered) run(i int) Run {
	p, a, seed := all.parts(i)
	return Run{p.Name, *a, seed, all.limits, all.id(i).Key(), p}
}

// named reports whether the problem and the algorithm of a run are known by name, and
// not values of this program.
func (all *numbered) named(i int) bool {
	_, a, _ := all.parts(i)
	return i/all.each >= all.own && !a.Own()
}

func (all *numbered) id(i int) record.ID {
	_, a, seed := all.parts(i)
	return record.IDOf(all.digests[i/all.each], *a, seed, all.limits)
}

func (g Grid) check() error {
	if err := g.Limits.Err(); err != nil {
		return &FieldError{"limits", 0, err}
	}
	if g.Jobs < 0 {
		return wrong("jobs", 0,
			"jobs = %d: want the number of searches at a time (leave it out for one on each core)", g.Jobs)
	}
	return nil
}

// seedsOfDraws are the seeds of the algorithms that draw.
func (g Grid) seedsOfDraws() []uint64 {
	if len(g.Seeds) == 0 {
		return []uint64{0}
	}
	return g.Seeds
}

// mostRuns bounds the runs of a study, so that a mistyped range is an error.
const mostRuns = 10_000_000

// patience is how long the problems of a study may take after an interrupt, so that those that are made at once are.
const patience = 500 * time.Millisecond

// problems makes the problems that the patterns match, if there are no more than most.
func (g Grid) problems(ctx context.Context, most int) ([]*engine.Problem, error) {
	patterns := strings.Fields(g.Problems)
	if len(patterns)+len(g.Own) == 0 {
		return nil, wrong("problems", 0, "no problems: want patterns such as npuzzle/korf/*:heavy")
	}
	digests := map[string]string{}
	for i, p := range g.Own {
		if p == nil {
			return nil, wrong("own", i, "own problem number %d is nil", i+1)
		}
		if p.Err != nil {
			return nil, &FieldError{"own", i, p.Err}
		}
		digest := p.Digest()
		if first, known := digests[p.Name]; known && first != digest {
			return nil, wrong("own", i,
				"own problem number %d is named %q, like another one before it: want a name for each, since reports go by names",
				i+1, p.Name)
		}
		digests[p.Name] = digest
	}
	problems, begun := slices.Clone(g.Own), time.Now()
	for i, pattern := range patterns {
		names, err := engine.Match(pattern)
		if err != nil {
			return nil, &FieldError{"problems", i, err}
		}
		if len(problems)+len(names)*max(1, len(g.Heuristics)) > most {
			return nil, wrong("problems", i, "the study has more than %d runs: make several of it", mostRuns)
		}
		for _, name := range names {
			if ctx.Err() != nil && time.Since(begun) > patience {
				return nil, fmt.Errorf("interrupted while the study's problems were made: %w", ctx.Err())
			}
			made, err := g.variants(name)
			if err != nil {
				var field *FieldError
				if !errors.As(err, &field) {
					err = &FieldError{"problems", i, err}
				}
				return nil, err
			}
			problems = append(problems, made...)
		}
	}
	return problems, nil
}

// Portable explains why other processes cannot run the study; nil if they can.
func (g Grid) Portable() error {
	if err := g.writable(); err != nil {
		return err
	}
	for i, a := range g.Algorithms {
		if err := elsewhere(a); err != nil {
			return &FieldError{"algorithms", i, err}
		}
	}
	for i, pattern := range strings.Fields(g.Problems) {
		if err := familyElsewhere(pattern); err != nil {
			return &FieldError{"problems", i, err}
		}
	}
	return nil
}

// writable explains why a file cannot describe the study; nil if it can.
func (g Grid) writable() error {
	for i, a := range g.Algorithms {
		if a.Own() && !a.Registered() {
			return wrong("algorithms", i, "%s is an algorithm of your own, which another process cannot make: "+
				"use Run without Isolated, or register it with engine.RegisterAlgorithm and name it by engine.Named", a.Name)
		}
	}
	if len(g.Own) == 0 {
		return nil
	}
	return wrong("own", 0, "%s is a problem of your own, which another process cannot make: "+
		"use Run without Isolated, or make it by a family (engine.RegisterFamily), whose problems have names", g.Own[0].Name)
}

// variants makes a problem with each of the heuristics.
func (g Grid) variants(name string) (problems []*engine.Problem, err error) {
	if len(g.Heuristics) == 0 {
		p, err := engine.Lookup(name)
		return []*engine.Problem{p}, err
	}
	sep := ":"
	if strings.Contains(name, ":") {
		sep = "+"
	}
	for i, h := range g.Heuristics {
		p, err := engine.Lookup(name + sep + h)
		if err != nil {
			if _, without := engine.Lookup(name); without != nil {
				return nil, without
			}
			return nil, &FieldError{"heuristics", i, err}
		}
		problems = append(problems, p)
	}
	return problems, nil
}

// algorithms makes the algorithms with their parameters.
func (g Grid) algorithms() ([]engine.Algorithm, error) {
	if len(g.Algorithms) == 0 {
		return nil, wrong("algorithms", 0, "no algorithms: want some of %s",
			strings.Join(append(engine.AlgorithmNames(), engine.OwnAlgorithms()...), ", "))
	}
	if err := g.checkParameters(); err != nil {
		return nil, err
	}
	var all []engine.Algorithm
	for i, a := range g.Algorithms {
		ws, ps, err := g.parameters(a)
		if err != nil {
			return nil, &FieldError{"algorithms", i, err}
		}
		for _, w := range ws {
			for _, p := range ps {
				made, err := a.At(w, p).Coded()
				if err == nil {
					err = made.Err()
				}
				if err != nil {
					return nil, &FieldError{"algorithms", i, err}
				}
				if slices.ContainsFunc(all, func(o engine.Algorithm) bool {
					return o.Name == made.Name && (o.Version != made.Version || o.Code != made.Code)
				}) {
					return nil, wrong("algorithms", i, "%s is already in the study, with a different version or code: "+
						"want a name for each, since reports go by names", a.Name)
				}
				all = append(all, made)
			}
		}
	}
	return all, nil
}

// checkParameters validates every w and p, even those that no algorithm takes.
func (g Grid) checkParameters() error {
	for i, w := range g.W {
		if err := engine.FS(w).Err(); err != nil {
			return &FieldError{"w", i, err}
		}
	}
	for i, p := range g.P {
		if err := engine.PFS(1, p).Err(); err != nil {
			return &FieldError{"p", i, err}
		}
	}
	return nil
}

// parameters returns the values of w and p for an algorithm: a single arbitrary value
// for a parameter that is not open.
func (g Grid) parameters(a engine.Algorithm) (ws, ps []float64, err error) {
	ws, ps = []float64{1}, []float64{1}
	w, p := a.Open()
	if err := a.At(1, 1).Err(); err != nil {
		return nil, nil, err
	}
	switch {
	case w && len(g.W) > 0:
		ws = g.W
	case w && a.Schedule != nil:
		ws = []float64{engine.AFS().W.Float()}
	case w:
		return nil, nil, fmt.Errorf("%s needs w, the suboptimality bound, as 1.25", a.Name)
	}
	switch {
	case p && len(g.P) > 0:
		ps = g.P
	case p:
		return nil, nil, fmt.Errorf("%s needs p, the probability of a guided selection, as 0.7", a.Name)
	}
	return ws, ps, nil
}

// Digest identifies the content of the study, whatever its name and the number of
// searches at a time.
func (g Grid) Digest() string {
	g.Name, g.Jobs = "", 0
	sum := sha256.Sum256(g.YAML())
	return hex.EncodeToString(sum[:16])
}
