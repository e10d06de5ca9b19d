package engine

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const hugePage = 2 << 20

// allocate maps zeroed words outside Go's heap. Large regions are aligned for
// and advised to use huge pages: a search's accesses are random, and a miss on
// a huge page costs half of one on a small page. The system hands out a page
// when it is first touched.
func allocate(words int) (region, error) {
	size := words * 8
	length, flags := size, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE
	if size >= hugePage {
		length += hugePage // to align within
	}
	raw, err := unix.Mmap(-1, 0, length, unix.PROT_READ|unix.PROT_WRITE, flags)
	if err != nil {
		return region{}, err
	}
	start := 0
	if size >= hugePage {
		start = int(-uintptr(unsafe.Pointer(&raw[0])) & (hugePage - 1))
		unix.Madvise(raw[start:start+size], unix.MADV_HUGEPAGE) // advice: failing costs speed alone
	}
	return region{raw: raw, words: unsafe.Slice((*uint64)(unsafe.Pointer(&raw[start])), words)}, nil
}

// free gives the memory back to the system.
func (r *region) free() {
	if r.raw != nil {
		unix.Munmap(r.raw)
	}
	*r = region{}
}
