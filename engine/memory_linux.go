package engine

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// region is memory that allocate provides.
type region struct {
	words []uint64
	bytes []byte // the same
	raw   []byte // the mapping they lie in
}

const hugePage = 2 << 20

// allocate maps zeroed words outside Go's heap. Large regions are aligned for
// and advised to use huge pages: a search's accesses are random, and a miss on
// a huge page costs half of one on a small page. The system hands out a page
// when it is first touched.
func allocate(words int) (region, error) {
	size, length := words*8, words*8
	if size >= hugePage {
		length += hugePage // to align within
	}
	raw, err := unix.Mmap(-1, 0, length, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return region{}, err
	}
	start := 0
	if size >= hugePage {
		start = int(-uintptr(unsafe.Pointer(&raw[0])) & (hugePage - 1))
		unix.Madvise(raw[start:start+size], unix.MADV_HUGEPAGE) // advice: failing costs speed alone
	}
	bytes := raw[start : start+size]
	return region{unsafe.Slice((*uint64)(unsafe.Pointer(&bytes[0])), words), bytes, raw}, nil
}

// extend makes the region larger, or makes one. The system moves pages, not bytes.
func (r *region) extend(words int) error {
	var raw []byte
	var err error
	if r.raw == nil {
		raw, err = unix.Mmap(-1, 0, words*8, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	} else {
		raw, err = unix.Mremap(r.raw, words*8, unix.MREMAP_MAYMOVE)
	}
	if err != nil {
		return err
	}
	if len(raw) >= 2*hugePage {
		unix.Madvise(raw, unix.MADV_HUGEPAGE)
	}
	*r = region{unsafe.Slice((*uint64)(unsafe.Pointer(&raw[0])), words), raw, raw}
	return nil
}

// discard gives the memory of some words back early; they must not be used again.
func (r *region) discard(from, to int) {
	if (to-from)*8 >= hugePage {
		unix.Madvise(r.bytes[from*8:to*8], unix.MADV_DONTNEED) // advice, as above
	}
}

// free gives the memory back to the system.
func (r *region) free() {
	if r.raw != nil {
		unix.Munmap(r.raw)
	}
	*r = region{}
}
