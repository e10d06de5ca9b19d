package plot

import (
	"fmt"
	"strings"

	"github.com/focal-search/focal/engine"
)

// Solution shows a result's solution as an animation that one can step through.
// Its states come from following the moves, after engine.Verify has checked
// them; where scripts do not run, it is a strip of some of the states.
//
//	plot.Solution(p, engine.Solve(ctx, p, engine.FS(1.25))).Show()
//
// For a result of a store, p is domains.Get(r.Problem).
func Solution(p *engine.Problem, r *engine.Result) *Chart {
	if err := solved(p, r); err != nil {
		return &Chart{err: err}
	}
	title := fmt.Sprintf("%s solved by %s: %s, cost %s", p.Name, r.Algorithm, counted(len(r.Moves), "move"),
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

// solved says why there is no solution to be shown.
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

func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// listed is the moves' names, the first of them where they are many.
func listed(moves []string) string {
	const most = 100
	if len(moves) > most {
		return strings.Join(moves[:most], " ") + " ..."
	}
	return strings.Join(moves, " ")
}
