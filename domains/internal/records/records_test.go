package records

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestTable: a table contains what a map contains, with records of all sizes up to the
// greatest, and again after it has been cleared.
func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, words := range []int{1, 2, 16} {
		for _, most := range []int{8, 1000, 3 * chunkBytes} {
			table := New(words, most)
			for range 2 {
				known := map[[16]uint64][]byte{}
				total := 0
				for range 4_000_000 / (most + 1000) {
					var set [16]uint64
					for i := range words {
						set[i] = r.Uint64N(30) << r.IntN(50)
					}
					want := known[set]
					if want == nil {
						if got := table.Find(set[:words], 0); got != nil {
							t.Fatalf("the set %x is found before it is there", set)
						}
						want = make([]byte, 1+r.IntN(most))
						for i := range want {
							want[i] = byte(r.Uint32())
						}
						known[set] = want
						total += len(want) + 8*words
						if n := copy(table.Add(set[:words], len(want)), want); n != len(want) {
							t.Fatalf("a record has %d bytes, want %d", n, len(want))
						}
					}
					if got := table.Find(set[:words], len(want)); !bytes.Equal(got, want) {
						t.Fatalf("the set %x has %x, want %x", set, got, want)
					}
				}
				for set, want := range known {
					if got := table.Find(set[:words], len(want)); !bytes.Equal(got, want) {
						t.Fatalf("in the end the set %x has %x, want %x", set, got, want)
					}
				}
				if table.Len() != len(known) || table.Used() < total || table.Bytes() < int64(total) {
					t.Errorf("%d records of %d bytes in %d, want %d of at least %d", table.Len(), table.Used(), table.Bytes(),
						len(known), total)
				}
				table.Clear()
				if table.Len() != 0 || table.Used() != 0 {
					t.Errorf("%d records of %d bytes are left", table.Len(), table.Used())
				}
			}
		}
	}
}
