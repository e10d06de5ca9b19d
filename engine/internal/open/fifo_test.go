package open

import (
	"math/rand/v2"
	"testing"

	"github.com/focal-search/focal/engine/internal/arena"
)

// TestFifo compares queues with slices while they grow from short chunks into long ones, shrink
// to nothing, and grow again in the chunks that are free.
func TestFifo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var pool fifoPool
	defer pool.places.Free()
	queues, want := make([]fifo, 50), make([][]uint32, 50)
	size, peak, most, id := 0, 0, 0, uint32(0)
	check := func(i int) {
		q, w := &queues[i], want[i]
		if q.empty() != (len(w) == 0) {
			t.Fatalf("queue %d of %d ids: empty %v", i, len(w), q.empty())
		}
		if len(w) == 0 {
			return
		}
		second := arena.None
		if len(w) > 1 {
			second = w[1]
		}
		if head, next := pool.places.Items[q.head], pool.second(q); head != w[0] || next != second {
			t.Fatalf("queue %d of %d ids begins with %d, %d, want %d, %d", i, len(w), head, next, w[0], second)
		}
	}
	for grows, step := true, 0; step < 3_000_000; step++ {
		if size > 400_000 || size == 0 {
			grows = size == 0
		}
		i := r.IntN(r.IntN(len(queues)) + 1) // the first ones are the longest
		if want[i] == nil || r.IntN(10) < 5 && !grows || r.IntN(10) < 8 && grows {
			pool.push(&queues[i], id)
			want[i] = append(want[i], id)
			id++
			size++
		} else if len(want[i]) > 0 {
			next := pool.pop(&queues[i])
			if want[i] = want[i][1:]; len(want[i]) == 0 != (next == arena.None) {
				t.Fatalf("queue %d: %d after the last of %d", i, next, len(want[i]))
			}
			size--
		}
		peak, most = max(peak, size), max(most, len(pool.places.Items))
		check(i)
	}
	if most < shortPlaces*3/2 || most > peak*16/15+2*longChunk*len(queues) {
		t.Errorf("%d places for at most %d ids: want long chunks too, and free ones used again", most, peak)
	}
}
