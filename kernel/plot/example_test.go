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
	// 6 of 8 tiles in place, cost 0, goal: blank-first
	//   1  2  .
	//   3  4  5
	//   6  7  8
	// goal: blank-first
}

// A figure for a column of a paper, as a PDF file.
func ExampleChart_Save() {
	c := plot.Lines("Cost against w", "w", "cost (moves)", plot.Series{Name: "FS", X: []float64{1.25, 1.5}, Y: []float64{41, 45}})
	fmt.Println(c.Save("fig3.txt", plot.Width("3.3in"), plot.Font("Times", 8), plot.Title("")))
	file, err := c.With(plot.Paper("aaai"), plot.Title("")).Encode("pdf")
	fmt.Printf("%.8s %v", file, err)
	// Output:
	// saving fig3.txt: the name must end in .html, .svg, .png or .pdf, not "txt"
	// %PDF-1.5 <nil>
}
