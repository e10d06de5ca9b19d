package engine

import (
	"context"
	"errors"
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

// stuck is a Pure space with a state, 1, that cannot be expanded and is not selected where state 2
// comes first, which has the same f and a smaller h and d.
type stuck struct{}

func (stuck) Shape() Shape       { return Shape{Words: 1, Key: 1, Successors: 4} }
func (stuck) Start(s []uint64)   { s[0] = 0 }
func (stuck) IsGoal(n Node) bool { return n.State[0] == 4 }
func (stuck) Pure()              {}

func (stuck) Evaluate(n Node) (h, d Cost) {
	if n.State[0] == 1 {
		return 9, 9
	}
	return 0, 0
}

func (stuck) Expand(n Node, out *Successors) {
	switch n.State[0] {
	case 0:
		out.Add(Successor{Cost: 1, H: 9, D: 9})[0] = 1
		out.Add(Successor{Cost: 10})[0] = 2
	case 1:
		out.Err = errors.New("state 1 cannot be expanded")
	default:
		out.Add(Successor{})[0] = n.State[0] + 1
	}
}

// TestPureError: an error of a state that is expanded ahead and never selected ends no search.
func TestPureError(t *testing.T) {
	p := &Problem{Name: "stuck", Unit: 1, Optimal: -1, NewSpace: func() Space { return stuck{} },
		Replay: func([]Move) (Cost, error) { return 10, nil }}
	for _, a := range []Algorithm{AStar(), FS(1), DPS(1), WAStar(2)} {
		if r := Solve(context.Background(), p, a); r.Status != Solved || r.Cost != 10 {
			t.Errorf("%v: %v %s", a, r, r.Error)
		}
	}
}
