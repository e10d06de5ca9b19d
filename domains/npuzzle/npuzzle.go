// Package npuzzle implements sliding-tile puzzles: the 15-puzzle with Korf's 100
// instances, and boards of 2 to 8 rows of 2 to 8 tiles, at random or one's own.
//
// Tile 0 is the blank. The goal has the tiles in order row by row with the blank
// first, in the upper left corner (blank-first), or last, in the lower right one
// (blank-last), or it is another board. A move slides a tile into the blank and costs
// 1 (unit), the tile's number (heavy), or the reciprocal of the tile's number
// (inverse). Inverse costs are in units of 1/360360, or of 1/5354228880 for more than
// 15 tiles, so that every cost is an exact integer.
//
// The heuristics are Manhattan distance (md), weighted by the tile's cost for h and
// unweighted for d, md plus linear conflict (lc), or for unit costs the sum of pattern
// databases of at most 4 to 8 tiles (pdb-4 to pdb-8). All are
// admissible, and md and lc consistent. A pattern database has the least distance over all places
// of the blank, which makes it inconsistent. Successors come in the order in which the blank
// moves up, down, left, right.
package npuzzle

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/pdb"
	"github.com/focal-search/focal/engine"
)

var (
	costModels = []string{string(Unit), string(Heavy), string(Inverse)}
	heuristics = []string{string(Manhattan), string(LinearConflict), string(PDB4), string(PDB5), string(PDB6),
		string(PDB7), string(PDB8)}
	goals = []string{"goal=blank-first", "goal=blank-last"}
	// Of Korf's boards none leads to the goal with the blank last.
	korfChoices = []engine.Choice{{Words: costModels, Costs: true}, {Words: heuristics}}
	choices     = append(slices.Clip(korfChoices),
		engine.Choice{Words: goals, Costs: true, Plain: true})
)

// sets are the seeded sets: rows, and tiles in a row.
var sets = []struct {
	name          string
	rows, columns int
}{
	{"random-15", 4, 4}, {"random-24", 5, 5}, {"random-8", 3, 3}, {"random-35", 6, 6}, {"random-48", 7, 7},
	{"random-63", 8, 8}, {"random-3x4", 3, 4}, {"random-3x5", 3, 5}, {"random-4x5", 4, 5},
}

