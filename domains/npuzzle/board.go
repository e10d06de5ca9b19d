package npuzzle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// The numbers of rows that a board may have, and of tiles in a row.
const (
	minSide, maxSide = 2, 8
	most             = maxSide * maxSide
)

// A Board lists the tiles row by row, with 0 for the blank.
type Board []int

// width is how many of n tiles are in a row: the board is square, or as nearly as it can be,
// and then wider than high.
func width(n int) int {
	for w := minSide; w < n; w++ {
		if w*w >= n && n%w == 0 {
			return w
		}
	}
	return n
}

// inOrder is the goal of n tiles with the blank first or last.
func inOrder(n int, goal string) Board {
	b := make(Board, n)
	for i := range b {
		b[i] = i
		if goal == goals[1] {
			b[i] = (i + 1) % n
		}
	}
	return b
}

// Validate returns an error if the board is not square or invalid, or if no moves lead to
// the goal with the blank first.
func (b Board) Validate() error {
	_, _, err := Puzzle{Start: b}.complete()
	return err
}

// positions are those of the tiles. Of an error it returns at which position it is.
func (b Board) positions() (of []int, at int, err error) {
	of = slices.Repeat([]int{-1}, len(b))
	for i, t := range b {
		switch {
		case t < 0 || t >= len(b):
			return nil, i, fmt.Errorf("tile %d at position %d: want 0 to %d", t, i+1, len(b)-1)
		case of[t] >= 0:
			return nil, i, fmt.Errorf("tile %d is at position %d and again at position %d", t, of[t]+1, i+1)
		}
		of[t] = i
	}
	return of, 0, nil
}

// leadsTo reports whether moves lead to the goal that has the tiles at home. It compares two
// parities that every move flips together: that of the permutation, and that of the blank's distance.
func (b Board) leadsTo(home []int, width int) bool {
	odd := false
	for i, t := range b {
		for _, u := range b[i+1:] {
			odd = odd != (home[t] > home[u])
		}
	}
	return odd == (steps(slices.Index(b, 0), home[0], width)%2 == 1)
}

// String draws the board, as nearly square as it can be.
func (b Board) String() string { return b.text(width(len(b))) }

// text draws the board with a number of tiles in a row.
func (b Board) text(width int) string {
	var s strings.Builder
	for i, t := range b {
		cell := "  ."
		if t != 0 {
			cell = fmt.Sprintf("%3d", t)
		}
		s.WriteString(cell)
		if (i+1)%width == 0 {
			s.WriteByte('\n')
		}
	}
	return s.String()
}

// Random returns a uniform random solvable square board with 8, 15, 24, 35, 48 or 63 tiles, drawn from
// the seed. Its generator is NewPCG(tiles, seed).
func Random(tiles int, seed uint64) Board {
	return random(inOrder(tiles+1, goals[0]), width(tiles+1), seed)
}

// random returns a uniform random board from which moves lead to a goal in order.
func random(goal Board, width int, seed uint64) Board {
	b := inOrder(len(goal), goals[0])
	rand.New(rand.NewPCG(uint64(len(b)-1), seed)).Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
	home, _, _ := goal.positions()
	if !b.leadsTo(home, width) { // exchanging any two tiles makes it so
		i := slices.IndexFunc(b, func(t int) bool { return t != 0 })
		j := i + 1 + slices.IndexFunc(b[i+1:], func(t int) bool { return t != 0 })
		b[i], b[j] = b[j], b[i]
	}
	return b
}

// Korf returns Korf's instance id, 1 to 100, and the length of its optimal solutions.
func Korf(id int) (b Board, optimal int64) {
	k := korf[id-1]
	for _, digit := range k.tiles {
		b = append(b, strings.IndexRune("0123456789ABCDEF", digit))
	}
	return b, k.optimal
}
