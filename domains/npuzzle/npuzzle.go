// Package npuzzle implements the sliding-tile puzzle: the 15-puzzle with Korf's 100
// instances, the 8- and the 24-puzzle, and random instances of each.
//
// Tile 0 is the blank, and the goal has the tiles in order row by row with the
// blank in the upper left corner. A move slides a tile into the blank and costs
// 1 (unit), the tile's number (heavy), or the reciprocal of the tile's number
// (inverse). Inverse costs are in units of 1/360360, or of 1/5354228880 for 24 tiles,
// so that every cost is an exact integer.
//
// The heuristics are Manhattan distance (md), weighted by the tile's cost for h and
// unweighted for d, or md plus linear conflict (lc). Both are
// admissible and consistent. Successors come in the order in which the blank
// moves up, down, left, right.
package npuzzle

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/text"
	"github.com/focal-search/focal/engine"
)

var (
	costModels = []string{string(Unit), string(Heavy), string(Inverse)}
	heuristics = []string{string(Manhattan), string(LinearConflict)}
	variants   = slices.Concat(costModels, heuristics)
	choices    = []engine.Choice{{Words: costModels, Costs: true}, {Words: heuristics}}
)

func init() {
	engine.Register(&engine.Domain{
		Name: "npuzzle",
		Doc: "sliding-tile puzzle; costs unit, heavy (the tile's number) or inverse (1/tile); heuristic md or lc " +
			"(with linear conflict)",
		Sets: []engine.Set{
			{Name: "korf", Doc: "Korf's 100 instances of the 15-puzzle (1985)", Count: len(korf), Variants: choices,
				Title: "N-Puzzle", Families: []string{"N-Puzzle"}},
			{Name: "random-15", Doc: "15-puzzle, uniform random solvable, by seed", Variants: choices},
			{Name: "random-24", Doc: "24-puzzle, uniform random solvable, by seed", Variants: choices},
			{Name: "random-8", Doc: "8-puzzle, uniform random solvable, by seed", Variants: choices},
			boards,
			data.OwnSet("a board in a text file: its tiles row by row, 0 for the blank", "board.txt", "", choices, readFile),
		},
		Problem: problem,
	})
}

// Costs names a cost model.
type Costs string

// The cost models.
const (
	Unit    Costs = "unit"    // 1
	Heavy   Costs = "heavy"   // the tile's number
	Inverse Costs = "inverse" // the reciprocal of the tile's number
)

// unit is the number of cost units in 1 on boards of a size: with inverse costs
// the least common multiple of 1..15, or of 1..24.
func (c Costs) unit(size int) int64 {
	switch {
	case c != Inverse:
		return 1
	case size <= 16:
		return 360360
	}
	return 5354228880
}

// prices are the costs of moving each tile, in units of 1/unit.
func (c Costs) prices(size int) []engine.Cost {
	prices := make([]engine.Cost, size)
	for t := 1; t < size; t++ {
		switch c {
		case Heavy:
			prices[t] = engine.Cost(t)
		case Inverse:
			prices[t] = c.unit(size) / engine.Cost(t)
		default:
			prices[t] = 1
		}
	}
	return prices
}

// Heuristic names a heuristic.
type Heuristic string

// The heuristics.
const (
	Manhattan      Heuristic = "md"
	LinearConflict Heuristic = "lc" // Hansson, Mayer, Yung 1992
)

// A Board lists the tiles row by row, with 0 for the blank. It has 9, 16 or 25
// elements.
type Board []int

// side is the number of tiles in a row.
func (b Board) side() int {
	side := 3
	for side*side < len(b) {
		side++
	}
	return side
}

// Validate returns an error if the board is invalid or cannot be solved.
func (b Board) Validate() error {
	_, err := b.fault()
	return err
}

// fault is what is wrong with a board, and at which position, -1 if it concerns the
// whole board.
func (b Board) fault() (at int, err error) {
	if !slices.Contains([]int{9, 16, 25}, len(b)) {
		return -1, fmt.Errorf("a board has 9, 16 or 25 tiles, the blank included, not %d", len(b))
	}
	seen := make([]int, len(b))
	for i, t := range b {
		switch {
		case t < 0 || t >= len(b):
			return i, fmt.Errorf("tile %d at position %d: want 0 to %d", t, i+1, len(b)-1)
		case seen[t] > 0:
			return i, fmt.Errorf("tile %d is at position %d and again at position %d", t, seen[t], i+1)
		}
		seen[t] = i + 1
	}
	if !b.solvable() {
		return -1, fmt.Errorf("the board %v has the wrong parity: %w", []int(b), engine.ErrUnsolvable)
	}
	return 0, nil
}

