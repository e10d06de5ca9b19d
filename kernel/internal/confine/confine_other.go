//go:build !linux

package confine

// Offered is what this system offers.
func Offered() Wall { return Wall{} }

// Enter confines this process, and says by what.
func Enter(Bounds) (Wall, error) { return Wall{}, nil }
