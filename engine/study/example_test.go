package study_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
)

// A study is run once; the second call finds its runs in the store.
func ExampleGrid_Run() {
	dir, err := os.MkdirTemp("", "study")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	tiles := study.Grid{
		Problems:   "npuzzle/random-8/1-5",
		Algorithms: engine.Named("fs", "pfs"),
		W:          []float64{1.25, 1.5},
		P:          []float64{0.7},
		Seeds:      []uint64{1, 2},
		Limits:     engine.Limits{Time: time.Minute},
	}
	for range 2 {
		runs := tiles.Run(context.Background(), filepath.Join(dir, "tiles.db"))
		fmt.Println(runs.Total, runs.Stored, runs.Missing, runs.Err)
	}
	// Output:
	// 30 0 0 <nil>
	// 30 30 0 <nil>
}
