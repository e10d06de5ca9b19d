package study

import (
	"cmp"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
	"github.com/focal-search/focal/engine/study/internal/process"
	"github.com/focal-search/focal/engine/table"
)

// Table returns the outcome of a study as notebooks show it: a row for each instance set and
// algorithm, over all instances and seeds, in the study's order.
func (r *Runs) Table() table.Table {
	t := table.Table{
		Caption: r.summary(),
		Columns: []string{"problems", "algorithm", "runs", "solved", "median expanded", "median CPU time"},
		Notes:   r.notes(),
	}
	type group struct {
		runs, solved  int
		expanded, cpu []float64
	}
	groups := map[[2]string]*group{}
	var order [][2]string
	for _, x := range r.Results {
		if x.Status == engine.Failed { // the study, of which the notes tell
			continue
		}
		key := [2]string{setOf(x.Problem), x.Algorithm.String()}
		g := groups[key]
		if g == nil {
			g = new(group)
			groups[key] = g
			order = append(order, key)
		}
		g.runs++
		if x.Solved() {
			g.solved++
		}
		g.expanded = append(g.expanded, float64(x.Expanded))
		g.cpu = append(g.cpu, float64(x.CPU))
	}
	for _, key := range order {
		g := groups[key]
		t.Rows = append(t.Rows, []any{key[0], key[1], g.runs, g.solved, median(g.expanded), time.Duration(median(g.cpu))})
	}
	return t
}

// median is the median of at least one number.
func median(x []float64) float64 {
	m, _ := stats.Median(x) // which fails only for an empty slice
	return m
}

// setOf is the instance set and the variant of a problem's name.
func setOf(name string) string {
	domain, set, instance, variant := engine.SplitName(name)
	if variant != "" {
		variant = ":" + variant
	}
	return cmp.Or(engine.Path(domain, set), instance) + variant
}

// maxNotes is the greatest number of failures, and of warnings about runs, that are
// shown.
const maxNotes = 10

// notes are what a reader must know in addition to the numbers.
func (r *Runs) notes() (notes []string) {
	for _, x := range r.Failed[:min(len(r.Failed), maxNotes)] {
		notes = append(notes, "failed: "+process.FirstLine(x.Error))
	}
	if r.Err != nil {
		notes = append(notes, "error: "+process.FirstLine(r.Err.Error()))
	}
	for _, w := range r.Warnings {
		notes = append(notes, "warning: "+w)
	}
	noted := map[string]bool{}
	for _, x := range r.Results {
		for _, w := range x.Warnings {
			if len(noted) < maxNotes && !noted[w] {
				noted[w] = true
				notes = append(notes, "warning: "+x.Problem+": "+w)
			}
		}
	}
	return notes
}
