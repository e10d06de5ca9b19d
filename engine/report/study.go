package report

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
)

// A study holds the runs of a report, each once and in order, and the report's options.
// Runs that failed or were interrupted are left out and counted.
type study struct {
	options
	*Runs
	runs []*Run // by instance set, config, instance

	repeated int
	lowered  int // of the repeated ones, those with other limits
}

// A Run holds what a report needs of a result.
type Run struct {
	*source
	*entry
	build  *build // nil if it is not known
	Limits *engine.Limits
	Status engine.Status
	Cost   engine.Cost // -1 without a solution

	LowerBound                              engine.Cost
	Expanded, Generated, Inserted, Reopened int64
	PeakBytes                               int64
	Wall, CPU                               time.Duration

	Incumbents []engine.Incumbent // of anytime algorithms
	Trace      *engine.Trace

	used  bool   // by this report
	lacks string // what the report would compare it by; "" if nothing, or if the report is not about it
}

// about reports whether the present report is about the run, although it may lack what it is compared by.
func (r *Run) about() bool { return r.used || r.lacks != "" }

// Solved reports whether the run found a solution within its bound; see engine.Result.Solved.
func (r *Run) Solved() bool { return r.Cost >= 0 && r.Status != engine.Refuted }

// Factor returns the proved suboptimality factor; see engine.Result.Factor.
func (r *Run) Factor() float64 {
	if r.Unit == 0 {
		return math.NaN()
	}
	return (&engine.Result{Status: r.Status, Cost: r.Cost, LowerBound: r.LowerBound}).Factor()
}

// record is the run as the columns of results want it.
func (r *Run) record() *record.Record {
	return &record.Record{Result: &engine.Result{Problem: r.Problem, Algorithm: r.Algorithm, Seed: r.seed,
		Status: r.Status, Unit: r.Unit, Cost: r.Cost, LowerBound: r.LowerBound,
		Counters: engine.Counters{Expanded: r.Expanded, Generated: r.Generated, Inserted: r.Inserted,
			Reopened: r.Reopened},
		PeakBytes: r.PeakBytes, Wall: r.Wall, CPU: r.CPU}}
}

// A source is a problem, by the name under which it was run.
type source struct {
	Problem, Digest string
	Unit            int64
	*instance
}

// label is the problem's name, by which it differs from all other problems.
func (s *source) label() string {
	if s.mixed {
		return marked(s.Problem, s.Digest)
	}
	return s.Problem
}

// An instance is one of an instance set.
type instance struct {
	set, id         string
	setRank, idRank int  // in the order of the study
	mixed           bool // another one has the same name
}

// An entry is an algorithm with its parameters and seed.
type entry struct {
	Algorithm engine.Algorithm
	config
	draws bool
	rank  int // in the order of the study
}

// A config identifies what was run on an instance.
type config struct {
	name     string
	w        engine.Ratio
	p        float64
	schedule string // of an anytime algorithm
	seed     uint64 // 0 if no random numbers are drawn
}

func (r *Run) anytime() bool { return r.Algorithm.Schedule != nil }

func (r *Run) draws() bool { return r.entry.draws }

// instanceOf returns the instance of a run.
func instanceOf(r *Run) *instance { return r.instance }

func compareConfigs(a, b config) int {
	return cmp.Or(
		engine.CompareAlgorithms(a.name, b.name),
		compareRatios(a.w, b.w),
		cmp.Compare(a.p, b.p),
		cmp.Compare(a.schedule, b.schedule),
		cmp.Compare(a.seed, b.seed))
}

func compareRatios(a, b engine.Ratio) int {
	switch {
	case a.Less(b):
		return -1
	case b.Less(a):
		return 1
	}
	return 0
}

// runsOf holds results for reports.
func runsOf(results []*engine.Result) *Runs {
	all := new(Runs)
	for _, r := range results {
		all.Add(r)
	}
	return all
}

// from is what a function finds in a study of results.
func from[T any](results []*engine.Result, opts []Option, find func(*study) (T, error)) (found T, err error) {
	s, err := runsOf(results).study(opts)
	if err != nil {
		return found, err
	}
	if found, err = find(s); err == nil {
		s.tell()
	}
	return found, err
}

