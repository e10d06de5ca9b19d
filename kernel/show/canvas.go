package show

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// A Canvas is a display that is redrawn while work goes on, at most four times a second,
// and keeps its last drawing. Work that takes no time is drawn once. On a terminal, which
// cannot replace what it has shown, lines report the progress, and the last drawing is
// shown like any other; in a pipe there are no such lines.
//
// plot.Watch uses it. It is safe for concurrent use.
type Canvas struct {
	mu    sync.Mutex
	shown time.Time // the last update
	place *Place    // nil while nothing is shown
	lines []string  // for the terminal, not yet shown
	more  int       // number of lines omitted before these
}

// linesAtOnce is the greatest number of lines in one update of a terminal.
const linesAtOnce = 10

// NewCanvas starts a display. Nothing is shown before the first drawing.
func NewCanvas() *Canvas { return &Canvas{shown: time.Now()} }

// Draw replaces the drawing by what draw returns, unless the last replacement was a
// moment ago. On a terminal it does nothing and returns false.
func (c *Canvas) Draw(draw func() MIME) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if onTerminal() {
		if c.due() {
			c.print()
		}
		return false
	}
	if c.due() {
		c.show(draw())
	}
	return true
}

// Status prints a line on a terminal. If many lines come in a short time, only the last of
// them are printed.
func (c *Canvas) Status(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !onTerminal() || !interactive() {
		return
	}
	if c.lines = append(c.lines, line); len(c.lines) > linesAtOnce {
		c.lines = c.lines[1:]
		c.more++
	}
	if c.due() {
		c.print()
	}
}

// Done shows the last drawing.
func (c *Canvas) Done(last Rich) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.print()
	if c.place == nil {
		Value(last)
		return
	}
	c.show(last.MIME())
}

// due reports whether it is time for an update. If so, the caller must make it.
func (c *Canvas) due() bool {
	now := time.Now()
	if now.Sub(c.shown) < updateEvery {
		return false
	}
	c.shown = now
	return true
}

func (c *Canvas) show(b MIME) {
	if c.place == nil {
		c.place = NewPlace(b)
		return
	}
	Finish()
	c.place.Set(b)
}

// print shows the waiting lines.
func (c *Canvas) print() {
	if len(c.lines) == 0 {
		return
	}
	text := strings.Join(c.lines, "\n")
	if c.more > 0 {
		text = fmt.Sprintf("(%d more)\n%s", c.more, text)
	}
	c.lines, c.more = nil, 0
	Display(MIME{Plain: text})
}

func onTerminal() bool {
	_, ok := backendAs[*terminal]()
	return ok
}
