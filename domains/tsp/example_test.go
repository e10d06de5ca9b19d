package tsp_test

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/domains/tsp"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// A rectangle of 3 by 4: the tour around it is 14 long.
func ExampleNew() {
	corners := []tsp.Point{{X: 0, Y: 0}, {X: 3, Y: 4}, {X: 3, Y: 0}, {X: 0, Y: 4}}
	p, err := tsp.New(tsp.Euclidean(corners), tsplib.Unit, tsp.NearestNeighbour)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := engine.Solve(context.Background(), p, engine.AStar())
	fmt.Println(r.Cost / p.Unit)
	// Output: 14
}
