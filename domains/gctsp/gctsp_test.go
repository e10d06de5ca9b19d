package gctsp

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/data/datatest"
	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

func TestMain(m *testing.M) { datatest.Main(m) }

var both = []Variant{Covering, All}

// checkState compares the space's values of a state and of its successors with the
// definitions.
func checkState(t *testing.T, sp *space, in *Instance, s state) {
	t.Helper()
	packed := pack(in, s)
	h, d := sp.Evaluate(engine.Node{State: packed})
	if wantH, wantD := s.bound(in), engine.Cost(s.deficit(in)); h != wantH || d != wantD {
		t.Fatalf("at %d with %x: h = %d, d = %d, want %d, %d", s.at, s.covered, h, d, wantH, wantD)
	}
	if goal := sp.IsGoal(engine.Node{State: packed}); goal != (s.at == in.Depot && s.deficit(in) == 0) {
		t.Fatalf("at %d with %x: goal is %v", s.at, s.covered, goal)
	}
	out := engine.NewSuccessors(sp.Shape())
	sp.Expand(engine.Node{State: packed}, out)
	to := s.successors(in, sp.variant)
	if out.N != len(to) {
		t.Fatalf("at %d with %x: %d successors, want %v", s.at, s.covered, out.N, to)
	}
	for i, node := range to {
		next := s.goTo(in, node)
		want := engine.Successor{Cost: in.Distances[s.at][node], H: next.bound(in), D: engine.Cost(next.deficit(in)),
			Move: engine.Move(node)}
		words := sp.Shape().Words
		if got := out.State[i*words : (i+1)*words]; out.Items[i] != want || !slices.Equal(got, pack(in, next)) {
			t.Fatalf("at %d with %x: successor %d is %+v %x, want %+v %x", s.at, s.covered, i, out.Items[i], got, want,
				pack(in, next))
		}
	}
}

// TestAllStates: on small instances all values match the definitions in every reachable
// state, and h never exceeds the cost of the best completion. h decreases by more than
// the cost of a move only in the variant all.
func TestAllStates(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	inconsistent, states := map[Variant]int{}, map[Variant]int{}
	for range 400 {
		for _, kind := range kindNames {
			in := randomInstance(r, kinds[kind], 1+r.IntN(6), 1+r.IntN(9))
			for _, v := range both {
				sp := newSpace(newPacked(in), v)
				start := make([]uint64, sp.size)
				if sp.Start(start); !slices.Equal(start, pack(in, startOf(in))) {
					t.Fatalf("the start is %x, want %x", start, pack(in, startOf(in)))
				}
				for s, best := range completions(in, v) {
					checkState(t, sp, in, s)
					h := s.bound(in)
					if h > best {
						t.Fatalf("%s %s: at %d with %x: h = %d, the best completion costs %d", kind, v, s.at, s.covered, h, best)
					}
					for _, node := range s.successors(in, v) {
						if h > in.Distances[s.at][node]+s.goTo(in, node).bound(in) {
							inconsistent[v]++
						}
					}
					states[v]++
				}
			}
		}
	}
	if inconsistent[Covering] > 0 || inconsistent[All] == 0 || states[Covering] < 10_000 {
		t.Errorf("%v of the moves out of %v states are inconsistent", inconsistent, states)
	}
}

// TestForest: the forest that all children share, that of some of its members and the
// definition agree with an enumeration of all sets of edges.
func TestForest(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 2))
	for range 60 {
		for _, kind := range kindNames {
			in := randomInstance(r, kinds[kind], 5, 9)
			in.Covers[in.Depot] = nil
			p := newPacked(in)
			f := newForest(p)
			members := []vertex{1, 2, 3, 4, 5}
			f.plant(members)
			for range 10 {
				r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
				without := members[:r.IntN(3)]
				graph := []int{in.Depot}
				for _, v := range members[len(without):] {
					graph = append(graph, int(p.nodes[v]))
				}
				e := r.IntN(len(graph))
				want := subsetForest(in, graph, e)
				if got, defined := f.cheapest(e, without), cheapestForest(in, graph, e); got != want || defined != want {
					t.Fatalf("%d edges on %v: %d, by definition %d, want %d", e, graph, got, defined, want)
				}
			}
		}
	}
}

