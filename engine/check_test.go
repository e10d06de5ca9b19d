package engine_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
)

// A network is a random graph of which everything is known: a ring with chords, whose state
// 0 is the goal.
type network struct {
	edges [][]engine.Edge[int]
	exact []engine.Cost // the cost of a cheapest path to the goal
	start int
}

func newNetwork(r *rand.Rand) network {
	n := 10 + r.IntN(30)
	w := network{edges: make([][]engine.Edge[int], n), exact: make([]engine.Cost, n), start: n - 1}
	for s := range n {
		w.edges[s] = append(w.edges[s], engine.Edge[int]{To: (s + 1) % n, Cost: engine.Cost(1 + r.IntN(20))})
		for range r.IntN(3) {
			w.edges[s] = append(w.edges[s], engine.Edge[int]{To: r.IntN(n), Cost: engine.Cost(1 + r.IntN(20))})
		}
		w.exact[s] = math.MaxInt32
	}
	w.exact[0] = 0
	for range n { // Bellman-Ford
		for s := range n {
			for _, e := range w.edges[s] {
				w.exact[s] = min(w.exact[s], e.Cost+w.exact[e.To])
			}
		}
	}
	return w
}

// graph is the problem without a mistake: h is exact.
func (w network) graph() engine.Graph[int] {
	return engine.Graph[int]{
		Name: "network", Start: w.start,
		Goal:       func(s int) bool { return s == 0 },
		Successors: func(s int) []engine.Edge[int] { return slices.Clone(w.edges[s]) },
		H:          func(s int) engine.Cost { return w.exact[s] },
		D:          func(s int) engine.Cost { return w.exact[s] / 2 },
	}
}

// reachable lists the states other than the goal that can be reached from the start.
func (w network) reachable() []int {
	there := map[int]bool{w.start: true}
	for queue := []int{w.start}; len(queue) > 0; queue = queue[1:] {
		for _, e := range w.edges[queue[0]] {
			if !there[e.To] {
				there[e.To] = true
				queue = append(queue, e.To)
			}
		}
	}
	delete(there, 0)
	states := []int{}
	for s := range there {
		states = append(states, s)
	}
	slices.Sort(states)
	return states
}

// at returns a function that has another value at one state.
func at(f func(int) engine.Cost, state int, value engine.Cost) func(int) engine.Cost {
	return func(s int) engine.Cost {
		if s == state {
			return value
		}
		return f(s)
	}
}

// backward is a space whose moves have inverses.
type backward struct {
	engine.Space
	inverses []engine.Move
}

func (b backward) Inverses() []engine.Move { return b.inverses }

