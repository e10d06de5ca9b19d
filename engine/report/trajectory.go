package report

import (
	"errors"

	"github.com/focal-search/focal/engine"
)

// trajectory tells in numbers what Figures 5 and 6 draw, of the runs that have a
// trace.
func trajectory(s *study, o *options) ([]Table, error) {
	runs := s.where(func(r *run) bool {
		return r.Trace != nil && len(r.Trace.Samples) > 0 &&
			(o.w == nil || r.Algorithm.W == *o.w) && (o.p == nil || r.Algorithm.P == *o.p || !takesP(r.Algorithm.Name))
	})
	if len(runs) == 0 {
		return nil, errors.New("no run has a trace: run them with engine.Traced(), or focal solve --json-trace")
	}
	t := Table{Columns: []string{"problem", "algorithm", "seed", "status", "expansions", "paper", "fmin first", "fmin last", "cost",
		"rises of fmin", "mean plateau", "longest plateau", "mean admission", "greatest FOCAL"}}
	for _, r := range runs {
		var seed, cost, paper any
		if r.Algorithm.Draws() {
			seed = int(r.Seed)
		}
		if r.Solved() {
			cost = inUnits(r, r.Cost)
		}
		if r.set == "npuzzle/korf:heavy" && r.id == "39" && r.Algorithm.W.Float() == defaultW &&
			(r.Algorithm.P == defaultP || !takesP(r.Algorithm.Name)) {
			if n, known := paperTrajectory[r.Algorithm.Name]; known {
				paper = n
			}
		}
		samples := r.Trace.Samples
		focal := int64(0)
		for _, x := range samples {
			focal = max(focal, x.Focal)
		}
		t.Rows = append(t.Rows, []any{r.Problem, r.Algorithm.String(), seed, string(r.Status), int(r.Expanded), paper,
			inUnits(r, samples[0].FMin), inUnits(r, samples[len(samples)-1].FMin), cost,
			int(r.Trace.Admissions.Count), r.Trace.Plateaus.Mean(), int(r.Trace.Plateaus.Max), r.Trace.Admissions.Mean(), int(focal)})
	}
	t.Notes = []string{"A plateau is the expansions between two rises of fmin, an admission the nodes that enter FOCAL through a rise. " +
		"Plateaus and admissions are exact; FOCAL's greatest size is that of the trace's samples."}
	return []Table{t}, nil
}

func inUnits(r *run, c engine.Cost) float64 { return float64(c) / float64(max(r.Unit, 1)) }
