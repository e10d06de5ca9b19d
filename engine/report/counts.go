package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
)

// Counts are the numbers of runs that a report used and left out.
type Counts struct {
	Runs      int            `json:"runs"`
	Instances int            `json:"instances"`
	Sets      []string       `json:"sets"`
	Solved    int            `json:"solved"`
	Unsolved  map[string]int `json:"unsolved"` // by how they ended
	// Missing is how many runs are missing at least: those that exist for some instance of a set
	// but not for others. For each set it is the number of instances times the number of
	// algorithms with parameters that were run on any of them, minus the number of runs, with
	// those in Lacking. Of instances and algorithms without any run nothing is known.
	Missing int `json:"missing"`
	// Lacking says of how many runs the report would be about, had they what it compares them by.
	Lacking []string `json:"lacking,omitempty"`
	// Unused is the number of the other runs that the report does not use, and Others says which they are.
	Unused      int      `json:"unused"`
	Others      []string `json:"others,omitempty"`
	Failed      int      `json:"failed"`      // left out
	Interrupted int      `json:"interrupted"` // left out
	Repeated    int      `json:"repeated"`    // left out: the last of a run that is solved, or with the greatest limits, counts
	Lowered     int      `json:"lowered"`     // of the repeated runs, those with other limits
	Limits      []string `json:"limits"`      // of the runs, each with the number of runs
	// Mixed are the names that stand for different problems in different runs, for
	// example because a file has changed. Each counts as an instance of its own, whose
	// name has the beginning of its digest.
	Mixed []string `json:"mixed,omitempty"`
	// Uneven are the sets whose runs have different limits, which ended some of them: what
	// these count then says as much of the limits as of the algorithms.
	Uneven []string `json:"uneven,omitempty"`
	// Partial says which studies lack runs, and why.
	Partial []string `json:"partial,omitempty"`
}

func (s *study) counts() Counts {
	c := Counts{Unsolved: map[string]int{}, Failed: s.failed, Interrupted: s.interrupted, Repeated: s.repeated,
		Lowered: s.lowered, Partial: s.partial}
	lacking := s.where(func(r *Run) bool { return !r.used && r.lacks != "" })
	for _, of := range groups(lacking, func(r *Run) string { return r.lacks }) {
		c.Lacking = append(c.Lacking, fmt.Sprintf("%s %s%s", grouped(len(of)), of[0].lacks, bracketed(s.others(of))))
	}
	others := slices.DeleteFunc(slices.Clone(s.runs), (*Run).about)
	c.Unused, c.Others = len(others), s.others(others)
	same := map[engine.Limits]int{}
	counted := s.counted()
	for _, of := range groups(counted, instanceOf) {
		if of[0].mixed && !slices.Contains(c.Mixed, of[0].Problem) {
			c.Mixed = append(c.Mixed, of[0].Problem)
		}
	}
	for _, of := range groups(counted, func(r *Run) string { return r.set }) {
		instances := map[string]bool{}
		if slices.ContainsFunc(of, func(r *Run) bool { return *r.Limits != *of[0].Limits }) && solved(of) < len(of) {
			c.Uneven = append(c.Uneven, of[0].set)
		}
		for _, r := range of {
			instances[r.id] = true
			same[*r.Limits]++
			if !r.Solved() {
				c.Unsolved[string(r.Status)]++
			}
		}
		c.Sets = append(c.Sets, of[0].set)
		c.Runs += len(of)
		c.Solved += solved(of)
		c.Instances += len(instances)
	}
	for _, of := range groups(s.where((*Run).about), func(r *Run) string { return r.set }) {
		instances, configs := map[string]bool{}, map[config]bool{}
		for _, r := range of {
			instances[r.id], configs[r.config] = true, true
		}
		c.Missing += len(instances)*len(configs) - len(of)
	}
	limits := map[string]int{}
	for l, runs := range same {
		limits[limitText(l)] += runs
	}
	for _, l := range slices.SortedFunc(maps.Keys(limits), natural.Compare) {
		if len(limits) > 1 {
			l = fmt.Sprintf("%s (%s)", l, count(limits[l], "run"))
		}
		c.Limits = append(c.Limits, l)
	}
	return c
}

