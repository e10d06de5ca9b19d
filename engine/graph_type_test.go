package engine_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
)

// knights is the problem of moving a knight from corner to corner of a board of n by n.
func knights(n int) engine.Graph[[2]int] {
	return engine.Graph[[2]int]{
		Name: "knight",
		Goal: func(s [2]int) bool { return s == [2]int{n - 1, n - 1} },
		Successors: func(s [2]int) (edges []engine.Edge[[2]int]) {
			for _, d := range [][2]int{{1, 2}, {2, 1}, {-1, 2}, {2, -1}, {1, -2}, {-2, 1}, {-1, -2}, {-2, -1}} {
				if to := [2]int{s[0] + d[0], s[1] + d[1]}; min(to[0], to[1]) >= 0 && max(to[0], to[1]) < n {
					edges = append(edges, engine.Edge[[2]int]{To: to, Cost: 1})
				}
			}
			return edges
		},
		H: func(s [2]int) engine.Cost { return engine.Cost((2*n - 2 - s[0] - s[1] + 2) / 3) },
	}
}

// Your own problem: the least number of a knight's moves across a chessboard.
func ExampleGraph() {
	p := knights(8).Problem()
	r := engine.Solve(context.Background(), p, engine.AStar())
	fmt.Println(r.Status, r.Cost, engine.Verify(p, r))
	fmt.Println(len(r.Path), r.Path[len(r.Path)-1])
	// Output:
	// solved 6 <nil>
	// 6 to [7 7]
}

