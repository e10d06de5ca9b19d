package plot

import (
	"context"
	"crypto/rand"
	"fmt"
	"html"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
	"github.com/focal-search/focal/kernel/widget"
)

// A Batch is many searches whose state is drawn while they run. Package watch makes one of a
// study.
type Batch interface {
	// Name is where its results are stored.
	Name() string
	// Planned are its runs, an algorithm for each.
	Planned() []engine.Algorithm
	// Stored are the results so far.
	Stored() []*engine.Result
	// Run makes the runs until ctx is done, and returns their results and how it ended. It
	// calls progress as it goes, with a note.
	Run(ctx context.Context, progress func(note func() string)) (results []*engine.Result, ended string)
}

// WatchBatch runs a batch and shows its state meanwhile: the number of runs done for each
// algorithm and w, and the median expansions of the solved ones. In the instant kernel, if
// the front end has Jupyter's widgets, it runs in the background, with a stop button, and
// other cells can be run. Elsewhere the call returns when the batch has ended, and an
// interrupt ends it. ended is closed then; stop ends the batch.
func WatchBatch(b Batch) (ended <-chan struct{}, stop func()) {
	v := &batchView{batch: b, key: rand.Text()}
	background := widget.Ready()
	ctx := show.Context()
	if background {
		ctx = context.Background()
	}
	ctx, cancel := context.WithCancel(ctx)
	var button, output *widget.Model
	if background {
		button, output = widget.Button("Stop", cancel), widget.Output()
		show.NewPlace(show.MIME{widget.View: widget.Column(button, output).Data(), show.Plain: ""})
	}
	if show.FirstTime(chartScript.name, "study "+b.Name()) {
		show.NewPlace(show.MIME{show.HTMLType: chartScript.html(), show.Plain: ""})
	}
	v.place = newKept(v.key, output, v.mime(nil, "begins"))
	done := make(chan struct{})
	run := func() {
		defer close(done)
		defer cancel()
		results, text := b.Run(ctx, v.progress)
		if button != nil {
			button.Set("disabled", true)
		}
		v.place.Set(v.mime(results, text))
	}
	if background {
		go run()
	} else {
		run()
	}
	return done, cancel
}

// A batchView draws a batch.
type batchView struct {
	batch Batch
	key   string

	place *kept
	mu    sync.Mutex
	next  time.Time // the earliest time of the next drawing
}

// progress draws the batch, at most once a second and for at most a tenth of the time.
func (v *batchView) progress(note func() string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	begun := time.Now()
	if begun.Before(v.next) {
		return
	}
	v.place.Set(v.mime(v.batch.Stored(), note()))
	v.next = time.Now().Add(max(time.Second, 10*time.Since(begun)))
}

// mime returns the state of the batch: a line, a table and, if runs are solved, a chart.
func (v *batchView) mime(results []*engine.Result, note string) show.MIME {
	text := v.batch.Name() + ": " + note
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
func (v *batchView) table(results []*engine.Result) string {
	type cell struct {
		algorithm string
		w         string
	}
	of := func(a engine.Algorithm) cell { return cell{a.Title(), a.W.String()} }
	total, done := map[cell]int{}, map[cell]int{}
	planned := v.batch.Planned()
	for _, a := range planned {
		total[of(a)]++
	}
	algorithms := different(planned, engine.Algorithm.Title)
	ws := different(planned, func(a engine.Algorithm) engine.Ratio { return a.W })
	slices.SortFunc(ws, byValue)
	for _, r := range results {
		done[of(r.Algorithm)]++
	}
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
