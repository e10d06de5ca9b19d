package domains_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/gctsp"
	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/domains/pancake"
	"github.com/focal-search/focal/domains/tsp"
	"github.com/focal-search/focal/engine"
)

// linearConflict is Manhattan distance plus linear conflict by their definitions: of the
// tiles in their own line, the largest ordered set may stay, and each other tile costs
// two moves.
func linearConflict(b npuzzle.Board) (total engine.Cost) {
	side := 4
	for i, t := range b {
		if t != 0 {
			total += engine.Cost(distance(i/side, t/side) + distance(i%side, t%side))
		}
	}
	for line := range side {
		var row, column []int // where in the line the tiles at home in it belong
		for i := range side {
			if t := b[line*side+i]; t != 0 && t/side == line {
				row = append(row, t%side)
			}
			if t := b[i*side+line]; t != 0 && t%side == line {
				column = append(column, t/side)
			}
		}
		for _, goals := range [][]int{row, column} {
			total += engine.Cost(2 * (len(goals) - longestRising(goals)))
		}
	}
	return total
}

func distance(a, b int) int { return max(a-b, b-a) }

func longestRising(values []int) (longest int) {
	ends := make([]int, len(values)) // length of the longest that ends here
	for i, v := range values {
		ends[i] = 1
		for j := range i {
			if values[j] < v {
				ends[i] = max(ends[i], ends[j]+1)
			}
		}
		longest = max(longest, ends[i])
	}
	return longest
}

// database is a pattern database (Culberson & Schaeffer 1998) of three tiles of the
// 15-puzzle, additive (Felner, Korf, Hanan 2004): moves of other tiles cost nothing. The
// blank's position is left out, which makes it inconsistent.
type database struct {
	tiles  [3]int
	values []uint8 // by the tiles' positions
}

func newDatabase(tiles [3]int) *database {
	type state struct{ at, blank int } // the tiles' positions, four bits each
	d := &database{tiles: tiles, values: slices.Repeat([]uint8{255}, 1<<12)}
	start := state{tiles[0] | tiles[1]<<4 | tiles[2]<<8, 0} // tile t's place is position t
	cost := map[state]uint8{start: 0}
	for layer, n := []state{start}, uint8(0); len(layer) > 0; n++ {
		var next []state
		for i := 0; i < len(layer); i++ { // grows by moves that cost nothing
			s := layer[i]
			if cost[s] != n {
				continue
			}
			d.values[s.at] = min(d.values[s.at], n)
			for _, step := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				row, column := s.blank/4+step[0], s.blank%4+step[1]
				if min(row, column) < 0 || max(row, column) > 3 {
					continue
				}
				to, c := state{s.at, 4*row + column}, n
				for k := range 3 {
					if s.at>>(4*k)&15 == to.blank { // the tile there moves to the blank
						to.at += (s.blank - to.blank) << (4 * k)
						c++
					}
				}
				if old, known := cost[to]; known && old <= c {
					continue
				}
				if cost[to] = c; c == n {
					layer = append(layer, to)
				} else {
					next = append(next, to)
				}
			}
		}
		layer = next
	}
	return d
}

// h is the value of the database plus Manhattan distance for the other tiles.
func (d *database) h(b npuzzle.Board) (total engine.Cost) {
	at := 0
	for i, t := range b {
		if k := slices.Index(d.tiles[:], t); k >= 0 {
			at |= i << (4 * k)
		} else if t != 0 {
			total += engine.Cost(distance(i/4, t/4) + distance(i%4, t%4))
		}
	}
	return total + engine.Cost(d.values[at])
}

var eachKind = []engine.Algorithm{
	engine.AStar(), engine.WAStar(1.5), engine.FS(1.5), engine.PFS(1.5, 0.7), engine.DPS(1.5), engine.RRFS(1.5),
	engine.EES(1.5), engine.APFS(0.7),
}

