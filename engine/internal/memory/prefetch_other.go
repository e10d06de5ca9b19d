//go:build !amd64 && !arm64

package memory

import "unsafe"

// Prefetch does nothing where there is no such instruction at hand.
func Prefetch(unsafe.Pointer) {}