// TestGraph runs all algorithms on a user's graph, in both forms.
func TestGraph(t *testing.T) {
	typed := knights(50)
	any := engine.AnyGraph{
		Name: typed.Name, Start: typed.Start,
		Goal: func(s any) bool { return typed.Goal(s.([2]int)) },
		Successors: func(s any) (edges []engine.AnyEdge) {
			for _, e := range typed.Successors(s.([2]int)) {
				edges = append(edges, engine.AnyEdge{To: e.To, Cost: e.Cost, Move: e.Move})
			}
			return edges
		},
		H: func(s any) engine.Cost { return typed.H(s.([2]int)) },
	}
	best := engine.Solve(context.Background(), typed.Problem(), engine.AStar()).Cost
	if best != 34 { // 98 steps in all, at most three in a move, and the parity matches
		t.Errorf("A* finds %d moves, want 34", best)
	}
	for _, name := range engine.AlgorithmNames() {
		a, err := engine.NewAlgorithm(name, 1.5, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		x := engine.Solve(context.Background(), typed.Problem(), a)
		y := engine.Solve(context.Background(), any.Problem(), a)
		if x.Counters != y.Counters || x.Cost != y.Cost || !x.Solved() || a.Description().TakesW && x.Cost > a.W.Floor(best) {
			t.Errorf("%v: %v and %v", a, x, y)
		}
		if err := engine.Verify(typed.Problem(), x); err != nil {
			t.Error(err)
		}
		if len(x.Warnings) > 0 {
			t.Errorf("%v: %v", a, x.Warnings)
		}
	}
}

// TestGraphBranching: a state may have any number of successors.
func TestGraphBranching(t *testing.T) {
	p := engine.Graph[int]{
		Name: "star",
		Goal: func(s int) bool { return s == 99_999 },
		Successors: func(s int) (edges []engine.Edge[int]) {
			if s == 0 {
				for to := 1; to < 100_000; to++ {
					edges = append(edges, engine.Edge[int]{To: to, Cost: engine.Cost(100_000 - to)})
				}
			}
			return edges
		},
	}.Problem()
	if r := engine.Solve(context.Background(), p, engine.FS(2)); r.Cost != 1 || r.Generated != 99_999 {
		t.Error(r)
	}
}

// line returns a graph 0 - 1 - ... - 9 with the goal 9, and with changes to it.
func line(change func(*engine.AnyGraph)) *engine.Problem {
	g := engine.AnyGraph{
		Name: "line", Start: 0,
		Goal: func(s any) bool { return s == 9 },
		Successors: func(s any) []engine.AnyEdge {
			return []engine.AnyEdge{{To: s.(int) + 1, Cost: 2}, {To: s.(int) - 1, Cost: 2}}
		},
		H: func(s any) engine.Cost { return engine.Cost(9 - s.(int)) },
	}
	change(&g)
	return g.Problem()
}

// TestGraphMistakes: a mistake in a user's functions gives an error that names the state.
func TestGraphMistakes(t *testing.T) {
	for want, change := range map[string]func(*engine.AnyGraph){
		"needs a Name":          func(g *engine.AnyGraph) { g.Name = "" },
		"Goal is missing":       func(g *engine.AnyGraph) { g.Goal = nil },
		"Successors is missing": func(g *engine.AnyGraph) { g.Successors = nil },
		"the state [1] of type []int cannot be compared": func(g *engine.AnyGraph) { g.Start = []int{1} },
		"the state [2] of type []int cannot be compared": func(g *engine.AnyGraph) {
			g.Successors = func(any) []engine.AnyEdge { return []engine.AnyEdge{{To: []int{2}}} }
		},
		"the state NaN is not equal to itself": func(g *engine.AnyGraph) {
			g.Successors = func(s any) []engine.AnyEdge { return []engine.AnyEdge{{To: math.NaN(), Cost: 1}} }
		},
		"the state [0 NaN] is not equal to itself": func(g *engine.AnyGraph) { g.Start = [2]float64{0, math.NaN()} },
		"the edge from 0 to 1 costs -1": func(g *engine.AnyGraph) {
			g.Successors = func(any) []engine.AnyEdge { return []engine.AnyEdge{{To: 1, Cost: -1}} }
		},
		"the state 5 has h = -1": func(g *engine.AnyGraph) {
			g.H = func(s any) engine.Cost {
				if s == 5 {
					return -1
				}
				return 0
			}
		},
		"Unit is -5":    func(g *engine.AnyGraph) { g.Unit = -5 },
		"Optimal is -1": func(g *engine.AnyGraph) { g.Optimal = -1 },
		"the goal 9 has h = 1": func(g *engine.AnyGraph) {
			g.H = func(any) engine.Cost { return 1 }
		},
		"the goal 0 has h = 1": func(g *engine.AnyGraph) {
			g.H = func(any) engine.Cost { return 1 }
			g.Goal = func(s any) bool { return s == 0 }
		},
	} {
		r := engine.Solve(context.Background(), line(change), engine.FS(1.5))
		if r.Err == nil || !strings.Contains(r.Err.Error(), want) {
			t.Errorf("got %v, want %q", r.Err, want)
		}
	}
}

// TestGraphChanges: functions that do not depend on the state alone are found before a search, or before one says that
// there is no solution. The paths have 4 and 400 edges.
func TestGraphChanges(t *testing.T) {
	type edges = []engine.Edge[int]
	type point struct{ x int }
	inPlace := engine.Graph[*point]{Name: "in place", Start: &point{}, Goal: func(s *point) bool { return s.x == 4 },
		Successors: func(s *point) []engine.Edge[*point] { s.x++; return []engine.Edge[*point]{{To: s, Cost: 1}} }}
	listed := map[int]bool{}
	visited := engine.Graph[int]{Name: "visited", Goal: func(s int) bool { return s == 400 },
		Successors: func(s int) edges {
			if listed[s+1] {
				return nil
			}
			listed[s+1] = true
			return edges{{To: s + 1, Cost: 1}}
		}}
	calls := 0
	later := engine.Graph[int]{Name: "later", Goal: func(s int) bool { return s == 400 },
		Successors: func(s int) edges {
			if calls++; calls > 250 && s > 0 { // the sample has 200 states
				return nil
			}
			return edges{{To: s + 1, Cost: 1}}
		}}
	for _, p := range []*engine.Problem{inPlace.Problem(), visited.Problem(), later.Problem()} {
		for _, a := range []engine.Algorithm{engine.AStar(), engine.DPS(1.5)} {
			r := engine.Solve(context.Background(), p, a)
			if r.Err == nil || !strings.Contains(r.Err.Error(), "must depend on the state alone") {
				t.Errorf("%s: %v, error %v", p.Name, r, r.Err)
			}
		}
		if c := engine.Check(context.Background(), p); c.OK() && c.Err == nil {
			t.Errorf("%s: check finds nothing", p.Name)
		}
	}
}

// TestWrongOptimum: an optimal cost of a problem that is not one gives a warning. The path costs 18.
func TestWrongOptimum(t *testing.T) {
	for optimal, want := range map[engine.Cost]string{0: "", 18: "", 19: "optimal cost, 19, is wrong: this solution costs 18",
		17: "the known optimal cost, 17, or h is wrong: the lower bound is 18"} {
		r := engine.Solve(context.Background(), line(func(g *engine.AnyGraph) { g.Optimal = optimal }), engine.AStar())
		if got := strings.Join(r.Warnings, "\n"); r.Cost != 18 || !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%d: %v, warnings %q", optimal, r, got)
		}
	}
}

