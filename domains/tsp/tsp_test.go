package tsp

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/data/datatest"
	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

func TestMain(m *testing.M) { datatest.Main(m) }

// expand calls the space as the engine does.
func expand(s engine.Space, state []uint64) *engine.Successors {
	out := engine.NewSuccessors(s.Shape())
	s.Expand(engine.Node{State: state}, out)
	return out
}

// checkState compares the space's values of a state and of its successors with the
// definitions, and returns h of the state.
func checkState(t *testing.T, s *space, distances [][]engine.Cost, at int, left []int) engine.Cost {
	t.Helper()
	n := len(distances)
	state := pack(n, at, left)
	h, d := s.Evaluate(engine.Node{State: state})
	if wantH, wantD := bound(distances, at, left), secondary(s.guidance, distances, at, left); h != wantH || d != wantD {
		t.Fatalf("in %d with %v left: h = %d, d = %d, want %d, %d", at, left, h, d, wantH, wantD)
	}
	if goal := s.IsGoal(engine.Node{State: state}); goal != (at == 0 && len(left) == 0) {
		t.Fatalf("in %d with %v left: goal is %v", at, left, goal)
	}
	to := left
	if len(left) == 0 && at != 0 {
		to = []int{0}
	}
	out := expand(s, state)
	if out.N != len(to) {
		t.Fatalf("in %d with %v left: %d successors, want %v", at, left, out.N, to)
	}
	for i, c := range to {
		rest := slices.DeleteFunc(slices.Clone(left), func(o int) bool { return o == c })
		want := engine.Successor{Cost: distances[at][c], H: bound(distances, c, rest),
			D: secondary(s.guidance, distances, c, rest), Move: engine.Move(c)}
		words := s.Shape().Words
		if got := out.State[i*words : (i+1)*words]; out.Items[i] != want || !slices.Equal(got, pack(n, c, rest)) {
			t.Fatalf("in %d with %v left: successor %d is %+v %x, want %+v %x", at, left, i, out.Items[i], got, want,
				pack(n, c, rest))
		}
	}
	return h
}

// TestAllStates: on small instances h and d match the definitions in every state. h never
// exceeds the cost of the best completion, never decreases by more than an edge's cost,
// and is 0 at the goal. If small sets come first, each tree is made from scratch; if
// large ones come first, from that of one city more.
func TestAllStates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for kind, random := range kinds {
		for n := 2; n <= 9; n++ {
			distances := random(r, n)
			best := heldKarp(distances)
			in := newInstance(distances)
			all := 1<<n - 2
			for _, flip := range []int{0, all} {
				spaces := []*space{newSpace(in, NearestNeighbour), newSpace(in, Depth)}
				for i := 0; i <= all; i += 2 {
					set := i ^ flip
					for at := range n {
						if set>>at&1 == 1 || at == 0 && set != 0 && set != all {
							continue
						}
						left := members(set)
						h := checkState(t, spaces[0], distances, at, left)
						checkState(t, spaces[1], distances, at, left)
						if h > best[set][at] {
							t.Fatalf("%s: in %d with %v left: h = %d, the best completion costs %d", kind, at, left, h, best[set][at])
						}
						for _, c := range left {
							rest := set &^ (1 << c)
							if after := bound(distances, c, members(rest)); h > distances[at][c]+after {
								t.Fatalf("%s: in %d with %v left: h = %d, and %d after the edge of %d to %d", kind, at, left, h, after,
									distances[at][c], c)
							}
						}
					}
				}
			}
		}
	}
}

// TestWalks compares all values on random tours with the definitions, for states of one
// word and of more.
func TestWalks(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{10, 40, 57, 58, 120, 121, MaxCities} {
		for kind, random := range kinds {
			if n > 58 && kind != "grid" {
				continue // the definitions are slow
			}
			distances := random(r, n)
			for _, g := range []Guidance{NearestNeighbour, Depth} {
				s := newSpace(newInstance(distances), g)
				if want := len(pack(n, 0, nil)); s.Shape().Words != want {
					t.Fatalf("%d cities take %d words, want %d", n, s.Shape().Words, want)
				}
				tour := r.Perm(n - 1)
				for i := range tour {
					tour[i]++
				}
				start := make([]uint64, s.words)
				s.Start(start)
				if want := pack(n, 0, tour); !slices.Equal(start, want) {
					t.Fatalf("%d cities: the start is %x, want %x", n, start, want)
				}
				at := 0
				for i := 0; i <= len(tour); i++ {
					left := slices.Sorted(slices.Values(tour[i:]))
					if n <= 10 || i%(n/8) == 0 || i > n-5 {
						checkState(t, s, distances, at, left)
					} else {
						expand(s, pack(n, at, left)) // the next trees are made from its trees
					}
					if i < len(tour) {
						at = tour[i]
					}
				}
			}
		}
	}
}

