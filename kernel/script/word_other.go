//go:build !unix

package script

// word allocates an integer to which all goroutines of interpreted code write.
func word() *int { return new(int) }
