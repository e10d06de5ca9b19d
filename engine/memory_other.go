//go:build !linux

package engine

// region is memory that allocate provides.
type region struct{ words []uint64 }

// allocate takes zeroed words from Go's heap where huge pages are not to be had.
func allocate(words int) (region, error) {
	return region{words: make([]uint64, words)}, nil
}

func (r *region) extend(words int) error {
	r.words = append(r.words, make([]uint64, words-len(r.words))...)
	return nil
}

func (r *region) discard(from, to int) {}

func (r *region) free() { *r = region{} }
