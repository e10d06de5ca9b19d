package open

import (
	"math/rand/v2"
	"testing"

	"github.com/focal-search/focal/engine/internal/arena"
)

// TestFalls: where fmin falls and rises again and again, as with an inconsistent h, the same
// nodes leave FOCAL and return. The queues take no more memory after a thousand falls
// than after a few, and OPEN's head is still the least of all nodes, until none is left.
func TestFalls(t *testing.T) {
	const nodes, low, high = 5_000, 1<<20 + 1<<19, 1 << 40
	for name, queues := range map[string][]Order{
		"by d": {LeastD}, "by potential": {Potential}, "by both": {LeastD, Potential, LeastD},
		"of OPEN": {ByKey(func(id uint32, _, _, _ Cost) Cost { return Cost(id) }).OfOpen()},
	} {
		a := arena.New(1, true)
		if err := a.Reserve(nodes); err != nil {
			t.Fatal(err)
		}
		q := New(&a, Any, append(queues, LeastF)...)
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
		last := Selection{F: -1}
		for range nodes {
			if _, ok := q.Least(); !ok {
				t.Fatalf("%s: OPEN is empty before all nodes are taken", name)
			}
			head := q.Select(len(queues))
			if head.F < last.F || head.F == last.F && head.ID <= last.ID {
				t.Fatalf("%s: %+v after %+v", name, head, last)
			}
			a.SetFate(head.ID, arena.Expanded)
			q.Take(head)
			last = head
		}
	}
}
