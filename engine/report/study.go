package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
)

// A study is the runs that reports are made from, each once and in order, and
// what a report is asked to be about. What says nothing of an algorithm, because
// it failed or was interrupted, is left out and counted.
type study struct {
	options
	runs []*run // by instance set, config, instance
	used map[*run]bool

	failed, interrupted, repeated int
}

// A run is a result, the parts of its problem's name, and what was run.
type run struct {
	*engine.Result
	set, id string
	config
}

// A config is what is run on an instance.
type config struct {
	name     string
	w        engine.Ratio
	p        float64
	schedule string // of an anytime algorithm
	seed     uint64 // 0 where nothing is drawn
}

func newRun(r *engine.Result) *run {
	c := config{name: r.Algorithm.Name, w: r.Algorithm.W, p: r.Algorithm.P}
	if r.Algorithm.Schedule != nil {
		c.schedule = r.Algorithm.Schedule.String()
	}
	if r.Algorithm.Draws() {
		c.seed = r.Seed
	}
	set, id := cut(r.Problem)
	return &run{r, set, id, c}
}

func (r *run) anytime() bool { return r.Algorithm.Schedule != nil }

// instance names the instance, whatever was run on it.
func (r *run) instance() string { return r.set + "\n" + r.id }

func compareConfigs(a, b config) int {
	return cmp.Or(
		compareAlgorithms(a.name, b.name),
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

// algorithms are in the engine's order.
var algorithms = engine.AlgorithmNames()

// compareAlgorithms orders names of algorithms: custom ones come last, by name.
func compareAlgorithms(a, b string) int {
	place := func(name string) int {
		if i := slices.Index(algorithms, name); i >= 0 {
			return i
		}
		return len(algorithms)
	}
	return cmp.Or(place(a)-place(b), natural.Compare(a, b))
}

// newStudy puts results in order. Of a run that is there several times the last
// counts.
func newStudy(results []*engine.Result, opts []Option) (*study, error) {
	s := &study{options: options{attribute: attributes[0]}, used: map[*run]bool{}}
	for _, set := range opts {
		set(&s.options)
	}
	if s.err != nil {
		return nil, s.err
	}
	type key struct {
		set, id string
		config
	}
	results = distinguished(results)
	at := map[key]int{}
	for _, result := range results {
		switch {
		case result == nil || result.Err != nil || result.Error != "" || result.Status == engine.Failed:
			s.failed++
			continue
		case result.Status == engine.LimitCancelled:
			s.interrupted++
			continue
		}
		r := newRun(result)
		k := key{r.set, r.id, r.config}
		if i, known := at[k]; known {
			s.repeated++
			s.runs[i] = r
			continue
		}
		at[k] = len(s.runs)
		s.runs = append(s.runs, r)
	}
	if len(s.runs) == 0 {
		return nil, s.empty()
	}
	slices.SortStableFunc(s.runs, func(a, b *run) int {
		if a.set != b.set {
			return bySet(a.set, b.set)
		}
		return cmp.Or(compareConfigs(a.config, b.config), natural.Compare(a.id, b.id))
	})
	return s, nil
}

// distinguished gives custom algorithms their full names where results of several
// versions, or of other code, have the same one.
func distinguished(results []*engine.Result) []*engine.Result {
	full := map[string]string{}
	several := map[string]bool{}
	for _, r := range results {
		if r == nil || r.Algorithm.Version == "" {
			continue
		}
		name := r.Algorithm.FullName()
		if first, known := full[r.Algorithm.Name]; known && first != name {
			several[r.Algorithm.Name] = true
		}
		full[r.Algorithm.Name] = name
	}
	if len(several) == 0 {
		return results
	}
	results = slices.Clone(results)
	for i, r := range results {
		if r != nil && several[r.Algorithm.Name] {
			named := *r
			named.Algorithm.Name = r.Algorithm.FullName()
			results[i] = &named
		}
	}
	return results
}

// empty says why there is nothing to report on.
func (s *study) empty() error {
	if s.failed+s.interrupted > 0 {
		return fmt.Errorf("no run that says anything: %d failed, %d were interrupted", s.failed, s.interrupted)
	}
	return errors.New("no results given")
}

// where are the runs that a report is about: those asked for that it keeps.
// They are not counted until they are used.
func (s *study) where(keep func(r *run) bool) []*run {
	var kept []*run
	for _, r := range s.runs {
		if s.asked(r) && keep(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

func all(*run) bool { return true }

func firstSolution(r *run) bool { return !r.anytime() }

// use counts runs as those that the report is about.
func (s *study) use(runs []*run) []*run {
	for _, r := range runs {
		s.used[r] = true
	}
	return runs
}

// groups splits values by a key, in the order in which keys first appear.
func groups[K comparable, V any](values []V, key func(V) K) [][]V {
	place := map[K]int{}
	var all [][]V
	for _, v := range values {
		k := key(v)
		if _, known := place[k]; !known {
			place[k] = len(all)
			all = append(all, nil)
		}
		all[place[k]] = append(all[place[k]], v)
	}
	return all
}

// An entrant is an algorithm with its parameters on an instance set.
type entrant struct {
	set string
	config
}

// byEntrant splits runs by what was run on which set, with all seeds.
func byEntrant(runs []*run) [][]*run {
	return groups(runs, func(r *run) entrant {
		e := entrant{r.set, r.config}
		e.seed = 0
		return e
	})
}

// seeds are those of the runs that draw; only 0 where none does.
func seeds(runs []*run) []uint64 {
	found := distinct(runs, func(r *run) (uint64, bool) { return r.seed, r.Algorithm.Draws() }, cmp.Compare)
	if len(found) == 0 {
		return []uint64{0}
	}
	return found
}

// withSeed are the runs of one seed and those that draw nothing.
func withSeed(runs []*run, seed uint64) []*run {
	var kept []*run
	for _, r := range runs {
		if !r.Algorithm.Draws() || r.seed == seed {
			kept = append(kept, r)
		}
	}
	return kept
}

// distinct are the values of runs, sorted.
func distinct[T comparable](runs []*run, value func(*run) (T, bool), compare func(a, b T) int) []T {
	seen := map[T]bool{}
	for _, r := range runs {
		if v, counts := value(r); counts {
			seen[v] = true
		}
	}
	return slices.SortedFunc(maps.Keys(seen), compare)
}
