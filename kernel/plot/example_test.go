package plot_test

import (
	"fmt"

	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/kernel/plot"
)

// Two moves from the goal, in words; in a notebook it is drawn.
func ExamplePicture() {
	p, err := npuzzle.New(npuzzle.Board{1, 2, 0, 3, 4, 5, 6, 7, 8}, npuzzle.Unit, npuzzle.Manhattan)
	if err != nil {
		fmt.Println(err)
		return
	}
	p.Name = "two moves"
	fmt.Println(plot.Picture(p))
	// Output:
	// two moves
	// 6 of 8 tiles in place, cost 0
	//   1  2  .
	//   3  4  5
	//   6  7  8
}
