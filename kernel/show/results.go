package show

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine"
)

// Results shows results of searches as a table, one row each; a problem that they
// share is its caption. The proved factor is cost over lower bound: the solution
// is at most that many times as costly as the best. Notes below the table say how
// far a run was that a limit or an interrupt ended, what a run warns of, and what
// went wrong with one that failed.
func Results(rs ...*engine.Result) { Value(ResultsTable(rs...)) }

// ResultsTable is the table that Results shows.
func ResultsTable(rs ...*engine.Result) Table {
	t := Table{Columns: []string{"problem", "algorithm", "seed", "status", "cost", "lower bound",
		"proved factor", "expanded", "generated", "time"}}
	problems := map[string]bool{}
	for _, r := range rs {
		switch {
		case r == nil:
			t.Notes = append(t.Notes, "a result is nil: there was no run")
			continue
		case r.Err != nil || r.Status == engine.Failed:
			t.Notes = append(t.Notes, failure(r))
			continue
		case strings.HasPrefix(string(r.Status), limited):
			t.Notes = append(t.Notes, reached(r))
		}
		for _, w := range r.Warnings {
			t.Notes = append(t.Notes, fmt.Sprintf("warning: %s: %s", r.Algorithm, w))
		}
		problems[r.Problem] = true
		t.Rows = append(t.Rows, resultRow(r))
	}
	if len(problems) == 1 {
		t.Caption = t.Rows[0][0].(string)
		dropColumn(&t, 0)
	}
	return t
}

// limited begins the status of a run that a limit or an interrupt ended.
const limited = "limit: "

// reached says how far a run was when it was ended.
func reached(r *engine.Result) string {
	limit, _ := strings.CutPrefix(string(r.Status), limited)
	why := "was stopped by its " + limit + " limit"
	if r.Status == engine.LimitCancelled {
		why = "was interrupted"
	}
	return fmt.Sprintf("%s %s after %s expansions: fmin %s, best lower bound %s",
		r.Algorithm, why, Count(r.Expanded), r.CostString(r.FMin), r.CostString(r.LowerBound))
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

// failure says in one line what went wrong with a run.
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
