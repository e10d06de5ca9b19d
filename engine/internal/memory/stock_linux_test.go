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
	write := func(r *Region, words int) *uint64 {
		for i := range words {
			r.Words[i] = 7
		}
		return &r.Words[0]
	}
	const large = 4 << 20 // bytes, more than mostWritten
	var regions [2]Region
	for i := range regions {
		if err := regions[i].Extend((i + 1) * large / 8); err != nil {
			t.Fatal(err)
		}
	}
	was := write(&regions[1], 2*large/8)
	write(&regions[0], large/8)
	regions[1].Free(2 * large / 8)
	regions[0].Free(large / 8)

	var r Region
	if err := r.Extend(100); err != nil {
		t.Fatal(err)
	}
	if &r.Words[0] != was || !r.Used() {
		t.Errorf("a vector does not take the longest mapping of the stock")
	}
	if have := resident(t, r.raw); have < 2*large {
		t.Errorf("%d bytes of it are there, want %d", have, 2*large)
	}
	if err := r.Extend(8 * large / 8); err != nil { // beyond what was left
		t.Fatal(err)
	}
	write(&r, 8*large/8)
	r.Free(8 * large / 8)

	a, err := AllocateNext(large / 8)
	if err != nil {
		t.Fatal(err)
	}
	if a.Used() {
		t.Error("a chunk takes a vector's mapping")
	}
	first := write(&a, large/8)
	a.Free(large / 8)
	if a, err = AllocateNext(large / 16); err != nil || &a.Words[0] != first || len(a.Words) != large/16 {
		t.Errorf("a smaller chunk does not take the mapping that was left: %d words, error %v", len(a.Words), err)
	}
	a.Free(0)
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

// TestVectorOfUsedMemory: values that Resize adds are zero, also where other ones lay before.
func TestVectorOfUsedMemory(t *testing.T) {
	defer Hold()()
	var v Vector[uint64]
	for range 2 {
		v.Resize(1 << 20)
		for i, x := range v.Items {
			if x != 0 {
				t.Fatalf("value %d is %d, want 0", i, x)
			}
			v.Items[i] = 3
		}
		v.Free()
	}
}
