package pancake

import (
	"fmt"
	"slices"

	"github.com/focal-search/focal/engine"
)

// flip turns over the m topmost pancakes. It shares no code with the packed
// space, which it checks.
func (s Stack) flip(m engine.Move) error {
	if m < 2 || int(m) > len(s) {
		return fmt.Errorf("flip %d is not a move: want 2 to %d", m, len(s))
	}
	slices.Reverse(s[:m])
	return nil
}

// after is the stack that moves lead to.
func (s Stack) after(moves []engine.Move) (Stack, error) {
	t := slices.Clone(s)
	for i, m := range moves {
		if err := t.flip(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return t, nil
}

// replay is the verifier's side of the problem: what the moves cost, and
// whether they sort the stack.
func replay(start Stack, moves []engine.Move) (engine.Cost, error) {
	s, err := start.after(moves)
	if err != nil {
		return 0, err
	}
	if !slices.IsSorted(s) {
		return 0, fmt.Errorf("the moves do not end at the sorted stack but at %v", []int(s))
	}
	return engine.Cost(len(moves)), nil
}

// picture draws the stack after some moves.
func picture(start Stack, moves []engine.Move) string {
	s, err := start.after(moves)
	if err != nil {
		return err.Error()
	}
	return s.String()
}
