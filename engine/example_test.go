package engine_test

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
)

// What does PFS do that FS does not?
func Example() {
	ctx := context.Background()
	p := domains.Get("npuzzle/korf/39:heavy")
	fs := engine.Solve(ctx, p, engine.FS(1.25))
	pfs := engine.Solve(ctx, p, engine.PFS(1.25, 0.7), engine.Seed(42))
	fmt.Println(fs.Algorithm, fs.Status, fs.Cost, fs.LowerBound, fs.Expanded)
	fmt.Println(pfs.Algorithm, pfs.Status, pfs.Cost, pfs.LowerBound, pfs.Expanded)
	fmt.Println(engine.Verify(p, pfs))
	// Output:
	// FS(w=1.25) solved 378 306 444774
	// PFS(w=1.25, p=0.7) solved 422 338 44828
	// <nil>
}

// An anytime search reports each better solution; after a limit it can be continued.
func ExampleStart() {
	p := domains.Get("npuzzle/random-8/7")
	run := engine.Start(p, engine.APFS(0.7).With(engine.Schedule{
		Step: engine.Ratio{Num: 1, Den: 10}, Stop: engine.Ratio{Num: 1, Den: 1}, UntilProved: true,
	}))
	defer run.Close()
	for run.Next(context.Background()) {
		r := run.Result()
		fmt.Printf("cost %d, proved within %.2f\n", r.Cost, r.Factor())
	}
	fmt.Println(run.Result().Status)
	fmt.Println("A* finds", engine.Solve(context.Background(), p, engine.AStar()).Cost)
	// Output:
	// cost 37, proved within 2.18
	// cost 19, proved within 1.00
	// optimal
	// A* finds 19
}

// A user-defined algorithm: select OPEN's head only while clearing the plateau of least f
// has cost no more expansions than guidance since fmin last rose.
func ExampleCustom() {
	clear := engine.Custom{
		Name:   "clear",
		Queues: []engine.Queue{engine.LeastD, engine.LeastF},
		Scheduler: func() engine.Scheduler {
			return func(o *engine.Observation) int {
				guided, head := o.SinceRise[0], o.SinceRise[1]
				if head+o.Plateau() <= guided {
					return 1
				}
				return 0
			}
		},
	}
	p := domains.Get("npuzzle/korf/79:heavy")
	for _, a := range []engine.Algorithm{engine.FS(1.25), engine.PFS(1.25, 0.5), clear.Algorithm(1.25)} {
		r := engine.Solve(context.Background(), p, a)
		fmt.Println(r.Algorithm, r.Status, engine.Verify(p, r), r.Guided+r.Head == r.Expanded)
	}
	// Output:
	// FS(w=1.25) solved <nil> true
	// PFS(w=1.25, p=0.5) solved <nil> true
	// clear(w=1.25) solved <nil> true
}

// A user-defined order is a function of a node's values: here a greedy one that also
// weighs the depth. It takes turns with the orders of DPS and FS.
func ExampleQueue() {
	p := domains.Get("npuzzle/korf/79:heavy")
	shallow := engine.Queue{Name: "4d + depth", Key: func(v engine.Values) engine.Cost { return 4*v.D + v.Depth }}
	mine := engine.Custom{
		Name:   "three",
		Queues: []engine.Queue{shallow, engine.GreatestPotential, engine.LeastF},
		Scheduler: func() engine.Scheduler {
			turn := -1
			return func(*engine.Observation) int {
				turn++
				return turn % 3
			}
		},
	}.Algorithm(1.25)
	r := engine.Solve(context.Background(), p, mine)
	fmt.Println(r.Status, r.Cost <= r.Algorithm.W.Floor(r.LowerBound), len(r.Queues), engine.Verify(p, r))
	// Output:
	// solved true 3 <nil>
}
