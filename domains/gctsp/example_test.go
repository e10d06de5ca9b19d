package gctsp_test

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/domains/gctsp"
	"github.com/focal-search/focal/domains/tsp"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// A depot and three facilities at the corners of a rectangle of 3 by 4. The facility
// opposite the depot covers three of the four customers by itself.
func ExampleNew() {
	corners := []tsp.Point{{X: 0, Y: 0}, {X: 3, Y: 0}, {X: 3, Y: 4}, {X: 0, Y: 4}}
	in := &gctsp.Instance{
		Customers: 4, Quota: 3,
		Covers:    [][]int{nil, {0, 1}, {1, 2, 3}, {2}},
		Distances: tsp.Euclidean(corners), Unit: tsplib.Unit,
	}
	p, err := gctsp.New(in, gctsp.Covering)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := engine.Solve(context.Background(), p, engine.AStar())
	fmt.Println(r.Cost/p.Unit, r.Path)
	// Output: 10 [2 0]
}