// TestOptimal: on random instances A* finds the optimum, and every algorithm keeps its
// bound; the verifier checks both against dynamic programming.
func TestOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	step := 1
	if testing.Short() {
		step = 5
	}
	for kind, random := range kinds {
		for n := 2; n <= 14; n += step {
			distances := random(r, n)
			for _, g := range []Guidance{NearestNeighbour, Depth} {
				p, err := New(distances, 1, g)
				if err != nil {
					t.Fatal(err)
				}
				p.Optimal = optimal(distances)
				for _, name := range spacetest.Algorithms() {
					for _, w := range []float64{1, 1.05, 1.5} {
						a, err := engine.NewAlgorithm(name, w, 0.7)
						if err != nil {
							t.Fatal(err)
						}
						res := engine.Solve(context.Background(), p, a, engine.Seed(7))
						if err := engine.Verify(p, res); err != nil || res.Cost < 0 {
							t.Errorf("%s, %d cities, %v: %v %v", kind, n, a, res, err)
						}
						if name == "astar" && res.Cost != p.Optimal {
							t.Errorf("%s, %d cities: A* finds %d, the optimum is %d", kind, n, res.Cost, p.Optimal)
						}
					}
				}
			}
		}
	}
}

// naiveSpace is the same state graph with every value computed from the definitions.
type naiveSpace struct {
	*space
	distances [][]engine.Cost
}

func (s naiveSpace) Evaluate(n engine.Node) (h, d engine.Cost) {
	at, left := s.state(n.State)
	return bound(s.distances, at, left), secondary(s.guidance, s.distances, at, left)
}

func (s naiveSpace) state(state []uint64) (at int, left []int) {
	for c := 1; c < s.n; c++ {
		if state[(c+7)/64]>>((c+7)%64)&1 == 1 {
			left = append(left, c)
		}
	}
	return int(state[0] & 255), left
}

func (s naiveSpace) Expand(n engine.Node, out *engine.Successors) {
	at, left := s.state(n.State)
	to := left
	if len(left) == 0 {
		to = []int{0}
	}
	for _, c := range to {
		rest := slices.DeleteFunc(slices.Clone(left), func(o int) bool { return o == c })
		state := out.Add(engine.Successor{
			Cost: s.distances[at][c], Move: engine.Move(c),
			H: bound(s.distances, c, rest), D: secondary(s.guidance, s.distances, c, rest),
		})
		copy(state, pack(s.n, c, rest))
	}
}

// TestCounters: with shared trees and cached values every algorithm makes the same search
// as with all values computed from scratch.
func TestCounters(t *testing.T) {
	limit := engine.MaxExpanded(500)
	if testing.Short() {
		limit = engine.MaxExpanded(150)
	}
	for _, g := range []Guidance{NearestNeighbour, Depth} {
		distances := Euclidean(Random(20, 5))
		p, err := New(distances, 1, g)
		if err != nil {
			t.Fatal(err)
		}
		naive := *p
		naive.NewSpace = func() engine.Space { return naiveSpace{p.NewSpace().(*space), distances} }
		for _, name := range spacetest.Algorithms() {
			a, err := engine.NewAlgorithm(name, 1.05, 0.7)
			if err != nil {
				t.Fatal(err)
			}
			x := engine.Solve(context.Background(), p, a, engine.Seed(1), limit)
			y := engine.Solve(context.Background(), &naive, a, engine.Seed(1), limit)
			if x.Counters != y.Counters || x.Cost != y.Cost || x.FMin != y.FMin || x.Status != y.Status ||
				!slices.Equal(x.Moves, y.Moves) {
				t.Errorf("%s %v: %v, from scratch %v", g, a, x, y)
			}
		}
	}
}

