package plot_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/show"
)

// shown is a back end that keeps what is displayed.
type shown []show.MIME

func (s *shown) Display(b show.MIME, _ string) { *s = append(*s, b) }
func (s *shown) Update(show.MIME, string)      {}

// TestInterpreted makes reports and plots of a script's results, as cells of the instant
// kernel do.
func TestInterpreted(t *testing.T) {
	var displays shown
	show.SetBackend(&displays)
	t.Cleanup(func() { show.SetBackend(nil) })
	show.SetCell(t.Context())
	path := filepath.Join(t.TempDir(), "study.go")
	if err := os.WriteFile(path, []byte(`package main

import (
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/stats"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

func main() {
	var results []*engine.Result
	for i := 1; i <= 4; i++ {
		p := domains.Get(fmt.Sprintf("npuzzle/random-8/%d", i))
		for _, a := range []engine.Algorithm{engine.FS(1.5), engine.PFS(1.5, 0.5), engine.PFS(1.5, 0.8), engine.AFS()} {
			results = append(results, engine.Solve(show.Context(), p, a, engine.Seed(7)))
		}
	}
	r, err := report.Make("effects", results, report.W(1.5), report.P(0.5))
	if err != nil {
		panic(err)
	}
	show.Value(r)
	fmt.Println(r.Counted.Runs, len(r.Tables[0].Rows), r.Tables[0].Columns[0])
	options := []report.Option{report.P(0.8)}
	fmt.Println(plot.Success(results, options...).Err(), plot.HeatMap(results).Err(), plot.Anytime(results, options...).Err())
	plot.Scatter(results, report.P(0.5)).Show()
	plot.Report("headline", results, options...).Show()
	plot.Report("headline", results).Show() // 0.7 is not the only p
	settings, err := report.Settings(results, report.P(0.8))
	if err != nil {
		panic(err)
	}
	m, err := stats.McNemar(0, 5)
	fmt.Println(len(settings), settings[0].Pair, len(settings[0].Matches), m, err)
}
`), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if err := script.Run(t.Context(), path, nil, &stdout, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	if want := "8 1 pair\n<nil> <nil> <nil>\n1 PFS/FS 4 0.0625 <nil>\n"; stdout.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", &stdout, want)
	}
	if len(displays) != 6 { // a report with a chart has three: its title, the chart, the tables
		t.Fatalf("%d displays", len(displays))
	}
	for i, want := range []string{"| PFS/FS | npuzzle/random-8:unit | ", "Expansions of each run\nPFS/FS: 4 runs",
		"Success, expansions and time of each pair (Table 1)", "PFS/FS", "Counted: ",
		"no runs at p = 0.7: choose one of the existing probabilities: 0.5, 0.8"} {
		if text := displays[i][show.Plain].(string); !strings.Contains(text, want) {
			t.Errorf("display %d: %q, want %q in it", i, text, want)
		}
	}
	for _, i := range []int{1, 3} {
		if html, _ := displays[i][show.HTMLType].(string); !strings.Contains(html, "<img ") ||
			!strings.Contains(html, "focalCharts") {
			t.Errorf("display %d has no chart", i)
		}
	}
}
