package pancake

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/engine"
)

// permutations lists all stacks of n pancakes.
func permutations(n int) (all []Stack) {
	if n == 0 {
		return []Stack{{}}
	}
	for _, s := range permutations(n - 1) {
		for i := range n {
			all = append(all, slices.Insert(slices.Clone(s), i, n))
		}
	}
	return all
}

// exactCosts are the costs of sorting all stacks of n pancakes, by Bellman and Ford's
// algorithm.
func exactCosts(n int, heavy bool) map[string]engine.Cost {
	best := map[string]engine.Cost{}
	stacks := permutations(n)
	for _, s := range stacks {
		best[fmt.Sprint(s)] = math.MaxInt32
		if slices.IsSorted(s) {
			best[fmt.Sprint(s)] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range stacks {
			for m := 2; m <= n; m++ {
				t := flipped(s, m)
				cost := engine.Cost(1)
				if heavy {
					cost = engine.Cost(n + 1)
					if m < n {
						cost = engine.Cost(max(s[m-1], s[m]))
					}
				}
				if now := best[fmt.Sprint(t)] + cost; now < best[fmt.Sprint(s)] {
					best[fmt.Sprint(s)], changed = now, true
				}
			}
		}
	}
	return best
}

// TestModels: for all stacks of 5 pancakes and all variants h is what its definition says,
// admissible and, as the check finds, consistent, and every algorithm keeps its bound.
func TestModels(t *testing.T) {
	const n = 5
	for _, variant := range []string{"", "heavy", "gap-1", "gap-2", "gap-4", "heavy+gap-2"} {
		heavy := strings.Contains(variant, "heavy")
		k := 0
		fmt.Sscanf(variant[strings.LastIndexByte(variant, '-')+1:], "%d", &k)
		best := exactCosts(n, heavy)
		for i, s := range permutations(n) {
			p, err := NewVariant(s, variant)
			if err != nil {
				t.Fatal(err)
			}
			space := p.NewSpace()
			state := make([]uint64, 2)
			space.Start(state)
			h, d := space.Evaluate(engine.Node{State: state})
			var wantH, wantD engine.Cost
			for j := range n {
				below := n + 1
				if j+1 < n {
					below = s[j+1]
				}
				if s.gap(j) {
					wantD++
					switch lesser := min(s[j], below); {
					case lesser <= k:
					case heavy:
						wantH += engine.Cost(lesser)
					default:
						wantH++
					}
				}
			}
			optimal := best[fmt.Sprint(s)]
			if h != wantH || d != wantD || h > optimal {
				t.Fatalf("%s %v: h = %d, d = %d, want %d, %d and at most %d", variant, s, h, d, wantH, wantD, optimal)
			}
			names := spacetest.Algorithms()
			spacetest.Bounded(t, p, optimal, "astar", names[i%len(names)])
			if i%20 == 0 {
				if c := engine.Check(t.Context(), p); len(c.Findings) > 0 || !c.Complete {
					t.Fatalf("%s: %v", variant, c)
				}
			}
		}
	}
	for variant, want := range map[string]string{"heavi": `unknown variant "heavi": did you mean "heavy"?`,
		"gap-1+gap-2": "gap-1 and gap-2 exclude each other"} {
		if _, err := NewVariant(Stack{2, 1}, variant); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", variant, err)
		}
	}
}