// mistakes plant one mistake each in a network, by the kind of the finding.
var mistakes = map[string]func(w network, s int, r *rand.Rand) *engine.Problem{
	"h overestimates": func(w network, s int, r *rand.Rand) *engine.Problem {
		g := w.graph()
		g.H = at(func(s int) engine.Cost { return 0 }, s, w.exact[s]+1+engine.Cost(r.IntN(5)))
		return g.Problem()
	},
	"h is inconsistent": func(w network, s int, r *rand.Rand) *engine.Problem {
		if s == w.start { // which leads to the goal
			s = 1
		}
		for i := range w.edges[s] {
			w.edges[s][i].Cost = 1
		}
		g := w.graph()
		g.H = at(func(int) engine.Cost { return 0 }, s, 2)
		for i := range w.edges { // so that 2 is still admissible
			for j := range w.edges[i] {
				if w.edges[i][j].To == 0 {
					w.edges[i][j].Cost = 9
				}
			}
		}
		return g.Problem()
	},
	"h or d is negative|a state cannot be expanded": func(w network, s int, r *rand.Rand) *engine.Problem {
		g := w.graph()
		if r.IntN(2) == 0 {
			g.H = at(g.H, s, -1)
		} else {
			g.D = at(g.D, s, -1)
		}
		return g.Problem()
	},
	"d is not 0 at a goal": func(w network, _ int, _ *rand.Rand) *engine.Problem {
		g := w.graph()
		g.D = at(g.D, 0, 1)
		return g.Problem()
	},
	"h is not 0 at a goal|a state cannot be expanded": func(w network, _ int, _ *rand.Rand) *engine.Problem {
		g := w.graph()
		g.H = at(g.H, 0, 1)
		return g.Problem()
	},
	"a cost is negative|a state cannot be expanded": func(w network, s int, r *rand.Rand) *engine.Problem {
		w.edges[s][r.IntN(len(w.edges[s]))].Cost = -1
		return w.graph().Problem()
	},
	"a cost overflows": func(w network, s int, r *rand.Rand) *engine.Problem {
		w.edges[s][r.IntN(len(w.edges[s]))].Cost = math.MaxInt64
		g := w.graph()
		g.H = nil
		return g.Problem()
	},
	"successors are not always the same": func(w network, s int, r *rand.Rand) *engine.Problem {
		g := w.graph()
		calls := 0
		edges := g.Successors
		g.Successors = func(at int) []engine.Edge[int] {
			all := edges(at)
			if calls++; at == s && calls%2 == 0 {
				all[0].Cost++
			}
			return all
		}
		g.H = nil
		return g.Problem()
	},
	"h or d is not always the same|successors are not always the same|the start is not always the same": func(w network, s int, _ *rand.Rand) *engine.Problem {
		g := w.graph()
		calls := engine.Cost(0)
		g.H = nil
		g.D = func(at int) engine.Cost {
			if at == s {
				calls++
				return calls
			}
			return 0
		}
		return g.Problem()
	},
	"successors are not always the same|the start is not always the same": func(w network, _ int, _ *rand.Rand) *engine.Problem { // equality by identity
		type box struct{ s int }
		return engine.Graph[*box]{
			Name: "boxes", Start: &box{w.start},
			Goal: func(b *box) bool { return b.s == 0 },
			Successors: func(b *box) (edges []engine.Edge[*box]) {
				for _, e := range w.edges[b.s] {
					edges = append(edges, engine.Edge[*box]{To: &box{e.To}, Cost: e.Cost})
				}
				return edges
			},
		}.Problem()
	},
	"a state cannot be expanded": func(w network, s int, _ *rand.Rand) *engine.Problem { // a slice in an interface
		return engine.AnyGraph{
			Name: "slices", Start: w.start,
			Goal: func(at any) bool { return at == 0 },
			Successors: func(at any) (edges []engine.AnyEdge) {
				for _, e := range w.edges[at.(int)] {
					edges = append(edges, engine.AnyEdge{To: e.To, Cost: e.Cost})
				}
				if at == s {
					edges = append(edges, engine.AnyEdge{To: []int{1}, Cost: 1})
				}
				return edges
			},
		}.Problem()
	},
	"a function panics": func(w network, s int, _ *rand.Rand) *engine.Problem {
		g := w.graph()
		g.D = func(at int) engine.Cost {
			if at == s {
				panic("no such state")
			}
			return 0
		}
		return g.Problem()
	},
	"the known optimum is wrong": func(w network, _ int, r *rand.Rand) *engine.Problem {
		g := w.graph()
		g.H = nil
		if g.Optimal = w.exact[w.start] + 1; r.IntN(2) == 0 && g.Optimal > 2 {
			g.Optimal -= 2
		}
		return g.Problem()
	},
	"the replay differs": func(w network, s int, _ *rand.Rand) *engine.Problem {
		p := w.graph().Problem()
		replay := p.Replay
		p.Replay = func(moves []engine.Move) (engine.Cost, error) {
			cost, err := replay(moves)
			return cost + 1, err
		}
		return p
	},
	"an inverse is none": func(w network, _ int, _ *rand.Rand) *engine.Problem {
		p := w.graph().Problem()
		space := p.NewSpace // edge 0 goes round the ring, which is of no use for the way back
		p.NewSpace = func() engine.Space { return backward{space(), []engine.Move{0}} }
		return p
	},
}

// TestCheck: each of 100 planted mistakes of a kind is found, and is the first that is
// reported; in 100 graphs without a mistake none is.
func TestCheck(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 2))
	for range 100 {
		if c := engine.Check(t.Context(), newNetwork(r).graph().Problem()); !c.OK() || len(c.Findings) > 0 || !c.Complete {
			t.Fatalf("without a mistake: %v", c)
		}
	}
	great := engine.Graph[int]{ // whose costs just fit
		Name: "great", Goal: func(s int) bool { return s == 3 },
		Successors: func(s int) []engine.Edge[int] {
			return []engine.Edge[int]{{To: s + 1, Cost: (math.MaxInt64 - 1) / 3}}[min(s/3, 1):]
		},
		H: func(s int) engine.Cost { return engine.Cost(3-s) * ((math.MaxInt64 - 1) / 3) },
	}.Problem()
	if r := engine.Solve(t.Context(), great, engine.FS(1.5)); r.Status != engine.Solved {
		t.Error(r)
	}
	if c := engine.Check(t.Context(), great); len(c.Findings) > 0 {
		t.Error(c)
	}
	for kinds, plant := range mistakes {
		for range 100 {
			w := newNetwork(r)
			states := w.reachable()
			p := plant(w, states[r.IntN(len(states))], r)
			c := engine.Check(t.Context(), p)
			found := ""
			if len(c.Findings) > 0 {
				found = c.Findings[0].Kind
			}
			if !slices.Contains(strings.Split(kinds, "|"), found) {
				t.Errorf("%s: found %v", kinds, c)
				break
			}
		}
	}
}