// TestGraphMistakeAfterSolution: a solution found before the mistake is kept.
func TestGraphMistakeAfterSolution(t *testing.T) {
	p := engine.Graph[int]{
		Name: "trap", Goal: func(s int) bool { return s == 9 },
		D: func(s int) engine.Cost { return []engine.Cost{9, 1, 8, 8, 8, 8, 8, 8, 8, 0}[s] },
		Successors: func(s int) []engine.Edge[int] {
			switch s {
			case 0:
				return []engine.Edge[int]{{To: 1, Cost: 1}, {To: 2, Cost: 1}}
			case 1:
				return []engine.Edge[int]{{To: 9, Cost: 2}}
			case 2:
				return []engine.Edge[int]{{To: 9, Cost: -5}}
			}
			return nil
		},
	}.Problem()
	r := engine.Solve(context.Background(), p, engine.AFS())
	if r.Status != engine.Failed || r.Cost != 3 || !slices.Equal(r.Moves, []engine.Move{0, 0}) ||
		!slices.Equal(r.Path, []string{"to 1", "to 9"}) {
		t.Errorf("%v: moves %v, path %v", r, r.Moves, r.Path)
	}
}

// TestGraphDigest: graphs in which a search sees a difference are different problems.
func TestGraphDigest(t *testing.T) {
	f := func(s int) engine.Cost { return engine.Cost(10 - s) }
	of := func(h, d func(int) engine.Cost, unit int64) string {
		return engine.Graph[int]{
			Name: "same", Goal: func(s int) bool { return s == 10 }, H: h, D: d, Unit: unit,
			Successors: func(s int) []engine.Edge[int] { return []engine.Edge[int]{{To: s + 1, Cost: 1}} },
		}.Problem().Digest()
	}
	known := map[string]bool{}
	for _, digest := range []string{of(nil, nil, 1), of(f, nil, 1), of(nil, f, 1), of(f, f, 1), of(f, nil, 10)} {
		if known[digest] {
			t.Error("two graphs have one digest")
		}
		known[digest] = true
	}
	if !known[of(f, nil, 1)] {
		t.Error("one graph has two digests")
	}
}

// TestGraphWarnings: an h that turns out to be inconsistent or inadmissible gives a
// warning.
func TestGraphWarnings(t *testing.T) {
	for want, h := range map[string]func(any) engine.Cost{
		"": func(s any) engine.Cost { return engine.Cost(9 - s.(int)) },
		"h is inconsistent: h(4) = 9, but an edge of cost 2 leads to 5 with h = 4": func(s any) engine.Cost {
			if s == 4 {
				return 9
			}
			return engine.Cost(9 - s.(int))
		},
		"h is not admissible: the state 0 has h = 27, but a path of cost 18 leads from there to a goal": func(s any) engine.Cost {
			return engine.Cost(27 - 3*s.(int))
		},
	} {
		r := engine.Solve(context.Background(), line(func(g *engine.AnyGraph) { g.H = h }), engine.FS(1.5))
		if got := strings.Join(r.Warnings, "\n"); r.Err != nil || !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%v, warnings %q, want %q", r, got, want)
		}
	}
}

// TestSlowGraph: the sample that identifies a graph is shorter where its functions are slow. Made again, by whatever
// machine, it is the same problem: results verify, and a family's instance is the same each time.
func TestSlowGraph(t *testing.T) {
	t.Parallel()
	slow, calls := true, 0 // slow once
	walk := func(cost engine.Cost) *engine.Problem {
		return engine.Graph[int]{
			Name: "walk",
			Goal: func(s int) bool { return s == 300 },
			Successors: func(s int) []engine.Edge[int] {
				calls++
				if slow {
					slow = false
					time.Sleep(2100 * time.Millisecond)
				}
				return []engine.Edge[int]{{To: s + 1, Cost: cost}}
			},
		}.Problem()
	}
	short, asked := walk(1), calls
	whole, other := walk(1), walk(2)
	if asked != 1 {
		t.Errorf("%d states were expanded in more than two seconds", asked)
	}
	if short.Content == whole.Content || !short.Is(whole.Digest()) || !whole.Is(short.Digest()) {
		t.Errorf("made slowly it is %s, made again %s", short.Content, whole.Content)
	}
	if short.Is(other.Digest()) || other.Is(short.Digest()) {
		t.Error("another graph is the same")
	}
	for _, by := range [][2]*engine.Problem{{short, whole}, {whole, short}} {
		r := engine.Solve(t.Context(), by[0], engine.AStar())
		if err := engine.Verify(by[1], r); r.Cost != 300 || err != nil {
			t.Errorf("%v, %v", r, err)
		}
	}
	slow = true
	engine.RegisterFamily(engine.Family{Name: "slowly", Count: 2, Make: func(int) *engine.Problem { return walk(1) }})
	p, err := engine.Lookup("slowly/1")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := engine.Lookup("slowly/1"); err != nil || !again.Is(p.Digest()) {
		t.Errorf("again: %v", err)
	}
	if two, err := engine.Lookup("slowly/2"); err != nil || two.Is(p.Digest()) {
		t.Errorf("two instances are one: %v", err)
	}
}
