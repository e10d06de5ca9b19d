package memory

import (
	"runtime"
	"sync"
	"testing"
)

// TestKept: a region is zero whatever has been written to those before it, of whichever kind it is,
// and what is kept for the next stays within its bound.
func TestKept(t *testing.T) {
	kinds := []func() (r Region, written int, err error){
		func() (Region, int, error) { r, err := Allocate(1 << 12); return r, 1 << 12, err },
		func() (Region, int, error) { r, err := Allocate(1 << 17); return r, 1 << 17, err },
		func() (Region, int, error) { r, err := AllocateChunk(1<<22, 256<<10); return r, 256<<10/8 + 100, err },
		func() (r Region, n int, err error) { err = r.Extend(1 << 10); return r, 1 << 10, err },
		func() (r Region, n int, err error) { err = r.Extend(1 << 18); return r, 1 << 18, err },
		func() (r Region, n int, err error) { err = r.Extend(1 << 19); return r, 1 << 19, err },
		func() (r Region, n int, err error) {
			if r, err = Allocate(1 << 13); err == nil {
				err = r.Grow(1 << 18)
			}
			return r, 1 << 18, err
		},
	}
	search := func() {
		for i, kind := range kinds {
			r, written, err := kind()
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Free(written)
			for at, word := range r.Words[:written] {
				if word != 0 {
					t.Errorf("kind %d: word %d is %#x, want 0", i, at, word)
					return
				}
				r.Words[at] = ^uint64(0)
			}
		}
	}
	var searches sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		searches.Go(func() {
			for range 20 {
				search()
			}
		})
	}
	searches.Wait()
	bytes := 0
	for _, of := range kept.mappings {
		for _, m := range of {
			bytes += m.touched
		}
	}
	if most := mostKept * runtime.GOMAXPROCS(0); bytes == 0 || bytes != kept.bytes || bytes > most {
		t.Errorf("%d bytes are kept, %d are counted, of at most %d", bytes, kept.bytes, most)
	}
}
