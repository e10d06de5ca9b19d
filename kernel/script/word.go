//go:build unix

package script

import (
	"syscall"
	"unsafe"
)

// word is memory for an integer that all goroutines of interpreted code write to, without
// an order, and that is outside of Go's memory: an aligned word holds what one of them has
// written, and never a mixture, which is all that is asked of it.
func word() *int {
	page, err := syscall.Mmap(-1, 0, 8, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return new(int)
	}
	return (*int)(unsafe.Pointer(&page[0]))
}
