package show

import (
	"fmt"
	"html"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
	"golang.org/x/term"
)

// A Bar displays the progress of work: the part done, the rate and the time left. In
// notebooks it is a display updated in place, on a terminal a line that is rewritten. In
// a pipe nothing is written. It is safe for concurrent use.
type Bar struct {
	title string
	start time.Time

	mu      sync.Mutex
	shown   time.Time // of the last update
	id      string    // of the display in a notebook, "" while there is none
	written bool      // on a terminal
}

// updateEvery is the least time between two updates of a progress display.
const updateEvery = 250 * time.Millisecond

// live holds the progress displays on the screen.
var live struct {
	sync.Mutex
	open map[*Bar]bool
}

// Live starts a progress display. Nothing is shown before the first update, so work that
// takes no time shows nothing. Call Done at the end.
//
//	bar := show.Live("runs")
//	defer bar.Done()
//	for i, run := range runs {
//		...
//		bar.Set(int64(i+1), int64(len(runs)))
//	}
func Live(title string) *Bar { return &Bar{title: title, start: time.Now()} }

// Set sets the amount done and the total amount; a total of 0 means that it is unknown.
func (b *Bar) Set(done, total int64) {
	what, fraction := Count(done), unknown
	if total > 0 {
		what += " of " + Count(total)
		fraction = float64(done) / float64(total)
	}
	b.update(fraction, time.Since(b.start), what, done, "")
}

// rounded rounds a rate to an integer, or to two decimals if it is below 10.
func rounded(x float64) float64 {
	if x >= 10 {
		return float64(int64(x + 0.5))
	}
	return float64(int64(x*100+0.5)) / 100
}

// seconds formats a duration, below a minute with one decimal.
func seconds(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return Duration(d)
}

// Search returns a progress display of one search, for engine.OnProgress:
//
//	engine.Solve(ctx, p, engine.FS(1.25), engine.OnProgress(show.Search("FS")))
//
// It disappears when anything else is shown. The time left is shown only if the run has a
// limit, and is an upper bound: the time until that limit is reached.
func Search(title string) func(engine.Snapshot) {
	report, _ := search(title)
	return report
}

// search is [Search] with a function that ends it.
func search(title string) (report func(engine.Snapshot), end func()) {
	b := Live(title)
	return func(e engine.Snapshot) {
		fraction := unknown
		if e.Fraction > 0 {
			fraction = e.Fraction
		}
		what := Count(e.Expanded) + " expanded"
		if e.FMin >= 0 { // WA* does not keep it
			what += ", fmin " + engine.FormatCost(e.FMin, e.Unit)
		}
		what += fmt.Sprintf(", %.0f MiB", float64(e.Bytes)/(1<<20))
		b.update(fraction, e.Elapsed, what, e.Expanded, " nodes")
	}, b.Done
}

// Done clears the display.
func (b *Bar) Done() {
	live.Lock()
	delete(live.open, b)
	live.Unlock()
	b.clear()
}

// Finish clears all progress displays, as showing anything else does. A kernel calls it
// at the end of a cell.
func Finish() {
	live.Lock()
	open := live.open
	live.open = nil
	live.Unlock()
	for b := range open {
		b.clear()
	}
}

// unknown is the fraction done if the total is unknown.
const unknown = -1.0

// update shows the state of the work, unless it was shown a moment ago. The time left is
// estimated once enough work is done.
func (b *Bar) update(fraction float64, elapsed time.Duration, what string, done int64, unit string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if now.Sub(b.shown) < updateEvery {
		return
	}
	b.shown = now
	fraction = min(fraction, 1)
	note := what
	if fraction > 0 {
		note += ", " + seconds(time.Duration(float64(elapsed)*(1-fraction)/fraction)) + " left"
	}
	note += ", " + seconds(elapsed)
	if s := elapsed.Seconds(); s > 0 && done > 0 {
		note += fmt.Sprintf(", %s%s/s", number(rounded(float64(done)/s)), unit)
	}

	output.Lock()
	defer output.Unlock()
	to := backend()
	if _, ok := to.(*terminal); ok {
		if interactive() {
			b.write(b.text(fraction, note))
		}
		return
	}
	if b.id == "" {
		b.id = newID()
		to.Display(b.mime(fraction, note), b.id)
		b.opened()
		return
	}
	to.Update(b.mime(fraction, note), b.id)
}

func (b *Bar) opened() {
	live.Lock()
	defer live.Unlock()
	if live.open == nil {
		live.open = map[*Bar]bool{}
	}
	live.open[b] = true
}

// rewrite goes to the beginning of the terminal's line and erases it.
const rewrite = "\r\x1b[K"

func (b *Bar) write(text string) {
	if !b.written {
		b.written = true
		b.opened()
	}
	fmt.Fprint(os.Stderr, rewrite, fitted(text))
}

// fitted shortens a text so that it fits on the terminal's line, because a line that wraps
// cannot be rewritten.
func fitted(s string) string {
	columns, _, err := term.GetSize(int(os.Stderr.Fd()))
	if err != nil || columns <= 0 {
		columns = 80
	}
	if r := []rune(s); len(r) >= columns {
		return string(r[:columns-1])
	}
	return s
}

// clear removes the display. The next update makes a new one.
func (b *Bar) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.written {
		fmt.Fprint(os.Stderr, rewrite)
		b.written = false
	}
	if b.id != "" {
		output.Lock()
		backend().Update(MIME{HTMLType: "", Plain: ""}, b.id)
		output.Unlock()
		b.id = ""
	}
}

// text returns the bar as text.
func (b *Bar) text(fraction float64, note string) string {
	if fraction < 0 {
		return fmt.Sprintf("%s: %s", b.title, note)
	}
	const width = 20
	full := int(fraction * width)
	return fmt.Sprintf("%s [%s%s] %.0f %%, %s", b.title, strings.Repeat("#", full), strings.Repeat(".", width-full),
		100*fraction, note)
}

// mime returns the bar as HTML and as text.
func (b *Bar) mime(fraction float64, note string) MIME {
	bar := "<progress></progress>" // animated while the total is unknown
	if fraction >= 0 {
		bar = fmt.Sprintf(`<progress value="%.3f" max="1"></progress> %.0f %%`, fraction, 100*fraction)
	}
	return MIME{Plain: b.text(fraction, note), HTMLType: fmt.Sprintf(
		`<div style="font-variant-numeric:tabular-nums">%s %s %s</div>`, html.EscapeString(b.title), bar, html.EscapeString(note))}
}
