package plot

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/plot/echarts"
	"github.com/focal-search/focal/kernel/setup"
	"github.com/focal-search/focal/kernel/show"
)

// checkOne expects one display that is updated in place and carries the library in its
// first and last version.
func (n *notebook) checkOne(t *testing.T) {
	t.Helper()
	last := len(n.bundles) - 1
	for i := range n.bundles {
		if n.ids[i] != n.ids[0] || n.ids[0] == "" || n.updates[i] != (i > 0) {
			t.Errorf("display %d: id %q, update %v", i, n.ids[i], n.updates[i])
		}
		if carries := len(n.html(i)) > len(echarts.Library()); carries != (i == 0 || i == last) {
			t.Errorf("display %d of %d has %d characters", i, len(n.bundles), len(n.html(i)))
		}
	}
}

// handmade is a run in which fmin falls once; its lower bound does not.
func handmade() *engine.Result {
	r := ran("tsp/9/1", engine.AFS(), 0, 100)
	r.Status, r.Unit, r.Cost, r.LowerBound = engine.LimitExpanded, 10, 200, 160
	r.Trace = &engine.Trace{Samples: []engine.Sample{{FMin: 100}, {Expanded: 10, FMin: 120}, {Expanded: 20, FMin: 110},
		{Expanded: 80, FMin: 150}}}
	r.Incumbents = []engine.Incumbent{{Cost: 300, FMin: 120, Expanded: 15, Wall: time.Second},
		{Cost: 200, FMin: 110, Expanded: 40, Wall: 2 * time.Second}}
	return r
}

func TestIncumbents(t *testing.T) {
	c := Incumbents(handmade())
	p := c.figure.panels[0]
	if want := "cost 20, proved within 1.250"; p.title != want { // 200 / 160
		t.Errorf("title %q, want %q", p.title, want)
	}
	if want := "Incumbents and bound: tsp/9/1, AFS(w=3)"; c.figure.title != want {
		t.Errorf("title %q, want %q", c.figure.title, want)
	}
	for i, want := range [][][]float64{
		{{15, 30, 12, 1}, {40, 20, 12, 2}, {100, 20, 16, 100e-6}}, // until the end
		{{15, 30, 12, 1}, {40, 20, 12, 2}},
		{{0, 10}, {10, 12}, {80, 15}, {100, 16}, {100, 16}},
	} {
		if got := p.lines[i].data.rows; !slices.EqualFunc(got, want, slices.Equal[[]float64]) {
			t.Errorf("line %d, %s: %v, want %v", i, p.lines[i].name, got, want)
		}
	}
	if p.y.min > 10 || p.y.max < 30 || p.x.max != 100 {
		t.Errorf("axes %+v, %+v", p.x, p.y)
	}

	r := handmade()
	r.Expanded = 100_000 // so that the axis is logarithmic, and begins a little before the first incumbent
	p = Incumbents(r).figure.panels[0]
	if p.x.min != 10 || !slices.Equal(p.lines[2].data.rows[0], []float64{10, 12}) {
		t.Errorf("from %v, bound %v", p.x.min, p.lines[2].data.rows)
	}

	// Runs on one problem share the axis of expansions and that of costs.
	short := handmade()
	short.Algorithm = engine.ADPS()
	both := Incumbents(r, short).figure.panels
	if fmt.Sprint(both[0].x) != fmt.Sprint(both[1].x) || fmt.Sprint(both[0].y) != fmt.Sprint(both[1].y) ||
		both[0].x.max != 100_000 {
		t.Errorf("axes %+v and %+v", both[0], both[1])
	}
	if want := "ADPS: cost 20, proved within 1.250"; both[1].title != want {
		t.Errorf("title %q, want %q", both[1].title, want)
	}
	if got := Incumbents(r, handmade()).figure.panels[1].title; got != "AFS(w=3): cost 20, proved within 1.250" {
		t.Errorf("title %q for two equal names", got)
	}

	r.Incumbents, r.Cost = nil, -1
	if got := Incumbents(r, nil); got.figure.panels[0].title != "no solution, lower bound 16" || len(got.notes) != 1 {
		t.Errorf("%q, %q", got.figure.panels[0].title, got.notes)
	}
	r.Err = fmt.Errorf("no such city")
	if err := Incumbents(r).Err(); err == nil || err.Error() != "nothing to plot: tsp/9/1 AFS(w=3): no such city" {
		t.Error(err)
	}
	if err := Incumbents().Err(); err == nil {
		t.Error("a chart of nothing")
	}
}

