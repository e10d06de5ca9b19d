package gctsp

import (
	"fmt"

	"github.com/focal-search/focal/engine"
)

// tours follows tours by the definition of the problem, for the verifier and for
// pictures. It shares no code with the packed space, which it checks.
type tours struct {
	*Instance
	variant Variant
}

// A tour is where moves have led.
type tour struct {
	at      int
	cost    engine.Cost
	covered map[int]bool // customers
	visited map[int]bool // nodes
}

// follow makes moves from the depot, as far as they are possible.
func (t *tours) follow(moves []engine.Move) (*tour, error) {
	r := &tour{covered: map[int]bool{}, visited: map[int]bool{}}
	t.arrive(r, t.Depot)
	for i, m := range moves {
		if err := t.move(r, int(m)); err != nil {
			return r, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return r, nil
}

// arrive covers what a node covers.
func (t *tours) arrive(r *tour, node int) {
	for _, c := range t.Covers[node] {
		r.covered[c] = true
	}
	r.at = node
	r.visited[node] = true
}

func (t *tours) move(r *tour, to int) error {
	before := len(r.covered)
	met := before >= t.Quota
	switch {
	case to < 0 || to >= len(t.Covers):
		return fmt.Errorf("there is no node %d: want 0 to %d", to, len(t.Covers)-1)
	case to == r.at:
		return fmt.Errorf("the tour is at node %d already", to)
	case met && to != t.Depot:
		return fmt.Errorf("it goes to node %d with the quota of %d customers met: the only move is home, to node %d", to,
			t.Quota, t.Depot)
	case !met && to == t.Depot && t.variant != All:
		return fmt.Errorf("it goes home with %d customers covered: the quota is %d", before, t.Quota)
	case to != t.Depot && len(t.Covers[to]) == 0:
		return fmt.Errorf("node %d is not a facility: it covers no customer", to)
	}
	r.cost += t.Distances[r.at][to]
	t.arrive(r, to)
	if !met && len(r.covered) == before && t.variant != All {
		return fmt.Errorf("node %d covers no customer that is uncovered", to)
	}
	return nil
}

func (t *tours) replay(moves []engine.Move) (engine.Cost, error) {
	r, err := t.follow(moves)
	switch {
	case err != nil:
		return 0, err
	case len(r.covered) < t.Quota:
		return 0, fmt.Errorf("the tour ends with %d customers covered: the quota is %d", len(r.covered), t.Quota)
	case r.at != t.Depot:
		return 0, fmt.Errorf("the tour ends at node %d, not at the depot, node %d", r.at, t.Depot)
	}
	return r.cost, nil
}
