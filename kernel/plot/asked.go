package plot

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/focal-search/focal/kernel/show"
)

// askedFor are the places that a reader has moved sliders to, while charts are drawn.
type askedFor struct {
	mu     sync.Mutex
	last   int
	heard  bool // of the page, and so of last
	now    int  // is being drawn
	cancel context.CancelFunc
	done   []bool // what has been drawn
}

// move notes a move. It ends the drawing of another place, if the new one is not drawn yet.
func (a *askedFor) move(index int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if index < 0 || index >= len(a.done) {
		return
	}
	a.last, a.heard = index, true
	if a.cancel != nil && a.now != index && !a.done[index] {
		a.cancel()
	}
}

// next is the place to be drawn: the last that was asked for, or else the first that
// is missing; -1 if none is. A move to another one ends the context.
func (a *askedFor) next() (int, context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now = slices.Index(a.done, false); a.heard && !a.done[a.last] {
		a.now = a.last
	}
	ctx, cancel := context.WithCancel(context.Background())
	a.cancel = cancel
	return a.now, ctx
}

// drawn notes what next has named, if no move has ended its drawing, and says whether
// the page has been heard of.
func (a *askedFor) drawn(ctx context.Context) (ok, heard bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	ok = ctx.Err() == nil
	a.done[a.now] = a.done[a.now] || ok
	a.cancel()
	a.cancel = nil
	return ok, a.heard
}

// at is where the sliders stand, and whether anything is known of that.
func (a *askedFor) at() (int, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.last, a.heard
}

// showWhileDrawn shows the sliders before all charts are drawn, and at the end all of
// them. It is false where the page cannot ask for what is missing.
func (c *Chart) showWhileDrawn() bool {
	e := c.explored
	if !show.CanAsk() {
		return false
	}
	e.address = "/focal/" + e.key
	asked := &askedFor{done: make([]bool, len(e.charts))}
	for i, chart := range e.charts {
		asked.done[i] = chart != nil
	}
	script := show.FirstTime(chartScript.name, c.text()) // also at the end: so the notebook that is saved has it
	place := show.NewPlace(c.mime(script))
	show.Hear(e.address, asked.move)
	err := e.drawAsked(asked)
	e.address = ""
	if last, heard := asked.at(); heard && e.charts[last] != nil {
		e.at, e.first = e.place(last), e.charts[last]
		c.summarize()
	}
	if err != nil {
		c.err = err
	}
	place.Set(c.mime(script))
	return true
}

// drawAsked draws the charts that are missing, and tells the page of each. An interrupt
// leaves the rest out.
func (e *explored) drawAsked(asked *askedFor) error {
	bar := show.Live("exploring")
	defer bar.Done()
	cell := show.Context()
	told := make([]bool, len(e.charts))
	for {
		index, moved := asked.next()
		if index < 0 {
			return nil
		}
		var chart *Chart
		var err error
		show.During(moved, func() { chart, err = e.chart(e.place(index)) })
		ok, heard := asked.drawn(moved)
		switch {
		case cell.Err() != nil:
			e.undrawn = true
			return nil
		case !ok:
			continue
		case err != nil:
			return err
		}
		e.charts[index] = chart
		count := 0
		for i, chart := range e.charts {
			if chart == nil {
				continue
			}
			count++
			if !heard || told[i] {
				continue
			}
			text, err := pack(exploredChart{i, chart.figure.live(), chart.notes})
			if err != nil {
				return fmt.Errorf("at %s: %w", e.describe(e.place(i)), err)
			}
			show.Tell(e.address, text)
			told[i] = true
		}
		bar.Set(int64(count), int64(len(e.charts)))
	}
}
