package npuzzle

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/data/datatest"
	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/engine"
)

var models = []Costs{Unit, Heavy, Inverse}

// neighbours returns the boards one move away, with plain slices.
func neighbours(b Board) (boards []Board, tiles []int) {
	return (&instance{Puzzle: Puzzle{Width: width(len(b))}}).neighbours(b)
}

func (q *instance) neighbours(b Board) (boards []Board, tiles []int) {
	for m := range engine.Move(4) {
		c := slices.Clone(b)
		if tile, err := c.slide(m, q.Width); err == nil {
			boards, tiles = append(boards, c), append(tiles, tile)
		}
	}
	return boards, tiles
}

// priceOf returns the cost of moving a tile of the 8- or the 15-puzzle.
func priceOf(c Costs, tile int) engine.Cost { return c.prices(16)[tile] }

// of makes a puzzle with the usual goal.
func of(b Board, costs Costs, h Heuristic) *instance {
	return Puzzle{Start: b, Costs: costs, Heuristic: h}.must()
}

func (p Puzzle) must() *instance {
	q, _, err := p.complete()
	if err != nil {
		panic(err)
	}
	return q
}

// manhattan is the heuristic by its definition.
func manhattan(q *instance, b Board) (h, d engine.Cost) {
	for i, t := range b {
		if t != 0 {
			home := slices.Index(q.Goal, t)
			steps := engine.Cost(abs(i/q.Width-home/q.Width) + abs(i%q.Width-home%q.Width))
			h += steps * q.Costs.prices(len(b))[t]
			d += steps
		}
	}
	return h, d
}

func pack(b Board) (state uint64) {
	for i, t := range b {
		state |= uint64(t) << (4 * i)
	}
	return state
}

// TestEightPuzzle solves all 181,440 boards of the 8-puzzle backwards from the goal and
// checks every heuristic on every board: it never exceeds the true cost, never decreases
// by more than an edge's cost, and is 0 at the goal.
func TestEightPuzzle(t *testing.T) {
	goal := Board{0, 1, 2, 3, 4, 5, 6, 7, 8}
	for _, costs := range models {
		distance := dijkstra(goal, costs)
		if len(distance) != 181440 {
			t.Fatalf("%s: %d boards can be reached, want 9!/2 = 181440", costs, len(distance))
		}
		for _, heuristic := range []Heuristic{Manhattan, LinearConflict} {
			s := newSpace(of(goal, costs, heuristic))
			for key, c := range distance {
				b := unpack(key)
				h, _ := unpair(s.value(key))
				if h > c {
					t.Fatalf("%s+%s: h = %d > %d on\n%v", costs, heuristic, h, c, b)
				}
				next, tiles := neighbours(b)
				for i, n := range next {
					hn, _ := unpair(s.value(pack(n)))
					if h > priceOf(costs, tiles[i])+hn {
						t.Fatalf("%s+%s: h = %d, after an edge of %d h = %d on\n%v", costs, heuristic, h, priceOf(costs, tiles[i]), hn, b)
					}
				}
			}
		}
	}
}

func unpack(state uint64) Board {
	b := make(Board, 9)
	for i := range b {
		b[i] = int(state >> (4 * i) & 15)
	}
	return b
}

// dijkstra returns the cost from every board to the goal; moves can be undone at the same
// cost. Costs are small enough for one slice per cost as the queue.
func dijkstra(goal Board, costs Costs) map[uint64]engine.Cost {
	done := map[uint64]engine.Cost{}
	queue := map[engine.Cost][]uint64{0: {pack(goal)}}
	for len(queue) > 0 {
		least := engine.Cost(-1)
		for c := range queue {
			if least < 0 || c < least {
				least = c
			}
		}
		for len(queue[least]) > 0 {
			last := len(queue[least]) - 1
			key := queue[least][last]
			queue[least] = queue[least][:last]
			if _, ok := done[key]; ok {
				continue
			}
			done[key] = least
			next, tiles := neighbours(unpack(key))
			for i, n := range next {
				if _, ok := done[pack(n)]; !ok {
					c := least + priceOf(costs, tiles[i])
					queue[c] = append(queue[c], pack(n))
				}
			}
		}
		delete(queue, least)
	}
	return done
}

