// Package report computes the tables of a study from its runs.
//
// A report is made by name from results, wherever they come from: a cell that
// has just solved them, a file, or a store.
//
//	r, err := report.Make("headline", results)
//	fmt.Print(r.Markdown())
//
// The definitions are those of the paper's study. Its figures stand beside ours
// where it gives them. Every report says what it counted: how many runs, how
// many are missing, which were not solved and why, and under which limits.
//
// # Terms
//
// The problem's name domain/set/id:variant is cut into an instance set, as
// npuzzle/korf:heavy, and the instance. A setting is an instance set at one w
// and p. In a pair such as PFS/FS the first is the probabilistic algorithm P and
// the second the deterministic D it is compared with, so that a ratio below 1
// speaks for P.
//
// # Seeds
//
// Where the results hold several seeds, a report on pairs or curves is computed
// for each seed, and its table tells the median over the seeds with the least
// and the greatest. What pools settings takes the median over the seeds within
// each, or the seeds alone that have all of them. The significance tests are done for each seed apart, since
// runs of one instance are not independent.
package report

import (
	"fmt"
	"strings"

	"github.com/focal-search/focal/engine"
)

// A Report is what Make has computed: tables, the report proper first, and what
// was counted for them.
type Report struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"`
	Counted Counts  `json:"counted"`
	Tables  []Table `json:"tables"`
}

// A definition is a report by name.
type definition struct {
	name, title string
	doc         string // what its rows tell
	tables      func(s *study) ([]Table, error)
}

func definitions() []definition {
	return []definition{
		{"headline", "Success, expansions and time of each pair (Table 1)",
			"for each pair and domain, over all bounds: success, mean expansions, their ratio, mean time", headline},
		{"tsp50", "TSP-50 by bound (Table 2)",
			"for each pair and bound on tsp/50: solved, mean paired ratios of expansions and time", tsp50},
		{"bounds", "Pairs by instance set and bound",
			"as tsp50 for every instance set, with medians", bounds},
		{"effects", "Median paired expansion ratios (Figure 1)",
			"for each pair and instance set at one w and p: solved by each, median paired ratio of expansions", effects},
		{"npuzzle-success", "N-Puzzle: success against w (Figure 2)",
			"success in % for each cost model, algorithm and bound", successTables},
		{"npuzzle-expansions", "N-Puzzle: expansions against w (Figure 3)",
			"mean expansions of all runs for each cost model, algorithm and bound", expansionsTables},
		{"npuzzle-time", "N-Puzzle: time against w (Figure 4)",
			"mean time for each cost model, algorithm and bound, unsolved runs at the limit", timeTables},
		{"trajectory", "How fmin and FOCAL grew (Figures 5 and 6)",
			"for each run: expansions, fmin at the start and at the end, its rises and plateaus, the greatest FOCAL; it needs traces", trajectory},
		{"sensitivity", "Sensitivity to p",
			"for each pair, domain and p: the median over settings of the median paired expansion ratio", sensitivity},
		{"anytime", "Anytime search (Figures 7 and 8)",
			"for each instance set and anytime algorithm: instances with an incumbent, near the best cost and the optimum, in all and over time", anytime},
		{"significance", "Significance of each pair's differences",
			"for each pair and setting: McNemar, Wilcoxon, Holm, median ratio with a bootstrap interval, wins, ties, losses", significance},
		{"absolute", "Totals and means of each algorithm",
			"for each instance set and algorithm: solved, and means on the instances that all of them solve", absolute},
		{"taskwise", "Every instance",
			"for each instance one attribute of every algorithm", taskwise},
		{"scatter", "Every instance of each pair",
			"for each instance that a pair has been run on: expansions and time of both", scatter},
		{"cactus", "Solved runs against effort",
			"for each algorithm: within which expansions and time it solves 1, 2, 3, ... runs", cactus},
		{"seeds", "Spread over seeds",
			"for each instance set and algorithm: mean expansions and success for each seed, as quartiles over the seeds", seedsTable},
	}
}

// Names lists the reports that there are.
func Names() []string {
	var names []string
	for _, d := range definitions() {
		names = append(names, d.name)
	}
	return names
}

// Describe says in a line what a report's rows tell, "" if there is no such report.
func Describe(name string) string {
	for _, d := range definitions() {
		if d.name == name {
			return d.doc
		}
	}
	return ""
}

// Make makes a report from results. It is an error if there is no such report,
// or no result that it could be made from; the error says what would be needed.
func Make(name string, results []*engine.Result, opts ...Option) (*Report, error) {
	for _, d := range definitions() {
		if d.name != name {
			continue
		}
		s, err := newStudy(results, opts)
		if err != nil {
			return nil, fmt.Errorf("report %s: %w", name, err)
		}
		tables, err := d.tables(s)
		if err == nil && s.columns != nil {
			tables[0], err = tables[0].choose(s.columns)
		}
		if err != nil {
			return nil, fmt.Errorf("report %s: %w", name, err)
		}
		return &Report{Name: d.name, Title: d.title, Counted: s.counts(), Tables: tables}, nil
	}
	return nil, fmt.Errorf("no report %q%s", name, engine.Suggest(name, Names()))
}

// String is the report as text.
func (r *Report) String() string { return strings.TrimRight(r.Markdown(), "\n") }
