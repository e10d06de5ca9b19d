package npuzzle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/engine"
)

// patternDistances are the least numbers of moves of some tiles, by a breadth-first search on boards where the
// others are alike, -1, and their moves cost nothing.
func (q *instance) patternDistances(tiles []int) map[string]engine.Cost {
	goal := slices.Clone(q.Goal)
	for i, tile := range goal {
		if tile != 0 && !slices.Contains(tiles, tile) {
			goal[i] = -1
		}
	}
	places := func(b Board) string {
		var at []int
		for _, tile := range tiles {
			at = append(at, slices.Index(b, tile))
		}
		return fmt.Sprint(at)
	}
	of, done := map[string]engine.Cost{}, map[string]bool{}
	for level, boards := engine.Cost(0), []Board{goal}; len(boards) > 0; level++ {
		var next []Board
		for len(boards) > 0 {
			b := boards[len(boards)-1]
			boards = boards[:len(boards)-1]
			if key := fmt.Sprint(b); done[key] {
				continue
			} else {
				done[key] = true
			}
			if _, ok := of[places(b)]; !ok {
				of[places(b)] = level
			}
			all, moved := q.neighbours(b)
			for i, n := range all {
				if moved[i] < 0 {
					boards = append(boards, n)
				} else {
					next = append(next, n)
				}
			}
		}
		boards = next
	}
	return of
}

// TestPatterns: each entry of a database is what another search finds.
func TestPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for _, size := range [][3]int{{3, 3, 4}, {2, 4, 4}, {4, 2, 5}, {2, 5, 4}} {
		n := size[0] * size[1]
		for _, goal := range []Board{inOrder(n, goals[0]), inOrder(n, goals[1]), r.Perm(n)} {
			heuristic := Heuristic(fmt.Sprint("pdb-", size[2]))
			q := Puzzle{Start: goal, Goal: goal, Width: size[1], Heuristic: heuristic}.must()
			patterns, databases := q.partition(size[2]), q.additive().databases
			for i, tiles := range patterns[:1+r.IntN(len(patterns))] {
				want, entries := q.patternDistances(tiles), 0
				for text, distance := range want {
					at := make([]uint8, len(tiles))
					for i, word := range strings.Fields(strings.Trim(text, "[]")) {
						fmt.Sscan(word, &at[i])
					}
					if got := databases[i].Distance(at); engine.Cost(got) != distance {
						t.Fatalf("%s, tiles %v at %v: %d, want %d", q.name(), tiles, at, got, distance)
					}
					entries++
				}
				if entries != databases[i].Len() {
					t.Errorf("%s, tiles %v: %d entries, want %d", q.name(), tiles, databases[i].Len(), entries)
				}
			}
		}
	}
}

// TestPartition: each tile is in one pattern, and the known partitions are those of Korf and Felner.
func TestPartition(t *testing.T) {
	for _, size := range sizes {
		for _, goal := range goals {
			for most := 4; most <= 8; most++ {
				n := size[0] * size[1]
				b := inOrder(n, goal)
				q := Puzzle{Start: b, Goal: b, Width: size[1]}.must()
				var all []int
				for _, tiles := range q.partition(most) {
					if len(tiles) > most || len(tiles) == 0 {
						t.Errorf("%s: a pattern of %d tiles", q.name(), len(tiles))
					}
					all = append(all, tiles...)
				}
				if slices.Sort(all); !slices.Equal(all, inOrder(n, goals[0])[1:]) {
					t.Errorf("%s: the patterns have the tiles %v", q.name(), all)
				}
			}
		}
	}
	q := of(inOrder(16, goals[0]), Unit, Manhattan)
	if got := fmt.Sprint(q.partition(8)); got != "[[1 2 3 4 5 6 7] [8 9 10 11 12 13 14 15]]" {
		t.Errorf("the 7-8 partition is %s", got)
	}
}

// TestAdditive: on all boards of the 8-puzzle the sum is admissible, and even where the distance is. The expansion gives
// each successor the sum from scratch, in puzzles of other sizes too.
func TestAdditive(t *testing.T) {
	q := of(inOrder(9, goals[0]), Unit, PDB4)
	space := newLarge(q)
	state := []uint64{0}
	h := func(b Board) engine.Cost {
		state[0] = 0
		for p, tile := range b {
			space.put(state, p, uint64(tile))
		}
		h, d := space.Evaluate(engine.Node{State: state})
		if h != d {
			t.Fatalf("h = %d, d = %d", h, d)
		}
		return h
	}
	for key, distance := range dijkstra(q.Goal, Unit) {
		b := unpack(key)
		at := h(b)
		if at > distance || at == 0 != (distance == 0) || (distance-at)%2 != 0 {
			t.Fatalf("h = %d, the distance is %d of\n%v", at, distance, b)
		}
	}
	r := rand.New(rand.NewPCG(2, 3))
	for _, size := range [][2]int{{2, 5}, {3, 5}, {4, 4}, {5, 5}} {
		goal := inOrder(size[0]*size[1], goals[r.IntN(2)])
		q := Puzzle{Start: random(goal, size[1], r.Uint64()), Goal: goal, Width: size[1], Heuristic: PDB4}.must()
		s := newLarge(q)
		state := make([]uint64, s.words)
		s.Start(state)
		for range 200 {
			out := engine.NewSuccessors(s.Shape())
			s.Expand(engine.Node{State: state}, out)
			for i := range out.N {
				next := out.State[s.words*i : s.words*(i+1)]
				if h, d := s.Evaluate(engine.Node{State: next}); out.Items[i].H != h || out.Items[i].D != d {
					t.Fatalf("%s: %+v, want h = %d, d = %d", q.name(), out.Items[i], h, d)
				}
			}
			i := r.IntN(out.N)
			copy(state, out.State[s.words*i:s.words*(i+1)])
		}
	}
}

// TestKorfPDB: A* finds the optimal lengths of Korf's instances, all of them for a release.
func TestKorfPDB(t *testing.T) {
	for id := 1; id <= 100; id++ {
		if !spacetest.Release() && id%20 != 1 {
			continue
		}
		p, err := engine.Lookup(fmt.Sprintf("npuzzle/korf/%d:pdb-5", id))
		if err != nil {
			t.Fatal(err)
		}
		x := engine.Solve(t.Context(), p, engine.AStar())
		if err := engine.Verify(p, x); err != nil || x.Cost != p.Optimal || p.Optimal < 0 {
			t.Errorf("%v, want cost %d: %v", x, p.Optimal, err)
		}
	}
}

// TestPDBErrors: pattern databases are for unit costs, and too large ones are refused before they are made.
func TestPDBErrors(t *testing.T) {
	for name, want := range map[string]string{
		"npuzzle/korf/1:pdb-5+heavy":  "pattern databases count moves: pdb-5 wants unit costs, not heavy",
		"npuzzle/random-24/1:pdb-8":   "a pattern database of 8 objects on 25 places takes 5.407e+05 MiB",
		"npuzzle/korf/1:pdb-9":        `unknown variant "pdb-9"`,
		"npuzzle/random-63/1:pdb-8":   "a pattern database of 7 objects on 64 places takes",
		"npuzzle/random-8/1:pdb-4+md": "want at most one of",
	} {
		if _, err := engine.Lookup(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