// TestIncremental walks at random and compares Expand's values of every successor with
// the definition and with the value computed from scratch.
func TestIncremental(t *testing.T) {
	steps := 20_000
	if testing.Short() {
		steps = 5000
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, costs := range models {
		for _, heuristic := range []Heuristic{Manhattan, LinearConflict} {
			b, _ := Korf(1 + r.IntN(100))
			q := of(b, costs, heuristic)
			s := newSpace(q)
			for range steps {
				out := &engine.Successors{Items: make([]engine.Successor, 4), State: make([]uint64, 4)}
				expand(s, pack(b), out)
				boards, tiles := neighbours(b)
				if out.N != len(boards) {
					t.Fatalf("%d successors, want %d of\n%v", out.N, len(boards), b)
				}
				for i, n := range boards {
					c := out.Items[i]
					h, d := unpair(s.value(pack(n)))
					if out.State[i] != pack(n) || c.Cost != priceOf(costs, tiles[i]) || c.H != h || c.D != d {
						t.Fatalf("%s+%s: successor %d of\n%vis %+v, want h = %d, d = %d, cost %d", costs, heuristic, i, b, c, h, d,
							priceOf(costs, tiles[i]))
					}
					mh, md := manhattan(q, n)
					ch, cd := conflicts(q, n)
					if heuristic == LinearConflict {
						mh, md = mh+ch, md+cd
					}
					if h != mh || d != md {
						t.Fatalf("%s+%s: h = %d, d = %d, want %d, %d of\n%v", costs, heuristic, h, d, mh, md, n)
					}
				}
				b = boards[r.IntN(len(boards))]
			}
		}
	}
}

// expand calls the space as the engine does.
func expand(s *space, state uint64, out *engine.Successors) {
	words := []uint64{state}
	*out = *engine.NewSuccessors(s.Shape())
	s.Expand(engine.Node{State: words}, out)
}

// conflicts is linear conflict by its definition: of the tiles of a line that belong
// there and stand there, two conflict if they are in each other's way. It returns the
// size of the smallest set whose removal leaves no conflict, by enumeration.
func conflicts(q *instance, b Board) (h, d engine.Cost) {
	var lines [2][maxSide][]int // the positions of each row and of each column
	for p := range b {
		lines[0][p/q.Width] = append(lines[0][p/q.Width], p)
		lines[1][p%q.Width] = append(lines[1][p%q.Width], p)
	}
	for _, direction := range lines {
		for _, line := range direction {
			var at, goal, tile []int
			for i, p := range line {
				if home := slices.Index(q.Goal, b[p]); b[p] != 0 && slices.Contains(line, home) {
					at, goal, tile = append(at, i), append(goal, slices.Index(line, home)), append(tile, b[p])
				}
			}
			bestH, bestD := engine.Cost(1<<40), engine.Cost(1<<40)
			for removed := range 1 << len(at) {
				var costH, costD engine.Cost
				free := true
				for i := range at {
					if removed>>i&1 == 1 {
						costH += 2 * q.Costs.prices(len(b))[tile[i]]
						costD += 2
						continue
					}
					for j := range i {
						if removed>>j&1 == 0 && (at[i] < at[j]) != (goal[i] < goal[j]) {
							free = false
						}
					}
				}
				if free {
					bestH, bestD = min(bestH, costH), min(bestD, costD)
				}
			}
			h, d = h+bestH, d+bestD
		}
	}
	return h, d
}

// TestIDA counts the nodes of IDA* with the space's successors and heuristic on Korf's
// easier instances. The counts are Korf's own, so start states, successor order and
// Manhattan distance are right.
func TestIDA(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: make test runs it")
	}
	counted, most := 0, int64(6_000_000)
	if spacetest.Release() {
		most = 12_000_000
	}
	for _, row := range korfTable(t) {
		if row.idaNodes > most {
			continue
		}
		b, optimal := Korf(row.id)
		s := newSpace(of(b, Unit, Manhattan))
		nodes, length := ida(s)
		if nodes != row.idaNodes || length != optimal || optimal != row.optimal {
			t.Errorf("instance %d: %d nodes, length %d; want %d, %d", row.id, nodes, length, row.idaNodes, row.optimal)
		}
		counted++
	}
	if counted < 5 {
		t.Errorf("only %d instances counted", counted)
	}
}

