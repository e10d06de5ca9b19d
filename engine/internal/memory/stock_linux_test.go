package memory

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// resident is the memory that a mapping takes.
func resident(t *testing.T, raw []byte) (bytes int) {
	t.Helper()
	pages := make([]byte, (len(raw)+smallPage-1)/smallPage)
	if _, _, e := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&raw[0])), uintptr(len(raw)),
		uintptr(unsafe.Pointer(&pages[0]))); e != 0 {
		t.Fatal(e)
	}
	for _, p := range pages {
		bytes += int(p&1) * smallPage
	}
	return bytes
}

// TestStock: what a large search has written serves the next one, the longest first, with memory that is
// there already, while somebody holds it; what is small does not go there.
func TestStock(t *testing.T) {
	release := Hold()
	write := func(r *Region, words int, value uint64) *uint64 {
		for i := range words {
			r.Words[i] = value
		}
		return &r.Words[0]
	}
	vector := func(bytes int, value uint64) (r Region) {
		for size := large / 4; size <= bytes; size += large / 4 {
			if err := r.Extend(size / 8); err != nil {
				t.Fatal(err)
			}
		}
		write(&r, bytes/8, value)
		return r
	}
	small, one, two := vector(large/2, 1), vector(2*large, 1), vector(4*large, 2)
	was := &two.Words[0]
	one.Free(2 * large / 8)
	two.Free(4 * large / 8)
	small.Free(large / 2 / 8)
	if len(vectors) != 2 {
		t.Errorf("%d mappings of vectors are left, want 2", len(vectors))
	}

	var r Region
	if err := r.Extend(large / 2 / 8); err != nil || r.Used() {
		t.Fatalf("a vector that may stay small takes a mapping of the stock, error %v", err)
	}
	write(&r, large/2/8, 9)
	if err := r.Extend(3 * large / 8); err != nil {
		t.Fatal(err)
	}
	if &r.Words[0] != was || !r.Used() || r.Words[0] != 9 || r.Words[large/2/8-1] != 9 {
		t.Errorf("a vector that becomes long does not take the longest mapping of the stock, with what it has")
	}
	if have := resident(t, r.raw); have < 4*large {
		t.Errorf("%d bytes of it are there, want %d", have, 4*large)
	}
	r.Free(3 * large / 8)
	if left := vectors[len(vectors)-1]; len(left.raw) != 3*large {
		t.Errorf("%d bytes are left of %d that were written", len(left.raw), 3*large)
	}
	r = vector(8*large, 3) // beyond what was left
	r.Free(8 * large / 8)
	if len(vectors) != 2 {
		t.Errorf("%d mappings of vectors are left, want 2", len(vectors))
	}

	a, err := AllocateChunk(large/8, 0)
	if err != nil {
		t.Fatal(err)
	}
	if a.Used() {
		t.Error("a chunk takes a vector's mapping")
	}
	first := write(&a, large/8, 7)
	a.Free(large / 8)
	if a, err = AllocateChunk(large*3/4/8, 0); err != nil || &a.Words[0] != first || len(a.Words) != large*3/4/8 {
		t.Errorf("a smaller chunk does not take the mapping that was left: %d words, error %v", len(a.Words), err)
	}
	a.Free(large / 2 / 8)
	if z, err := Allocate(large / 8); err != nil || z.Used() || z.Words[0] != 0 {
		t.Errorf("zeroed words come from a stock, error %v", err)
	} else {
		z.Free(0)
	}
	again := Hold()
	if release(); chunks == nil {
		t.Error("the stock is empty while somebody holds it")
	}
	if again(); chunks != nil || vectors != nil {
		t.Error("something is left when nobody holds it")
	}
}

// TestStockDoesNotGrow: however long the vectors of searches, one after the other, the stock has no more
// mappings than vectors were in use at once, and each is one that a vector can take.
func TestStockDoesNotGrow(t *testing.T) {
	defer Hold()()
	for _, bytes := range []int{large / 2, large * 5 / 8, large, large + hugePage, large * 2, large * 3, large + hugePage} {
		for range 5 {
			var r Region
			for size := first; size <= bytes; size += hugePage {
				if err := r.Extend(size / 8); err != nil {
					t.Fatal(err)
				}
			}
			r.Words[bytes/8-1] = 1
			r.Free(bytes / 8)
			if bytes <= large && len(vectors) > 0 || len(vectors) > 1 {
				t.Fatalf("after a vector of %d bytes there are %d mappings, the last of %d bytes", bytes, len(vectors),
					len(vectors[len(vectors)-1].raw))
			}
		}
	}
	if len(vectors) != 1 {
		t.Errorf("%d mappings are left, want 1", len(vectors))
	}
}

// TestVectorOfUsedMemory: values that Resize adds are zero, also where other ones lay before.
func TestVectorOfUsedMemory(t *testing.T) {
	defer Hold()()
	var v Vector[uint64]
	for range 2 {
		v.Resize(2 * large / 8)
		for i, x := range v.Items {
			if x != 0 {
				t.Fatalf("value %d is %d, want 0", i, x)
			}
			v.Items[i] = 3
		}
		v.Free()
	}
}
