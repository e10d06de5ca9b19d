package memory

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	// OutsideHeap reports whether regions lie outside Go's heap.
	OutsideHeap = true

	// Chunk is how many words to allocate at a time: what is not touched takes no memory.
	Chunk = 4 << 20
)

// A Region is memory as Allocate provides it.
type Region struct {
	Words []uint64
	bytes []byte // the same, and what is mapped behind them
	mapping
	stock *stock // where it goes in the end if it is large; nil for zeroed words
}

const (
	smallPage = 4 << 10
	hugePage  = 2 << 20

	mostSmall = 128 << 10 // larger regions of Allocate take a huge page or more
	first     = 2 << 20   // that Extend maps at first
	mostAhead = 16 << 20  // that Extend maps for the next time: limits on data count it

	large = 16 << 20 // a region of Extend that becomes longer takes one of a stock
)

// Allocate maps zeroed words outside Go's heap. Large regions are aligned for
// and advised to use huge pages: a search's accesses are random, and a miss on
// a huge page costs half of one on a small page. The system hands out a page
// when it is first touched. A huge page costs as much then as 25 small ones.
func Allocate(words int) (Region, error) { return allocate(words, 0, nil) }

// AllocateChunk is Allocate for words that need not be zero and are written from the beginning. Its
// first bytes, small in number, lie in small pages, so that a few words take little memory.
func AllocateChunk(words, small int) (Region, error) { return allocate(words, small, &chunks) }

// allocate maps words of which the first bytes, so many as small, stay in small pages.
func allocate(words, small int, from *stock) (Region, error) {
	size := words * 8
	if size > mostSmall {
		size = max(size, hugePage)
	}
	length := size
	if size >= hugePage {
		length += hugePage // to align within
	}
	m, err := take(length, small, from)
	if err != nil {
		return Region{}, err
	}
	start := 0
	if size >= hugePage {
		start = toHugePage(m.raw[small:])
		if m.touched == 0 {
			unix.Madvise(m.raw[start+small:start+size], unix.MADV_HUGEPAGE) // advice: failing costs only speed
		}
	}
	r := Region{bytes: m.raw[start : start+size], mapping: m, stock: from}
	r.use(words)
	return r, nil
}

// use makes the first words of the mapping the region's.
func (r *Region) use(words int) {
	r.Words = unsafe.Slice((*uint64)(unsafe.Pointer(&r.bytes[0])), words)
}

// Extend makes the region larger, or makes one. The system moves pages, so no bytes are
// copied. Extend maps more than is asked for, for the next time; pages that are not touched
// take no memory. If Used, the added words may have any value; else they are zero.
func (r *Region) Extend(words int) error {
	if size := words * 8; size > len(r.raw) {
		long := size > first
		if long {
			size += min(size, mostAhead)
		} else {
			size = first
		}
		if err := r.remap(size); err != nil {
			return err
		}
		if long {
			unix.Madvise(r.raw, unix.MADV_HUGEPAGE)
		}
		r.bytes = r.raw
	}
	r.use(words)
	return nil
}

// remap changes the mapping to one of size bytes or more that begins with the same.
func (r *Region) remap(size int) error {
	if r.raw == nil {
		m, err := take(size, 0, nil)
		r.mapping = m
		return err
	}
	if size > large && r.stock == nil {
		r.stock = &vectors
		if m, ok := vectors.take(size, 0); ok {
			copy(m.raw, r.raw)
			unmap(r.raw)
			r.mapping = m
		}
	}
	if size <= len(r.raw) {
		return nil
	}
	raw, err := mapped(func() ([]byte, error) { return resize(r.raw, size) })
	if err == nil {
		r.raw = raw
	}
	return err
}

// Used reports whether words added by Extend may have any value.
func (r *Region) Used() bool { return r.used }

// Grow makes a region of Allocate at least twice as large. Where pages are huge the system moves
// them and copies no bytes.
func (r *Region) Grow(words int) error {
	if words*8 <= len(r.bytes) {
		r.use(words)
		return nil
	}
	larger, err := Allocate(words)
	if err != nil {
		return err
	}
	// Each growth made a mapping, of the second half, and they move one by one.
	for from, to := 0, 0; from < len(r.bytes); from = to {
		to = min(max(2*from, hugePage), len(r.bytes))
		if piece := r.bytes[from:to]; len(piece) < hugePage || !movePages(larger.bytes[from:], piece) {
			copy(larger.bytes[from:], piece)
		}
	}
	if len(r.bytes) >= hugePage { // its pages are gone
		unmap(r.raw)
	} else {
		r.Free(len(r.Words))
	}
	*r = larger
	return nil
}

// Bytes returns the memory that words of a region of Allocate take, as pages.
func (r *Region) Bytes(words int) int64 {
	page := smallPage
	if len(r.bytes) >= hugePage {
		page = hugePage
	}
	return int64(words*8+page-1) / int64(page) * int64(page)
}

// Free releases the memory. Only the first words, so many as given, may have been written.
func (r *Region) Free(written int) {
	switch {
	case r.raw == nil || r.keep(r.bytes[:written*8], len(r.bytes) >= hugePage):
	case r.stock != nil && r.stock.put(r.mapping, written*8):
	default:
		unmap(r.raw)
	}
	*r = Region{}
}
