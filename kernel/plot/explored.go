package plot

import (
	"context"
	"fmt"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

// Explored runs an algorithm on a problem whose states are places on a map, such as grid's, and
// draws the map: the states that were selected for expansion, paler the earlier it was, in the
// colour of the queue that selected them last, and the path that was found.
//
//	plot.Explored(ctx, domains.Get("grid/rooms-32/1"), engine.PFS(1.25, 0.7)).Show()
func Explored(ctx context.Context, p *engine.Problem, a engine.Algorithm, opts ...engine.Option) *Chart {
	if err := drawable(p); err != nil {
		return &Chart{err: err}
	}
	if p.Shade == nil {
		return &Chart{err: fmt.Errorf("%s: its states are not places on a map, as those of domain grid are", p.Name)}
	}
	if err := a.Err(); err != nil {
		return &Chart{err: err}
	}
	type selection struct{ at, queue int }
	last, selections := map[uint64]selection{}, 0
	queues := make([]bool, len(a.Description().Queues))
	r := engine.Solve(ctx, p, a, append(opts, engine.OnSelect(func(state []uint64, queue int) {
		selections++
		queues[queue] = true
		last[state[0]] = selection{selections, queue}
	}))...)
	if r.Err != nil {
		return &Chart{err: r.Err}
	}
	title := fmt.Sprintf("%s states, selected %s times", show.Count(int64(len(last))), show.Count(int64(selections)))
	var by []string
	for i, q := range a.Description().Queues {
		if queues[i] && len(queues) > 1 {
			by = append(by, colours[i%len(colours)].name+": "+q.Name)
		}
	}
	if len(by) > 0 {
		title += "; " + strings.Join(by, ", ")
	}
	const steps = 5
	picture, err := p.Shade(title, func(state []uint64) (string, float64) {
		s, ok := last[state[0]]
		if !ok {
			return "", 0
		}
		return colours[s.queue%len(colours)].code, 0.2 + 0.7*float64((s.at-1)*steps/selections)/(steps-1)
	}, r.Moves)
	if err != nil {
		return &Chart{err: fmt.Errorf("%s: %w", p.Name, err)}
	}
	drawn, err := newState(picture)
	if err != nil {
		return &Chart{err: fmt.Errorf("%s: %w", p.Name, err)}
	}
	return &Chart{film: &film{title: p.Name + " " + a.String(), states: []*state{drawn}, after: []int{0}},
		summary: []string{fmt.Sprintf("%v: %v", r, title)}}
}

// colours are those of queues.
var colours = []struct{ name, code string }{{"blue", blue}, {"vermilion", vermilion}, {"green", green}, {"violet", violet}}
