package plot

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/setup"
)

// node runs a script of testdata with a browser, with a time limit, and decodes the JSON
// that it prints. Tests that do not record what is shown, which is global, call t.Parallel
// before it, so that they do not wait for each other's browsers.
func node(t *testing.T, seen any, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.WaitDelay = 10 * time.Second // for a browser that keeps the pipe open
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	if err := json.Unmarshal(out, seen); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// A painting is a page as a browser shows it in a colour scheme.
type painting struct {
	Name, Scheme, Tooltip string
	Console, Elsewhere    []string
	Charts                []struct {
		Width, Colours, First, Last int
		Overflows                   bool
	}
}

// paint saves charts as pages and opens each in a browser: light and dark for a release,
// for a change light and only one of them dark.
func paint[C interface{ Save(string, ...Option) error }](t *testing.T, charts map[string]C) []painting {
	t.Helper()
	dark := 1
	if setup.Release() {
		dark = len(charts)
	}
	dir := t.TempDir()
	args := []string{"testdata/paint.mjs", strconv.Itoa(dark)}
	for _, name := range slices.Sorted(maps.Keys(charts)) {
		path := filepath.Join(dir, name+".html")
		if err := charts[name].Save(path); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	t.Parallel()
	var seen []painting
	node(t, &seen, args...)
	if len(seen) != len(charts)+dark {
		t.Errorf("%d pages seen, want %d light and %d dark", len(seen), len(charts), dark)
	}
	for _, p := range seen {
		if len(p.Console)+len(p.Elsewhere) > 0 || len(p.Charts) != 1 {
			t.Errorf("%s, %s: says %q, asks for %q, has %d charts", p.Name, p.Scheme, p.Console, p.Elsewhere, len(p.Charts))
		}
	}
	return seen
}

// TestPainted opens the page of every plot in a browser. Each paints its
// chart, logs no errors, requests nothing and has a tooltip.
func TestPainted(t *testing.T) {
	setup.Needed(t)
	all := map[string]*Chart{
		"Small": Lines("Small numbers", "x", "time (s)", Series{"a", []float64{1, 2}, []float64{0.00001234567, 0.00001234567}}),
	}
	for name, c := range everyPlot() {
		all[name] = c.chart
	}
	tooltips := map[string]string{
		"Success": "solved (%)", "Expansions": "mean expansions", "Time": "mean time (s)", "Effects": "median ratio",
		"Sensitivity": "median ratio",
		"HeatMap":     "instances", "Scatter": "seed", "Cactus": "runs solved", "Seeds": "mean expansions",
		"Anytime":    "instances",
		"Incumbents": "lower bound", "Small": "0.00001235",
	}
	for _, p := range paint(t, all) {
		for _, c := range p.Charts {
			if c.Width < 900 || c.Overflows || c.Colours < 100 {
				t.Errorf("%s, %s: painted %+v", p.Name, p.Scheme, c)
			}
		}
		if want := tooltips[p.Name]; p.Scheme == "light" && !strings.Contains(p.Tooltip, want) {
			t.Errorf("%s: the pointer shows %q, want %q in it", p.Name, p.Tooltip, want)
		}
	}
}

// TestStairs: in the browser a line that holds its value is level until it steps, however
// low the step is.
func TestStairs(t *testing.T) {
	setup.Needed(t)
	r := handmade()
	r.Expanded, r.Unit, r.LowerBound, r.Cost = 100_000, 1000, 10_000, 29_875 // the step takes 1.5 pixels
	r.Trace = nil
	r.Incumbents = []engine.Incumbent{{Cost: 30_000, FMin: 10_000, Expanded: 100},
		{Cost: 29_875, FMin: 10_000, Expanded: 90_000}}
	page := filepath.Join(t.TempDir(), "stairs.html")
	if err := Incumbents(r).Save(page); err != nil {
		t.Fatal(err)
	}
	var heights []float64
	t.Parallel()
	node(t, &heights, "testdata/stairs.mjs", page)
	if least, most := slices.Min(heights), slices.Max(heights); len(heights) != 4 || least < 50 || most-least > 0.1 {
		t.Errorf("the line is at the heights %v", heights)
	}
}
