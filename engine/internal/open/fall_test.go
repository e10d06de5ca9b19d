package open

import (
	"math/rand/v2"
	"testing"

	"github.com/focal-search/focal/engine/internal/arena"
)

// TestFalls: where fmin falls and rises again and again, as with an inconsistent h, the same
// nodes leave FOCAL and return. The queues take no more memory after a thousand falls
// than after a few.
func TestFalls(t *testing.T) {
	const nodes, low, high = 20_000, 1<<20 + 1<<19, 1 << 40
	for name, frontier := range map[string]func(*arena.Nodes) Frontier{
		"by d":         func(n *arena.Nodes) Frontier { return LeastD(n, false) },
		"by potential": func(n *arena.Nodes) Frontier { return Potential(n, false) },
		"by both": func(n *arena.Nodes) Frontier {
			return NewSeveral(n, false, false, ByD, ByPotential, ByD)
		},
	} {
		a := arena.New(1, true)
		if err := a.Reserve(nodes); err != nil {
			t.Fatal(err)
		}
		q := frontier(&a)
		r := rand.New(rand.NewPCG(1, 2))
		q.SetThreshold(high, NewBound(1, 1, high))
		for i := range nodes {
			id := a.Add([]uint64{uint64(i)}, 0, arena.None, arena.NoMove)
			q.Insert(id, 1<<20+r.Int64N(1<<20), r.Int64N(1<<19), Cost(i%50))
		}
		q.Least()
		early := int64(0)
		for i := range 1000 {
			q.SetThreshold(low, NewBound(1, 1, low))
			q.SetThreshold(high, NewBound(1, 1, high))
			if i == 10 {
				early = q.Bytes()
			}
		}
		if late := q.Bytes(); late > early+early/10 {
			t.Errorf("%s: %d bytes after 10 falls of fmin, %d after 1000", name, early, late)
		}
	}
}