// empty explains why there is nothing to report.
func (s *study) empty() error {
	if s.failure != nil && s.interrupted == 0 && s.failed == 1 {
		return fmt.Errorf("no finished run: %w", s.failure)
	}
	if s.failed+s.interrupted > 0 {
		return fmt.Errorf("no finished run: %d failed, %d were interrupted", s.failed, s.interrupted)
	}
	return errors.New("no results given")
}

// where returns the selected runs that keep accepts. They are counted once they are
// used.
func (s *study) where(keep func(r *Run) bool) []*Run {
	var kept []*Run
	for _, r := range s.runs {
		if s.asked(r) && keep(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// need returns the runs that keep accepts, and uses them. The error is that of a report without any.
func (s *study) need(keep func(r *Run) bool, none error) ([]*Run, error) {
	runs := s.use(s.where(keep))
	if len(runs) == 0 {
		return nil, s.none(none)
	}
	return runs, nil
}

func (s *study) everyRun() ([]*Run, error) { return s.need(all, errNoRuns) }

func all(*Run) bool { return true }

func firstSolution(r *Run) bool { return !r.anytime() }

// use marks runs as used by the report.
func (s *study) use(runs []*Run) []*Run {
	for _, r := range runs {
		r.used = true
	}
	return runs
}

// lack says why the report leaves runs out that it is about.
func lack(runs []*Run, what string) {
	for _, r := range runs {
		r.lacks = what
	}
}

// uses returns the number of runs that the report uses.
func (s *study) uses() (n int) {
	for _, r := range s.runs {
		if r.used {
			n++
		}
	}
	return n
}

// groups splits values by a key, in the order in which keys first appear.
func groups[K comparable, V any](values []V, key func(V) K) [][]V {
	place := map[K]int{}
	var all [][]V
	var last K
	at := -1
	for _, v := range values {
		if k := key(v); at < 0 || k != last {
			i, known := place[k]
			if !known {
				i = len(all)
				place[k] = i
				all = append(all, nil)
			}
			last, at = k, i
		}
		all[at] = append(all[at], v)
	}
	return all
}

// An entrant is an algorithm with its parameters on an instance set.
type entrant struct {
	set string
	config
}

// byEntrant splits runs by set and algorithm, with all seeds.
func byEntrant(runs []*Run) [][]*Run {
	return groups(runs, func(r *Run) entrant {
		e := entrant{r.set, r.config}
		e.seed = 0
		return e
	})
}

// seeds returns the seeds of the runs that draw random numbers; 0 if none does.
func seeds(runs []*Run) []uint64 {
	found := distinct(runs, func(r *Run) (uint64, bool) { return r.seed, r.draws() }, cmp.Compare)
	if len(found) == 0 {
		return []uint64{0}
	}
	return found
}

// bySeed returns, for each seed, its runs and those without random numbers, in order.
func bySeed(runs []*Run) iter.Seq2[uint64, []*Run] {
	return func(yield func(uint64, []*Run) bool) {
		places := map[uint64][]int{} // of the runs
		var fixed []int
		for i, r := range runs {
			if r.draws() {
				places[r.seed] = append(places[r.seed], i)
			} else {
				fixed = append(fixed, i)
			}
		}
		for _, seed := range seeds(runs) {
			at := slices.Concat(fixed, places[seed])
			if len(fixed) > 0 {
				slices.Sort(at)
			}
			of := make([]*Run, len(at))
			for i, place := range at {
				of[i] = runs[place]
			}
			if !yield(seed, of) {
				return
			}
		}
	}
}

// distinct returns the different values of runs, sorted.
func distinct[T comparable](runs []*Run, value func(*Run) (T, bool), compare func(a, b T) int) []T {
	seen := map[T]bool{}
	for _, r := range runs {
		if v, counts := value(r); counts {
			seen[v] = true
		}
	}
	return slices.SortedFunc(maps.Keys(seen), compare)
}
