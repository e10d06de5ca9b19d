package domains_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/gctsp"
	"github.com/focal-search/focal/domains/grid"
	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/domains/pancake"
	"github.com/focal-search/focal/domains/racetrack"
	"github.com/focal-search/focal/domains/sas"
	"github.com/focal-search/focal/domains/topspin"
	"github.com/focal-search/focal/domains/tsp"
	"github.com/focal-search/focal/domains/vacuum"
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
		"grid": {domains.Get("grid/random-30/1"), grid.WithHD(domains.Get("grid/random-30/1"), grid.HD{Name: "own", H: octile, D: steps})},
		"racetrack": {domains.Get("racetrack/random-5/1"), racetrack.WithHD(domains.Get("racetrack/random-5/1"),
			racetrack.HD{Name: "own", H: fastest, D: fastest})},
		"vacuum": {domains.Get("vacuum/50/1:heavy"), vacuum.WithHD(domains.Get("vacuum/50/1:heavy"), vacuum.HD{Name: "own",
			H: func(s vacuum.State) engine.Cost { h, _ := sweep(s); return h },
			D: func(s vacuum.State) engine.Cost { _, d := sweep(s); return d }})},
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
			if own := results[1]; len(own.Warnings) > 0 && name != "vacuum" { // whose h is inconsistent
				t.Errorf("%s: %v", name, own.Warnings)
			}
		}
		if pair[0].Digest() == pair[1].Digest() {
			t.Errorf("%s: with a user's h and d it is taken for the domain's", name)
		}
	}
}

// apart is how many columns and rows a cell is from another.
func apart(a, b grid.Cell) (x, y engine.Cost) {
	return engine.Cost(distance(a.X, b.X)), engine.Cost(distance(a.Y, b.Y))
}

func steps(s grid.State) engine.Cost { x, y := apart(s.At, s.Goal()); return max(x, y) }

func octile(s grid.State) engine.Cost {
	x, y := apart(s.At, s.Goal())
	return 1_482_911*min(x, y) + grid.Unit*(max(x, y)-min(x, y))
}

// fastest is the time to the nearest finish cell at 19 cells a move: 19·20/2 < 200 <= 20·21/2.
func fastest(s racetrack.State) engine.Cost {
	least := engine.Cost(1000)
	for _, c := range s.Finishes {
		x, y := apart(s.At, c)
		least = min(least, (max(x, y)+18)/19)
	}
	return least
}

// sweep is the vacuum world's h and d by Kruskal's algorithm.
func sweep(s vacuum.State) (h, d engine.Cost) {
	type edge struct {
		length engine.Cost
		a, b   int
	}
	var edges []edge
	cells := append([]vacuum.Cell{s.At}, s.Dirty...)
	part := make([]int, len(cells))
	for i := range cells {
		part[i] = i
		for j := range i {
			x, y := apart(cells[i], cells[j])
			edges = append(edges, edge{x + y, i, j})
		}
	}
	slices.SortFunc(edges, func(e, f edge) int { return int(e.length - f.length) })
	var tree []engine.Cost
	for _, e := range edges {
		if from, to := part[e.a], part[e.b]; from != to {
			tree = append(tree, e.length)
			for i := range part {
				if part[i] == from {
					part[i] = to
				}
			}
		}
	}
	h, d = engine.Cost(len(s.Dirty)), engine.Cost(len(s.Dirty))
	for i, length := range tree {
		d += length
		h += length * (s.Step() + engine.Cost(len(tree)-1-i))
	}
	return h, d
}