// TestSameHD: a heuristic of the domain, passed as a user's function, makes the same
// searches to the last counter.
func TestSameHD(t *testing.T) {
	gap := func(s pancake.Stack) (h engine.Cost) {
		for i, p := range s {
			below := len(s) + 1
			if i+1 < len(s) {
				below = s[i+1]
			}
			if distance(p, below) != 1 {
				h++
			}
		}
		return h
	}
	for name, pair := range map[string][2]*engine.Problem{
		"npuzzle": {domains.Get("npuzzle/korf/12:lc"), npuzzle.WithHD(domains.Get("npuzzle/korf/12"),
			npuzzle.HD{Name: "own", H: linearConflict, D: linearConflict})},
		"pancake": {domains.Get("pancake/40/3"),
			pancake.WithHD(domains.Get("pancake/40/3"), pancake.HD{Name: "own", H: gap, D: gap})},
		"tsp": {domains.Get("tsp/40/1:depth"), tsp.WithHD(domains.Get("tsp/40/1:nn"), tsp.HD{Name: "own",
			D: func(s tsp.State) engine.Cost { return engine.Cost(len(s.Unvisited)) }})},
		"gctsp": {domains.Get("gctsp/small/1"), gctsp.WithHD(domains.Get("gctsp/small/1"), gctsp.HD{Name: "own",
			D: func(s gctsp.State) engine.Cost { return engine.Cost(s.Deficit) }})},
	} {
		for _, a := range eachKind {
			var results [2]*engine.Result
			for i, p := range pair {
				results[i] = engine.Solve(context.Background(), p, a, engine.Seed(42), engine.MaxInserted(30_000))
				if err := engine.Verify(p, results[i]); err != nil || results[i].Err != nil {
					t.Fatal(name, a, err, results[i].Err)
				}
			}
			if here, own := results[0], results[1]; here.Counters != own.Counters || here.Cost != own.Cost ||
				here.Status != own.Status || !slices.Equal(here.Moves, own.Moves) {
				t.Errorf("%s\n%v\nwith one's own\n%v", name, here, own)
			}
			if own := results[1]; len(own.Warnings) > len(results[0].Warnings) {
				t.Errorf("%s: %v", name, own.Warnings)
			}
		}
		if pair[0].Digest() == pair[1].Digest() {
			t.Errorf("%s: with a user's h and d it is taken for the domain's", name)
		}
	}
}

// TestPatternDatabase: a user's better admissible h finds the same optimal lengths,
// Korf's, with fewer expansions. On the 8-puzzle the exact distance leads straight to the
// goal.
func TestPatternDatabase(t *testing.T) {
	for _, tiles := range [][3]int{{1, 4, 5}, {2, 3, 6}} {
		pdb := newDatabase(tiles)
		for _, id := range []int{12, 79} {
			p := domains.Get(fmt.Sprintf("npuzzle/korf/%d", id))
			own := npuzzle.WithHD(p, npuzzle.HD{Name: "pdb", H: pdb.h})
			md := engine.Solve(context.Background(), p, engine.AStar())
			r := engine.Solve(context.Background(), own, engine.AStar())
			if err := engine.Verify(own, r); err != nil || r.Cost != p.Optimal || r.Cost != md.Cost ||
				strings.Contains(strings.Join(r.Warnings, ""), "not admissible") {
				t.Errorf("%v: %v\nwith Manhattan distance %v", err, r, md)
			}
			if r.Expanded*10 > md.Expanded*9 {
				t.Errorf("%v: %d expansions, %d with Manhattan distance: no better", tiles, r.Expanded, md.Expanded)
			}
		}
	}
}