// TestWalks compares all values along random tours of the seeded instances with the
// definitions, for states of one word and of two.
func TestWalks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	for _, set := range []string{"small", "medium"} {
		for id := 1; id <= len(sizes[set])*len(mixes); id += 11 {
			in, err := Random(set, id)
			if err != nil {
				t.Fatal(err)
			}
			sp := newSpace(newPacked(in), both[id%2])
			for step, s := 0, startOf(in); ; step++ {
				if set == "small" || step%5 == id%5 {
					checkState(t, sp, in, s)
				}
				to := s.successors(in, sp.variant)
				if len(to) == 0 {
					break
				}
				s = s.goTo(in, to[r.IntN(len(to))])
			}
		}
	}
}

// TestOptimal: on random instances A* finds the optimum, and every algorithm keeps its
// bound.
func TestOptimal(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 4))
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	for range rounds {
		for _, kind := range kindNames {
			in := randomInstance(r, kinds[kind], 2+r.IntN(6), 3+r.IntN(9))
			optimal := completions(in, Covering)[startOf(in)]
			if all := completions(in, All)[startOf(in)]; all != optimal {
				t.Fatalf("%s: with all moves the optimum is %d, without %d", kind, all, optimal)
			}
			for _, v := range both {
				p, err := New(in, v)
				if err != nil || p.Err != nil {
					t.Fatal(err, p.Err)
				}
				p.Optimal = optimal
				for _, name := range spacetest.Algorithms() {
					for _, w := range []float64{1, 1.05, 1.5} {
						a, err := engine.NewAlgorithm(name, w, 0.7)
						if err != nil {
							t.Fatal(err)
						}
						res := engine.Solve(context.Background(), p, a, engine.Seed(7))
						if err := engine.Verify(p, res); err != nil || res.Cost < 0 {
							t.Errorf("%s %s %v: %v %v", kind, v, a, res, err)
						}
						if a.Schedule == nil && res.Cost > a.W.Floor(optimal) {
							t.Errorf("%s %s %v: cost %d, the optimum is %d", kind, v, a, res.Cost, optimal)
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
	in *Instance
}

func (s naiveSpace) state(packed []uint64) state {
	s.unpack(packed)
	r := startOf(s.in)
	for v := 1; v < s.n; v++ {
		if word, mask := s.bit(vertex(v)); packed[word]&mask == 0 {
			r = r.goTo(s.in, int(s.nodes[v]))
		}
	}
	r.at = int(s.nodes[s.at])
	return r
}

func (s naiveSpace) Evaluate(n engine.Node) (h, d engine.Cost) {
	x := s.state(n.State)
	return x.bound(s.in), engine.Cost(x.deficit(s.in))
}

func (s naiveSpace) Expand(n engine.Node, out *engine.Successors) {
	x := s.state(n.State)
	for _, node := range x.successors(s.in, s.variant) {
		next := x.goTo(s.in, node)
		copy(out.Add(engine.Successor{
			Cost: s.in.Distances[x.at][node], H: next.bound(s.in), D: engine.Cost(next.deficit(s.in)), Move: engine.Move(node),
		}), pack(s.in, next))
	}
}

// TestCounters: with shared forests every algorithm makes the same search as with all
// values computed from scratch.
func TestCounters(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 6))
	var instances []*Instance
	for _, id := range []int{31, 45, 81} {
		in, err := Random("small", id)
		if err != nil {
			t.Fatal(err)
		}
		instances = append(instances, in)
	}
	made, expansions := 10, int64(300)
	if testing.Short() {
		made, expansions = 2, 90
	}
	for range made {
		instances = append(instances, randomInstance(r, kinds["paths"], 9, 14))
	}
	reopened := int64(0)
	for i, in := range instances {
		for _, v := range both {
			p, err := New(in, v)
			if err != nil {
				t.Fatal(err)
			}
			naive := *p
			naive.NewSpace = func() engine.Space { return naiveSpace{p.NewSpace().(*space), in} }
			limit := engine.MaxExpanded(expansions)
			if len(in.Covers) > 20 {
				limit = engine.MaxExpanded(expansions / 15)
			}
			for _, name := range spacetest.Algorithms() {
				a, err := engine.NewAlgorithm(name, 1.3, 0.7)
				if err != nil {
					t.Fatal(err)
				}
				x := engine.Solve(context.Background(), p, a, engine.Seed(1), limit)
				y := engine.Solve(context.Background(), &naive, a, engine.Seed(1), limit)
				if x.Counters != y.Counters || x.Cost != y.Cost || x.FMin != y.FMin || x.Status != y.Status ||
					!slices.Equal(x.Moves, y.Moves) {
					t.Errorf("%d %s %v: %v, from scratch %v", i, v, a, x, y)
				}
				reopened += x.Reopened
			}
		}
	}
	if reopened == 0 {
		t.Error("no run reopened a node")
	}
}

// TestCache: what is cached for sets of open facilities changes no search, however small
// the cache, and its bytes, which are bounded, count in the run's memory.
func TestCache(t *testing.T) {
	t.Parallel()
	for name, expansions := range map[string]int64{"small/u70_t40_p100": 20_000, "medium/u150b_t50_p75": 2000} {
		p, err := engine.Lookup("gctsp/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []engine.Algorithm{engine.AStar(), engine.FS(1.5), engine.APDPS(0.7)} {
			solve := func(limit int) (*engine.Result, *space) {
				var last *space
				limited := *p
				limited.NewSpace = func() engine.Space {
					last = p.NewSpace().(*space)
					last.cache.limit = limit
					return last
				}
				return engine.Solve(context.Background(), &limited, a, engine.Seed(3), engine.MaxExpanded(expansions)), last
			}
			off, without := solve(0) // two records are cached
			for _, limit := range []int{40_000, halfBytes} {
				on, with := solve(limit)
				if on.Counters != off.Counters || on.FMin != off.FMin || on.LowerBound != off.LowerBound || on.Cost != off.Cost ||
					!slices.Equal(on.Moves, off.Moves) {
					t.Errorf("with halves of %d bytes: %v, without %v", limit, on, off)
				}
				// Naming a path's moves expands its states again, after the peak is reported.
				if got, want := on.PeakBytes-off.PeakBytes, with.Bytes()-without.Bytes(); got != want && len(on.Moves) == 0 {
					t.Errorf("with halves of %d bytes the peak is %d bytes more, and the cache %d", limit, got, want)
				}
				if most := int64(4 * (limit + 8000)); with.Bytes() > most {
					t.Errorf("halves of %d bytes take %d bytes, want at most %d", limit, with.Bytes(), most)
				}
			}
		}
	}
}

// complete is a space that leaves no successor out.
type complete struct{ *space }

func (s complete) Expand(n engine.Node, out *engine.Successors) {
	out.Drops = false
	s.space.Expand(n, out)
}

// TestDrops: the successors that a space leaves out change no search. Of those that are
// left out some have been added before, and some cost as much as an incumbent.
func TestDrops(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"small/u70_t40_p100", "medium/93", "medium/39"} {
		p, err := engine.Lookup("gctsp/" + name)
		if err != nil {
			t.Fatal(err)
		}
		all := *p
		all.NewSpace = func() engine.Space { return complete{p.NewSpace().(*space)} }
		for _, a := range []engine.Algorithm{
			engine.AStar(), engine.FS(1.5), engine.DPS(1.05), engine.AFS(), engine.APFS(0.7), engine.APDPS(0.7),
		} {
			limit := engine.MaxExpanded(5000)
			got := engine.Solve(context.Background(), p, a, engine.Seed(3), limit)
			want := engine.Solve(context.Background(), &all, a, engine.Seed(3), limit)
			if got.Counters != want.Counters || got.FMin != want.FMin || got.LowerBound != want.LowerBound ||
				got.Cost != want.Cost || len(got.Incumbents) != len(want.Incumbents) || !slices.Equal(got.Moves, want.Moves) {
				t.Errorf("%v, with all successors %v", got, want)
			}
			if a.Name == "apfs" && got.Reopened == 0 {
				t.Errorf("%v: want successors that are added again", got)
			}
		}
	}
}

// TestRandom pins the seeded sets, so that they never change silently, and checks them
// against the recipe.
func TestRandom(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]struct {
		count  int
		sha256 string
	}{
		"small":  {81, "e724178adb73af57b69f655e0765006ee547ce72c1f6053944b873aa8bdaf7a7"},
		"medium": {234, "59e2a9cfb1c8a1d3859972562dc884343adeeb4dd548fe94183fe5350e1d1f2f"},
	} {
		names := seededNames(set)
		if len(names) != want.count || len(slices.Compact(slices.Sorted(slices.Values(names)))) != want.count {
			t.Fatalf("set %s has %d names, want %d different ones: %v", set, len(names), want.count, names)
		}
		h := sha256.New()
		for i, name := range names {
			in, err := Random(set, i+1)
			if err != nil {
				t.Fatal(err)
			}
			checkRecipe(t, name, in, sizes[set][i/9], mixes[i%9])
			fmt.Fprintln(h, name, in.content(Covering), in.Attached)
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)); got != want.sha256 {
			t.Errorf("set %s has SHA-256 %s, want %s", set, got, want.sha256)
		}
	}
	for _, id := range []int{0, 82} {
		if _, err := Random("small", id); err == nil ||
			err.Error() != fmt.Sprintf(`no instance %d in set "small": want 1 to 81 of small or 1 to 234 of medium`, id) {
			t.Errorf("instance %d: %v", id, err)
		}
	}
}

