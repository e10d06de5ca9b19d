package plot

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/focal-search/focal/kernel/show"
)

// askedFor records the positions to which a reader moves sliders while charts are drawn.
type askedFor struct {
	mu     sync.Mutex
	last   int
	heard  bool // whether the page has sent a position
	now    int  // the position being drawn
	cancel context.CancelFunc
	done   []bool   // which positions have been drawn
	sent   []string // the charts sent to the page, packed, by position
}

// move records a move. If the new position is not drawn yet, it cancels the drawing of
// any other. A page that asks for the same position again lacks its chart: if that was
// sent, move returns it, to be sent again.
func (a *askedFor) move(index int) (lost string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if index < 0 || index >= len(a.done) {
		return ""
	}
	if a.heard && a.last == index {
		lost = a.sent[index]
	}
	a.last, a.heard = index, true
	if a.cancel != nil && a.now != index && !a.done[index] {
		a.cancel()
	}
	return lost
}

// send records that the chart of a position is sent, packed as text.
func (a *askedFor) send(index int, text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sent[index] = text
}

// next returns the position to draw: the one requested last, or else the first missing
// one; -1 if none is missing. A move to another position cancels the context.
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

// drawn records that the position returned by next is drawn, unless a move has cancelled
// that, and reports whether the page has sent a position.
func (a *askedFor) drawn(ctx context.Context) (ok, heard bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	ok = ctx.Err() == nil
	a.done[a.now] = a.done[a.now] || ok
	a.cancel()
	a.cancel = nil
	return ok, a.heard
}

// at returns the position of the sliders; false if the page has sent none.
func (a *askedFor) at() (int, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.last, a.heard
}

// showWhileDrawn shows the sliders before all charts are drawn, and all charts at the
// end. It returns false if the page cannot request missing charts.
func (c *Chart) showWhileDrawn() bool {
	e := c.explored
	if !show.CanAsk() {
		return false
	}
	e.address = "/focal/" + e.key
	asked := &askedFor{done: make([]bool, len(e.charts)), sent: make([]string, len(e.charts))}
	for i, chart := range e.charts {
		asked.done[i] = chart != nil
	}
	script := show.FirstTime(chartScript.name, c.text()) // also at the end, for the saved notebook
	place := show.NewPlace(c.mime(script))
	address := e.address
	show.Hear(address, func(index int) {
		if lost := asked.move(index); lost != "" {
			show.Send(address, lost)
		}
	})
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

// drawAsked draws the missing charts and notifies the page of each. After an interrupt
// the rest are left out.
func (e *explored) drawAsked(asked *askedFor) error {
	bar := show.Live("exploring")
	defer bar.Done()
	cell := show.Context()
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
			if !heard || asked.sent[i] != "" {
				continue
			}
			text, err := pack(exploredChart{i, chart.figure.live(), chart.notes})
			if err != nil {
				return fmt.Errorf("at %s: %w", e.describe(e.place(i)), err)
			}
			asked.send(i, text)
			show.Send(e.address, text)
		}
		bar.Set(int64(count), int64(len(e.charts)))
	}
}
