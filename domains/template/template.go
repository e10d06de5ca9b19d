// Package template is a small domain, a path through a maze, as a starting point for
// your own. Its comments state what the engine requires of each part. A domain is a
// folder like this one and a blank import in domains.go; `go generate
// ./kernel/script/symbols` then makes its exported names known to scripts and cells.
package template

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/engine"
)

// A domain registers itself under a name, with sets of instances. The problem
// template/maze/7:manhattan is number 7 of the set maze with the heuristic
// manhattan.
func init() {
	engine.Register(&engine.Domain{
		Name: "template",
		Doc:  "a maze of 20 × 20 cells, a quarter of them walls; heuristic manhattan or zero",
		Sets: []engine.Set{{
			Name: "maze", Doc: "walls uniform random, by seed",
			// Without Count and Names every positive number is an instance, by seed.
			// Title and Families are for reports; Costs would mark cost models.
			Title:    "Maze",
			Variants: []engine.Choice{{Words: []string{"manhattan", "zero"}}},
		}},
		Problem: problem,
	})
}

const (
	side  = 20
	start = 0               // the cell in the upper left corner
	goal  = side*side - 1   // the one in the lower right corner
	walls = side * side / 4 // their number
)

// The moves are numbers. Their order is that of the successors, and part of what the
// domain documents: another order is another search.
var moves = []struct {
	name   string
	dx, dy int
}{{"up", 0, -1}, {"right", 1, 0}, {"down", 0, 1}, {"left", -1, 0}}

// A maze says of each cell whether it is a wall. Cells are numbered row by row.
type maze [side * side]bool

// newMaze makes the maze of a seed. The same number makes the same instance for
// ever: results are published by name.
func newMaze(seed int) *maze {
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	m := new(maze)
	for _, cell := range r.Perm(side*side - 2)[:walls] {
		m[cell+1] = true // neither start nor goal
	}
	return m
}

// step is the cell that a move leads to; false if there is none or a wall.
func (m *maze) step(cell int, move engine.Move) (int, bool) {
	x, y := cell%side+moves[move].dx, cell/side+moves[move].dy
	if x < 0 || x >= side || y < 0 || y >= side || m[y*side+x] {
		return cell, false
	}
	return y*side + x, true
}

// problem makes an instance. An error says what is wrong with the name and what
// would be right.
func problem(_ string, seed int, variant string) (*engine.Problem, error) {
	m := newMaze(seed)
	h := manhattan
	switch variant {
	case "", "manhattan":
	case "zero":
		h = func(int) engine.Cost { return 0 }
	default:
		return nil, &engine.VariantError{Word: variant, Known: []string{"manhattan", "zero"}}
	}
	view := m.view()
	return &engine.Problem{
		Unit: 1, // costs are integers
		// Content is everything that can change a counter: it identifies stored runs.
		Content:  fmt.Sprintf("template 1 %s\n%s", variantName(variant), m.picture(-1)),
		Optimal:  -1, // unknown
		NewSpace: func() engine.Space { return &space{maze: m, h: h} },
		Replay:   view.Replay,
		MoveName: func(move engine.Move) string { return moves[move].name },
		Picture: func(path []engine.Move) string {
			last, _, err := view.Along(path, func(State, engine.Cost) {})
			if err != nil {
				return err.Error()
			}
			return m.picture(last.Y*side + last.X)
		},
		View: view,
	}, nil
}

func variantName(variant string) string {
	if variant == "" {
		return "manhattan"
	}
	return variant
}

// manhattan is the length of a way without walls: it is admissible, as no way is
// shorter, and consistent.
func manhattan(cell int) engine.Cost {
	return engine.Cost((side - 1 - cell%side) + (side - 1 - cell/side))
}

// A space is the state graph of one run, in packed form. A state is one word here.
type space struct {
	maze *maze
	h    func(cell int) engine.Cost
}

// Shape: costs are small integers, so that buckets pay.
func (*space) Shape() engine.Shape {
	return engine.Shape{Words: 1, Key: 1, Successors: len(moves), SmallCosts: true}
}

func (*space) Start(state []uint64) { state[0] = start }

// Evaluate gives the admissible h and the guidance d: here the distance, as costs
// are lengths.
func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) {
	cell := int(n.State[0])
	return s.h(cell), manhattan(cell)
}

// IsGoal is asked only where h is 0.
func (*space) IsGoal(n engine.Node) bool { return n.State[0] == goal }

// Expand adds all successors, also the one that undoes the last move.
func (s *space) Expand(n engine.Node, out *engine.Successors) {
	for move := range engine.Move(len(moves)) {
		if to, ok := s.maze.step(int(n.State[0]), move); ok {
			state := out.Add(engine.Successor{Cost: 1, H: s.h(to), D: manhattan(to), Move: move})
			state[0] = uint64(to)
		}
	}
}

// A State is a cell's column and row, from 0. It is what users see of the problem.
type State struct{ X, Y int }

// view is the problem by its definition: it verifies and draws solutions, and lets users bring
// their own h and d. It shares no code with the space: here it reads the maze row by row from its
// picture.
func (m *maze) view() *hd.View[State] {
	rows := strings.Split(m.picture(-1), "\n")
	return &hd.View[State]{
		Apply: func(s *State, move engine.Move) (engine.Cost, error) {
			if int(move) >= len(moves) {
				return 0, fmt.Errorf("there is no move number %d", move)
			}
			s.X, s.Y = s.X+moves[move].dx, s.Y+moves[move].dy
			if s.Y < 0 || s.Y >= side || s.X < 0 || s.X >= side || rows[s.Y][s.X] == '#' {
				return 0, fmt.Errorf("%s leads into a wall", moves[move].name)
			}
			return 1, nil
		},
		Goal: func(s State) bool { return rows[s.Y][s.X] == 'G' },
	}
}

// An HD is a user-defined h and d over cells: a Name and a Version, under which results are kept,
// and the functions H and D of a State, of which one may be nil; see [hd.Functions].
type HD hd.Functions[State]

// WithHD returns a problem of this domain with a user-defined h and d; see [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[State](own))
}

// RegisterHD registers a user-defined h and d by name, as in template/maze/7:mine; see
// [hd.Register].
func RegisterHD(own HD) { hd.Register("template", hd.Functions[State](own)) }

// picture draws the maze as text, with @ at the current cell.
func (m *maze) picture(at int) string {
	var b strings.Builder
	for cell, wall := range m {
		switch {
		case cell == at:
			b.WriteByte('@')
		case cell == goal:
			b.WriteByte('G')
		case wall:
			b.WriteByte('#')
		default:
			b.WriteByte('.')
		}
		if cell%side == side-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