// TestCache: what is computed for a set of unvisited cities is kept once, and its bytes
// are reported and count in the run's memory.
func TestCache(t *testing.T) {
	const n, states = 70, 3000
	s := newSpace(newInstance(Euclidean(Random(n, 1))), Depth)
	r := rand.New(rand.NewPCG(4, 4))
	sets := map[string]bool{}
	bytes := 0
	for range states {
		cities := r.Perm(n - 1)[:2+r.IntN(9)]
		for i := range cities {
			cities[i] = 1 + cities[i]%9 // so that sets recur
		}
		slices.Sort(cities)
		left := slices.Compact(cities)
		if key := fmt.Sprint(left); !sets[key] {
			sets[key] = true
			bytes += len(left)*(s.width+placeBytes) + 8*s.words // d is no walk
		}
		expand(s, pack(n, 20+r.IntN(n-20), left))
	}
	if s.cache.Len() != len(sets) || len(sets) > states/2 {
		t.Errorf("%d sets are cached, want %d", s.cache.Len(), len(sets))
	}
	var sized engine.Sized = s
	least := int64(bytes + 2*8*len(sets)) // with the slots at a load of one half
	if got := sized.Bytes(); got < least || got > 2*least+1<<17 {
		t.Errorf("the cache takes %d bytes, want a little more than %d", got, least)
	}

	p, err := New(Euclidean(Random(40, 1)), 1, Depth)
	if err != nil {
		t.Fatal(err)
	}
	var last *space
	orig := p.NewSpace
	p.NewSpace = func() engine.Space {
		last = orig().(*space)
		return last
	}
	with := engine.Solve(context.Background(), p, engine.FS(1.05), engine.MaxExpanded(2000)).PeakBytes
	cached := last.Bytes()
	p.NewSpace = func() engine.Space { return struct{ engine.Space }{orig()} } // does not report bytes
	without := engine.Solve(context.Background(), p, engine.FS(1.05), engine.MaxExpanded(2000)).PeakBytes
	if with != without+cached {
		t.Errorf("the peak is %d bytes, and %d without the %d of the cache", with, without, cached)
	}
}

// TestLibrary: the table of TSPLIB's instances matches the data folder, A* finds the
// published optima, and bounded searches keep their bounds on larger instances.
func TestLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: make test runs it")
	}
	want := map[string]string{} // optima by name
	for _, row := range datatest.Table(t, "tsplib/optima_le200.csv") {
		want[row["name"]] = row["optimal"]
	}
	for _, l := range library {
		if got := fmt.Sprint(l.optimal); got != want[l.name] {
			t.Errorf("%s: the optimum is %s, want %s", l.name, got, want[l.name])
		}
	}
	if len(library) != len(want) {
		t.Errorf("%d instances, want %d", len(library), len(want))
	}
	solve := func(name string, a engine.Algorithm) {
		p, err := engine.Lookup("tsp/tsplib/" + name)
		if err != nil {
			t.Fatal(err)
		}
		r := engine.Solve(context.Background(), p, a)
		if err := engine.Verify(p, r); err != nil || r.Status != engine.Solved {
			t.Errorf("%v: %v", r, err)
		}
	}
	for _, name := range []string{"burma14", "ulysses16", "gr17", "gr21", "gr24", "fri26", "bayg29", "bays29"} {
		solve(name, engine.AStar())
	}
	for _, name := range []string{"swiss42", "att48", "hk48", "eil51", "berlin52", "st70", "kroA100", "gr120", "si175",
		"kroA200"} {
		solve(name, engine.DPS(1.5))
	}
}

