// Package report computes the tables of a study from its runs.
//
// A report is made by name from results, which may come from a cell, a file or a store.
//
//	r, err := report.Make("headline", results)
//	fmt.Print(r.Markdown())
//
// The definitions are those of the paper's study, and the paper's figures are listed
// beside the new ones. Every report states how many runs it counted, how many are
// missing, why runs were not solved, and the limits of the runs.
//
// # Terms
//
// A problem's name domain/set/id:variant consists of an instance set, such as
// npuzzle/korf:heavy, and the instance. A setting is an instance set at one w and p. In a
// pair such as PFS/FS, the first is the probabilistic algorithm P and the second the
// deterministic algorithm D with which it is compared; a ratio below 1 favours P.
//
// # Seeds
//
// If the results have several seeds, reports on pairs and curves are computed for each
// seed, and tables give the median over the seeds with the least and the greatest value.
// Reports that pool settings use the median over the seeds of each setting, or only the
// seeds with all settings. Significance tests are computed for each seed separately,
// since runs on the same instance are not independent.
package report

import (
	"fmt"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/table"
)

// A Report is a list of tables, the main one first, with the counts of their runs.
type Report struct {
	Name    string        `json:"name"`
	Title   string        `json:"title"`
	Counted Counts        `json:"counted"`
	Tables  []table.Table `json:"tables"`
}

// A Definition describes a report: an independent one, or another one restricted to some
// instance sets.
type Definition struct {
	Name, Title string
	Doc         string // the meaning of its rows, in one line

	// Like is the report that this one restricts, "" if none, and Sets the instance sets
	// that remain, as a pattern of path.Match, such as "tsp/50:nn".
	Like, Sets string

	tables func(s *study) ([]table.Table, error)
}

// tabled makes a report's tables of what it finds in the study.
func tabled[T any](find func(*study) (T, error), tables func(*study, T) ([]table.Table, error),
) func(*study) ([]table.Table, error) {
	return func(s *study) ([]table.Table, error) {
		found, err := find(s)
		if err != nil {
			return nil, err
		}
		return tables(s, found)
	}
}

// registered holds all reports, in the order in which they are listed.
var registered = []Definition{
	{Name: "headline", Title: "Success, expansions and time of each pair (Table 1)",
		tables: tabled((*study).settingsAtP, headline),
		Doc:    "for each pair and domain, over all bounds: success, mean expansions, their ratio, mean time"},
	{Name: "bounds", Title: "Pairs by instance set and bound", tables: tabled((*study).settingsAtP, bounds),
		Doc: "for each pair, instance set and bound: solved, mean and median paired ratios of expansions and time"},
	{Name: "effects", Title: "Median paired expansion ratios (Figure 1)",
		tables: tabled((*study).effectSettings, effects),
		Doc:    "for each pair and instance set at one w and p: solved by each, median paired ratio of expansions"},
	{Name: "success", Title: "Success against w", tables: against("success %", SuccessRate, nil),
		Doc: "success in % for each instance set, algorithm and bound"},
	{Name: "expansions", Title: "Expansions against w",
		tables: against("mean expansions", MeanExpansions, expansionsNote),
		Doc:    "mean expansions of all runs for each instance set, algorithm and bound"},
	{Name: "time", Title: "Time against w", tables: against("mean time (s)", MeanTime, (*study).timeNote),
		Doc: "mean time for each instance set, algorithm and bound, unsolved runs at the limit"},
	{Name: "trajectory", Title: "How fmin and FOCAL grew (Figures 5 and 6)", tables: tabled((*study).traced, trajectory),
		Doc: "for each run: expansions, fmin at the start and at the end, its rises and plateaus, the greatest FOCAL; " +
			"it needs traces"},
	{Name: "sensitivity", Title: "Sensitivity to p", tables: tabled((*study).firstSettings, sensitivity),
		Doc: "for each pair, domain and p: the median over settings of the median paired expansion ratio"},
	{Name: "anytime", Title: "Anytime search (Figures 7 and 8)", tables: tabled((*study).profiles, anytime),
		Doc: "for each instance set and anytime algorithm: instances with an incumbent, near the best cost and the " +
			"optimum, in all and over time"},
	{Name: "significance", Title: "Significance of each pair's differences",
		tables: tabled((*study).settingsAtP, significance),
		Doc: "for each pair and setting: McNemar, Wilcoxon, Holm, median ratio with a bootstrap interval, wins, ties, " +
			"losses"},
	{Name: "ranking", Title: "Each algorithm beside the best of all others, over all settings",
		tables: tabled((*study).comparisons, ranking),
		Doc: "for each algorithm: its expansions over those of the best other in each setting, as geometric mean with " +
			"an interval, and where it is worst"},
	{Name: "settings", Title: "Each algorithm beside the best of all others, setting by setting",
		tables: tabled((*study).comparisons, eachSetting),
		Doc: "for each instance set, bound and algorithm: solved, geometric mean expansions, their ratio to the best " +
			"other's with an interval"},
	{Name: "selection", Title: "Each algorithm beside the virtual best", tables: tabled((*study).comparisons, selection),
		Doc: "for the virtual best (the best algorithm for each instance), the best of each setting, the single best and " +
			"each other algorithm: solved, geometric mean expansions, their ratio to the virtual best's with an interval"},
	{Name: "domains", Title: "Each algorithm beside the best rival, over domains", tables: domains,
		Doc: "for each algorithm: its expansions, or another attribute, over those of the best rival in each setting, as " +
			"geometric mean over domains with an interval, and where it is worst; then for each setting"},
	{Name: "absolute", Title: "Totals and means of each algorithm", tables: tabled((*study).everyRun, absolute),
		Doc: "for each instance set and algorithm: solved, and means on the instances that all of them solve"},
	{Name: "taskwise", Title: "Every instance", tables: tabled((*study).everyRun, taskwise),
		Doc: "for each instance one attribute of every algorithm"},
	{Name: "scatter", Title: "Every instance of each pair", tables: tabled((*study).firstSettings, scatter),
		Doc: "for each instance that a pair has been run on: expansions and time of both"},
	{Name: "cactus", Title: "Solved runs against effort", tables: tabled((*study).cactus, cactus),
		Doc: "for each algorithm: within which expansions and time it solves 1, 2, 3, ... runs"},
	{Name: "seeds", Title: "Spread over seeds", tables: tabled((*study).allPoints, seedsTable),
		Doc: "for each instance set and algorithm: mean expansions and success for each seed, as quartiles over the seeds"},
}