// TestOptimalHD: with weaker heuristics of a user's the costs are those of the domain's own.
func TestOptimalHD(t *testing.T) {
	gaps := func(r topspin.Ring) (h engine.Cost) { // a move changes two
		for i, token := range r {
			if next := r[(i+1)%len(r)]; token%len(r)+1 != next && next%len(r)+1 != token {
				h++
			}
		}
		return (h + 1) / 2
	}
	ring, rooms, bits := domains.Get("topspin/12-4/2"), domains.Get("grid/random-40/1:4"), counter(t, 8)
	for _, pair := range [][2]*engine.Problem{
		{ring, topspin.WithHD(ring, topspin.HD{Name: "gaps", H: gaps, D: gaps})},
		{rooms, grid.WithHD(rooms, grid.HD{Name: "steps", H: steps})},
		{bits, sas.WithHD(bits, sas.HD{Name: "last", H: func(s sas.State) engine.Cost { return engine.Cost(1 - s[len(s)-1]) }})},
	} {
		want := engine.Solve(context.Background(), pair[0], engine.AStar())
		for _, a := range eachKind {
			r := engine.Solve(context.Background(), pair[1], a, engine.MaxInserted(500_000))
			if err := engine.Verify(pair[1], r); err != nil || !r.Solved() || r.Cost < want.Cost ||
				float64(r.Cost) > max(1, a.W.Float())*float64(want.Cost) {
				t.Errorf("%s: the least cost is %d; %v, %v", pair[1].Name, want.Cost, r, err)
			}
		}
	}
}

