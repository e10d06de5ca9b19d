// Package grid implements shortest paths on grid maps, as in the benchmarks of the Moving AI
// Lab (Sturtevant, IEEE TCIAIG 4(2), 2012): from one cell to another, over cells of passable
// terrain.
//
// There are eight neighbours, in the order N, NE, E, SE, S, SW, W, NW. A straight move costs
// 1 and a diagonal one the square root of 2; a diagonal needs both of its orthogonal
// neighbours passable. Costs are in units of 2^-20, the root rounded up: 1,482,911. h is the
// octile distance, d the least number of moves, the greater of the two distances. The variant
// 5-7 has costs of 5 and 7; the variant 4 has the neighbours N, E, S, W and unit costs, and
// the Manhattan distance for both h and d. All are consistent.
package grid

import (
	"fmt"
	"strings"

	"github.com/focal-search/focal/domains/internal/cells"
	"github.com/focal-search/focal/engine"
)

// Unit is that of octile costs.
const Unit = 1 << 20

// A model is the moves of a map and what they cost.
type model struct {
	name               string
	unit               int64
	straight, diagonal engine.Cost // diagonal 0: there is none
}

var models = []model{
	{"octile", Unit, Unit, 1_482_911},
	{"4", 1, 1, 0},
	{"5-7", 1, 5, 7},
}

// variants are those of all sets.
var variants = []engine.Choice{{Words: []string{"octile", "4", "5-7"}, Costs: true}}

func modelOf(variant string) (model, error) {
	for _, m := range models {
		if m.name == variant || variant == "" && m.name == "octile" {
			return m, nil
		}
	}
	return model{}, &engine.VariantError{Word: variant, Known: variants[0].Words}
}

// values are the cost and the number of moves of a path over dx and dy cells, of either sign, on
// a map without obstacles.
func (m *model) values(dx, dy engine.Cost) (h, d engine.Cost) {
	dx, dy = max(dx, -dx), max(dy, -dy)
	more, less := max(dx, dy), min(dx, dy)
	if m.diagonal == 0 {
		return dx + dy, dx + dy
	}
	return more*m.straight + less*(m.diagonal-m.straight), more
}

// New makes the problem of a path on a map. The variant is "octile", which "" is too, "4" or
// "5-7".
func New(m *Map, start, goal Cell, variant string) (*engine.Problem, error) {
	costs, err := modelOf(variant)
	if err != nil {
		return nil, err
	}
	for _, end := range []struct {
		name string
		cell Cell
	}{{"start", start}, {"goal", goal}} {
		if !m.has(end.cell) {
			return nil, fmt.Errorf("the %s %v is not on the map, which has %d × %d cells", end.name, end.cell, m.Width, m.Height)
		}
		if m.passable(end.cell) == "" {
			return nil, fmt.Errorf("the %s %v is not passable: its terrain is %c", end.name, end.cell, m.at(end.cell))
		}
	}
	passable := m.passable(start)
	content := fmt.Sprintf("grid %s %d x %d map %s from %d %d to %d %d", costs.name, m.Width, m.Height, m.digest(passable),
		start.X, start.Y, goal.X, goal.Y)
	p := &instance{m, start, goal, passable, costs}
	open, view := newBoard(p), p.view()
	return &engine.Problem{
		Name: content, Content: content, Unit: costs.unit, Optimal: -1,
		NewSpace: func() engine.Space { return &space{board: open} },
		Replay:   view.Replay,
		MoveName: func(move engine.Move) string { return names[move%8] },
		Picture:  p.picture,
		Draw:     p.draw,
		Shade: func(title string, colour func([]uint64) (string, float64), moves []engine.Move) (string, error) {
			return p.shade(title, func(c cells.Cell) (string, float64) {
				return colour([]uint64{uint64(open.number(c))})
			}, moves)
		},
		View: view,
	}, nil
}

// names are those of the moves.
var names = [8]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}

// An instance is a map with a start and a goal.
type instance struct {
	*Map
	start, goal Cell
	passable    string // terrains
	costs       model
}

func (p *instance) free(c Cell) bool {
	return p.has(c) && strings.IndexByte(p.passable, p.at(c)) >= 0
}

// step makes one move.
func (p *instance) step(at Cell, move engine.Move) (Cell, engine.Cost, error) {
	to := at
	if int(move) >= len(names) {
		return at, 0, fmt.Errorf("there is no move number %d", move)
	}
	name := names[move]
	if strings.Contains(name, "N") {
		to.Y--
	}
	if strings.Contains(name, "S") {
		to.Y++
	}
	if strings.Contains(name, "E") {
		to.X++
	}
	if strings.Contains(name, "W") {
		to.X--
	}
	cost := p.costs.straight
	if to.X != at.X && to.Y != at.Y {
		if cost = p.costs.diagonal; cost == 0 {
			return at, 0, fmt.Errorf("%s from %v: there are four neighbours", name, at)
		}
		if !p.free(cells.At(at.X, to.Y)) || !p.free(cells.At(to.X, at.Y)) {
			return at, 0, fmt.Errorf("%s from %v cuts a corner", name, at)
		}
	}
	if !p.free(to) {
		return at, 0, fmt.Errorf("%s from %v: %v is not passable", name, at, to)
	}
	return to, cost, nil
}