// TestHDMistakes: mistakes of the functions give an error or a warning that names the
// state.
func TestHDMistakes(t *testing.T) {
	p := domains.Get("npuzzle/random-8/1")
	constant := func(c engine.Cost) func(npuzzle.Board) engine.Cost {
		return func(npuzzle.Board) engine.Cost { return c }
	}
	near := func(value engine.Cost) func(npuzzle.Board) engine.Cost { // one move from the goal
		return func(b npuzzle.Board) engine.Cost {
			if slices.Equal(b[2:3], []int{2}) && slices.IsSorted(b[4:]) && b[4] == 4 &&
				(b[0] == 1 && b[3] == 3 || b[0] == 3 && b[3] == 0) {
				return value
			}
			return 0
		}
	}
	for want, g := range map[string]npuzzle.HD{
		"heuristic values must not be negative":                    {Name: "x", H: constant(-1)},
		"has h = 1, d = -3: heuristic values must not be negative": {Name: "x", D: near(-3)},
		"an admissible h is 0 at every goal":                       {Name: "x", H: constant(1)},
		"user-defined h and d, x: panic: oh": {Name: "x",
			H: func(npuzzle.Board) engine.Cost { panic("oh") }},
		"want a word of letters":   {Name: "x y", H: constant(0)},
		"there is neither H nor D": {Name: "x"},
		"is inconsistent: h(":      {Name: "x", H: near(9)},
		"has h = 9, but a path of cost 1 leads from there to a goal": {Name: "x", H: near(9)},
	} {
		q := npuzzle.WithHD(p, g)
		r := engine.Solve(context.Background(), q, engine.DPS(20))
		said := strings.Join(r.Warnings, "\n")
		if r.Err != nil {
			said = r.Err.Error()
		}
		if !strings.Contains(said, want) {
			t.Errorf("%v\n%s\nwant %s", r, said, want)
		}
	}
	other := pancake.WithHD(p, pancake.HD{Name: "x", H: func(pancake.Stack) engine.Cost { return 0 }})
	if other.Err == nil || !strings.Contains(other.Err.Error(), "has no states of the type pancake.Stack") {
		t.Error(other.Err)
	}
	// Values may replace others that a user has defined.
	twice := npuzzle.WithHD(npuzzle.WithHD(p, npuzzle.HD{Name: "x", H: constant(0), D: constant(2)}), npuzzle.HD{Name: "y", D: constant(3)})
	once := npuzzle.WithHD(p, npuzzle.HD{Name: "z", H: constant(0), D: constant(3)})
	if a, b := engine.Solve(context.Background(), twice, engine.FS(2)), engine.Solve(context.Background(), once,
		engine.FS(2)); a.Err != nil || !a.Solved() || a.Cost != b.Cost || a.Counters != b.Counters {
		t.Errorf("values that replace others: %v, want as %v", a, b)
	}
	if none := npuzzle.WithHD(nil, npuzzle.HD{}); none.Err == nil {
		t.Error("no problem, no error")
	}

	// Other values, or another version, make another problem: stored runs are not used.
	digests := map[string]bool{}
	for _, g := range []npuzzle.HD{
		{Name: "x", H: constant(0)}, {Name: "x", H: constant(0), Version: "2"}, {Name: "y", H: constant(0)},
		{Name: "x", H: constant(0), D: constant(2)}, {Name: "x", D: constant(2)}, {Name: "x", D: constant(3)},
	} {
		digests[npuzzle.WithHD(p, g).Digest()] = true
	}
	if len(digests) != 6 {
		t.Errorf("%d digests of 6 problems", len(digests))
	}
	if r := engine.Solve(context.Background(), npuzzle.WithHD(p, npuzzle.HD{Name: "x", H: constant(0)}),
		engine.AStar()); r.Err != nil ||
		engine.Verify(p, &engine.Result{Digest: p.Digest(), Algorithm: r.Algorithm, Status: r.Status, Cost: r.Cost,
			FMin:       r.FMin,
			LowerBound: r.LowerBound, Counters: r.Counters, Moves: r.Moves}) != nil {
		t.Errorf("without a heuristic: %v", r) // h is 0 at states that are not goals
	}
}

// TestRegisteredHD: a registered heuristic is a word of a variant.
func TestRegisteredHD(t *testing.T) {
	npuzzle.RegisterHD(npuzzle.HD{Name: "own-lc", H: linearConflict})
	for name, like := range map[string]string{"npuzzle/korf/12:own-lc": "npuzzle/korf/12",
		"npuzzle/korf/12:heavy+own-lc": "npuzzle/korf/12:heavy"} {
		p, want := domains.Get(name), npuzzle.WithHD(domains.Get(like), npuzzle.HD{Name: "own-lc", H: linearConflict})
		if p.Err != nil || p.Name != name || want.Name != name || p.Digest() != want.Digest() {
			t.Error(p.Name, p.Err, want.Name)
		}
	}
	defer func() {
		if reason, _ := recover().(string); !strings.Contains(reason, `the name "lc" is one of npuzzle's own`) {
			t.Errorf("%q", reason)
		}
	}()
	npuzzle.RegisterHD(npuzzle.HD{Name: "lc", H: linearConflict})
}
