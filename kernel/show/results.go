package show

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
)

// Results shows results of searches as a table with one row each. If all are of one
// problem, it is the caption. The proved factor is cost divided by lower bound: the
// solution's cost is at most that factor times the optimal cost. Notes below the table
// describe how far a run got that a limit or an interrupt ended, the warnings of runs,
// and the errors of failed runs.
func Results(rs ...*engine.Result) { Value(ResultsTable(rs...)) }

// ResultsTable returns the table that Results shows.
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
	t.Notes = append(t.Notes, partial(rs)...)
	if len(problems) == 1 {
		t.Caption = t.Rows[0][0].(string)
		dropColumn(&t, 0)
	}
	return t
}

// partial says of which studies results are that lack runs.
func partial(rs []*engine.Result) (notes []string) {
	for _, r := range rs {
		if r != nil && r.Partial != nil && r.Err == nil && !slices.Contains(notes, r.Partial.String()) {
			notes = append(notes, r.Partial.String())
		}
	}
	return notes
}

// limited is the prefix of the status of a run that a limit ended.
const limited = "limit: "

// reached describes how far a run got before it was ended.
func reached(r *engine.Result) string {
	limit, _ := strings.CutPrefix(string(r.Status), limited)
	why := "was stopped by its " + limit + " limit"
	if r.Status == engine.LimitCancelled {
		why = "was interrupted"
	}
	text := r.Algorithm.String() + " " + why
	if r.Expanded >= 0 {
		text += " after " + Count(r.Expanded) + " expansions"
	}
	if r.FMin >= 0 && r.LowerBound >= 0 {
		text += fmt.Sprintf(": fmin %s, best lower bound %s", r.CostString(r.FMin), r.CostString(r.LowerBound))
	}
	return text
}

func resultRow(r *engine.Result) []any {
	known := func(column string, value any) any {
		if record.Find(column).Shown(&record.Record{Result: r}) == nil {
			return nil
		}
		return value
	}
	row := []any{r.Problem, r.Algorithm.String(), nil, string(r.Status), known("cost", Number(r.CostString(r.Cost))),
		known("lower bound", Number(r.CostString(r.LowerBound))), nil, known("expanded", r.Expanded),
		known("generated", r.Generated), known("time", r.Wall)}
	if r.Algorithm.Draws() {
		row[2] = Number(strconv.FormatUint(r.Seed, 10)) // an identifier, without separators
	}
	if f := r.Factor(); !math.IsNaN(f) {
		row[6] = Number(strconv.FormatFloat(f, 'f', 4, 64))
	}
	return row
}

// failure describes a run's error in one line.
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
