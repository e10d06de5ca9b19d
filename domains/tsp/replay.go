package tsp

import (
	"fmt"
	"strings"

	"github.com/focal-search/focal/engine"
)

// replay is the verifier's side of the problem: what a tour costs, and whether
// it is one. It knows nothing of the packed space, which it is there to check.
func (in *instance) replay(moves []engine.Move) (engine.Cost, error) {
	visited := map[engine.Move]bool{}
	at := engine.Move(0)
	var total engine.Cost
	for i, to := range moves {
		switch {
		case int(to) >= in.n:
			return 0, fmt.Errorf("move %d goes to city %d: want 0 to %d", i+1, to, in.n-1)
		case visited[to]:
			return 0, fmt.Errorf("move %d goes to city %d for the second time", i+1, to)
		case to == 0 && len(visited) < in.n-1:
			return 0, fmt.Errorf("move %d goes home after %d of %d cities", i+1, len(visited), in.n-1)
		}
		total += in.distances[int(at)*in.n+int(to)]
		visited[to] = true
		at = to
	}
	if len(visited) < in.n {
		return 0, fmt.Errorf("the tour ends in city %d after %d moves, where a tour has %d and ends in city 0", at,
			len(moves), in.n)
	}
	return total, nil
}

// picture lists the cities so far, what they cost, and those that are left.
func (in *instance) picture(unit int64, moves []engine.Move) string {
	var tour, left strings.Builder
	visited := map[engine.Move]bool{}
	at := engine.Move(0)
	var total engine.Cost
	tour.WriteString("0")
	for _, to := range moves {
		if int(to) >= in.n {
			return fmt.Sprintf("there is no city %d: the last is %d", to, in.n-1)
		}
		fmt.Fprintf(&tour, " %d", to)
		total += in.distances[int(at)*in.n+int(to)]
		visited[to] = true
		at = to
	}
	for city := 1; city < in.n; city++ {
		if !visited[engine.Move(city)] {
			fmt.Fprintf(&left, " %d", city)
		}
	}
	if left.Len() == 0 {
		left.WriteString(" none")
	}
	return fmt.Sprintf("tour: %s\ncost: %s\nleft:%s\n", &tour, engine.FormatCost(total, unit), &left)
}
