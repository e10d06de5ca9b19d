//go:build !linux

package engine

// allocate takes zeroed words from Go's heap where huge pages are not to be had.
func allocate(words int) (region, error) {
	return region{words: make([]uint64, words)}, nil
}

func (r *region) free() { *r = region{} }
