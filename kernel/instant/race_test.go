//go:build unix && race

package instant

// raced is how many times more time and memory the race detector takes.
const raced = 10
