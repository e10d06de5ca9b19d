package plot

import (
	"fmt"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
)

// Solution shows a result's solution as an animation with single steps. The states are
// computed from the moves, after engine.Verify has checked these. Without scripts it is a
// strip of some of the states.
//
//	plot.Solution(p, engine.Solve(ctx, p, engine.FS(1.25))).Show()
//
// For a result from a store, p is domains.Get(r.Problem).
func Solution(p *engine.Problem, r *engine.Result) *Chart {
	if err := solved(p, r); err != nil {
		return &Chart{err: err}
	}
	title := fmt.Sprintf("%s solved by %s: %s, cost %s", p.Name, r.Algorithm, output.Many(len(r.Moves), "move"),
		r.CostString(r.Cost))
	f, err := newFilm(title, p, r.Moves)
	if err != nil {
		return &Chart{err: err}
	}
	c := &Chart{film: f, summary: []string{listed(f.moves)}}
	if title := f.states[len(f.states)-1].title; title != "" {
		c.summary = append(c.summary, "at the end: "+title)
	}
	if len(f.states) <= len(r.Moves) {
		c.notes = append(c.notes, fmt.Sprintf("%d of %d states are shown", len(f.states), len(r.Moves)+1))
	}
	return c
}

// solved returns an error if there is no solution to show.
func solved(p *engine.Problem, r *engine.Result) error {
	if err := drawable(p); err != nil {
		return err
	}
	switch {
	case r == nil:
		return fmt.Errorf("%s: the result is nil: there was no run", p.Name)
	case r.Err != nil:
		return fmt.Errorf("%s %s: %w", r.Problem, r.Algorithm, r.Err)
	case !r.Solved():
		return fmt.Errorf("%s %s: there is no solution to show: %s", r.Problem, r.Algorithm, r.Status)
	}
	return engine.Verify(p, r)
}

// listed returns the moves' names, or the first of them if there are many.
func listed(moves []string) string {
	const most = 100
	if len(moves) > most {
		return strings.Join(moves[:most], " ") + " ..."
	}
	return strings.Join(moves, " ")
}
