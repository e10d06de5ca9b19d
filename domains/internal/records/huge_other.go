//go:build !linux

package records

// hugePages makes zero bytes.
func hugePages(size int) []byte { return make([]byte, size) }
