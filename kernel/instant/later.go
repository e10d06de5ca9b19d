//go:build unix || js

package instant

import (
	"context"
	"sync"
)

// Some displays are shown at once and completed when the client has the cell's
// answer, such as charts whose pictures take long to draw. The kernel stays busy
// meanwhile, so that clients which wait for that have the whole.

// postponed holds the functions that complete displays.
type postponed struct {
	mu  sync.Mutex
	all []func(context.Context)
}

func (p *postponed) any() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.all) > 0
}

func (p *postponed) take() []func(context.Context) {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.all
	p.all = nil
	return all
}

// Postpone registers f to complete a display of the running cell.
func (c *child) Postpone(f func(context.Context)) {
	c.later.mu.Lock()
	defer c.later.mu.Unlock()
	c.later.all = append(c.later.all, f)
}

// completeDisplays completes the displays of the last cell. An interrupt ends it.
func (c *child) completeDisplays() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c.mu.Lock()
	c.cancel = cancel
	c.mu.Unlock()
	for _, f := range c.later.take() {
		f(ctx)
	}
}

// completeDisplays makes the child complete the displays of a cell, once the cell has
// been answered.
func (d *desk) completeDisplays(m *message, reply any) {
	if r, ok := reply.(executeReply); ok && r.later {
		d.runner.do(m, request{Op: "complete displays"})
	}
}
