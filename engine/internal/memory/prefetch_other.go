//go:build !amd64 && !arm64

package memory

import "unsafe"

// Prefetches reports whether Prefetch does anything.
const Prefetches = false

// Prefetch does nothing where there is no such instruction at hand.
func Prefetch(unsafe.Pointer) {}