func init() {
	d := &engine.Domain{
		Name: "npuzzle",
		Doc: "sliding-tile puzzle; costs unit, heavy (the tile's number) or inverse (1/tile); heuristic md, lc " +
			"(with linear conflict) or pdb-4 to pdb-8 (pattern databases); the goal has the blank first or last",
		Sets: []engine.Set{{Name: "korf", Doc: "Korf's 100 instances of the 15-puzzle (1985)", Count: len(korf),
			Variants: korfChoices, Title: "N-Puzzle", Families: []string{"N-Puzzle"}}},
		Problem: problem,
	}
	for _, s := range sets {
		size := fmt.Sprintf("%d-puzzle", s.rows*s.columns-1)
		if s.rows != s.columns {
			size = fmt.Sprintf("%d rows of %d tiles", s.rows, s.columns)
		}
		d.Sets = append(d.Sets, engine.Set{Name: s.name, Doc: size + ", uniform random solvable, by seed", Variants: choices})
	}
	d.Sets = append(d.Sets, boards, data.OwnSet("a board in a text file: its tiles row by row, 0 for the blank; a second "+
		"board is the goal", "board.txt", "", choices, readFile))
	engine.Register(d)
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

// A Puzzle asks for the moves from one board to another.
type Puzzle struct {
	Start     Board
	Goal      Board     // nil: the tiles in order, the blank first
	Width     int       // tiles in a row, 2 to 8; 0 for as many as rows
	Costs     Costs     // "" is Unit
	Heuristic Heuristic // "" is Manhattan
}

// New makes the problem of solving a square board, the blank first.
func New(b Board, costs Costs, h Heuristic) (*engine.Problem, error) {
	return Puzzle{Start: b, Costs: costs, Heuristic: h}.Problem()
}

// Problem makes the problem. Errors are a board of another size, tiles that are not 0 to
// n - 1, a goal to which no moves lead ([engine.ErrUnsolvable]), and unknown costs and heuristics.
func (p Puzzle) Problem() (*engine.Problem, error) {
	q, _, err := p.complete()
	if err != nil {
		return nil, err
	}
	goal := ""
	if !slices.Equal(q.Goal, inOrder(len(q.Goal), goals[0])) {
		goal = fmt.Sprintf(" goal %v", []int(q.Goal))
	}
	content := fmt.Sprintf("npuzzle %dx%d tiles %v%s costs %s heuristic %s", q.height, q.Width, []int(q.Start), goal, q.Costs,
		q.Heuristic)
	if q.patterns != nil {
		content += fmt.Sprintf(" patterns %v", q.parts)
	}
	view := q.view()
	made := &engine.Problem{
		Name:     content,
		Content:  content,
		Unit:     q.Costs.unit(len(q.Start)),
		Optimal:  -1,
		NewSpace: q.space,
		Replay:   view.Replay,
		MoveName: moveName,
		Picture:  q.picture,
		Draw:     q.draw,
		View:     view,
	}
	if q.patterns != nil {
		made.Prepare = func(ctx context.Context) error {
			_, err := q.databases(ctx)
			return err
		}
	}
	return made, nil
}

// problem makes a registered instance from the parts of its name.
func problem(set string, id int, variant string) (*engine.Problem, error) {
	p, goal, err := Puzzle{}.variant(variant)
	if err != nil {
		return nil, err
	}
	if set == "korf" {
		var optimal int64
		p.Start, optimal = Korf(id)
		made, err := p.withGoal(goal).Problem()
		if err == nil && cmp.Or(p.Costs, Unit) == Unit {
			made.Optimal = optimal
		}
		return made, err
	}
	for _, s := range sets {
		if s.name == set {
			p.Width, p.Goal = s.columns, inOrder(s.rows*s.columns, goal)
			p.Start = random(p.Goal, s.columns, uint64(id))
		}
	}
	return p.Problem()
}

// variant reads costs, heuristic and goal, joined with "+" in any order. The goal is returned
// by name, "" if it is not given.
func (p Puzzle) variant(text string) (_ Puzzle, goal string, err error) {
	if text == "" {
		return p, "", nil
	}
	for word := range strings.SplitSeq(text, "+") {
		var to *string
		switch {
		case slices.Contains(costModels, word):
			to = (*string)(&p.Costs)
		case slices.Contains(heuristics, word):
			to = (*string)(&p.Heuristic)
		case slices.Contains(goals, word):
			to = &goal
		default:
			return p, "", &engine.VariantError{Word: word, Known: slices.Concat(costModels, heuristics, goals)}
		}
		if *to != "" {
			return p, "", fmt.Errorf("variant %q: want at most one of %s, one of %s and one of %s", text,
				strings.Join(costModels, ", "), strings.Join(heuristics, ", "), strings.Join(goals, ", "))
		}
		*to = word
	}
	return p, goal, nil
}

// An instance is a puzzle with all that follows from its definition.
type instance struct {
	Puzzle
	height int
	size   int   // the number of tiles, the blank included
	home   []int // the position of each tile in the goal
	prices []engine.Cost
	tables func() *lineTables

	parts    [][]int        // the tiles of each pattern database
	patterns []*pdb.Pattern // how they are made
}

// complete checks a puzzle. Of an error it returns at which of the tiles it is, of the goal
// after those of the board, -1 if it concerns all.
func (p Puzzle) complete() (q *instance, at int, err error) {
	n := len(p.Start)
	if p.Width == 0 {
		p.Width = width(n)
		if p.Width*p.Width != n {
			return nil, -1, fmt.Errorf("%d tiles, the blank included, make no square board of %d to %d rows", n, minSide, maxSide)
		}
	}
	q = &instance{Puzzle: p, height: n / max(p.Width, 1), size: n}
	if min(q.Width, q.height) < minSide || max(q.Width, q.height) > maxSide || n != q.Width*q.height {
		return nil, -1, fmt.Errorf("%d tiles in rows of %d: want %d to %d rows of %[3]d to %[4]d, the blank included", n, p.Width,
			minSide, maxSide)
	}
	q.Costs, q.Heuristic = cmp.Or(p.Costs, Unit), cmp.Or(p.Heuristic, Manhattan)
	switch {
	case !slices.Contains(costModels, string(q.Costs)):
		return nil, -1, fmt.Errorf("unknown costs %q%s", p.Costs, engine.Suggest(string(p.Costs), costModels))
	case !slices.Contains(heuristics, string(q.Heuristic)):
		return nil, -1, fmt.Errorf("unknown heuristic %q%s", p.Heuristic, engine.Suggest(string(p.Heuristic), heuristics))
	case q.Costs == Inverse && n > 25:
		return nil, -1, fmt.Errorf("inverse costs of %d tiles have no common unit that fits: want at most 24 tiles", n-1)
	}
	if q.Goal == nil {
		q.Goal = inOrder(n, goals[0])
	}
	if len(q.Goal) != n {
		return nil, -1, fmt.Errorf("the goal has %d tiles, the board %d", len(q.Goal), n)
	}
	q.Start, q.Goal = slices.Clone(q.Start), slices.Clone(q.Goal)
	if _, at, err := q.Start.positions(); err != nil {
		return nil, at, err
	}
	if q.home, at, err = q.Goal.positions(); err != nil {
		return nil, n + at, fmt.Errorf("the goal: %w", err)
	}
	if !q.Start.leadsTo(q.home, q.Width) {
		goal := ""
		if p.Goal != nil {
			goal = fmt.Sprintf(" for the goal %v", []int(q.Goal))
		}
		return nil, -1, fmt.Errorf("the board %v has the wrong parity%s: %w", []int(q.Start), goal, engine.ErrUnsolvable)
	}
	q.prices = q.Costs.prices(n)
	if most := q.Heuristic.most(); most > 0 {
		if q.Costs != Unit {
			return nil, -1, fmt.Errorf("pattern databases count moves: %s wants unit costs, not %s", q.Heuristic, q.Costs)
		}
		q.parts = q.partition(most)
		for _, tiles := range q.parts {
			q.patterns = append(q.patterns, q.pattern(tiles))
		}
		if err := pdb.Check(q.patterns...); err != nil {
			return nil, -1, err
		}
	}
	q.tables = sync.OnceValue(q.lineTables)
	return q, 0, nil
}

// space makes the space for the board's size.
func (q *instance) space() engine.Space {
	if max(q.Width, q.height) <= 4 && q.patterns == nil {
		return newSpace(q)
	}
	return newLarge(q)
}