// TestRandom pins the seeded sets, so that they never change silently.
func TestRandom(t *testing.T) {
	for n, want := range map[int]string{
		40: "319b02da1692f3ab6eb3071f7ba81b5d525a10e95f438b734877cdc46a962f54",
		50: "a1a8b0a067270de6c9d3b88c0a6a3203c7ca231415a58ae0628f5cadea44e3de",
	} {
		h := sha256.New()
		for id := 1; id <= seeded; id++ {
			points := Random(n, uint64(id))
			for _, p := range points {
				if min(p.X, p.Y) < 0 || max(p.X, p.Y) >= side {
					t.Fatalf("instance %d has a city at %v", id, p)
				}
			}
			fmt.Fprintln(h, points)
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
			t.Errorf("set %d has SHA-256 %s, want %s", n, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	p, err := engine.Lookup("tsp/40/7:depth")
	if err != nil {
		t.Fatal(err)
	}
	nn, err := engine.Lookup("tsp/40/7")
	if err != nil {
		t.Fatal(err)
	}
	q, err := New(Euclidean(Random(40, 7)), 1<<20, Depth)
	if err != nil {
		t.Fatal(err)
	}
	if p.Content != q.Content || p.Content == nn.Content || p.Unit != 1<<20 || nn.Optimal != -1 {
		t.Errorf("%.80s, unit %d, optimum %d", p.Content, p.Unit, p.Optimal)
	}
	for name, want := range map[string]string{
		"tsp/40/101":          `problem "tsp/40/101": no instance 101 in set 40, which has 1 to 100`,
		"tsp/40/7:dept":       `problem "tsp/40/7:dept": unknown variant "dept": did you mean "depth"? (known: nn, depth)`,
		"tsp/60/1":            `unknown set "60" of domain tsp: did you mean "40"? (known: 40, 50, random-40, random-50, tsplib, file)`,
		"tsp/tsplib/burma14x": `problem "tsp/tsplib/burma14x": no instance "burma14x" in set tsplib: did you mean "burma14"?`,
	} {
		if _, err := engine.Lookup(name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		distances [][]engine.Cost
		unit      int64
		guidance  Guidance
		want      string
	}{
		{[][]engine.Cost{{0}}, 1, Depth, "a tour has 2 to 200 cities, not 1"},
		{make([][]engine.Cost, 201), 1, Depth, "a tour has 2 to 200 cities, not 201"},
		{[][]engine.Cost{{0, 1}, {1, 0}}, 0, Depth, "the unit is 1/0: want a positive number of units in 1"},
		{[][]engine.Cost{{0, 1}, {1, 0}}, 1, "n", `unknown variant "n": did you mean "nn"? (known: nn, depth)`},
		{[][]engine.Cost{{0, 1}, {1}}, 1, Depth, "there are 1 distances from city 1: want 2, one for each city"},
		{[][]engine.Cost{{0, 1}, {2, 0}}, 1, Depth,
			"the distance from city 1 to city 0 is 2, that back is 1: want a symmetric matrix"},
		{[][]engine.Cost{{0, -1}, {-1, 0}}, 1, Depth,
			"the distance between the cities 0 and 1 is -1: it must not be negative"},
		{[][]engine.Cost{{0, 1 << 61}, {1 << 61, 0}}, 1, Depth,
			fmt.Sprintf("the distance between the cities 0 and 1 is 2305843009213693952: want at most %d, so that no tour overflows", math.MaxInt64/8)},
	} {
		if _, err := New(test.distances, test.unit, test.guidance); err == nil || err.Error() != test.want {
			t.Errorf("%v\nwant %s", err, test.want)
		}
	}
}

// TestWide: the largest distances that are accepted overflow nothing.
func TestWide(t *testing.T) {
	for _, d := range []engine.Cost{1<<32 - 1, math.MaxInt64 / 16} {
		p, err := New([][]engine.Cost{{-7, d, d, d}, {d, 0, d, d}, {d, d, 5, d}, {d, d, d, 0}}, 1, NearestNeighbour)
		if err != nil {
			t.Fatal(err)
		}
		p.Optimal = 4 * d
		for _, name := range engine.AlgorithmNames() {
			a, _ := engine.NewAlgorithm(name, 1.5, 0.7)
			r := engine.Solve(context.Background(), p, a)
			if refused := r.Err != nil && strings.Contains(r.Err.Error(), "overflows 64 bits"); d > 1<<32 &&
				slices.Contains([]string{"xdp", "xup", "pwxd", "pwxu", "ios", "dswastar", "dswastar-map"}, name) && refused {
				continue // their priorities need several times the cost
			}
			if err := engine.Verify(p, r); err != nil || r.Cost != 4*d {
				t.Errorf("%v: %v %v", a, r, err)
			}
		}
	}
}

// TestReplay: the verifier's replay refuses invalid tours.
func TestReplay(t *testing.T) {
	p, err := New([][]engine.Cost{{0, 1, 2}, {1, 0, 4}, {2, 4, 0}}, 1, Depth)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := p.Replay([]engine.Move{2, 1, 0}); c != 7 || err != nil {
		t.Errorf("cost %d, %v; want 7", c, err)
	}
	for _, test := range []struct {
		moves []engine.Move
		want  string
	}{
		{[]engine.Move{3}, "move 1 goes to city 3: want 0 to 2"},
		{[]engine.Move{1, 1}, "move 2 goes to city 1 for the second time"},
		{[]engine.Move{1, 0}, "move 2 goes home after 1 of 2 cities"},
		{[]engine.Move{1, 2}, "the tour ends in city 2 after 2 moves, where a tour has 3 and ends in city 0"},
		{[]engine.Move{1, 2, 0, 0}, "move 4 goes to city 0 for the second time"},
	} {
		if _, err := p.Replay(test.moves); err == nil || err.Error() != test.want {
			t.Errorf("%v: %v, want %s", test.moves, err, test.want)
		}
	}
	for _, test := range []struct {
		moves []engine.Move
		want  string
	}{
		{nil, "tour: 0\ncost: 0\nleft: 1 2\n"},
		{[]engine.Move{2}, "tour: 0 2\ncost: 2\nleft: 1\n"},
		{[]engine.Move{2, 1, 0}, "tour: 0 2 1 0\ncost: 7\nleft: none\n"},
		{[]engine.Move{9}, "there is no city 9: the last is 2"},
	} {
		if got := p.Picture(test.moves); got != test.want {
			t.Errorf("%v: %q, want %q", test.moves, got, test.want)
		}
	}
	if name := p.MoveName(2); name != "2" {
		t.Errorf("move 2 is called %s", name)
	}
	if p, err = New([][]engine.Cost{{0, 5}, {5, 0}}, 2, Depth); err != nil { // in units of one half
		t.Fatal(err)
	}
	if got := p.Picture([]engine.Move{1}); got != "tour: 0 1\ncost: 2.5\nleft: none\n" {
		t.Errorf("%q", got)
	}
}

// TestFar: points too far apart for exact distances give an error, not a short tour.
func TestFar(t *testing.T) {
	_, err := New(Euclidean([]Point{{0, 0}, {1 << 40, 0}, {1 << 32, 1 << 32}}), tsplib.Unit, Depth)
	if err == nil || !strings.Contains(err.Error(), "so that no tour overflows") {
		t.Error(err)
	}
}

// TestOpen: a user's instance is read from a file, and its cities lie on the map where
// the file puts them.
func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.tsp")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("DIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 30\n3 40 30\n4 40 0\nEOF\n")
	p, err := Open(path, NearestNeighbour)
	if err != nil {
		t.Fatal(err)
	}
	if r := engine.Solve(context.Background(), p, engine.AStar()); r.Cost != 140 {
		t.Errorf("%v, want cost 140", r)
	}
	pictures, err := p.Draw(nil)
	if err != nil || !strings.Contains(pictures[0],
		`<rect x="12.0" y="345.0"`) { // the depot's corner, 6 from a margin of 18
		t.Errorf("%v, %s", err, pictures)
	}
	for text, want := range map[string]string{
		"TYPE: TOUR\nTOUR_SECTION\n1 2 -1\nEOF\n": path + ": holds a tour: want an instance",
		"DIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\nEOF\n": path +
			": a tour has 2 to 200 cities, not 1",
	} {
		write(text)
		if _, err := Open(path, Depth); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := OnMap([]tsplib.Point{{}}, Euclidean([]Point{{}, {1, 1}}), tsplib.Unit, Depth); err == nil ||
		err.Error() != "there are points for 1 cities: want 2, or none" {
		t.Error(err)
	}
}

// TestChanged: another file under the name of one of TSPLIB's is an error of one line that says what to do, and is an
// instance of the user's own under another name.
func TestChanged(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("FOCAL_DATA", folder)
	text := "DIMENSION: 17\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"
	for i := range 17 {
		text += fmt.Sprintf("%d %d 0\n", i+1, i)
	}
	if err := errors.Join(os.Mkdir(filepath.Join(folder, "tsplib"), 0o755),
		os.WriteFile(filepath.Join(folder, "tsplib", "gr17.tsp"), []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "tsplib", "gr17.tsp")
	for _, name := range []string{"tsp/tsplib/gr17", "tsp/tsplib/gr17:nn"} {
		if _, err := engine.Lookup(name); err == nil || !strings.Contains(err.Error(), file+" is not as published: its SHA-256 is ") ||
			!strings.HasSuffix(err.Error(), ": put TSPLIB's file there, or name yours as one of your own files") {
			t.Errorf("%s: %v", name, err)
		}
	}
	p, err := engine.Lookup("tsp/file/" + file)
	if err != nil || p.Optimal != -1 {
		t.Fatal(p, err)
	}
	r := engine.Solve(context.Background(), p, engine.FS(1.5))
	if err := engine.Verify(p, r); err != nil || !r.Solved() {
		t.Errorf("%v: %v", r, err)
	}
}