// checkRecipe checks an instance against the recipe.
func checkRecipe(t *testing.T, name string, in *Instance, nodes int, mix [2]int) {
	t.Helper()
	if err := in.Validate(); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	facilities := (nodes - 1) * mix[0] / 100
	customers := nodes - 1 - facilities
	if len(in.Covers) != nodes || len(in.vertices())-1 != facilities || in.Customers != customers ||
		in.Quota != customers*mix[1]/100 || in.Depot != 0 {
		t.Errorf("%s: %d nodes, %d facilities, %d customers, quota %d", name, len(in.Covers), len(in.vertices())-1,
			in.Customers, in.Quota)
	}
	if n := in.Coverable(); n < in.Quota {
		t.Errorf("%s: %d customers can be covered, the quota is %d", name, n, in.Quota)
	}
	var nodeOf []int // by customer
	for node := 1; node < nodes; node++ {
		if len(in.Covers[node]) == 0 {
			nodeOf = append(nodeOf, node)
		}
	}
	covered := map[int]bool{}
	for f, covers := range in.Covers {
		nearer := func(c, o int) bool { // c is nearer to f than o
			x, y := in.Distances[f][nodeOf[c]], in.Distances[f][nodeOf[o]]
			return x < y || x == y && c < o
		}
		for i, c := range covers {
			covered[c] = true
			rank := 0
			for o := range in.Customers {
				if nearer(o, c) {
					rank++
				}
			}
			if rank != i && in.Attached == 0 || rank == i && i >= greatestCover && in.Attached == 0 {
				t.Errorf("%s: facility %d covers customer %d, of rank %d, in place %d", name, f, c, rank, i)
			}
		}
	}
	if in.Attached > 0 && len(covered) != customers {
		t.Errorf("%s: %d customers attached, and %d of %d covered", name, in.Attached, len(covered), customers)
	}
}

