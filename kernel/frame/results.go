package frame

import (
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/record"
)

// Results makes a frame with one run in each row and the columns of [record.Shown]: the
// problem, the algorithm, how the run ended, costs in units of the problem, counters,
// times in seconds and memory in MB.
//
// What the algorithm does not take is missing, and so are values that describe a solution
// of a run without one. The effort of a run that
// a limit ended is only a bound. Runs that failed are left out, and a note gives their
// number. If a float64 cannot represent one of the seeds, the column seed holds text.
func Results(results ...*engine.Result) *Frame {
	f := &Frame{}
	var kept []*engine.Result
	var scale []string
	var bound []bool
	scales, limited := map[string]string{}, false // by problem
	for _, r := range results {
		if r == nil || r.Status == engine.Failed || r.Err != nil {
			continue
		}
		if _, known := scales[r.Problem]; !known {
			scales[r.Problem] = scaleOf(r.Problem)
		}
		kept, scale = append(kept, r), append(scale, scales[r.Problem])
		bound = append(bound, strings.HasPrefix(string(r.Status), "limit: "))
		limited = limited || bound[len(bound)-1]
	}
	if failures := len(results) - len(kept); failures > 0 {
		f.notes = append(f.notes, output.Many(failures, "run")+" failed: left out")
	}
	f.notes = append(f.notes, engine.Remarks(results)...)
	f.rows = len(kept)
	var rec record.Record
	for _, of := range record.Shown {
		c, err := newColumn(of.Show, len(kept), func(i int) any {
			rec.Result = kept[i]
			return of.Shown(&rec)
		})
		if err != nil {
			return failed(err)
		}
		if of.Kind == record.Text && len(kept) == 0 {
			c.words, c.numbers = []string{}, nil
		}
		c.unit, _ = of.Unit.Shown()
		if of.Unit == record.Cost {
			c.scale = scale
		}
		if of.Effort && limited {
			c.bound = bound
		}
		f.columns = append(f.columns, c)
	}
	return f
}

// scaleOf is the scale of a problem's costs: the domain and the cost model.
func scaleOf(problem string) string {
	set, _ := record.Set(problem)
	path, words := record.Parts(set)
	scale, _, _ := strings.Cut(path, "/")
	choices := record.Choices(path)
	if len(choices) == 0 || !choices[0].Costs {
		return scale
	}
	model := choices[0].Words[0]
	for _, w := range words {
		if slices.Contains(choices[0].Words, w) {
			model = w
		}
	}
	return scale + " " + model
}
