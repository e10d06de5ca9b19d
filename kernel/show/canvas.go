package show

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// A Canvas is one display that is drawn again while work goes on, at most four
// times a second, and then keeps its last drawing. What takes no time is drawn
// once. A terminal cannot take back what it shows: there lines report how it goes,
// in a pipe nothing does, and the last drawing is shown as any other.
//
// plot.Watch is made with it. It may be used from several goroutines.
type Canvas struct {
	mu    sync.Mutex
	shown time.Time // the last update
	place *Place    // nil while nothing is shown
	lines []string  // for the terminal, not yet shown
	more  int       // how many lines before these are left out
}

// linesAtOnce is how many lines are shown in one update of a terminal.
const linesAtOnce = 10

// NewCanvas starts a display. Nothing is shown before something is drawn.
func NewCanvas() *Canvas { return &Canvas{shown: time.Now()} }

// Draw shows what draw makes in place of what was drawn before, unless that was
// a moment ago. It is false where there is no such place, on a terminal.
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

// Tell shows a line on a terminal. Lines that come in a flood wait for each
// other, and only the last of them are shown.
func (c *Canvas) Tell(line string) {
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

// due says whether it is time for an update, which the caller makes then.
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

// print shows the lines that wait.
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
	output.Lock()
	defer output.Unlock()
	_, ok := backend().(*terminal)
	return ok
}
