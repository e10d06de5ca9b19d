package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/grid"
	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/domains/pancake"
	"github.com/focal-search/focal/domains/tsp"
	"github.com/focal-search/focal/domains/vacuum"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
)

// misplaced is the number of tiles that are away from their places.
func misplaced(b npuzzle.Board) (n engine.Cost) {
	for i, t := range b {
		if t != 0 && t != i {
			n++
		}
	}
	return n
}

// h and d of one's own over domains that are here, and an algorithm of one's own, by
// name in a study.
func main() {
	ctx := context.Background()
	p := domains.Get("npuzzle/board/1-4-2-3-0-5-6-7-8")
	own := npuzzle.WithHD(p, npuzzle.HD{Name: "misplaced", H: misplaced})
	r := engine.Solve(ctx, own, engine.AStar())
	fmt.Println(r.Problem, r.Cost, r.Expanded, own.Digest(), engine.Verify(own, r))

	npuzzle.RegisterHD(npuzzle.HD{Name: "misplaced", D: misplaced})
	q := domains.Get("npuzzle/random-8/3:heavy+misplaced")
	s := engine.Solve(ctx, q, engine.FS(1.5), engine.MaxExpanded(5000))
	fmt.Println(s.Problem, s.Cost, s.Counters, engine.Verify(q, s))

	last := pancake.WithHD(domains.Get("pancake/stack/3-1-4-2"), pancake.HD{Name: "last", D: func(s pancake.Stack) engine.Cost {
		return engine.Cost(len(s) - s[len(s)-1])
	}})
	fmt.Println(engine.Solve(ctx, last, engine.FS(2), engine.MaxExpanded(1000)).Path)

	left := tsp.WithHD(domains.Get("tsp/40/1"), tsp.HD{Name: "left", D: func(s tsp.State) engine.Cost {
		return engine.Cost(len(s.Unvisited)) + s.Distance(s.City, 0)/1e9
	}})
	fmt.Println(engine.Solve(ctx, left, engine.FS(1.5), engine.MaxExpanded(50)).Counters)

	dirt := vacuum.WithHD(domains.Get("vacuum/50/1"), vacuum.HD{Name: "dirt", D: func(s vacuum.State) engine.Cost {
		return engine.Cost(len(s.Dirty)) + s.Step()
	}})
	fmt.Println(engine.Solve(ctx, dirt, engine.FS(1.5), engine.MaxExpanded(5000)).Counters)

	grid.RegisterHD(grid.HD{Name: "steps", D: func(s grid.State) engine.Cost {
		goal := s.Goal()
		blocked := 0
		for x := min(s.At.X, goal.X); x <= max(s.At.X, goal.X); x++ {
			if !s.Free(grid.Cell{X: x, Y: s.At.Y}) {
				blocked++
			}
		}
		return engine.Cost(blocked + max(s.At.X-goal.X, goal.X-s.At.X) + max(s.At.Y-goal.Y, goal.Y-s.At.Y))
	}})
	rooms := engine.Solve(ctx, domains.Get("grid/rooms-32/1:4+steps"), engine.FS(1.5), engine.MaxExpanded(5000))
	fmt.Println(rooms.Problem, rooms.Cost, rooms.Counters)

	negative := npuzzle.WithHD(p, npuzzle.HD{Name: "negative", D: func(npuzzle.Board) engine.Cost { return -1 }})
	fmt.Println(negative.Err)

	engine.RegisterAlgorithm(engine.Custom{
		Name:   "turns",
		Queues: []engine.Queue{engine.LeastD, engine.LeastF},
		Scheduler: func() engine.Scheduler {
			turn := 0
			return func(*engine.Observation) int {
				turn++
				return turn % 2
			}
		},
	})
	dir, err := os.MkdirTemp("", "own-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	g := study.Grid{
		Problems: "npuzzle/random-8/1-3:heavy", Heuristics: []string{"md", "misplaced"},
		Algorithms: engine.Named("fs", "turns"), W: []float64{1.5}, Limits: engine.Limits{Expanded: 5000},
	}
	for range 2 {
		runs := g.Run(ctx, filepath.Join(dir, "own.db"))
		fmt.Println(runs.Total, runs.Stored, runs.Missing, runs.Err)
		for _, r := range runs.Results {
			fmt.Println(r.Problem, r.Algorithm, r.Algorithm.Code, r.Counters)
		}
	}
}
