package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/engine"
)

// A study is the runs that reports are made from, each once and in order. What
// says nothing of an algorithm, because it failed or was interrupted, is left
// out and counted.
type study struct {
	runs []*run
	used map[*run]bool // by the report at hand

	failed, interrupted, repeated int
}

// A run is a result with the parts of its problem's name.
type run struct {
	*engine.Result
	set, id string
}

// A config is what is run on an instance.
type config struct {
	name     string
	w        engine.Ratio
	p        float64
	schedule engine.Schedule
	seed     uint64 // 0 where nothing is drawn
}

func configOf(r *engine.Result) config {
	c := config{name: r.Algorithm.Name, w: r.Algorithm.W, p: r.Algorithm.P}
	if r.Algorithm.Schedule != nil {
		c.schedule = *r.Algorithm.Schedule
	}
	if r.Algorithm.Draws() {
		c.seed = r.Seed
	}
	return c
}

func compareConfigs(a, b config) int {
	return cmp.Or(
		cmp.Compare(rank(a.name), rank(b.name)),
		compareRatios(a.w, b.w),
		cmp.Compare(a.p, b.p),
		cmp.Compare(a.schedule.String(), b.schedule.String()),
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

// rank is an algorithm's place in the engine's order.
func rank(name string) int { return slices.Index(engine.AlgorithmNames(), name) }

// newStudy puts results in order. Of a run that is there several times the last
// counts.
func newStudy(results []*engine.Result) *study {
	type key struct {
		set, id string
		config
	}
	s := &study{used: map[*run]bool{}}
	at := map[key]int{}
	for _, r := range results {
		switch {
		case r == nil || r.Err != nil || r.Error != "" || r.Status == engine.Failed:
			s.failed++
			continue
		case r.Status == engine.LimitCancelled:
			s.interrupted++
			continue
		}
		set, id := cut(r.Problem)
		k := key{set, id, configOf(r)}
		if i, known := at[k]; known {
			s.repeated++
			s.runs[i] = &run{r, set, id}
			continue
		}
		at[k] = len(s.runs)
		s.runs = append(s.runs, &run{r, set, id})
	}
	slices.SortStableFunc(s.runs, func(a, b *run) int {
		return cmp.Or(bySet(a.set, b.set), natural(a.id, b.id), compareConfigs(configOf(a.Result), configOf(b.Result)))
	})
	return s
}

// empty says why there is nothing to report on.
func (s *study) empty() error {
	if s.failed+s.interrupted > 0 {
		return fmt.Errorf("no run that says anything: %d failed, %d were interrupted", s.failed, s.interrupted)
	}
	return errors.New("no results given")
}

// use marks runs as counted by the report.
func (s *study) use(runs ...*run) {
	for _, r := range runs {
		s.used[r] = true
	}
}

// where are the runs that a report is about; they count as used.
func (s *study) where(keep func(r *run) bool) []*run {
	var kept []*run
	for _, r := range s.runs {
		if keep(r) {
			kept = append(kept, r)
		}
	}
	s.use(kept...)
	return kept
}

func (s *study) bounds() []engine.Ratio {
	return distinct(s.runs, func(r *run) (engine.Ratio, bool) {
		return r.Algorithm.W, r.Algorithm.Name != "astar" && r.Algorithm.Schedule == nil
	}, compareRatios)
}

// probabilities are the p of algorithms that take one.
func (s *study) probabilities() []float64 {
	return distinct(s.runs, func(r *run) (float64, bool) { return r.Algorithm.P, takesP(r.Algorithm.Name) }, cmp.Compare)
}

// seeds are those of the runs that draw; 0 alone where none does.
func seeds(runs []*run) []uint64 {
	found := distinct(runs, func(r *run) (uint64, bool) { return r.Seed, r.Algorithm.Draws() }, cmp.Compare)
	if len(found) == 0 {
		return []uint64{0}
	}
	return found
}

// withSeed are the runs of one seed and those that draw nothing.
func withSeed(runs []*run, seed uint64) []*run {
	var kept []*run
	for _, r := range runs {
		if !r.Algorithm.Draws() || r.Seed == seed {
			kept = append(kept, r)
		}
	}
	return kept
}

// takesP says whether an algorithm's p is a parameter that people choose.
func takesP(name string) bool {
	return slices.ContainsFunc(pairs, func(p Pair) bool { return p.P == name })
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

func sets(runs []*run) []string {
	return distinct(runs, func(r *run) (string, bool) { return r.set, true }, bySet)
}

// Counts say what a report counted.
type Counts struct {
	Runs      int            `json:"runs"`
	Instances int            `json:"instances"`
	Sets      []string       `json:"sets"`
	Solved    int            `json:"solved"`
	Unsolved  map[string]int `json:"unsolved"` // by how they ended
	// Missing is how many runs an instance lacks that others of its set have:
	// of each set, instances times what was run on any of them, less the runs.
	Missing int `json:"missing"`
	// Unused is how many runs the report is not about.
	Unused      int      `json:"unused"`
	Failed      int      `json:"failed"`      // left out
	Interrupted int      `json:"interrupted"` // left out
	Repeated    int      `json:"repeated"`    // left out: a later one of the same run counts
	Limits      []string `json:"limits"`      // of the runs, each with its number
}

func (s *study) counts() Counts {
	c := Counts{Unsolved: map[string]int{}, Failed: s.failed, Interrupted: s.interrupted, Repeated: s.repeated,
		Unused: len(s.runs) - len(s.used)}
	instances, configs := map[string]map[string]bool{}, map[string]map[config]bool{}
	limits := map[string]int{}
	for _, r := range s.runs {
		if !s.used[r] {
			continue
		}
		c.Runs++
		if r.Solved() {
			c.Solved++
		} else {
			c.Unsolved[string(r.Status)]++
		}
		if instances[r.set] == nil {
			instances[r.set], configs[r.set] = map[string]bool{}, map[config]bool{}
			c.Sets = append(c.Sets, r.set)
		}
		instances[r.set][r.id], configs[r.set][configOf(r.Result)] = true, true
		limits[limitText(r.Limits)]++
	}
	for _, set := range c.Sets {
		c.Instances += len(instances[set])
		c.Missing += len(instances[set]) * len(configs[set])
	}
	c.Missing -= c.Runs
	for _, l := range slices.SortedFunc(maps.Keys(limits), natural) {
		if len(limits) > 1 {
			l = fmt.Sprintf("%s (%s)", l, count(limits[l], "run"))
		}
		c.Limits = append(c.Limits, l)
	}
	return c
}

func limitText(l engine.Limits) string {
	var parts []string
	for _, limit := range []struct {
		n    int64
		what string
	}{{l.Inserted, "inserted"}, {l.Generated, "generated"}, {l.Expanded, "expanded"}} {
		if limit.n > 0 {
			parts = append(parts, group(limit.n)+" "+limit.what)
		}
	}
	if l.Time > 0 {
		parts = append(parts, span(l.Time))
	}
	if l.Memory > 0 {
		parts = append(parts, fmt.Sprintf("%.4g GiB", float64(l.Memory)/(1<<30)))
	}
	if len(parts) == 0 {
		return "no limits"
	}
	return strings.Join(parts, ", ")
}

func span(d time.Duration) string { return fmt.Sprintf("%.6g s", d.Seconds()) }

// Lines are the counts in words.
func (c Counts) Lines() []string {
	first := fmt.Sprintf("Counted: %s on %s of %s. Missing: %s. Solved: %s; unsolved: %s",
		count(c.Runs, "run"), count(c.Instances, "instance"), strings.Join(c.Sets, ", "),
		group(int64(c.Missing)), group(int64(c.Solved)), group(int64(c.Runs-c.Solved)))
	var why []string
	for _, status := range slices.Sorted(maps.Keys(c.Unsolved)) {
		why = append(why, fmt.Sprintf("%s: %s", status, group(int64(c.Unsolved[status]))))
	}
	if len(why) > 0 {
		first += " (" + strings.Join(why, "; ") + ")"
	}
	lines := []string{first + ".", "Limits of the runs: " + strings.Join(c.Limits, "; ") + "."}
	var out []string
	for _, left := range []struct {
		n    int
		what string
	}{
		{c.Unused, "other runs"}, {c.Failed, "failed"},
		{c.Interrupted, "interrupted"}, {c.Repeated, "repeated later"},
	} {
		if left.n > 0 {
			out = append(out, fmt.Sprintf("%s %s", group(int64(left.n)), left.what))
		}
	}
	if len(out) > 0 {
		lines = append(lines, "Left out: runs "+strings.Join(out, ", ")+".")
	}
	return lines
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return group(int64(n)) + " " + what + "s"
}
