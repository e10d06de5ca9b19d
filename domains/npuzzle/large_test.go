package npuzzle

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/engine"
)

// definition returns h and d by their definitions.
func definition(q *instance, b Board) (h, d engine.Cost) {
	h, d = manhattan(q, b)
	if q.Heuristic == LinearConflict {
		ch, cd := conflicts(q, b)
		h, d = h+ch, d+cd
	}
	return h, d
}

// sizes are rows and columns of the boards of a test, and goals are those of a size: the usual two and one at random.
var sizes = [][2]int{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 3}, {3, 5}, {5, 3}, {2, 8}, {8, 2}, {5, 5}, {6, 6}, {7, 5}, {8, 8}}

func puzzles(r *rand.Rand, size [2]int) (all []*instance) {
	n := size[0] * size[1]
	for _, goal := range []Board{inOrder(n, goals[0]), inOrder(n, goals[1]), r.Perm(n)} {
		for _, costs := range models {
			for _, heuristic := range []Heuristic{Manhattan, LinearConflict} {
				if costs != Inverse || n <= 25 {
					all = append(all, Puzzle{random(goal, size[1], r.Uint64()), goal, size[1], costs, heuristic}.must())
				}
			}
		}
	}
	return all
}

// TestSizes walks at random on boards of many sizes with several goals, and compares every successor with
// the board after the move and with the definitions.
func TestSizes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, size := range sizes {
		for _, q := range puzzles(r, size) {
			b, s, state := slices.Clone(q.Start), q.space(), make([]uint64, 7)
			state = state[:s.Shape().Words]
			s.Start(state)
			bits, perWord, packed := 4, 16, q.size
			if large, ok := s.(*large); ok {
				bits, perWord, packed = large.bits, large.perWord, q.size-1 // the last is left out
			}
			for range 200 {
				node := engine.Node{State: state}
				h, d := s.Evaluate(node)
				if wantH, wantD := definition(q, b); h != wantH || d != wantD {
					t.Fatalf("%s: h = %d, d = %d, want %d, %d of\n%v", q.name(), h, d, wantH, wantD, b)
				}
				out := engine.NewSuccessors(s.Shape())
				s.Expand(node, out)
				boards, moved := q.neighbours(b)
				if out.N != len(boards) {
					t.Fatalf("%s: %d successors, want %d of\n%v", q.name(), out.N, len(boards), b)
				}
				for i, n := range boards {
					want := make([]uint64, len(state))
					for p, tile := range n[:packed] {
						want[p/perWord] |= uint64(tile) << (bits * (p % perWord))
					}
					h, d := definition(q, n)
					c := out.Items[i]
					got := out.State[len(state)*i : len(state)*(i+1)]
					if !slices.Equal(got, want) || c.Cost != q.prices[moved[i]] || c.H != h || c.D != d {
						t.Fatalf("%s: successor %d of\n%vis %+v, want h = %d, d = %d", q.name(), i, b, c, h, d)
					}
				}
				i := r.IntN(len(boards))
				b = boards[i]
				copy(state, out.State[len(state)*i:len(state)*(i+1)])
			}
		}
	}
}

// TestSmallExact: on all boards of 2 × 2, 2 × 3, 3 × 2 and 2 × 4 tiles the parity tells whether moves lead to the goal, and h is
// admissible and consistent; on a sample A* finds the distance and every algorithm keeps its bound.
func TestSmallExact(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	names := spacetest.Algorithms()
	for _, size := range sizes[:4] {
		for _, q := range puzzles(r, size) {
			distance := q.distances()
			if n := len(distance); n != factorial(q.size)/2 {
				t.Fatalf("%s: %d boards are reached", q.name(), n)
			}
			for key, c := range distance {
				b := make(Board, q.size)
				for i := range b {
					b[i] = int(key[i])
				}
				if !b.leadsTo(q.home, q.Width) {
					t.Fatalf("%s: %v is reached", q.name(), b)
				}
				h, d := definition(q, b)
				if h > c || h == 0 != (c == 0) || d < 0 {
					t.Fatalf("%s: h = %d of %v, whose distance is %d", q.name(), h, b, c)
				}
				next, moved := q.neighbours(b)
				for i, n := range next {
					if to, _ := definition(q, n); h > q.prices[moved[i]]+to {
						t.Fatalf("%s: h = %d of %v, %d of %v", q.name(), h, b, to, n)
					}
				}
				if r.IntN(len(distance)) >= 3 {
					continue
				}
				q.Puzzle.Start = b
				p, err := q.Problem()
				if err != nil {
					t.Fatal(err)
				}
				spacetest.Bounded(t, p, c, "astar", names[r.IntN(len(names))])
			}
		}
	}
}

// distances are those of all boards from the goal, by Dijkstra's algorithm on plain boards.
func (q *instance) distances() map[[most]uint8]engine.Cost {
	done, queue := map[[most]uint8]engine.Cost{}, map[engine.Cost][]Board{0: {q.Goal}}
	for len(queue) > 0 {
		least := slices.Min(slices.Collect(maps.Keys(queue)))
		boards := queue[least]
		delete(queue, least)
		for _, b := range boards {
			var key [most]uint8
			for i, tile := range b {
				key[i] = uint8(tile)
			}
			if _, ok := done[key]; ok {
				continue
			}
			done[key] = least
			next, moved := q.neighbours(b)
			for i, n := range next {
				queue[least+q.prices[moved[i]]] = append(queue[least+q.prices[moved[i]]], n)
			}
		}
	}
	return done
}

func factorial(n int) int {
	if n < 2 {
		return 1
	}
	return n * factorial(n-1)
}

// name is what errors call a puzzle.
func (q *instance) name() string {
	return fmt.Sprint(q.height, "x", q.Width, " ", q.Costs, " ", q.Heuristic, " ", q.goalName())
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
		q := of(goal, Unit, heuristic)
		for _, b := range boards {
			if h, _ := definition(q, b); int(h) > distance[fmt.Sprint(b)] {
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
	if err != nil || !slices.Equal(b.Start, Board{1, 0, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("%v, %v", b, err)
	}
	for text, want := range map[string]string{
		"0 1 2":                   "x: 3 tiles, the blank included, make no square board of 2 to 8 rows",
		"0 1 2\n3 4 5\n6 7 9":     "x:3:5: tile 9 at position 9: want 0 to 8",
		"0 1 2\n3 4 5\n6 6 8":     "x:3:3: tile 6 is at position 7 and again at position 8",
		"0 2 1\n3 4 5\n6 7 8":     "x: the board [0 2 1 3 4 5 6 7 8] has the wrong parity: no sequence of moves leads to the goal",
		"0 1 x":                   `x:1:5: "x" is not a whole number`,
		strings.Repeat("0 ", 129): "x:1:257: 0 is one number too many: want at most 128",
		"0 1 2\n3 -4 5\n\n6 7 8 ": "x:2:3: tile -4 at position 5: want 0 to 8",
	} {
		if _, err := Read(strings.NewReader(text), "x"); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
