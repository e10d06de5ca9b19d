package report

import (
	"errors"

	"github.com/focal-search/focal/engine/table"
)

// traced returns the runs with a trace.
func (s *study) traced() ([]*Run, error) {
	return s.need(func(r *Run) bool { return r.Trace != nil && len(r.Trace.Samples) > 0 }, errors.New("no run has a trace: "+
		"run them with engine.Traced(), focal sweep --trace or focal solve --json-trace"))
}

// trajectory lists the numbers behind the paper's Figures 5 and 6 for the runs with a
// trace.
func trajectory(_ *study, runs []*Run) ([]table.Table, error) {
	t := table.Table{Columns: []string{"problem", "algorithm", "seed", "status", "expansions", "paper", "fmin first",
		"fmin last", "cost",
		"rises of fmin", "mean plateau", "longest plateau", "mean admission", "greatest FOCAL"}}
	for _, r := range runs {
		var solution, beside, p any
		if r.Solved() {
			solution = cost(r)
		}
		if p = ""; takesP(r.name) {
			p = r.p
		}
		if figures := paper("trajectory", r.name, r.set, r.id, r.w, p); figures != nil {
			beside = figures[0]
		}
		samples := r.Trace.Samples
		focal := int64(0)
		for _, x := range samples {
			focal = max(focal, x.Focal)
		}
		var first, last any
		if samples[0].FMin >= 0 { // WA* has none
			first, last = inUnits(r, samples[0].FMin), inUnits(r, samples[len(samples)-1].FMin)
		}
		t.Rows = append(t.Rows, []any{r.Problem, r.Algorithm.String(), seedCell(r), string(r.Status),
			int(r.Expanded), beside,
			first, last, solution,
			int(r.Trace.Admissions.Count), r.Trace.Plateaus.Mean(), int(r.Trace.Plateaus.Max), r.Trace.Admissions.Mean(),
			int(focal)})
	}
	t.Notes = []string{"A plateau is the expansions between two rises of fmin, an admission the nodes that enter " +
		"FOCAL through a rise. " +
		"Plateaus and admissions are exact; FOCAL's greatest size is that of the trace's samples."}
	return []table.Table{t}, nil
}
