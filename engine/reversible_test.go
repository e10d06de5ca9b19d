package engine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// torus draws a graph of rows and columns that close into rings: moves 0 and 1 go up and
// down, 2 and 3 left and right. Costs, some of them 0, differ by direction, and h is
// admissible: a random fraction of the true distance for each state.
func torus(r *rand.Rand, rows, columns int, greatest Cost) *graph {
	n := rows * columns
	g := &graph{edges: make([][]edge, n), h: make([]Cost, n), d: make([]Cost, n), goal: make([]bool, n)}
	for i := range n {
		row, column := i/columns, i%columns
		for _, to := range []int{
			(row+rows-1)%rows*columns + column, (row+1)%rows*columns + column,
			row*columns + (column+columns-1)%columns, row*columns + (column+1)%columns,
		} {
			cost := r.Int64N(greatest + 1)
			if r.IntN(6) == 0 {
				cost = 0
			}
			g.edges[i] = append(g.edges[i], edge{to, cost})
		}
	}
	g.goal[r.IntN(n)] = true
	for i, distance := range g.distances() {
		if g.h[i] = distance; r.IntN(2) == 0 {
			g.h[i] = r.Int64N(distance + 1)
		}
		g.d[i] = r.Int64N(20)
	}
	g.number()
	return g
}

// reversible is a torus that knows which moves undo each other.
type reversible struct{ *graph }

func (reversible) Inverses() []Move { return []Move{1, 0, 3, 2} }

// TestReversible: a search that leaves out the move back makes the same expansions in the
// same order, with the same counters, trace and solution, as one that looks it up.
func TestReversible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := torus(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4)),
			rapid.IntRange(3, 9).Draw(t, "rows"), rapid.IntRange(3, 9).Draw(t, "columns"),
			rapid.SampledFrom([]Cost{0, 1, 5, 1000, 1 << 20}).Draw(t, "greatest cost"))
		g = g.with(func(s *Shape) {
			s.SmallCosts = rapid.Bool().Draw(t, "small")
			s.WideCosts = rapid.Bool().Draw(t, "wide")
			s.Words, s.Key, s.Successors = 1, 1, 4
		})
		w := rapid.SampledFrom([]float64{1, 1.25, 2}).Draw(t, "w")
		for _, alg := range all(w, 0.7) {
			solve := func(p *Problem) (*Result, []int) {
				r := Solve(context.Background(), p, alg, Seed(5), Traced())
				if r.Err != nil {
					t.Fatalf("%v: %v", alg, r.Err)
				}
				return comparable_(r), slices.Clone(g.expanded)
			}
			p := g.problem()
			want, order := solve(p)
			p.NewSpace = func() Space { return reversible{g} }
			got, inOrder := solve(p)
			if !reflect.DeepEqual(got, want) || !slices.Equal(order, inOrder) {
				t.Fatalf("%v:\n%+v expands %v\n%+v expands %v", alg, got, inOrder, want, order)
			}
		}
	})
}

// spare is a graph whose successors have an invalid d once d can be left out.
type spare struct {
	*graph
	spared bool
}

func (s *spare) WithoutD() { s.spared = true }

func (s *spare) Expand(n Node, out *Successors) {
	s.graph.Expand(n, out)
	for i := range out.N {
		if s.spared {
			out.Items[i].D = Cost(7*i*i+i) % 5
		}
	}
}

// TestSpare: an algorithm that never reads d makes the same search without it, and all
// others keep it.
func TestSpare(t *testing.T) {
	algorithms := all(1.5, 0.6)
	for _, d := range Descriptions() {
		a, err := NewAlgorithm(d.Name, 1.5, 0.6)
		if err != nil {
			t.Fatal(err)
		}
		algorithms = append(algorithms, a)
	}
	without, seeds := map[string]bool{}, uint64(40)
	if testing.Short() {
		seeds = 10
	}
	for seed := range seeds {
		g := torus(rand.New(rand.NewPCG(seed, 5)), 6, 7, 12)
		g = g.with(func(s *Shape) { s.SmallCosts, s.Words, s.Key, s.Successors = seed%2 == 0, 1, 1, 4 })
		for _, alg := range algorithms {
			p := g.problem()
			want := comparable_(Solve(context.Background(), p, alg, Seed(5), Traced()))
			s := &spare{graph: g}
			p.NewSpace = func() Space { return s }
			if got := comparable_(Solve(context.Background(), p, alg, Seed(5), Traced())); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v:\n%+v\n%+v", alg, got, want)
			}
			without[alg.Name] = s.spared
		}
	}
	for name, want := range map[string]bool{
		"astar": true, "wastar": true, "dps": true, "pdps": true, "altdps": true, "adps": true, "apdps": true,
		"fs": false, "pfs": false, "altfs": false, "afs": false, "rrfs": false, "ees": false, "rrd": false,
	} {
		if without[name] != want {
			t.Errorf("%s searches without d: %v, want %v", name, without[name], want)
		}
	}
}
