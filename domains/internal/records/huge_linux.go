package records

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePages makes zero bytes that lie in huge pages, if the system has any: records are found at random places,
// and the system takes less time for a huge page than for the small ones in its place.
func hugePages(size int) []byte {
	const page = 2 << 20
	b := make([]byte, size+page)
	start := int(-uintptr(unsafe.Pointer(&b[0])) & (page - 1))
	b = b[start:][:size:size]
	unix.Madvise(b, unix.MADV_HUGEPAGE) // advice: failing costs only speed
	return b
}