// TestAttach: two facilities of 30 nodes on a line cannot cover all customers, whatever
// is drawn.
func TestAttach(t *testing.T) {
	b := &Base{Unit: 1, Distances: make([][]engine.Cost, 30)}
	for i := range b.Distances {
		for j := range b.Distances {
			b.Distances[i] = append(b.Distances[i], engine.Cost(max(i-j, j-i)))
		}
	}
	for seed := range uint64(20) {
		in, err := Generate(b, 7, 100, rand.New(rand.NewPCG(5, seed)))
		if err != nil {
			t.Fatal(err)
		}
		v := in.vertices()
		if len(v) != 3 || in.Customers != 27 || in.Quota != 27 || in.Coverable() != 27 {
			t.Fatalf("facilities %v, quota %d of %d customers, %d can be covered", v, in.Quota, in.Customers, in.Coverable())
		}
		drawn, attached := map[int]bool{}, 0
		node := func(c int) int { // of a customer
			for _, f := range v[1:] {
				if c+1 >= f {
					c++
				}
			}
			return c + 1
		}
		for _, f := range v[1:] {
			for i, c := range in.Covers[f] {
				if i > 0 && b.Distances[f][node(c)] < b.Distances[f][node(in.Covers[f][i-1])] || i >= greatestCover {
					break
				}
				drawn[c] = true
			}
		}
		for c := range in.Customers {
			if drawn[c] {
				continue
			}
			attached++
			f := v[1]
			if b.Distances[v[2]][node(c)] < b.Distances[f][node(c)] {
				f = v[2]
			}
			if !slices.Contains(in.Covers[f], c) {
				t.Errorf("customer %d at node %d is not attached to its nearest facility of %v", c, node(c), v[1:])
			}
		}
		if in.Attached < attached {
			t.Errorf("%d customers attached, want at least %d", in.Attached, attached)
		}
	}
	if _, err := Generate(b, 3, 50, nil); err == nil || !strings.Contains(err.Error(), "at least one facility") {
		t.Errorf("no facility: %v", err)
	}
}

