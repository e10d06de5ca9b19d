package open

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/focal-search/focal/engine/internal/arena"
)

// TestQueue: whatever is pushed, popped and dropped, entries come out in the order of a
// sorted list.
func TestQueue(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		nodes := arena.New(1, true)
		q := lazy{pool: new(pool)}
		defer q.near.Free()
		defer q.blocks.Free()
		var want []entry
		greatest := Cost(1) << (1 + r.IntN(62)) // from two keys to all keys
		for range 2000 {
			switch op := r.IntN(20); {
			case op < 14:
				if err := nodes.Reserve(1); err != nil {
					t.Fatal(err)
				}
				e := entry{key: r.Int64N(greatest), id: nodes.Add([]uint64{0}, 0, arena.None, arena.NoMove)}
				if op == 0 && len(want) > 0 {
					e.key = want[0].key // as close as possible
				}
				q.push(e)
				want = append(want, e)
				slices.SortFunc(want, func(a, b entry) int {
					if a.key != b.key {
						return int(min(1, max(-1, a.key-b.key)))
					}
					return int(a.id) - int(b.id)
				})
			case op < 17:
				limit := r.Int64N(greatest)
				got, ok := q.pop(limit)
				if most := len(want) > 0 && want[0].key <= limit; ok != most || ok && got != want[0] {
					t.Fatalf("seed %d: pops %v %v, want one: %v of %d", seed, got, ok, most, len(want))
				} else if ok {
					want = want[1:]
				}
			case op < 19 && len(want) > 0:
				i := r.IntN(min(4, len(want)))
				nodes.SetFate(want[i].id, arena.Superseded)
				want = slices.Delete(want, i, i+1)
				got, ok := q.top(&nodes)
				if ok != (len(want) > 0) || ok && got != want[0] {
					t.Fatalf("seed %d: the top is %v %v of %d", seed, got, ok, len(want))
				}
				q.keep(&nodes, func(e entry) bool { return nodes.Live(e.id) })
			case op == 19 && r.IntN(10) == 0:
				most := greatest/2 + r.Int64N(greatest/2)
				q.keep(nil, func(e entry) bool { return e.key < most })
				want = slices.DeleteFunc(want, func(e entry) bool { return e.key >= most })
			}
		}
		nodes.Free()
	}
}

// TestKeepMoves: entries that a queue drops may go to another queue of the same pool, whose
// blocks move when they become more.
func TestKeepMoves(t *testing.T) {
	for n := 1; n < 20_000; n += 1 + n/8 {
		r := rand.New(rand.NewPCG(uint64(n), 2))
		p := new(pool)
		from, to := lazy{pool: p}, lazy{pool: p}
		const half = 1 << 40
		var kept, moved []entry
		for id := range uint32(n) {
			e := entry{r.Int64N(2 * half), 0, id}
			from.push(e)
			if e.key < half {
				kept = append(kept, e)
			} else {
				moved = append(moved, e)
			}
		}
		from.keep(nil, func(e entry) bool {
			if e.key >= half {
				to.push(e)
			}
			return e.key < half
		})
		for _, test := range []struct {
			q    *lazy
			want []entry
		}{{&from, kept}, {&to, moved}} {
			slices.SortFunc(test.want, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
			var got []entry
			for {
				e, ok := test.q.pop(2 * half)
				if !ok {
					break
				}
				got = append(got, e)
			}
			if !slices.Equal(got, test.want) {
				t.Fatalf("%d entries: a queue has %d, want %d", n, len(got), len(test.want))
			}
			test.q.near.Free()
		}
		p.blocks.Free()
	}
}
