package pancake

import (
	"slices"

	"github.com/focal-search/focal/engine"
)

// This file implements the definition of the puzzle and of GAP on plain stacks. It shares
// no code with the space.

// flipped returns the stack after a flip.
func flipped(s Stack, m int) Stack {
	t := slices.Clone(s)
	for i := range m {
		t[i] = s[m-1-i]
	}
	return t
}

// gaps is the GAP heuristic by its definition.
func gaps(s Stack) (n engine.Cost) {
	for i := range s {
		below := len(s) + 1
		if i+1 < len(s) {
			below = s[i+1]
		}
		if difference := s[i] - below; difference != 1 && difference != -1 {
			n++
		}
	}
	return n
}

// sorted returns the goal.
func sorted(n int) Stack {
	s := make(Stack, n)
	for i := range s {
		s[i] = i + 1
	}
	return s
}

func key(s Stack) string {
	b := make([]byte, len(s))
	for i, p := range s {
		b[i] = byte(p)
	}
	return string(b)
}

func stackOf(key string) Stack {
	s := make(Stack, len(key))
	for i := range s {
		s[i] = int(key[i])
	}
	return s
}

// layer returns the new stacks one flip away from those of a layer.
func layer(from []string, seen map[string]int, depth int) (next []string) {
	for _, k := range from {
		s := stackOf(k)
		for m := 2; m <= len(s); m++ {
			to := key(flipped(s, m))
			if _, ok := seen[to]; !ok {
				seen[to] = depth
				next = append(next, to)
			}
		}
	}
	return next
}

// distances returns the distance of each stack of n pancakes from the goal, by
// breadth-first search.
func distances(n int) map[string]int {
	goal := key(sorted(n))
	seen := map[string]int{goal: 0}
	for from, depth := []string{goal}, 1; len(from) > 0; depth++ {
		from = layer(from, seen, depth)
	}
	return seen
}

// bidirectional returns the distance of a stack from the goal, by breadth-first search
// from both: the smaller side grows, and the first state that both have reached lies on a
// shortest path, since all flips cost 1.
func bidirectional(s Stack) engine.Cost {
	type side struct {
		seen  map[string]int
		last  []string
		depth int
	}
	begin := func(s Stack) *side { return &side{map[string]int{key(s): 0}, []string{key(s)}, 0} }
	a, b := begin(s), begin(sorted(len(s)))
	for {
		for _, k := range a.last {
			if _, ok := b.seen[k]; ok {
				return engine.Cost(a.depth + b.depth)
			}
		}
		if len(a.last) > len(b.last) {
			a, b = b, a
		}
		a.depth++
		a.last = layer(a.last, a.seen, a.depth)
	}
}

// plainSpace is the same state graph with whole stacks of at most 15 pancakes as states,
// and every value computed from the definitions.
type plainSpace struct{ start Stack }

func (s plainSpace) Shape() engine.Shape {
	return engine.Shape{Words: 1, Key: 1, Successors: len(s.start) - 1, SmallCosts: true}
}

func (s plainSpace) pack(t Stack) (word uint64) {
	for i, p := range t {
		word |= uint64(p) << (4 * i)
	}
	return word
}

func (s plainSpace) stack(word uint64) Stack {
	t := make(Stack, len(s.start))
	for i := range t {
		t[i] = int(word >> (4 * i) & 15)
	}
	return t
}

func (s plainSpace) Start(state []uint64) { state[0] = s.pack(s.start) }

func (s plainSpace) Evaluate(n engine.Node) (h, d engine.Cost) {
	h = gaps(s.stack(n.State[0]))
	return h, h
}

func (s plainSpace) IsGoal(n engine.Node) bool { return slices.IsSorted(s.stack(n.State[0])) }

func (s plainSpace) Expand(n engine.Node, out *engine.Successors) {
	for m := 2; m <= len(s.start); m++ {
		t := flipped(s.stack(n.State[0]), m)
		out.Add(engine.Successor{Cost: 1, H: gaps(t), D: gaps(t), Move: engine.Move(m)})[0] = s.pack(t)
	}
}
