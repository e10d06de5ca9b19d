//go:build unix

package script

import (
	"syscall"
	"unsafe"
)

// outside allocates a T of integers outside of Go's heap. Goroutines of interpreted code write to
// it without synchronization: an aligned word always holds a value that one of them has written,
// never a mixture, and no more is needed.
func outside[T any]() *T {
	pages, err := syscall.Mmap(-1, 0, int(unsafe.Sizeof(*new(T))), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return new(T)
	}
	return (*T)(unsafe.Pointer(&pages[0]))
}
