// Searches of problems and algorithms that a script registers and asks for by name.
package main

import (
	"fmt"
	"os"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/show"
)

// turns selects k nodes by its queue, then one by least f.
func turns(name string, k int) engine.Custom {
	return engine.Custom{Name: name, Queues: []engine.Queue{{Name: "mine",
		Key: func(n engine.Values) engine.Cost { return 2*n.H + n.D }}, engine.LeastF},
		Scheduler: func() engine.Scheduler {
			asked := 0
			return func(*engine.Observation) int {
				asked++
				return asked % (k + 1) / k
			}
		}}
}

func misplaced(b npuzzle.Board) (n engine.Cost) {
	for i, tile := range b {
		if tile != 0 && tile != i {
			n++
		}
	}
	return n
}

func solve(problem, algorithm string, w float64, most int64) {
	r := engine.Solve(show.Context(), domains.Get(problem), engine.Named(algorithm)[0].At(w, 0), engine.MaxExpanded(most))
	fmt.Println(r.Problem, r.Algorithm, r.Status, r.Cost, r.LowerBound, r.Counters, r.Moves, r.Err)
}

func main() {
	for k := 2; k <= 3; k++ { // with values of a loop
		engine.RegisterAlgorithm(turns(fmt.Sprint("turns", k), k))
	}
	mine := engine.Custom{Name: "deep", Queues: []engine.Queue{{Name: "deep",
		Key: func(n engine.Values) engine.Cost { return n.D - n.Depth }}}}
	engine.RegisterAlgorithm(mine) // in a variable
	npuzzle.RegisterHD(npuzzle.HD{Name: "misplaced", D: misplaced})

	solve("npuzzle/korf/39:heavy", "turns2", 1.01, 900_000)
	solve("npuzzle/korf/60", "deep", 1.01, 900_000)
	solve("npuzzle/korf/39:heavy+misplaced", "fs", 1.1, 200_000)
	solve("npuzzle/korf/39:misplaced", "turns3", 1.05, 200_000)

	runs := study.Grid{Problems: "npuzzle/korf/39:heavy+misplaced", Algorithms: engine.Named("turns2"), W: []float64{1.05},
		Limits: engine.Limits{Expanded: 150_000}}.Run(show.Context(), os.Args[1])
	for _, r := range runs.Results {
		fmt.Println(r.Problem, r.Algorithm, r.Status, r.Cost, r.LowerBound, r.Counters, r.Moves)
	}
	fmt.Println(runs.Err, runs.Missing)
}