// TestCheckTime: when a search for a goal takes half of the time in vain, the other half is
// for looking at states.
func TestCheckTime(t *testing.T) {
	endless := engine.Graph[int]{
		Name:       "endless",
		Goal:       func(int) bool { return false },
		Successors: func(s int) []engine.Edge[int] { return []engine.Edge[int]{{To: s + 1, Cost: 1}, {To: -s - 1, Cost: 1}} },
	}.Problem()
	c := engine.Check(t.Context(), endless, engine.TimeLimit(400*time.Millisecond), engine.MaxInserted(10_000_000))
	if c.States < 100 || c.Goals > 0 || c.Complete || !strings.Contains(c.String(), "; stopped by the time limit\n") {
		t.Error(c)
	}
	c = engine.Check(t.Context(), endless, engine.MaxInserted(100))
	if c.States < 100 || c.Complete || !strings.Contains(c.String(), "; stopped by the limit of states\n") {
		t.Error(c)
	}
}

// TestCheckProof: the path to a state and its rest are what the finding says.
func TestCheckProof(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 3))
	for range 100 {
		w := newNetwork(r)
		g := w.graph()
		states := w.reachable()
		s := states[r.IntN(len(states))]
		g.H = at(func(int) engine.Cost { return 0 }, s, w.exact[s]+1)
		g.Successors = func(at int) []engine.Edge[int] {
			edges := slices.Clone(w.edges[at])
			for i := range edges {
				edges[i].Move = fmt.Sprint(edges[i].Cost)
			}
			return edges
		}
		f := engine.Check(t.Context(), g.Problem()).Findings[0]
		sum := engine.Cost(0)
		for _, move := range f.Rest {
			var cost engine.Cost
			fmt.Sscan(move, &cost)
			sum += cost
		}
		want := fmt.Sprintf("the state %d has h = %d, but a path of cost %d leads from there to a goal", s, w.exact[s]+1, w.exact[s])
		if f.Text != want || sum != w.exact[s] || s != w.start && len(f.Path) == 0 {
			t.Fatalf("%+v, want %s", f, want)
		}
	}
}

// TestRefuted: a run whose solution refutes h says so, and proves nothing.
func TestRefuted(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 4))
	refuted := 0
	for range 200 {
		w := newNetwork(r)
		g := w.graph()
		states := w.reachable()
		s := states[r.IntN(len(states))]
		if r.IntN(2) == 0 {
			s = w.start
		}
		g.H = at(func(int) engine.Cost { return 0 }, s, w.exact[s]+1)
		p := g.Problem()
		for _, a := range []engine.Algorithm{engine.AStar(), engine.WAStar(1.5), engine.FS(1.5), engine.RRFS(2), engine.AFS()} {
			x := engine.Solve(t.Context(), p, a)
			at, left := w.start, x.Cost
			over := at == s && w.exact[s]+1 > left
			for _, m := range x.Moves {
				e := w.edges[at][m]
				at, left = e.To, left-e.Cost
				over = over || at == s && w.exact[s]+1 > left
			}
			over = over || x.LowerBound > x.Cost
			if over != (x.Status == engine.Refuted) || over == x.Solved() || over != math.IsNaN(x.Factor()) || !x.Found() ||
				engine.Verify(p, x) != nil {
				t.Fatalf("h(%d) = %d is above %d by 1: %v, %q, %v", s, w.exact[s]+1, w.exact[s], x, x.Warnings, engine.Verify(p, x))
			}
			if over {
				refuted++
				if !strings.Contains(x.Warnings[0], "h is not admissible: ") || !strings.Contains(x.Warnings[0], "so that no bound is proved") {
					t.Fatalf("%q", x.Warnings)
				}
			}
		}
	}
	if refuted < 100 {
		t.Errorf("only %d of 1,000 runs refute h", refuted)
	}
}