// triangle has a depot and two facilities; both cover customer 1.
func triangle() *Instance {
	return &Instance{
		Depot: 1, Customers: 4, Quota: 3, Unit: 1,
		Covers:    [][]int{{0, 1}, nil, {1, 2}, nil},
		Distances: [][]engine.Cost{{0, 3, 4, 1}, {3, 0, 5, 1}, {4, 5, 0, 1}, {1, 1, 1, 0}},
	}
}

// TestInfeasible: an unreachable quota is found and reported before the search.
func TestInfeasible(t *testing.T) {
	in := triangle()
	in.Quota = 4
	if n := in.Coverable(); n != 3 {
		t.Errorf("%d customers can be covered, want 3", n)
	}
	for _, v := range both {
		p, err := New(in, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range engine.AlgorithmNames() {
			a, err := engine.NewAlgorithm(name, 1.5, 0.7)
			if err != nil {
				t.Fatal(err)
			}
			r := engine.Solve(context.Background(), p, a)
			if err := engine.Verify(p, r); err != nil || r.Status != engine.Unsolvable || r.Generated != 0 {
				t.Errorf("%v: %v", r, err)
			}
			want := []string{"the quota is 4 customers, and all facilities together cover 3: there is no such tour"}
			if !slices.Equal(r.Warnings, want) {
				t.Errorf("%v: warnings %q, want %q", r, r.Warnings, want)
			}
		}
		if _, err := p.Replay([]engine.Move{0, 2}); err == nil ||
			err.Error() != "the tour ends with 3 customers covered: the quota is 4" {
			t.Errorf("%v", err)
		}
	}
}

func TestValidate(t *testing.T) {
	for want, change := range map[string]func(in *Instance){
		"the depot is node 4: want 0 to 3":                                                                func(in *Instance) { in.Depot = 4 },
		"there are -1 customers: want 0 to 65535":                                                         func(in *Instance) { in.Customers = -1 },
		"there are 65536 customers: want 0 to 65535":                                                      func(in *Instance) { in.Customers = 65536 },
		"the quota is -1: want 0 or more":                                                                 func(in *Instance) { in.Quota = -1 },
		"the unit is 1/0: want a positive number of units in 1":                                           func(in *Instance) { in.Unit = 0 },
		"node 0 covers customer 4: want 0 to 3":                                                           func(in *Instance) { in.Covers[0] = []int{4} },
		"node 2 covers customer 3 twice":                                                                  func(in *Instance) { in.Covers[2] = []int{3, 3} },
		"there are distances from 3 nodes: want 4":                                                        func(in *Instance) { in.Distances = in.Distances[:3] },
		"there are 0 distances from node 2: want 4, one for each node":                                    func(in *Instance) { in.Distances[2] = nil },
		"the distance from node 2 to node 0 is 9, that back is 4: want a symmetric matrix":                func(in *Instance) { in.Distances[2][0] = 9 },
		"the distance between the nodes 1 and 0 is -1: it must not be negative":                           func(in *Instance) { in.Distances[1][0], in.Distances[0][1] = -1, -1 },
		"the way from node 2 to node 1 is 8, and 7 by way of node 0: want distances that keep the triang": func(in *Instance) { in.Distances[1][2], in.Distances[2][1] = 8, 8 },
		"there are points for 3 nodes: want 4, or none":                                                   func(in *Instance) { in.Points = make([]tsplib.Point, 3) },
	} {
		in := triangle()
		change(in)
		if _, err := New(in, Covering); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	if _, err := New(triangle(), "al"); err == nil ||
		err.Error() != `unknown variant "al": did you mean "all"? (known: covering, all)` {
		t.Errorf("%v", err)
	}
	far := triangle()
	far.Distances[3] = nil // of a node that is neither a depot nor a facility
	if _, err := New(far, Covering); err != nil {
		t.Errorf("distances from other nodes: %v", err)
	}
}

// TestWide: the largest distances that are accepted overflow nothing.
func TestWide(t *testing.T) {
	for _, d := range []engine.Cost{1<<32 - 1, math.MaxInt64 / 16} {
		in := &Instance{
			Customers: 3, Quota: 3, Unit: 1, Covers: [][]int{nil, {0}, {1}, {2}},
			Distances: [][]engine.Cost{{-7, d, d, d}, {d, 0, d, d}, {d, d, 5, d}, {d, d, d, 0}},
		}
		for _, v := range both {
			p, err := New(in, v)
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
					t.Errorf("%s %v: %v %v", v, a, r, err)
				}
			}
		}
		in.Distances[0][1], in.Distances[1][0] = math.MaxInt64/16+1, math.MaxInt64/16+1
		if _, err := New(in, Covering); d > 1<<32 &&
			(err == nil || !strings.Contains(err.Error(), "so that no tour overflows")) {
			t.Errorf("%v", err)
		}
	}
}

