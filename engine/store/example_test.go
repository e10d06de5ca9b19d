package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	_ "github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study"
)

// A query in SQL counts the solved runs of each algorithm at each bound.
func ExampleAsk() {
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "tiles.db")
	tiles := study.Grid{
		Problems:   "npuzzle/random-8/1-5",
		Algorithms: engine.Named("astar", "fs"),
		W:          []float64{1.25, 1.5},
	}
	if runs := tiles.Run(context.Background(), path); runs.Err != nil {
		panic(runs.Err)
	}
	a := store.Ask(path, "SELECT algorithm, w, count(cost) FROM results GROUP BY 1, 2")
	if a.Err != nil {
		panic(a.Err)
	}
	for _, row := range a.Rows {
		fmt.Println(row...)
	}
	// Output:
	// astar 1 5
	// fs 1.25 5
	// fs 1.5 5
}
