//go:build unix

package script

import (
	"syscall"
	"unsafe"
)

// word allocates an integer outside of Go's heap to which all goroutines of interpreted code
// write without synchronization: an aligned word always holds a value that one of them has
// written, never a mixture, and no more is needed.
func word() *int {
	page, err := syscall.Mmap(-1, 0, 8, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return new(int)
	}
	return (*int)(unsafe.Pointer(&page[0]))
}