// TestReplay: the verifier's replay refuses invalid tours.
func TestReplay(t *testing.T) {
	for _, test := range []struct {
		variant Variant
		moves   []engine.Move
		want    string
	}{
		{Covering, []engine.Move{0, 2, 1}, "12"},
		{All, []engine.Move{0, 1, 0, 2, 1}, "18"},
		{Covering, []engine.Move{4}, "move 1: there is no node 4: want 0 to 3"},
		{Covering, []engine.Move{1}, "move 1: the tour is at node 1 already"},
		{Covering, []engine.Move{0, 1}, "move 2: it goes home with 2 customers covered: the quota is 3"},
		{Covering, []engine.Move{3}, "move 1: node 3 is not a facility: it covers no customer"},
		{Covering, []engine.Move{0, 2, 0},
			"move 3: it goes to node 0 with the quota of 3 customers met: the only move is home, to node 1"},
		{Covering, []engine.Move{0}, "the tour ends with 2 customers covered: the quota is 3"},
		{Covering, []engine.Move{0, 2}, "the tour ends at node 2, not at the depot, node 1"},
		{All, []engine.Move{0, 2, 1, 1}, "move 4: the tour is at node 1 already"},
	} {
		p, err := New(triangle(), test.variant)
		if err != nil {
			t.Fatal(err)
		}
		cost, err := p.Replay(test.moves)
		if got := fmt.Sprint(cost); err != nil && err.Error() != test.want || err == nil && got != test.want {
			t.Errorf("%s %v: %d, %v, want %s", test.variant, test.moves, cost, err, test.want)
		}
	}
	four := triangle() // a visit that covers nothing new
	four.Covers[3] = []int{1}
	four.Distances = [][]engine.Cost{{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}}
	p, err := New(four, Covering)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Replay([]engine.Move{0, 3}); err == nil ||
		err.Error() != "move 2: node 3 covers no customer that is uncovered" {
		t.Errorf("%v", err)
	}
}

// TestOwn: a problem does not change with the instance from which it was made.
func TestOwn(t *testing.T) {
	in := triangle()
	in.Points = make([]tsplib.Point, 4)
	p, err := New(in, Covering)
	if err != nil {
		t.Fatal(err)
	}
	want := engine.Solve(context.Background(), p, engine.AStar())
	in.Quota, in.Covers[0][0], in.Distances[0][1], in.Distances[1][0] = 1, 2, 900, 900
	in.Points[0].X = 7
	got := engine.Solve(context.Background(), p, engine.AStar())
	if err := engine.Verify(p, want); err != nil || got.Cost != want.Cost || got.Counters != want.Counters {
		t.Errorf("%v, was %v; %v", got, want, err)
	}
}
