package plot

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/frame"
)

// painted returns a chart's error, or else its title, its notes and what it says in words.
func painted(g *Graphic) string {
	c := g.Chart()
	if c.err != nil {
		return "error: " + c.err.Error()
	}
	return strings.Join(append(append([]string{c.figure.title}, c.summary...), c.notes...), "\n")
}

// TestPairsAxes: both axes of pairs have the same range, which has all points.
func TestPairsAxes(t *testing.T) {
	f := frame.New([]string{"problem", "algorithm", "n"}, [][]any{
		{"a", "FS", 100_000}, {"a", "PFS", 10}, {"b", "FS", 500_000}, {"b", "PFS", 50},
	})
	c := Of(f).Y("n").Pairs("algorithm", "FS", "PFS").Chart()
	if c.err != nil {
		t.Fatal(c.err)
	}
	for _, p := range c.figure.panels {
		if p.x.min != p.y.min || p.x.max != p.y.max || p.x.min > 10 || p.x.max < 500_000 {
			t.Errorf("x from %g to %g, y from %g to %g", p.x.min, p.x.max, p.y.min, p.y.max)
		}
	}
}

// TestPairsKeys: pairs are of one algorithm and one p, where these are not what is compared.
func TestPairsKeys(t *testing.T) {
	f := frame.New([]string{"problem", "algorithm", "p", "w", "n"}, [][]any{
		{"a", "FS", nil, 1.25, 100}, {"a", "PFS", 0.5, 1.25, 10}, {"a", "FS", nil, 2, 50}, {"a", "PFS", 0.5, 2, 5},
		{"a", "PDPS", 0.7, 2, 7},
	})
	if got := painted(Of(f).Y("n").Pairs("w", "1.25", "2")); !strings.Contains(got, "2 rows") {
		t.Errorf("pairs of w: %s", got)
	}
	if got := painted(Of(f).Y("n").Pairs("algorithm", "PFS", "PDPS")); !strings.Contains(got, "PFS has p = 0.5 and PDPS has p = 0.7") {
		t.Errorf("pairs at different p: %s", got)
	}
}

// TestShare: a share counts the rows where the condition holds; it does not where a value is
// missing, and is not an average.
func TestShare(t *testing.T) {
	f := frame.New([]string{"k", "c", "x"}, [][]any{{"a", "u", 0}, {"a", "u", 7}, {"b", "u", nil}, {"b", "u", 1}})
	for _, g := range []*Graphic{Of(f).X("k").Share("x"), Of(f).X("k").Y("c").HeatMap("x").Share("x")} {
		if got := painted(g); !strings.Contains(got, "50 at a") || !strings.Contains(got, "50 at b") || !strings.Contains(got, "X (%)") {
			t.Errorf("shares: %s", got)
		}
	}
}

// TestNothingButBounds: where a limit ended all runs there is no distribution to draw, and the
// chart says so, also for one of several panels.
func TestNothingButBounds(t *testing.T) {
	var limited []*engine.Result
	for i := range 3 {
		limited = append(limited, engine.Solve(t.Context(), domains.Get(fmt.Sprintf("npuzzle/korf/%d", i+1)), engine.FS(1.1), engine.MaxExpanded(10)))
	}
	runs := frame.Of(limited)
	if got := painted(Of(runs).X("expanded").ECDF()); !strings.Contains(got, "every row's expanded is only a bound") {
		t.Errorf("%s", got)
	}
}

// TestHistogramOfRounding: numbers that differ by rounding only are one bar.
func TestHistogramOfRounding(t *testing.T) {
	one, half, fifth := 1.0, 0.2, 0.1
	f := frame.Of(map[string][]float64{"r": {(fifth + half) / 0.3, one, math.Nextafter(1, 2)}})
	if got := painted(Of(f).X("r").Histogram()); !strings.Contains(got, fmt.Sprint(3)) {
		t.Errorf("%s", got)
	}
	if n := len(rangesOf(1e15, 1e15+10, false, true, 20)); n < 3 {
		t.Errorf("%d edges of numbers from 1e15 to 1e15 + 10", n)
	}
}
