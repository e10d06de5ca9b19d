package npuzzle

import (
	"context"
	"fmt"
	"slices"

	"github.com/focal-search/focal/domains/pdb"
	"github.com/focal-search/focal/engine"
)

// The heuristics by additive pattern databases of at most so many tiles (Korf and Felner 2002).
// They count moves, for h and d. The 15-puzzle with PDB8 has their 7-8 partition and with PDB6
// 3-6-6, the 24-puzzle with PDB6 their 6-6-6-6.
const (
	PDB4 Heuristic = "pdb-4"
	PDB5 Heuristic = "pdb-5"
	PDB6 Heuristic = "pdb-6"
	PDB7 Heuristic = "pdb-7"
	PDB8 Heuristic = "pdb-8"
)

// most returns how many tiles a pattern of a heuristic has at most, 0 if it has none.
func (h Heuristic) most() int {
	return slices.Index([]Heuristic{Manhattan, "", "", "", PDB4, PDB5, PDB6, PDB7, PDB8}, h) // Manhattan is at 0
}

// korfFelner is the partition of the 24-puzzle into patterns of 6 tiles (2002, Figure 6).
var korfFelner = [][]int{{1, 2, 5, 6, 7, 12}, {3, 4, 8, 9, 13, 14}, {10, 11, 15, 16, 20, 21}, {17, 18, 19, 22, 23, 24}}

// partition returns the tiles of each pattern. Two rows at a time, they are taken by their places
// in the goal, column by column, in turn to the right and to the left. The first pattern has what
// the others leave.
func (q *instance) partition(most int) (patterns [][]int) {
	if most == 6 && q.size == 25 && slices.Equal(q.Goal, inOrder(25, goals[0])) && q.Width == 5 {
		return korfFelner
	}
	var along []int
	for row := 0; row < q.height; row += 2 {
		var strip []int
		for column := range q.Width {
			for r := row; r < min(row+2, q.height); r++ {
				strip = append(strip, q.Goal[r*q.Width+column])
			}
		}
		if row%4 != 0 {
			slices.Reverse(strip)
		}
		along = append(along, strip...)
	}
	along = slices.DeleteFunc(along, func(tile int) bool { return tile == 0 })
	for first := len(along) % most; len(along) > 0; first = 0 {
		n := most
		if first > 0 {
			n = first
		}
		patterns, along = append(patterns, slices.Sorted(slices.Values(along[:n]))), along[n:]
	}
	return patterns
}

// pattern is a pattern of tiles.
func (q *instance) pattern(tiles []int) *pdb.Pattern {
	p := &pdb.Pattern{
		Name:   fmt.Sprintf("npuzzle %dx%d goal %s pattern %v", q.height, q.Width, q.goalName(), tiles),
		Places: q.size, Blank: q.home[0],
	}
	for _, tile := range tiles {
		p.Goal = append(p.Goal, uint8(q.home[tile]))
	}
	// beside are the places beside each.
	var beside [most]uint64
	var left, right, all uint64 // all places but those of the first and of the last column
	for place := range q.size {
		for _, m := range q.movesAt(place) {
			beside[place] |= 1 << m.to
		}
		all |= 1 << place
		if place%q.Width > 0 {
			left |= 1 << place
		}
		if place%q.Width < q.Width-1 {
			right |= 1 << place
		}
	}
	p.Reach = func(occupied, blanks uint64) uint64 {
		for {
			more := blanks | blanks<<q.Width | blanks>>q.Width | blanks<<1&left | blanks>>1&right
			if more &= all &^ occupied; more == blanks {
				return blanks
			}
			blanks = more
		}
	}
	p.Moves = func(at []uint8, blanks uint64, visit func(at []uint8, blanks uint64)) {
		for i, place := range at {
			for to := range uint8(q.size) {
				if beside[place]&blanks>>to&1 != 0 {
					at[i] = to
					visit(at, 1<<place)
				}
			}
			at[i] = place
		}
	}
	return p
}

// databases are those of a puzzle's partition, made when they are needed.
func (q *instance) databases(ctx context.Context) ([]*pdb.Database, error) {
	return pdb.Get(ctx, q.patterns...)
}

// additive is the sum of the distances of the patterns.
type additive struct {
	patterns  [][]int
	databases []*pdb.Database
	of        [most]int         // the pattern of each tile
	now       [most]engine.Cost // the distance of each pattern in the last sum
}

func (q *instance) additive() *additive {
	databases, err := q.databases(context.Background())
	if err != nil {
		panic(err) // Problem has checked that they can be made
	}
	a := &additive{patterns: q.parts, databases: databases}
	for i, tiles := range a.patterns {
		for _, tile := range tiles {
			a.of[tile] = i
		}
	}
	return a
}

// distance is that of a pattern, from where each tile is.
func (a *additive) distance(pattern int, where *tiles) engine.Cost {
	var room [most]uint8
	at := room[:len(a.patterns[pattern])]
	for i, tile := range a.patterns[pattern] {
		at[i] = where[tile]
	}
	return engine.Cost(a.databases[pattern].Distance(at))
}

// all is the sum. It is remembered for change.
func (a *additive) all(where *tiles) (sum engine.Cost) {
	for i := range a.patterns {
		a.now[i] = a.distance(i, where)
		sum += a.now[i]
	}
	return sum
}

// change is what the move of a tile adds to the last sum.
func (a *additive) change(where *tiles, tile, to uint8) engine.Cost {
	from := where[tile]
	where[tile] = to
	pattern := a.of[tile]
	after := a.distance(pattern, where)
	where[tile] = from
	return after - a.now[pattern]
}
