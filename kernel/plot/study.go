package plot

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"html"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
	batch "github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/show"
	"github.com/focal-search/focal/kernel/widget"
)

// A Study is a running study whose state is shown.
type Study struct {
	cancel context.CancelFunc
	ended  chan struct{}
	runs   *batch.Runs
}

// Stop ends the study. Finished runs are in its store.
func (s *Study) Stop() { s.cancel() }

// Runs waits for the end of the study and returns its runs. If the cell's context ends
// first, it returns nil.
func (s *Study) Runs() *batch.Runs {
	select {
	case <-s.ended:
		return s.runs
	case <-show.Context().Done():
		return nil
	}
}

// String describes the outcome of the study, or says that it is running.
func (s *Study) String() string {
	select {
	case <-s.ended:
		return s.runs.String()
	default:
		return "the study runs"
	}
}

// WatchStudy runs a study like study.Grid.Run and shows its state meanwhile: the number
// of runs done for each algorithm and w, and the median expansions of the solved ones. In
// the instant kernel, if the front end has Jupyter's widgets, the study runs in the
// background, with a stop button, and other cells can be run. Elsewhere the call returns
// when the study has ended, and an interrupt ends it.
//
//	grid := study.Grid{Problems: "npuzzle/korf/1-20", Algorithms: engine.Named("wastar", "fs"), W: []float64{1.5, 2}}
//	s := plot.WatchStudy(grid, "study.db")
//	results := s.Runs().Must()
func WatchStudy(g batch.Grid, path string, opts ...batch.Option) *Study {
	v := &studyView{grid: g, path: path, opts: opts, key: rand.Text()}
	s := &Study{ended: make(chan struct{})}
	background := widget.Ready()
	ctx := show.Context()
	if background {
		ctx = context.Background()
	}
	ctx, s.cancel = context.WithCancel(ctx)
	var stop, output *widget.Model
	if background {
		stop, output = widget.Button("Stop", s.cancel), widget.Output()
		show.NewPlace(show.MIME{widget.View: widget.Column(stop, output).Data(), show.Plain: ""})
	}
	if show.FirstTime(chartScript.name, "study "+path) {
		show.NewPlace(show.MIME{show.HTMLType: chartScript.html(), show.Plain: ""})
	}
	v.place = newKept(v.key, output, v.mime(nil, "begins"))
	run := func() {
		defer close(s.ended)
		defer s.cancel()
		s.runs = g.Run(ctx, path, append(opts[:len(opts):len(opts)], batch.OnProgress(v.progress))...)
		if stop != nil {
			stop.Set("disabled", true)
		}
		v.place.Set(v.mime(s.runs.Results, s.runs.String()))
	}
	if background {
		go run()
	} else {
		run()
	}
	return s
}

// A studyView draws a study.
type studyView struct {
	grid batch.Grid
	path string
	opts []batch.Option
	key  string

	place *kept
	mu    sync.Mutex
	next  time.Time // the earliest time of the next drawing
}

// progress draws the study, at most once a second and for at most a tenth of the time.
func (v *studyView) progress(p batch.Progress) {
	v.mu.Lock()
	defer v.mu.Unlock()
	begun := time.Now()
	if begun.Before(v.next) {
		return
	}
	note := fmt.Sprintf("%s of %s runs, %s", show.Count(int64(p.Done)), show.Count(int64(p.Total)), p.Note())
	if p.Left > 0 {
		note += ", " + show.Duration(p.Left.Round(time.Second)) + " left"
	}
	sofar := v.grid.Stored(v.path, append(v.opts[:len(v.opts):len(v.opts)],
		batch.Part(1, 1), batch.OnProgress(func(batch.Progress) {}))...)
	v.place.Set(v.mime(sofar.Results, note))
	v.next = time.Now().Add(max(time.Second, 10*time.Since(begun)))
}

// mime returns the state of the study: a line, a table and, if runs are solved, a chart.
func (v *studyView) mime(results []*engine.Result, note string) show.MIME {
	text := v.path + ": " + note
	body := "<div>" + html.EscapeString(text) + "</div>" + v.table(results)
	if slices.ContainsFunc(results, func(r *engine.Result) bool { return r.Status == engine.Solved }) {
		solved := Of(results).Where("status = solved")
		chart := solved.X("w").Y("expanded").Color("algorithm").Median().Title("Expansions so far, solved runs").Chart()
		if chart.Err() == nil {
			chart.figure.key = v.key
			if drawn, err := chart.body(); err == nil {
				body += drawn
			}
		}
	}
	return show.MIME{show.HTMLType: body, show.Plain: text}
}

// table returns a table of the number of runs done for each algorithm and w.
func (v *studyView) table(results []*engine.Result) string {
	plan, err := v.grid.Runs()
	if err != nil {
		return ""
	}
	type cell struct {
		algorithm string
		w         string
	}
	of := func(a engine.Algorithm) cell { return cell{a.Title(), a.W.String()} }
	total, done := map[cell]int{}, map[cell]int{}
	var algorithms []string
	var ws []engine.Ratio
	for _, r := range plan {
		c := of(r.Algorithm)
		total[c]++
		if !slices.Contains(algorithms, c.algorithm) {
			algorithms = append(algorithms, c.algorithm)
		}
		if !slices.Contains(ws, r.Algorithm.W) {
			ws = append(ws, r.Algorithm.W)
		}
	}
	for _, r := range results {
		done[of(r.Algorithm)]++
	}
	slices.SortFunc(ws, func(a, b engine.Ratio) int { return cmp.Compare(a.Float(), b.Float()) })
	var b strings.Builder
	b.WriteString("<table><tr><th></th>")
	for _, w := range ws {
		fmt.Fprintf(&b, "<th>w = %s</th>", w)
	}
	b.WriteString("</tr>")
	for _, a := range algorithms {
		fmt.Fprintf(&b, "<tr><th>%s</th>", html.EscapeString(a))
		for _, w := range ws {
			c := cell{a, w.String()}
			if total[c] == 0 {
				b.WriteString("<td></td>")
				continue
			}
			fmt.Fprintf(&b, `<td><progress value="%d" max="%d"></progress> %d of %d</td>`, done[c], total[c], done[c], total[c])
		}
		b.WriteString("</tr>")
	}
	return b.String() + "</table>"
}
