package main

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
)

// An algorithm of one's own: queues, a scheduler with state and random numbers.
func main() {
	p := domains.Get("npuzzle/random-8/7:heavy")
	coin := engine.Custom{
		Name:   "coin",
		Queues: []engine.Queue{engine.LeastD, engine.LeastF},
		Draws:  true,
		Scheduler: func() engine.Scheduler {
			return func(o *engine.Observation) int {
				if o.Chance(0.7) {
					return 0
				}
				return 1
			}
		},
	}.Algorithm(1.25)
	mine := engine.Solve(context.Background(), p, coin, engine.Seed(42))
	pfs := engine.Solve(context.Background(), p, engine.PFS(1.25, 0.7), engine.Seed(42))
	fmt.Println(mine.Algorithm, mine.Counters == pfs.Counters, mine.Cost == pfs.Cost, engine.Verify(p, mine))

	asked := 0
	turns := engine.Custom{
		Name: "turns",
		Queues: []engine.Queue{
			{Name: "2h + depth", Key: func(v engine.Values) engine.Cost { return 2*v.H + v.Depth }},
			engine.GreatestPotential,
		},
		Scheduler: func() engine.Scheduler {
			turn := -1
			return func(o *engine.Observation) int {
				asked++
				turn = (turn + 1) % 3
				if o.Plateau() > o.Open() || o.Focal() > o.Open() || o.FMin > o.Threshold {
					fmt.Println("impossible")
				}
				return turn
			}
		},
	}.Algorithm(1.5)
	r := engine.Solve(context.Background(), p, turns)
	fmt.Println(r.Status, r.Cost, r.Expanded, r.Queues, asked, engine.Verify(p, r))
}