// ida is iterative deepening A* as in Korf's counts: the blank moves up, left, right,
// down, never back at once, and the root is counted once.
func ida(s *space) (nodes int64, length engine.Cost) {
	h, _ := unpair(s.value(s.start))
	for bound := h; ; {
		next := engine.Cost(1 << 60)
		var visit func(state uint64, last engine.Move, g engine.Cost) bool
		visit = func(state uint64, last engine.Move, g engine.Cost) bool {
			out := engine.NewSuccessors(s.Shape())
			s.Expand(engine.Node{State: []uint64{state}}, out)
			for _, m := range []engine.Move{0, 2, 3, 1} {
				i := slices.IndexFunc(out.Items[:out.N], func(c engine.Successor) bool { return c.Move == m })
				if i < 0 || m^1 == last {
					continue
				}
				c := out.Items[i]
				nodes++
				f := g + c.Cost + c.H
				switch {
				case f > bound:
					next = min(next, f)
				case c.H == 0 || visit(out.State[i], c.Move, g+c.Cost):
					return true
				}
			}
			return false
		}
		if visit(s.start, 99, 0) {
			return nodes + 1, bound
		}
		bound = next
	}
}

// TestIDAWithout counts the nodes of IDA* again, with a search that shares nothing with the
// package, on the easier instances, on the whole hundred for a release. So Korf's table is right,
// and its means of 53.05 moves and 363,028,080.31 nodes.
func TestIDAWithout(t *testing.T) {
	most := int64(10_000_000)
	if spacetest.Release() {
		most = math.MaxInt64
	}
	moves, nodes := int64(0), int64(0)
	for _, row := range korfTable(t) {
		moves, nodes = moves+row.optimal, nodes+row.idaNodes
		if row.idaNodes > most {
			continue
		}
		t.Run(strconv.Itoa(row.id), func(t *testing.T) {
			t.Parallel()
			if n, length := deepen(row.tiles); n != row.idaNodes || length != row.optimal {
				t.Errorf("%d nodes, length %d; want %d, %d", n, length, row.idaNodes, row.optimal)
			}
		})
	}
	if moves != 5305 || nodes != 36_302_808_031 {
		t.Errorf("%d moves, %d nodes in all; want 5305 and 36,302,808,031", moves, nodes)
	}
}

// A deepening is an iteration of IDA* with Manhattan distance.
type deepening struct {
	tiles    [16]int8
	distance [16][16]int8 // by tile and cell
	to       [16][]int8   // by the blank's cell: where it moves up, left, right, down
	nodes    int64
}

// deepen counts as Korf did: see ida.
func deepen(tiles Board) (nodes, length int64) {
	var s deepening
	h, blank := 0, 0
	for tile := range s.distance {
		for cell := range s.distance {
			far := max(tile/4-cell/4, cell/4-tile/4) + max(tile%4-cell%4, cell%4-tile%4)
			if s.distance[tile][cell] = int8(far); far == 1 {
				s.to[tile] = append(s.to[tile], int8(cell))
			}
		}
	}
	for cell, tile := range tiles {
		if s.tiles[cell] = int8(tile); tile == 0 {
			blank = cell
		} else {
			h += int(s.distance[tile][cell])
		}
	}
	// Each move changes h by 1, so f by 0 or 2.
	bound := h
	for !s.visit(int8(blank), -1, int8(h), int8(bound)) {
		bound += 2
	}
	return s.nodes + 1, int64(bound)
}