// Read reads a board from text: the tiles row by row, 0 for the blank, separated by
// spaces, commas or new lines. A # begins a comment. The file's name is for errors, which give line and column.
func Read(in io.Reader, file string) (Board, error) {
	numbers, err := text.Read(in, file, 25)
	if err != nil {
		return nil, err
	}
	b := Board(numbers.Values)
	if at, err := b.fault(); err != nil {
		return nil, numbers.Locate(at, err)
	}
	return b, nil
}

// solvable compares two parities that every move flips together: that of the
// permutation, and that of the blank's distance from its corner.
func (b Board) solvable() bool {
	odd := false
	for i, t := range b {
		for _, u := range b[i+1:] {
			odd = odd != (t > u)
		}
	}
	blank := slices.Index(b, 0)
	return odd == ((blank/b.side()+blank%b.side())%2 == 1)
}

// String draws the board.
func (b Board) String() string {
	var s strings.Builder
	for i, t := range b {
		cell := "  ."
		if t != 0 {
			cell = fmt.Sprintf("%3d", t)
		}
		s.WriteString(cell)
		if (i+1)%b.side() == 0 {
			s.WriteByte('\n')
		}
	}
	return s.String()
}

// Random returns a uniform random solvable board with 8, 15 or 24 tiles, drawn from
// the seed. Its generator is NewPCG(tiles, seed).
func Random(tiles int, seed uint64) Board {
	b := make(Board, tiles+1)
	for i := range b {
		b[i] = i
	}
	rand.New(rand.NewPCG(uint64(tiles), seed)).Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
	if !b.solvable() { // exchanging any two tiles makes it so
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

// New makes the problem of solving a board.
func New(b Board, costs Costs, h Heuristic) (*engine.Problem, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	if !slices.Contains(costModels, string(costs)) {
		return nil, fmt.Errorf("unknown costs %q%s", costs, engine.Suggest(string(costs), costModels))
	}
	if !slices.Contains(heuristics, string(h)) {
		return nil, fmt.Errorf("unknown heuristic %q%s", h, engine.Suggest(string(h), heuristics))
	}
	b = slices.Clone(b)
	content := fmt.Sprintf("npuzzle %dx%d tiles %v costs %s heuristic %s", b.side(), b.side(), []int(b), costs, h)
	return &engine.Problem{
		Name:     content,
		Content:  content,
		Unit:     costs.unit(len(b)),
		Optimal:  -1,
		NewSpace: func() engine.Space { return spaceOf(b, costs, h) },
		Replay:   func(moves []engine.Move) (engine.Cost, error) { return replay(b, costs, moves) },
		MoveName: moveName,
		Picture:  func(moves []engine.Move) string { return picture(b, moves) },
		Draw:     func(moves []engine.Move) ([]string, error) { return draw(b, costs, moves) },
		View:     view(b, costs),
	}, nil
}

// spaceOf is the space for a board's size.
func spaceOf(b Board, costs Costs, h Heuristic) engine.Space {
	if len(b) == 25 {
		return newLarge(b, costs, h)
	}
	return newSpace(b, costs, h)
}

// problem makes a registered instance from the parts of its name.
func problem(set string, id int, variant string) (*engine.Problem, error) {
	var b Board
	optimal := int64(-1)
	switch set {
	case "korf":
		b, optimal = Korf(id)
	case "random-15":
		b = Random(15, uint64(id))
	case "random-24":
		b = Random(24, uint64(id))
	case "random-8":
		b = Random(8, uint64(id))
	}
	p, err := withVariant(b, variant)
	if costs, _, _ := parseVariant(variant); err == nil && costs == Unit {
		p.Optimal = optimal
	}
	return p, err
}

// parseVariant reads cost model and heuristic, joined with "+" in any order.
func parseVariant(variant string) (costs Costs, h Heuristic, err error) {
	if variant == "" {
		return Unit, Manhattan, nil
	}
	for part := range strings.SplitSeq(variant, "+") {
		switch {
		case slices.Contains(costModels, part) && costs == "":
			costs = Costs(part)
		case slices.Contains(heuristics, part) && h == "":
			h = Heuristic(part)
		case slices.Contains(variants, part):
			return "", "", fmt.Errorf("variant %q: want at most one of %s and one of %s", variant,
				strings.Join(costModels, ", "), strings.Join(heuristics, ", "))
		default:
			return "", "", fmt.Errorf("unknown variant %q%s", part, engine.Suggest(part, variants))
		}
	}
	return cmp.Or(costs, Unit), cmp.Or(h, Manhattan), nil
}
