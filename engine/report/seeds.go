package report

import (
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
)

// A SeedSpread is what an algorithm with its parameters did on an instance set
// with each seed.
type SeedSpread struct {
	Set, Algorithm string // the algorithm's name
	Label          string // with its parameters
	Runs           int    // with each seed
	Seeds          []uint64
	Expansions     []float64 // mean over the instances, for each seed
	Success        []float64 // in %, for each seed
}

// SeedSpreads are those of every instance set and algorithm. One that draws
// nothing has one value.
func SeedSpreads(results []*engine.Result) []SeedSpread { return newStudy(results).seedSpreads() }

func (s *study) seedSpreads() []SeedSpread {
	var all []SeedSpread
	for _, g := range byAlgorithm(s.where(func(*run) bool { return true })) {
		x := SeedSpread{Set: g.set, Algorithm: g.runs[0].Algorithm.Name, Label: g.label, Seeds: seeds(g.runs)}
		for _, seed := range x.Seeds {
			runs := withSeed(g.runs, seed)
			x.Runs = max(x.Runs, len(runs))
			x.Expansions = append(x.Expansions, meanOf(runs, expansions))
			x.Success = append(x.Success, percent(solvedOf(runs), len(runs)))
		}
		all = append(all, x)
	}
	return all
}

func seedsReport(s *study, _ *options) ([]Table, error) {
	t := Table{Columns: []string{"set", "algorithm", "seeds", "runs with each", "median success %", "median expansions", "least", "lower quartile", "upper quartile", "greatest"}}
	quantile := func(x []float64, q float64) any {
		return summary(func(x []float64) (float64, error) { return stats.Quantile(x, q) }, x)
	}
	for _, x := range s.seedSpreads() {
		t.Rows = append(t.Rows, []any{SetTitle(x.Set), x.Label, len(x.Seeds), x.Runs, median(x.Success), median(x.Expansions),
			quantile(x.Expansions, 0), quantile(x.Expansions, 0.25), quantile(x.Expansions, 0.75), quantile(x.Expansions, 1)})
	}
	t.Notes = []string{"Of each seed the mean expansions over its runs, solved or not; of these means the quartiles over the seeds. An algorithm that draws nothing counts as one seed."}
	return []Table{t}, nil
}
