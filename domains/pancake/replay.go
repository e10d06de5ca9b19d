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

// after is the stack that moves lead to, and what they cost if flips are heavy.
func (s Stack) after(moves []engine.Move) (t Stack, heavy engine.Cost, err error) {
	t = slices.Clone(s)
	for i, m := range moves {
		cost, err := t.flip(m)
		if err != nil {
			return nil, 0, fmt.Errorf("move %d: %w", i+1, err)
		}
		heavy += cost
	}
	return t, heavy, nil
}

// replay is the verifier's side of the problem: what the moves cost, and
// whether they sort the stack.
func replay(start Stack, heavy bool, moves []engine.Move) (engine.Cost, error) {
	s, cost, err := start.after(moves)
	if err != nil {
		return 0, err
	}
	if !slices.IsSorted(s) {
		return 0, fmt.Errorf("the moves do not end at the sorted stack but at %v", []int(s))
	}
	if !heavy {
		cost = engine.Cost(len(moves))
	}
	return cost, nil
}

// picture draws the stack after some moves.
func picture(start Stack, moves []engine.Move) string {
	s, _, err := start.after(moves)
	if err != nil {
		return err.Error()
	}
	return s.String()
}
