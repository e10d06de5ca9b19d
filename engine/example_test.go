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

// An anytime search tells of each better solution; after a limit it can go on.
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