// Register adds a report that restricts another one to some instance sets. It is called
// during package initialisation. It panics if the name is taken or the other report is
// unknown.
func Register(d Definition) {
	like, ok := Find(d.Like)
	if _, taken := Find(d.Name); taken || !ok {
		panic("report.Register: " + d.Name + ": want a new name, and in Like the name of an existing report")
	}
	d.tables = like.tables
	registered = append(registered, d)
}

// Find returns the report with the given name; false if there is none.
func Find(name string) (Definition, bool) {
	for _, d := range registered {
		if d.Name == name {
			return d, true
		}
	}
	return Definition{}, false
}

// About returns the results that the report covers.
func (d Definition) About(results []*engine.Result) []*engine.Result {
	if d.Sets == "" {
		return results
	}
	var kept []*engine.Result
	for _, r := range results {
		if r == nil {
			continue
		}
		if set, _ := record.Set(r.Problem); matches(d.Sets, set) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Names lists the reports.
func Names() []string {
	var names []string
	for _, d := range registered {
		names = append(names, d.Name)
	}
	return names
}

// Describe returns the meaning of a report's rows in one line; "" if there is no such report.
func Describe(name string) string {
	d, _ := Find(name)
	return d.Doc
}

// Make makes a report from results. If there is no such report, or if no result fits it,
// the error says what is needed.
func Make(name string, results []*engine.Result, opts ...Option) (*Report, error) {
	return runsOf(results).Make(name, opts...)
}

// Make makes a report from the runs, like the function Make.
func (rs *Runs) Make(name string, opts ...Option) (*Report, error) {
	d, ok := Find(name)
	if !ok {
		return nil, fmt.Errorf("no report %q%s", name, engine.Suggest(name, Names()))
	}
	s, err := rs.study(opts)
	if err != nil {
		return nil, fmt.Errorf("report %s: %w", name, err)
	}
	s.sets = d.Sets
	tables, err := d.tables(s)
	if err == nil && s.columns != nil {
		tables[0], err = chosen(tables[0], s.columns)
	}
	if err != nil {
		if d.Like != "" {
			err = fmt.Errorf("%s: %w; the report %s is about all sets", d.Sets, err, d.Like)
		}
		return nil, fmt.Errorf("report %s: %w", name, err)
	}
	if note := s.builds(); note != "" {
		for i := range tables {
			t := &tables[i]
			if s.attribute.Unit == record.Nanoseconds || strings.Contains(fmt.Sprint(t.Columns, t.Caption), "time") {
				t.Notes = append(t.Notes, note)
			}
		}
	}
	s.tell()
	return &Report{Name: d.Name, Title: d.Title, Counted: s.counts(), Tables: tables}, nil
}

// builds is a note for tables of times, if the counted runs are not of one build and machine.
func (s *study) builds() string {
	all := map[*build]bool{}
	for _, r := range s.counted() {
		if r.build != nil {
			all[r.build] = true
		}
	}
	if len(all) < 2 {
		return ""
	}
	return fmt.Sprintf("The times are of %d builds or machines, and compare only roughly.", len(all))
}

// String returns the report as text.
func (r *Report) String() string { return strings.TrimRight(r.Markdown(), "\n") }