// visit goes on from a state with the blank there, which came from another cell. It may go as
// many moves farther as are left.
func (s *deepening) visit(blank, from, h, left int8) bool {
	for _, to := range s.to[blank&15] {
		if to == from {
			continue
		}
		s.nodes++
		tile := s.tiles[to&15]
		nextH := h + s.distance[tile&15][blank&15] - s.distance[tile&15][to&15]
		if nextH > left-1 {
			continue
		}
		if nextH == 0 {
			return true
		}
		s.tiles[blank&15] = tile
		if s.visit(to, blank, nextH, left-1) {
			return true
		}
		s.tiles[to&15] = tile
	}
	return false
}

type korfRow struct {
	id       int
	optimal  int64
	h0       int64
	idaNodes int64
	tiles    Board
}

// korfTable reads the published table from the data folder.
func korfTable(t *testing.T) (rows []korfRow) {
	number := func(s string) int64 {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, r := range datatest.Table(t, "korf/korf100.csv") {
		row := korfRow{id: int(number(r["id"])), h0: number(r["h0_manhattan"]), optimal: number(r["optimal"]),
			idaNodes: number(r["ida_nodes_reproduced"])}
		for _, s := range strings.Fields(r["tiles"]) {
			row.tiles = append(row.tiles, int(number(s)))
		}
		rows = append(rows, row)
	}
	return rows
}

// TestKorf compares the embedded instances with the table.
func TestKorf(t *testing.T) {
	rows := korfTable(t)
	if len(rows) != len(korf) {
		t.Fatalf("%d rows, want %d", len(rows), len(korf))
	}
	for _, row := range rows {
		b, optimal := Korf(row.id)
		if !slices.Equal(b, row.tiles) || optimal != row.optimal {
			t.Errorf("instance %d is %v with optimum %d, want %v with %d", row.id, b, optimal, row.tiles, row.optimal)
		}
		h, d := manhattan(of(b, Unit, Manhattan), b)
		got, _ := unpair(newSpace(of(b, Unit, Manhattan)).value(pack(b)))
		if h != row.h0 || d != row.h0 || got != row.h0 {
			t.Errorf("instance %d: h = %d, want %d", row.id, got, row.h0)
		}
	}
}

// TestKorfAdmissible: every h is at most the optimal length, and of its parity.
func TestKorfAdmissible(t *testing.T) {
	for id := 1; id <= len(korf); id++ {
		b, optimal := Korf(id)
		if err := b.Validate(); err != nil {
			t.Fatal(err)
		}
		md, _ := unpair(newSpace(of(b, Unit, Manhattan)).value(pack(b)))
		lc, _ := unpair(newSpace(of(b, Unit, LinearConflict)).value(pack(b)))
		if md > lc || lc > optimal || (optimal-md)%2 != 0 || (optimal-lc)%2 != 0 {
			t.Errorf("instance %d: md %d, md with lc %d, optimum %d", id, md, lc, optimal)
		}
	}
}

// TestKorfAStar: if A* finishes within the limit, its costs are Korf's optima; otherwise
// its lower bound does not exceed them. A change tests every third instance.
func TestKorfAStar(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: make test runs it")
	}
	solved, step := 0, 3
	if spacetest.Release() {
		step = 1
	}
	for id := 1; id <= len(korf); id += step {
		for _, variant := range []string{"unit", "unit+lc"} {
			p, err := problem("korf", id, variant)
			if err != nil {
				t.Fatal(err)
			}
			r := engine.Solve(context.Background(), p, engine.AStar(), engine.MaxInserted(300_000))
			if err := engine.Verify(p, r); err != nil {
				t.Error(err)
			}
			if r.Status == engine.Solved {
				solved++
				if r.Cost != p.Optimal || r.LowerBound != p.Optimal {
					t.Errorf("instance %d: cost %d, lower bound %d, optimum %d", id, r.Cost, r.LowerBound, p.Optimal)
				}
			}
		}
	}
	if solved < 20/step {
		t.Errorf("A* solved only %d", solved)
	}
}