// TestWatchFlood: ten thousand incumbents in ten seconds give a few updates a second,
// none of them large.
func TestWatchFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		var w watch
		w.begin(&engine.Result{Problem: "tsp/50/1", Algorithm: engine.APFS(0.7), Seed: 1, Unit: 1, Cost: -1})
		start := time.Now()
		for i := range int64(10_000) {
			time.Sleep(time.Millisecond)
			w.found(engine.Incumbent{Cost: 90_000 - i, FMin: 10_000 + i, Expanded: 100 * i, Wall: time.Since(start)})
			if i%200 == 0 {
				w.progress(engine.Snapshot{Counters: engine.Counters{Expanded: 100 * i}, LowerBound: 10_000 + i,
					Elapsed: time.Since(start)})
			}
		}
		w.canvas.Done(watched{Incumbents(w.sofar), &w})
		s.checkOne(t)
		if n := len(s.bundles); n < 35 || n > 42 {
			t.Errorf("%d updates in 10 s, want about 4 a second", n)
		}
		for i := range s.bundles {
			size := 0
			for _, v := range s.bundles[i] {
				size += len(v.(string))
			}
			if i > 0 && i < len(s.bundles)-1 && size > 64<<10 {
				t.Errorf("update %d has %d bytes", i, size)
			}
			if i > 0 && i < len(s.at)-1 && s.at[i].Sub(s.at[i-1]) < 200*time.Millisecond {
				t.Errorf("update %d after %v", i, s.at[i].Sub(s.at[i-1]))
			}
		}
	})
}

// TestWatch: drawing a search does not change it, and the last drawing is the chart of
// its result.
func TestWatch(t *testing.T) {
	s := open(t)
	p := domains.Get("tsp/50/1")
	start := time.Now()
	r := Watch(t.Context(), p, engine.AFS(), engine.MaxExpanded(150_000))
	took := time.Since(start)
	plain := engine.Solve(t.Context(), p, engine.AFS(), engine.MaxExpanded(150_000))
	if r.Counters != plain.Counters || r.Cost != plain.Cost || r.LowerBound != plain.LowerBound ||
		r.Status != plain.Status {
		t.Errorf("%v\nand not watched\n%v", r, plain)
	}
	s.checkOne(t)
	n := len(s.bundles)
	if n < 2 || n > 2+int(took/(250*time.Millisecond)) {
		t.Errorf("%d displays in %v", n, took)
	}
	want, err := Incumbents(r).figure.picture(paper{})
	want = inked(want, darkInk)
	if got := s.bundles[n-1][show.SVGType]; got != want || err != nil {
		t.Errorf("the last drawing is\n%v\nthe chart of the result\n%s\n%v", got, want, err)
	}
	text := s.bundles[n-1][show.Plain].(string)
	if !strings.Contains(text, fmt.Sprintf("proved within %.3f", plain.Factor())) {
		t.Errorf("at the end it says %q", text)
	}
	if early := s.bundles[0][show.Plain].(string); !strings.Contains(early,
		"Incumbents and bound: tsp/50/1, AFS(w=3)\n") || early == text {
		t.Errorf("at first it says %q", early)
	}
}

// TestWatchShort: a search that takes no time is drawn once.
func TestWatchShort(t *testing.T) {
	s := open(t)
	if r := Watch(t.Context(), domains.Get("npuzzle/random-8/1"), engine.AFS()); !r.Solved() {
		t.Fatal(r)
	}
	if len(s.bundles) != 1 || s.updates[0] {
		t.Errorf("%d displays", len(s.bundles))
	}
	s.bundles = nil
	if r := Watch(t.Context(), domains.Get("npuzzle/random-8/1"), engine.PFS(0.5, 0.7)); r.Err == nil ||
		len(s.bundles) != 1 ||
		!strings.Contains(s.bundles[0][show.Plain].(string), r.Err.Error()) {
		t.Errorf("%v is shown as %v", r.Err, s.bundles)
	}
}

// TestWatchInterrupted: the last drawing shows the state at the interrupt.
func TestWatchInterrupted(t *testing.T) {
	s := open(t)
	ctx, cancel := context.WithTimeout(t.Context(), 700*time.Millisecond)
	defer cancel()
	r := Watch(ctx, domains.Get("tsp/50/1"), engine.AFS())
	if r.Status != engine.LimitCancelled {
		t.Fatal(r)
	}
	s.checkOne(t)
	want, _ := Incumbents(r).figure.picture(paper{})
	want = inked(want, darkInk)
	if got := s.bundles[len(s.bundles)-1][show.SVGType]; got != want {
		t.Errorf("%v\nwant\n%s", got, want)
	}
}

