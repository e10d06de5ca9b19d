//go:build amd64 || arm64

package memory

import "unsafe"

// Prefetches reports whether Prefetch does anything.
const Prefetches = true

// Prefetch starts to load the cache line at p and does not wait for it. It
// changes nothing but the time that a later access takes.
//
//go:noescape
func Prefetch(p unsafe.Pointer)