// TestPaperCounts checks the figures of the paper and of the prototype that determined
// its tie-breaking, on instance 39 with heavy costs at w = 1.25.
func TestPaperCounts(t *testing.T) {
	p, err := problem("korf", 39, "heavy")
	if err != nil {
		t.Fatal(err)
	}
	fs := engine.Solve(context.Background(), p, engine.FS(1.25))
	if err := engine.Verify(p, fs); err != nil {
		t.Error(err)
	}
	want := engine.Counters{Expanded: 444_774, Generated: 1_332_395, Inserted: 841_460, Reopened: 46_591, Guided: 444_774}
	if fs.Counters != want || fs.Cost != 378 || fs.FMin != 306 || fs.LowerBound != 306 {
		t.Errorf("FS: %+v, cost %d, fmin %d; want %+v, cost 378, fmin 306", fs.Counters, fs.Cost, fs.FMin, want)
	}
	seeds := uint64(100)
	if testing.Short() {
		seeds = 10
	}
	least, most := int64(1<<60), int64(0)
	for seed := range seeds {
		r := engine.Solve(context.Background(), p, engine.PFS(1.25, 0.7), engine.Seed(seed+1))
		if err := engine.Verify(p, r); err != nil {
			t.Error(err)
		}
		if r.Cost != 422 {
			t.Errorf("PFS, seed %d: cost %d, want 422", seed+1, r.Cost)
		}
		least, most = min(least, r.Expanded), max(most, r.Expanded)
	}
	if least < 44_047 || most > 45_609 || seeds == 100 && (least > 44_047 || most < 45_609) {
		t.Errorf("PFS over seeds 1 to %d expands %d to %d, want 44047 to 45609", seeds, least, most)
	}
}

// TestFrontiers: bucket queues and heaps make the same search of real puzzles, for every
// algorithm, sample by sample.
func TestFrontiers(t *testing.T) {
	limit := engine.MaxExpanded(40_000)
	if testing.Short() {
		limit = engine.MaxExpanded(10_000)
	}
	for _, variant := range []string{"unit", "heavy+lc"} {
		p, err := problem("korf", 79, variant)
		if err != nil {
			t.Fatal(err)
		}
		onHeaps := *p
		onHeaps.NewSpace = func() engine.Space { return heapSpace{p.NewSpace()} }
		for _, name := range spacetest.Algorithms() {
			a, err := engine.NewAlgorithm(name, 1.25, 0.7)
			if err != nil {
				t.Fatal(err)
			}
			x := engine.Solve(context.Background(), p, a, engine.Seed(5), engine.Traced(), limit)
			y := engine.Solve(context.Background(), &onHeaps, a, engine.Seed(5), engine.Traced(), limit)
			if x.Counters != y.Counters || x.Cost != y.Cost || x.Status != y.Status || !slices.Equal(x.Moves, y.Moves) ||
				!slices.Equal(x.Trace.Samples, y.Trace.Samples) || !slices.Equal(x.Trace.Admissions.Bins, y.Trace.Admissions.Bins) {
				t.Errorf("%s %v: buckets %v %+v, heaps %v %+v", variant, a, x, x.Counters, y, y.Counters)
			}
		}
	}
}

type heapSpace struct{ engine.Space }

func (s heapSpace) Shape() engine.Shape {
	shape := s.Space.Shape()
	shape.SmallCosts = false
	return shape
}

// TestRandom pins the seeded sets, so that they never change silently.
func TestRandom(t *testing.T) {
	for tiles, want := range map[int]string{
		8:  "55fced41516b7a76cdb64eae665a3d6ae9aa8ebaedad5085c02855067a216034",
		15: "389af28e9d0cc87c4985c90950a2d542616e3fe9901876c2c20e939fe601877d",
		24: "36b4ef6cb5015273b77bf14f95391b56e654d59c398a11eef9b94f4601ec5fd2",
	} {
		h := sha256.New()
		for seed := uint64(1); seed <= 100; seed++ {
			b := Random(tiles, seed)
			if err := b.Validate(); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(h, []int(b))
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
			t.Errorf("the first 100 random %d-puzzles have SHA-256 %s, want %s", tiles, got, want)
		}
	}
}

