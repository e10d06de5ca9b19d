package engine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"
)

// pure is a torus that may be expanded ahead. It counts how often that happens.
type pure struct {
	reversible
	expansions int
}

func (*pure) Pure() {}

func (p *pure) Expand(n Node, out *Successors) {
	p.expansions++
	p.reversible.Expand(Node{State: n.State}, out)
}

// TestPure: a search that expands nodes before they are selected has the same counters,
// trace and solution as one that does not, and some of its guesses are wrong.
func TestPure(t *testing.T) {
	wrong := 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 6))
		g := torus(r, 3+r.IntN(6), 3+r.IntN(6), []Cost{1, 5, 1000}[seed%3])
		g = g.with(func(s *Shape) {
			s.SmallCosts, s.WideCosts = seed%2 == 0, seed%4 < 2
			s.Words, s.Key, s.Successors = 1, 1, 4
		})
		w := []float64{1, 1.25, 2}[r.IntN(3)]
		algorithms := all(w, 0.7)
		for _, d := range Descriptions() {
			a, err := NewAlgorithm(d.Name, w, 0.7)
			if err != nil {
				t.Fatal(err)
			}
			algorithms = append(algorithms, a)
		}
		for _, alg := range algorithms {
			solve := func(space Space) *Result {
				p := g.problem()
				p.NewSpace = func() Space { return space }
				r := Solve(context.Background(), p, alg, Seed(5), Traced())
				if r.Err != nil {
					t.Fatalf("%v: %v", alg, r.Err)
				}
				return comparable_(r)
			}
			ahead := &pure{reversible: reversible{g}}
			want, got := solve(reversible{g}), solve(ahead)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%v:\n%+v\n%+v", alg, got, want)
			}
			wrong += ahead.expansions - int(got.Expanded) - len(got.Moves)
		}
	}
	if wrong < 100 {
		t.Errorf("%d expansions for nothing, want some", wrong)
	}
}
