package npuzzle_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/engine"
)

// A board of your own is read from text, with the goal below it, and solved with heavy costs.
func ExamplePuzzle() {
	puzzle, err := npuzzle.Read(strings.NewReader("1 2 3\n4 0 5\n\n1 2 3\n4 5 0\n"), "board.txt")
	if err != nil {
		panic(err)
	}
	puzzle.Costs = npuzzle.Heavy
	p, err := puzzle.Problem()
	if err != nil {
		panic(err)
	}
	r := engine.Solve(context.Background(), p, engine.AStar())
	fmt.Println(r.Cost, r.Path) // the blank passes tile 5
	// Output:
	// 5 [right]
}

func ExampleKorf() {
	board, optimal := npuzzle.Korf(79)
	p, err := npuzzle.New(board, npuzzle.Unit, npuzzle.Manhattan)
	if err != nil {
		panic(err)
	}
	r := engine.Solve(context.Background(), p, engine.FS(1.5))
	fmt.Println(optimal, r.Cost <= 3*engine.Cost(optimal)/2)
	// Output:
	// 42 true
}