// TestSeeded pins the sets of other sizes and goals.
func TestSeeded(t *testing.T) {
	spacetest.Pinned(t, "npuzzle", "", 20, map[string]string{"random-35": "bb6cc04c3c810249", "random-48": "19236e930f288b34", "random-63": "e0ec76cde24a47d7",
		"random-3x4": "c5aec38a1f6fde05", "random-3x5": "a5d88a798a2f385f", "random-4x5": "73464fc33db3aaba"})
	spacetest.Pinned(t, "npuzzle", ":goal=blank-last", 20, map[string]string{"random-15": "672842a15817eb49", "random-3x4": "a1e3ff148e0c31c4"})
}

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		b    Board
		want string
	}{
		{Board{0, 1, 2}, "3 tiles, the blank included, make no square board of 2 to 8 rows"},
		{Board{0, 1, 2, 3, 4, 5, 6, 7, 9}, "tile 9 at position 9: want 0 to 8"},
		{Board{0, 1, 2, 3, 3, 5, 6, 7, 8}, "tile 3 is at position 4 and again at position 5"},
		{Board{0, 2, 1, 3, 4, 5, 6, 7, 8},
			"the board [0 2 1 3 4 5 6 7 8] has the wrong parity: no sequence of moves leads to the goal"},
	} {
		if err := test.b.Validate(); err == nil || err.Error() != test.want {
			t.Errorf("%v: %v, want %s", test.b, err, test.want)
		}
	}
}

// TestNewErrors: an unknown cost model or heuristic, or two of them, are never taken for
// another one.
func TestNewErrors(t *testing.T) {
	b, _ := Korf(1)
	if _, err := New(b, "light", Manhattan); err == nil ||
		err.Error() != `unknown costs "light" (known: unit, heavy, inverse)` {
		t.Error(err)
	}
	if _, err := New(b, Unit, "mb"); err == nil ||
		err.Error() != `unknown heuristic "mb": did you mean "md"? (known: md, lc, pdb-4, pdb-5, pdb-6, pdb-7, pdb-8)` {
		t.Error(err)
	}
	for _, variant := range []string{"unit+heavy", "heavy+lc+unit", "md+lc", "lc+lc"} {
		want := fmt.Sprintf("variant %q: want at most one of unit, heavy, inverse, one of md, lc, pdb-4, pdb-5, pdb-6, "+
			"pdb-7, pdb-8 and one of goal=blank-first, goal=blank-last", variant)
		if _, _, err := (Puzzle{}).variant(variant); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, variant := range []string{"lc+heavy", "heavy+lc"} {
		if p, goal, err := (Puzzle{}).variant(variant); p.Costs != Heavy || p.Heuristic != LinearConflict || goal != "" || err != nil {
			t.Errorf("%s: %+v, %s, %v", variant, p, goal, err)
		}
	}
}

// TestNames: moves have names, and an invalid move has its number.
func TestNames(t *testing.T) {
	b, _ := Korf(1)
	p, err := New(b, Unit, Manhattan)
	if err != nil {
		t.Fatal(err)
	}
	if names := p.Names([]engine.Move{0, 1, 2, 3, 9}); !slices.Equal(names, []string{"up", "down", "left", "right", "9"}) {
		t.Errorf("%q", names)
	}
}

// TestReplay: the verifier's replay refuses invalid solutions.
func TestReplay(t *testing.T) {
	b := Board{1, 0, 2, 3, 4, 5, 6, 7, 8}
	if c, err := of(b, Heavy, Manhattan).view().Replay([]engine.Move{2}); c != 1 || err != nil {
		t.Errorf("cost %d, %v; want 1", c, err)
	}
	for _, test := range []struct {
		moves []engine.Move
		want  string
	}{
		{[]engine.Move{0}, "move 1: the blank cannot move up from row 1, column 2"},
		{[]engine.Move{2, 7}, "move 2: 7 is not a move: want 0 up, 1 down, 2 left or 3 right"},
		{[]engine.Move{1}, "the moves do not end at a goal but at [1 4 2 3 0 5 6 7 8]"},
	} {
		if _, err := of(b, Unit, Manhattan).view().Replay(test.moves); err == nil || err.Error() != test.want {
			t.Errorf("%v: %v, want %s", test.moves, err, test.want)
		}
	}
}
