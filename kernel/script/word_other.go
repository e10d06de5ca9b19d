//go:build !unix

package script

// word is memory for an integer that all goroutines of interpreted code write to.
func word() *int { return new(int) }
