package npuzzle

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
)

// definition returns h and d of the 24-puzzle by their definitions.
func definition(b Board, costs Costs, heuristic Heuristic) (h, d engine.Cost) {
	h, d = manhattan(b, costs)
	if heuristic == LinearConflict {
		ch, cd := conflicts(b, costs)
		h, d = h+ch, d+cd
	}
	return h, d
}

// TestLargeIncremental walks at random and compares every successor in the 24-puzzle with
// the board after the move and with the definitions.
func TestLargeIncremental(t *testing.T) {
	steps := 5000
	if testing.Short() {
		steps = 1000
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, costs := range models {
		for _, heuristic := range []Heuristic{Manhattan, LinearConflict} {
			b := Random(24, r.Uint64())
			s := newLarge(b, costs, heuristic)
			state := make([]uint64, 2)
			s.Start(state)
			for range steps {
				node := engine.Node{State: state}
				h, d := s.Evaluate(node)
				if wantH, wantD := definition(b, costs, heuristic); h != wantH || d != wantD {
					t.Fatalf("%s+%s: h = %d, d = %d, want %d, %d of\n%v", costs, heuristic, h, d, wantH, wantD, b)
				}
				out := engine.NewSuccessors(s.Shape())
				s.Expand(node, out)
				boards, moved := neighbours(b)
				if out.N != len(boards) {
					t.Fatalf("%d successors, want %d of\n%v", out.N, len(boards), b)
				}
				for i, n := range boards {
					want := make([]uint64, 2)
					for p, tile := range n[:24] {
						want[p/12] |= uint64(tile) << (5 * (p % 12))
					}
					h, d := definition(n, costs, heuristic)
					c := out.Items[i]
					if !slices.Equal(out.State[2*i:2*i+2], want) || c.Cost != costs.prices(25)[moved[i]] || c.H != h || c.D != d {
						t.Fatalf("%s+%s: successor %d of\n%vis %+v, want h = %d, d = %d", costs, heuristic, i, b, c, h, d)
					}
				}
				i := r.IntN(len(boards))
				b = boards[i]
				copy(state, out.State[2*i:2*i+2])
			}
		}
	}
}

// TestLargeNear solves the 24-puzzle backwards to 13 moves from the goal, by
// breadth-first search on plain boards. No heuristic exceeds the distance, and A* and DPS
// find solutions within their bounds on a sample of the boards.
func TestLargeNear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: make test runs it")
	}
	goal := make(Board, 25)
	for i := range goal {
		goal[i] = i
	}
	const depth = 13
	distance := map[string]int{fmt.Sprint(goal): 0}
	boards := []Board{goal}
	for i := 0; i < len(boards); i++ {
		b := boards[i]
		steps := distance[fmt.Sprint(b)]
		if steps == depth {
			break
		}
		next, _ := neighbours(b)
		for _, n := range next {
			if key := fmt.Sprint(n); distance[key] == 0 && !slices.IsSorted(n) {
				distance[key] = steps + 1
				boards = append(boards, n)
			}
		}
	}
	if len(boards) < 10000 {
		t.Fatalf("only %d boards within %d moves", len(boards), depth)
	}
	r := rand.New(rand.NewPCG(5, 6))
	for _, heuristic := range []Heuristic{Manhattan, LinearConflict} {
		for _, b := range boards {
			if h, _ := definition(b, Unit, heuristic); int(h) > distance[fmt.Sprint(b)] {
				t.Fatalf("%s: h = %d, but %d moves suffice for\n%v", heuristic, h, distance[fmt.Sprint(b)], b)
			}
		}
		for range 150 {
			b := boards[r.IntN(len(boards))]
			p, err := New(b, Unit, heuristic)
			if err != nil {
				t.Fatal(err)
			}
			p.Optimal = engine.Cost(distance[fmt.Sprint(b)])
			for _, a := range []engine.Algorithm{engine.AStar(), engine.DPS(1.5)} {
				x := engine.Solve(context.Background(), p, a)
				if err := engine.Verify(p, x); err != nil || a.Name == "astar" && x.Cost != p.Optimal {
					t.Fatalf("%v on\n%v%v, want cost %d, %v", a, b, x, p.Optimal, err)
				}
			}
		}
	}
}

// TestLargeSolved: boards scrambled by 120 moves are solved within the bound under every
// cost model, and the verifier replays the solutions.
func TestLargeSolved(t *testing.T) {
	algorithms := []engine.Algorithm{engine.PFS(2, 0.7), engine.DPS(2), engine.WAStar(2), engine.APDPS(0.7)}
	if testing.Short() {
		algorithms = algorithms[:2]
	}
	r := rand.New(rand.NewPCG(7, 8))
	b := make(Board, 25)
	for i := range b {
		b[i] = i
	}
	for range 120 {
		next, _ := neighbours(b)
		b = next[r.IntN(len(next))]
	}
	for _, costs := range models {
		for _, heuristic := range []Heuristic{Manhattan, LinearConflict} {
			p, err := New(b, costs, heuristic)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range algorithms {
				x := engine.Solve(context.Background(), p, a, engine.MaxInserted(3_000_000))
				if err := engine.Verify(p, x); err != nil || !x.Solved() {
					t.Errorf("%s+%s: %v, %v", costs, heuristic, x, err)
				}
			}
		}
	}
}

// TestRead: a board is read from text, and an error names its position.
func TestRead(t *testing.T) {
	b, err := Read(strings.NewReader("# easy\n1 0 2\n3 4 5\n6,7,8\n"), "x")
	if err != nil || !slices.Equal(b, Board{1, 0, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("%v, %v", b, err)
	}
	for text, want := range map[string]string{
		"0 1 2":                   "x: a board has 9, 16 or 25 tiles, the blank included, not 3",
		"0 1 2\n3 4 5\n6 7 9":     "x:3:5: tile 9 at position 9: want 0 to 8",
		"0 1 2\n3 4 5\n6 6 8":     "x:3:3: tile 6 is at position 7 and again at position 8",
		"0 2 1\n3 4 5\n6 7 8":     "x: the board [0 2 1 3 4 5 6 7 8] has the wrong parity: no sequence of moves leads to the goal",
		"0 1 x":                   `x:1:5: "x" is not a whole number`,
		strings.Repeat("0 ", 26):  "x:1:51: 0 is one number too many: want at most 25",
		"0 1 2\n3 -4 5\n\n6 7 8 ": "x:2:3: tile -4 at position 5: want 0 to 8",
	} {
		if _, err := Read(strings.NewReader(text), "x"); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
