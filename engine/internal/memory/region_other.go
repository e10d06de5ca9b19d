//go:build !linux

package memory

import "math"

const (
	// OutsideHeap reports whether regions lie outside Go's heap.
	OutsideHeap = false

	// Chunk is how many words to allocate at a time: all of them are cleared.
	Chunk = 1 << 15
)

// Hold does nothing where memory is Go's.
func Hold() (release func()) { return func() {} }

// A Region is memory as Allocate provides it.
type Region struct{ Words []uint64 }

// Allocate takes zeroed words from Go's heap where the system has no huge pages.
func Allocate(words int) (Region, error) {
	return Region{Words: make([]uint64, words)}, nil
}

// AllocateChunk is Allocate: the heap hands out what is asked for.
func AllocateChunk(words, _ int) (Region, error) { return Allocate(words) }

// Extend makes the region larger.
func (r *Region) Extend(words int) error {
	r.Words = append(r.Words, make([]uint64, words-len(r.Words))...)
	return nil
}

// Used reports whether words that Extend adds may have any value.
func (r *Region) Used() bool { return false }

// Grow is Extend.
func (r *Region) Grow(words int) error { return r.Extend(words) }

// Bytes returns the memory that words take.
func (r *Region) Bytes(words int) int64 { return int64(words) * 8 }

// Free leaves the memory to the garbage collector.
func (r *Region) Free(int) { *r = Region{} }

// Left is not known.
var Left = func() int64 { return math.MaxInt64 }
