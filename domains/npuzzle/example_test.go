package npuzzle_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/engine"
)

// A board of your own is read from text and solved with heavy costs.
func ExampleNew() {
	board, err := npuzzle.Read(strings.NewReader("1 2 0\n3 4 5\n6 7 8\n"), "board.txt")
	if err != nil {
		panic(err)
	}
	p, err := npuzzle.New(board, npuzzle.Heavy, npuzzle.Manhattan)
	if err != nil {
		panic(err)
	}
	r := engine.Solve(context.Background(), p, engine.AStar())
	fmt.Println(r.Cost, r.Path) // the blank passes the tiles 2 and 1, which cost 2 and 1
	// Output:
	// 3 [left left]
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