// counter is a task of binary variables: to change one, that before it must be 1 and those before 0.
// To set the last, as in Chinese rings, takes about 2^(n+1)/3 operators.
func counter(t *testing.T, n int) *engine.Problem {
	task := &sas.Task{Init: make([]int, n), Goal: []sas.Fact{{Variable: n - 1, Value: 1}}}
	for v := range n {
		task.Variables = append(task.Variables, sas.Variable{Name: fmt.Sprint(v), Values: []string{"0", "1"}})
		for value := range 2 {
			o := sas.Operator{Name: fmt.Sprint(v, value), Cost: 1, Pre: []sas.Fact{{Variable: v, Value: 1 - value}},
				Effect: []sas.Fact{{Variable: v, Value: value}}}
			for before := range v {
				o.Pre = append(o.Pre, sas.Fact{Variable: before, Value: (before + 1) / v})
			}
			task.Operators = append(task.Operators, o)
		}
	}
	p, err := sas.New(task, "")
	if err != nil {
		t.Fatal(err)
	}
	return p
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
	sorted := pancake.WithHD(domains.Get("pancake/stack/1-2-3"), pancake.HD{Name: "x", H: func(pancake.Stack) engine.Cost { return 1 }})
	if sorted.Err == nil || !strings.Contains(sorted.Err.Error(), "the goal [1 2 3] has h = 1") {
		t.Error(sorted.Err)
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
	npuzzle.RegisterHD(npuzzle.HD{Name: "own-d", D: linearConflict})
	both := npuzzle.WithHD(domains.Get("npuzzle/korf/12:own-lc"), npuzzle.HD{Name: "own-d", D: linearConflict})
	if p := domains.Get(both.Name); p.Err != nil || p.Digest() != both.Digest() {
		t.Error(both.Name, p.Err)
	}
	if domains.Get("npuzzle/korf/12:own-d+own-d").Err == nil {
		t.Error("a word twice, no error")
	}
	const near = `unknown variant "own-c": did you mean "own-d"? (known: unit, heavy, `
	if err := domains.Get("npuzzle/korf/12:own-c").Err; err == nil || !strings.Contains(err.Error(), near) ||
		!strings.HasSuffix(err.Error(), "own-d, own-lc)") {
		t.Error(err)
	}
	defer func() {
		if reason, _ := recover().(string); !strings.Contains(reason, `the name "lc" is one of npuzzle's own`) {
			t.Errorf("%q", reason)
		}
	}()
	npuzzle.RegisterHD(npuzzle.HD{Name: "lc", H: linearConflict})
}

// TestChangingHD: functions that change the states they are given, as one that sorts does, change nothing else.
func TestChangingHD(t *testing.T) {
	gaps := func(s pancake.Stack) (n engine.Cost) {
		for i := range len(s) - 1 {
			n += engine.Cost(min(max(s[i]-s[i+1], s[i+1]-s[i])-1, 1))
		}
		return n
	}
	p := domains.Get("pancake/random-40/3")
	want := engine.Solve(t.Context(), pancake.WithHD(p, pancake.HD{Name: "x", H: gaps, D: gaps}), engine.FS(1.5))
	sorts := func(s pancake.Stack) engine.Cost { defer slices.Sort(s); return gaps(s) }
	changing := pancake.WithHD(p, pancake.HD{Name: "x", H: sorts, D: sorts})
	got := engine.Solve(t.Context(), changing, engine.FS(1.5))
	if got.Err != nil || !got.Solved() || got.Counters != want.Counters || got.Digest != want.Digest {
		t.Errorf("%v, want %v", got, want)
	}
	if c := engine.Check(t.Context(), changing, engine.MaxInserted(300)); !c.OK() {
		t.Error(c)
	}
}

// TestSlowHD: a search stops soon after its time limit, also where one expansion asks a slow d of 100 states.
func TestSlowHD(t *testing.T) {
	var nap time.Duration
	p := pancake.WithHD(domains.Get("pancake/101/1"), pancake.HD{Name: "slow", D: func(pancake.Stack) engine.Cost {
		time.Sleep(nap)
		return 0
	}})
	nap = 20 * time.Millisecond
	begun := time.Now()
	r := engine.Solve(t.Context(), p, engine.FS(1.5), engine.TimeLimit(100*time.Millisecond))
	if took := time.Since(begun); took > time.Second || r.Status != engine.LimitTime || r.Expanded > 0 {
		t.Errorf("%v after %v", r, took)
	}
}

// TestKeysHD: problems that the trial of h and d solves have the identity by which release 0.1.0 stored their runs.
func TestKeysHD(t *testing.T) {
	for want, p := range map[string]*engine.Problem{
		"6f49687893b67b1601ab033e49d2ee3b": npuzzle.WithHD(domains.Get("npuzzle/board/1-2-0-3-4-5-6-7-8"), npuzzle.HD{Name: "x",
			D: func(b npuzzle.Board) engine.Cost { return engine.Cost(b[0]) }}),
		"a403d9740c93abcfbd35fdf4c25b7619": pancake.WithHD(domains.Get("pancake/stack/3-1-2-5-4-6"), pancake.HD{Name: "x",
			D: func(b pancake.Stack) engine.Cost { return engine.Cost(b[0]) }}),
	} {
		if p.Err != nil || !strings.HasSuffix(p.Content, " near the start "+want) {
			t.Errorf("%v, %s, want %s", p.Err, p.Content, want)
		}
	}
}

// TestTrialHD: the trial of h and d ends after two seconds. Made again, it is the same problem.
func TestTrialHD(t *testing.T) {
	t.Parallel()
	slow, calls := true, 0 // slow once
	own := func(cost engine.Cost) *engine.Problem {
		return pancake.WithHD(domains.Get("pancake/40/1"), pancake.HD{Name: "x", D: func(s pancake.Stack) engine.Cost {
			calls++
			if slow {
				slow = false
				time.Sleep(2100 * time.Millisecond)
			}
			return cost * engine.Cost(s[0])
		}})
	}
	short, asked := own(1), calls
	whole, other := own(1), own(2)
	if most := 2 * 40; asked > most {
		t.Errorf("d was asked of %d states in more than two seconds, want one expansion", asked)
	}
	if short.Content == whole.Content || !short.Is(whole.Digest()) || !whole.Is(short.Digest()) {
		t.Errorf("made slowly it is %s, made again %s", short.Content, whole.Content)
	}
	if short.Is(other.Digest()) || other.Is(short.Digest()) {
		t.Error("another d is the same")
	}
}
