package plot

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

// Watch solves a problem like engine.Solve and draws the incumbents and the lower bound
// while the search runs. The final chart is that of Incumbents. The result has a trace.
//
//	r := plot.Watch(ctx, p, engine.AFS(), engine.TimeLimit(time.Minute))
//
// On a terminal each incumbent is printed as a line, and at the end the chart is written
// to a file whose path is printed. Functions given by OnProgress and OnIncumbent are not
// called, because Watch uses these options itself.
func Watch(ctx context.Context, p *engine.Problem, a engine.Algorithm, opts ...engine.Option) *engine.Result {
	var w watch
	run := engine.Start(p, a, append(opts[:len(opts):len(opts)],
		engine.Traced(), engine.OnIncumbent(w.found), engine.OnProgress(w.progress))...)
	w.begin(run.Result())
	r := run.Solve(ctx)
	c := Incumbents(r)
	if err := c.Err(); err != nil {
		show.Value(err)
	} else {
		w.canvas.Done(watched{c, &w})
	}
	return r
}

// A watch draws a running search.
type watch struct {
	sofar  *engine.Result // with the reported bounds instead of a trace
	canvas *show.Canvas
	bar    func(engine.Snapshot) // used if nothing can be drawn
	key    string
	begun  bool // something has been drawn
	script bool // the drawing contains the script that all charts share
}

func (w *watch) begin(r *engine.Result) {
	r.Trace = &engine.Trace{}
	w.sofar, w.key = r, rand.Text()
	w.canvas, w.bar = show.NewCanvas(), show.Search(w.name())
}

func (w *watch) name() string { return fmt.Sprintf("%s %s", w.sofar.Problem, nameOf(w.sofar)) }

func (w *watch) found(x engine.Incumbent) {
	r := w.sofar
	r.Incumbents = append(r.Incumbents, x)
	r.Cost, r.Expanded, r.Wall, r.LowerBound = x.Cost, x.Expanded, x.Wall, max(r.LowerBound, x.FMin)
	w.canvas.Status(fmt.Sprintf("%s: %s, after %s expansions, %s",
		w.name(), provedCost(r.Cost, r.Unit, r.Factor()), show.Count(x.Expanded), show.Duration(x.Wall)))
	w.draw()
}

func (w *watch) progress(e engine.Snapshot) {
	r := w.sofar
	r.Counters, r.Wall, r.LowerBound = e.Counters, e.Elapsed, e.LowerBound
	if samples := r.Trace.Samples; len(samples) == 0 || e.LowerBound > samples[len(samples)-1].FMin {
		r.Trace.Samples = append(samples, engine.Sample{Expanded: e.Expanded, FMin: e.LowerBound})
	}
	if !w.draw() {
		w.bar(e)
	}
}

func (w *watch) draw() bool {
	return w.canvas.Draw(func() show.MIME { return w.mime(Incumbents(w.sofar), false) })
}

// mime returns a drawing, which replaces the previous one. If the script that all charts
// share is needed, the first and the last drawing contain it: the page needs it from the
// first one on, and the saved notebook contains only the last one.
func (w *watch) mime(c *Chart, last bool) show.MIME {
	c.figure.key = w.key
	first := !w.begun
	if first {
		w.begun, w.script = true, show.FirstTime(chartScript.name, "watch "+w.name())
	}
	return c.mime(w.script && (first || last))
}

// watched is the final drawing of a watch.
type watched struct {
	*Chart
	watch *watch
}

func (c watched) MIME() show.MIME { return c.watch.mime(c.Chart, true) }
