package show

import (
	"fmt"
	"math"
	"strconv"

	"github.com/focal-search/focal/engine"
)

// Results shows results of searches as a table, one row each. The proved factor
// is cost over lower bound: the solution is at most that many times as costly as
// the best. What went wrong with a failed run is told below the table.
func Results(rs ...*engine.Result) { ResultsTable(rs...).Show() }

// ResultsTable is the table that Results shows.
func ResultsTable(rs ...*engine.Result) Table {
	t := Table{Columns: []string{"problem", "algorithm", "seed", "status", "cost", "lower bound",
		"proved factor", "expanded", "generated", "time"}}
	for _, r := range rs {
		switch {
		case r == nil:
			t.Notes = append(t.Notes, "a result is nil: there was no run")
		case r.Err != nil || r.Status == engine.Failed:
			t.Notes = append(t.Notes, failure(r))
		default:
			t.Rows = append(t.Rows, resultRow(r))
		}
	}
	return t
}

func resultRow(r *engine.Result) []any {
	row := []any{r.Problem, r.Algorithm.String(), nil, string(r.Status), nil,
		Number(r.CostString(r.LowerBound)), nil, r.Expanded, r.Generated, r.Wall}
	if r.Algorithm.Draws() {
		row[2] = Number(strconv.FormatUint(r.Seed, 10)) // a name, not a quantity: no separators
	}
	if r.Cost >= 0 {
		row[4] = Number(r.CostString(r.Cost))
	}
	if f := r.Factor(); !math.IsNaN(f) {
		row[6] = Number(strconv.FormatFloat(f, 'f', 4, 64))
	}
	return row
}

// failure tells in one line what went wrong with a run.
func failure(r *engine.Result) string {
	what := r.Error
	if r.Err != nil {
		what = r.Err.Error()
	}
	run := r.Problem
	if r.Algorithm.Name != "" && r.Algorithm.Err() == nil {
		run = fmt.Sprintf("%s %s", run, r.Algorithm)
	}
	return oneLine(fmt.Sprintf("error: %s: %s", run, what))
}
