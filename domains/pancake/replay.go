package pancake

import (
	"fmt"
	"slices"

	"github.com/focal-search/focal/engine"
)

// flip turns over the m topmost pancakes, and returns the greater of the two that it
// separates. It shares no code with the packed space, which it checks.
func (s Stack) flip(m engine.Move) (separated engine.Cost, err error) {
	if m < 2 || int(m) > len(s) {
		return 0, fmt.Errorf("flip %d is not a move: want 2 to %d", m, len(s))
	}
	below := len(s) + 1
	if int(m) < len(s) {
		below = s[m]
	}
	separated = engine.Cost(max(s[m-1], below))
	slices.Reverse(s[:m])
	return separated, nil
}