// TestRedrawn: a front end replaces each version of an output by the next. The chart
// keeps its canvas, so that it neither flickers nor moves the page.
func TestRedrawn(t *testing.T) {
	setup.Needed(t)
	s := open(t)
	Watch(t.Context(), domains.Get("tsp/50/1"), engine.AFS(), engine.MaxExpanded(150_000))
	var outputs []string
	for i := range s.bundles {
		outputs = append(outputs, s.html(i))
	}
	data, err := json.Marshal(outputs)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "outputs.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	var seen struct {
		Console  []string
		Pictures int // in place of the chart, immediately after an update
		Canvases int // different ones
		Heights  []float64
		Changes  int // of the painted image
		Colours  int // at the end
		Boxes    int
		Zoomed   bool // whether the last version is zoomed, as the first was
		Whole    bool // whether it is not, after the zoom is undone
		Marks    []string
	}
	node(t, &seen, "testdata/redraw.mjs", path)
	n := len(outputs)
	if len(seen.Console) > 0 || seen.Pictures > 0 || seen.Canvases != 1 || seen.Boxes != 1 || seen.Changes != n ||
		len(seen.Heights) != n ||
		slices.Min(seen.Heights) != slices.Max(seen.Heights) || seen.Colours < 100 {
		t.Errorf("of %d drawings: %+v", n, seen)
	}
	if !seen.Zoomed || !seen.Whole || len(seen.Marks) < 2 {
		t.Errorf("what the reader has zoomed into: stays %v, is marked at %q, and all of it is seen again %v", seen.Zoomed,
			seen.Marks, seen.Whole)
	}
}

// TestManyLevels: for a run with more levels and incumbents than a picture has pixels,
// the staircases pass through known points, on a logarithmic axis too.
func TestManyLevels(t *testing.T) {
	for _, end := range []int64{1_000_000_000, 2000} { // a logarithmic axis and a linear one
		r := ran("tsp/50/1", engine.APFS(0.7), 1, end)
		r.Trace = &engine.Trace{}
		const n = 3000
		place := func(i int) int64 { return int64(100 * math.Pow(float64(end)/100, float64(i)/n)) }
		for i := range n {
			r.Trace.Samples = append(r.Trace.Samples, engine.Sample{Expanded: place(i), FMin: engine.Cost(1000 + i)})
			if i%7 == 0 {
				r.Incumbents = append(r.Incumbents,
					engine.Incumbent{Cost: engine.Cost(90_000 - i), FMin: engine.Cost(1000 + i), Expanded: place(i)})
			}
		}
		// The first levels are close together: thinned evenly by number, most of the axis had
		// few.
		var early []engine.Sample
		for i := range 5 * n {
			early = append(early, engine.Sample{Expanded: int64(i) / 1000, FMin: engine.Cost(i) / 100})
		}
		r.Trace.Samples = append(early, r.Trace.Samples...)
		r.Cost, r.LowerBound = 80_000, 5000
		p := Incumbents(r).figure.panels[0]
		if p.x.log != (end > 100_000) {
			t.Fatalf("axis %+v", p.x)
		}
		bound, cost := p.lines[2].data.rows, p.lines[1].data.rows
		if len(bound) > 2*places || len(cost) > places+1 {
			t.Errorf("%d levels, %d incumbents are drawn", len(bound), len(cost))
		}
		// at returns the value of a staircase at a position.
		at := func(rows [][]float64, x float64) float64 {
			v := math.NaN()
			for _, row := range rows {
				if row[0] <= x {
					v = row[1]
				}
			}
			return v
		}
		known := func(x float64) (fmin, cost float64) {
			fmin, cost = math.Inf(-1), math.Inf(1)
			for _, s := range r.Trace.Samples {
				if float64(s.Expanded) <= x {
					fmin = max(fmin, float64(s.FMin))
				}
			}
			for _, i := range r.Incumbents {
				if float64(i.Expanded) <= x {
					cost = min(cost, float64(i.Cost))
				}
			}
			return fmin, cost
		}
		for k := 2; k < places; k++ { // between two positions nothing known is late by more than one
			place := func(at float64) float64 {
				if p.x.log {
					return p.x.min * math.Pow(p.x.max/p.x.min, at)
				}
				return p.x.min + at*(p.x.max-p.x.min)
			}
			x, before := place(float64(k)/places), place(float64(k-1)/places)
			least, most := known(before)
			greatest, fewest := known(x)
			if b := at(bound, x); b < least || b > greatest {
				t.Fatalf("at %.0f expansions the bound is drawn at %v, known are %v to %v", x, b, least, greatest)
			}
			if c := at(cost, x); !math.IsInf(most, 1) && (c > most || c < fewest) {
				t.Fatalf("at %.0f expansions the cost is drawn at %v, known are %v to %v", x, c, most, fewest)
			}
		}
		for _, row := range p.lines[1].data.rows { // the tooltip of an incumbent shows what is drawn there
			if b := at(bound, row[0]); b != row[2] {
				t.Errorf("at the incumbent after %v expansions the bound is drawn at %v and shown as %v", row[0], b, row[2])
			}
		}
	}
}

// TestWatchLong: early data are kept, however long the search continues.
func TestWatchLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		open(t)
		var w watch
		w.begin(&engine.Result{Problem: "tsp/50/1", Algorithm: engine.AFS(), Unit: 1, Cost: -1})
		for i := range int64(20_000) {
			w.progress(engine.Snapshot{Counters: engine.Counters{Expanded: 1000 * i}, LowerBound: min(i, 100)})
		}
		if got := len(w.sofar.Trace.Samples); got != 101 {
			t.Errorf("%d levels of 101 are kept", got)
		}
	})
}