// others lists which runs these are that the present report does not use, with their numbers: those at a w or p that
// is not asked for, and those of each algorithm.
func (s *study) others(runs []*Run) (lines []string) {
	what := func(r *Run) string {
		if !s.asked(r) {
			return "another w or p"
		}
		return r.Algorithm.Title()
	}
	of := groups(runs, what)
	slices.SortStableFunc(of, func(a, b []*Run) int { return len(b) - len(a) })
	for _, runs := range of {
		lines = append(lines, fmt.Sprintf("%s: %s", what(runs[0]), grouped(len(runs))))
	}
	return lines
}

// bracketed has the first of some lines in brackets, "" if there are none.
func bracketed(of []string) string {
	if len(of) == 0 {
		return ""
	}
	const most = 6
	if n := len(of); n > most {
		of = append(slices.Clip(of[:most]), fmt.Sprintf("%d more", n-most))
	}
	return " (" + strings.Join(of, "; ") + ")"
}

// counted returns the runs that the present report uses.
func (s *study) counted() []*Run { return s.where(func(r *Run) bool { return r.used }) }

func solved(runs []*Run) int {
	n := 0
	for _, r := range runs {
		if r.Solved() {
			n++
		}
	}
	return n
}

func limitText(l engine.Limits) string {
	var parts []string
	for _, limit := range []struct {
		n    int64
		what string
	}{{l.Inserted, "inserted"}, {l.Generated, "generated"}, {l.Expanded, "expanded"}} {
		if limit.n > 0 {
			parts = append(parts, grouped(int(limit.n))+" "+limit.what)
		}
	}
	if l.Time > 0 {
		parts = append(parts, fmt.Sprintf("%.6g s", l.Time.Seconds()))
	}
	if l.Memory > 0 {
		parts = append(parts, fmt.Sprintf("%.4g GiB", float64(l.Memory)/(1<<30)))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// Gap says that runs are missing, for a figure, below which the counts do not stand; "" if none is known to be, or if
// it is said of which study.
func (c Counts) Gap() string {
	if c.Missing == 0 || len(c.Partial) > 0 {
		return ""
	}
	return fmt.Sprintf("At least %s missing, as others of their algorithms and instances are there.", are(c.Missing, "run"))
}

// Lines returns the counts as sentences.
func (c Counts) Lines() []string {
	missing := grouped(c.Missing)
	if c.Missing > 0 {
		missing = "at least " + missing
	}
	first := fmt.Sprintf("Counted: %s on %s of %s. Missing: %s. Solved: %s; unsolved: %s",
		count(c.Runs, "run"), count(c.Instances, "instance"), strings.Join(c.Sets, ", "),
		missing, grouped(c.Solved), grouped(c.Runs-c.Solved))
	var why []string
	for _, status := range slices.Sorted(maps.Keys(c.Unsolved)) {
		why = append(why, status+": "+grouped(c.Unsolved[status]))
	}
	if len(why) > 0 {
		first += " (" + strings.Join(why, "; ") + ")"
	}
	lines := []string{first + ".", "Limits of the runs: " + strings.Join(c.Limits, "; ") + "."}
	if n := len(c.Mixed); n > 0 {
		lines = append(lines, fmt.Sprintf("Beware: %s (%s in all) stands for different problems, which count as different instances.",
			c.Mixed[0], count(n, "name")))
	}
	if len(c.Uneven) > 0 {
		lines = append(lines, fmt.Sprintf("Beware: the runs on %s have different limits, which ended some of them: "+
			"such runs are not comparable.", strings.Join(c.Uneven, ", ")))
	}
	for _, p := range c.Partial {
		lines = append(lines, "Beware: "+p+".")
	}
	out := slices.Clone(c.Lacking)
	if c.Unused > 0 {
		out = append(out, count(c.Unused, "run")+" that this report is not about"+bracketed(c.Others))
	}
	for _, left := range []struct {
		n    int
		what string
	}{
		{c.Failed, "failed"}, {c.Interrupted, "interrupted"}, {c.Repeated - c.Lowered, "repeated"},
		{c.Lowered, "repeated with other limits"},
	} {
		if left.n > 0 {
			out = append(out, grouped(left.n)+" "+left.what)
		}
	}
	if len(out) > 0 {
		lines = append(lines, "Left out: "+strings.Join(out, ", ")+".")
	}
	return lines
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return grouped(n) + " " + what + "s"
}

func are(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is"
	}
	return count(n, what) + " are"
}
