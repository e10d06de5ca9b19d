// Searches of a problem, a family and an algorithm of a script's own.
package main

import (
	"fmt"
	"os"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/show"
)

const (
	flat = iota + 1
	steep
)

var side, slopes = 600, []int{41, 67, 29}

// A place is a state.
type place struct{ x, y int }

func (p place) next(by place) place { return place{p.x + by.x, p.y + by.y} }

func (p *place) within(n int) bool { return min(p.x, p.y) >= 0 && max(p.x, p.y) < n }

func fold[T int | int64](x, n T) T {
	if x %= 2 * n; x > n {
		x = 2*n - x
	}
	return x
}

func effort(i int, at place) engine.Cost {
	hills := fold((2+i)*at.x+at.y, slopes[0]) + fold(5*at.y+(1+i)*at.x, slopes[1]) + fold(at.x*at.y/(8+i), slopes[2])
	return engine.Cost(flat + hills*4*steep/(41+67+29))
}

func country(i int) *engine.Problem {
	n := side
	return engine.Graph[place]{
		Name: "country",
		Goal: func(s place) bool { return s == place{n - 1, n - 1} },
		Successors: func(s place) (edges []engine.Edge[place]) {
			for _, by := range []place{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
				if to := s.next(by); to.within(n) {
					edges = append(edges, engine.Edge[place]{To: to, Cost: effort(i, to)})
				}
			}
			return edges
		},
		H: func(s place) engine.Cost { return engine.Cost(2*n - 2 - s.x - s.y) },
	}.Problem()
}

var inTurn = engine.Custom{Name: "inturn", Queues: []engine.Queue{engine.LeastD}, Scheduler: func() engine.Scheduler {
	asked := 0
	return func(*engine.Observation) int {
		asked++
		return asked % 3 / 2
	}
}}.Algorithm(1.3)

func init() {
	engine.RegisterFamily(engine.Family{Name: "countries", Count: 3, Make: country})
}

func main() {
	for _, a := range []engine.Algorithm{engine.FS(1.2), inTurn} {
		r := engine.Solve(show.Context(), country(3), a, engine.MaxExpanded(500_000), engine.Traced())
		fmt.Println(r.Algorithm, r.Status, r.Cost, r.LowerBound, r.Counters, r.Moves, len(r.Trace.Samples), r.Trace.Plateaus, r.Err)
	}
	runs := study.Grid{Problems: "countries/*", Algorithms: engine.Named("astar", "pfs"), W: []float64{1.5}, P: []float64{0.5},
		Limits: engine.Limits{Expanded: 50_000}}.Run(show.Context(), os.Args[1])
	for _, r := range runs.Results {
		fmt.Println(r.Problem, r.Algorithm, r.Status, r.Cost, r.LowerBound, r.Counters, r.Moves)
	}
	fmt.Println(runs.Err, runs.Missing)
}
