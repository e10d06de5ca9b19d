package plot_test

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"

	_ "github.com/focal-search/focal/domains"
)

// TestStudyErrors: what is wrong with a study stands where its chart, its table and its
// report would be, also if only its results are given.
func TestStudyErrors(t *testing.T) {
	good := study.Grid{Problems: "npuzzle/random-8/1-4", Algorithms: engine.Named("fs", "pfs"), W: []float64{1.5}, P: []float64{.7},
		Limits: engine.Limits{Expanded: 1e5}}
	misspelt, unknown := good, good
	misspelt.Algorithms = engine.Named("fss")
	unknown.Problems = "npuzzle/korv/1"
	failing := good
	failing.Own = []*engine.Problem{engine.Graph[int]{Name: "sad", Goal: func(int) bool { return false },
		Successors: func(s int) []engine.Edge[int] { return []engine.Edge[int]{{To: s + 1, Cost: -1}} }}.Problem()}
	interrupted, stop := context.WithCancel(t.Context())
	stop()
	path := filepath.Join(t.TempDir(), "half.db")
	half := good
	half.Problems = "npuzzle/random-8/1-2"
	if runs := half.Run(t.Context(), path); runs.Err != nil || engine.Remarks(runs.Results) != nil {
		t.Fatal(runs, engine.Remarks(runs.Results))
	}
	for want, runs := range map[string]*study.Runs{
		`unknown algorithm "fss": did you mean "fs"?`:                              misspelt.Run(t.Context(), filepath.Join(t.TempDir(), "a.db")),
		`unknown set "korv" of domain npuzzle: did you mean "korf"?`:               unknown.Run(t.Context(), filepath.Join(t.TempDir(), "b.db")),
		"0 of 8 runs of the study are there: it was interrupted":                   good.Run(interrupted, filepath.Join(t.TempDir(), "c.db")),
		"4 of 8 runs of the study are there: it was interrupted":                   good.Run(interrupted, path),
		"8 of 10 runs of the study are there: 2 of 10 runs failed; the first: sad": failing.Run(t.Context(), filepath.Join(t.TempDir(), "d.db")),
	} {
		for name, draw := range map[string]func([]*engine.Result, ...report.Option) *plot.Chart{
			"success": plot.Success, "effects": plot.Effects, "cactus": plot.Cactus, "scatter": plot.Scatter, "ranking": plot.Ranking,
		} {
			chart := draw(runs.Results)
			if text := chart.MIME()[show.Plain].(string); !strings.Contains(text, want) {
				t.Errorf("%s: %q, want %q", name, text, want)
			}
			if html := chart.HTML(); !strings.Contains(strings.ReplaceAll(html, "&#34;", `"`), want) {
				t.Errorf("%s: the page does not say %q", name, want)
			}
		}
		if text := show.TableText(show.ResultsTable(runs.Results...)); !strings.Contains(text, want) {
			t.Errorf("table: %q, want %q", text, want)
		}
		if text := plot.Report("effects", runs.Results).String(); !strings.Contains(text, want) {
			t.Errorf("report: %q, want %q", text, want)
		}
		if text := show.TableText(runs.Table()); want[0] != '0' && want[0] != '4' && !strings.Contains(text, want[strings.Index(want, ":")+1:]) {
			t.Errorf("runs: %q, want %q", text, want)
		}
	}
}

// TestGap: charts, of a report or alone, say what is missing as its tables do, also on paper, where the tables are not.
func TestGap(t *testing.T) {
	grid := study.Grid{Problems: "npuzzle/random-8/1-3", Algorithms: engine.Named("fs", "pfs"), W: []float64{1.5}, P: []float64{.7},
		Limits: engine.Limits{Expanded: 1e5}}
	all := grid.Run(t.Context(), filepath.Join(t.TempDir(), "all.db")).Must()
	for want, results := range map[string][]*engine.Result{"": all,
		"At least 1 run is missing, as others of their algorithms and instances are there.": all[1:]} {
		for _, name := range []string{"success", "headline", "ranking"} {
			d := plot.Report(name, results)
			if d.Err() != nil {
				t.Fatal(name, d.Err())
			}
			if said := strings.Contains(d.String(), "Missing: at least 1. "); said != (want != "") {
				t.Errorf("%s: says %v: %s", name, said, d)
			}
			for _, c := range d.Charts() {
				picture, err := c.With(plot.Width("7in")).SVG()
				text := strings.Join(strings.Fields(tag.ReplaceAllString(picture, " ")), " ")
				if err != nil || strings.Contains(text, "At least") != (want != "") || !strings.Contains(text, want) {
					t.Errorf("%s: %v, %q is not in %s", name, err, want, text)
				}
			}
		}
		for name, draw := range map[string]func([]*engine.Result, ...report.Option) *plot.Chart{"success": plot.Success,
			"expansions": plot.Expansions, "effects": plot.Effects, "cactus": plot.Cactus, "scatter": plot.Scatter,
			"seeds": plot.Seeds, "ranking": plot.Ranking} { // also without a report
			if text := draw(results).String(); strings.Contains(text, "At least") != (want != "") || !strings.Contains(text, want) {
				t.Errorf("%s alone: %q is not in %s", name, want, text)
			}
		}
	}
}

var tag = regexp.MustCompile("<[^>]*>")
