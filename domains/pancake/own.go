package pancake

import (
	"io"

	"github.com/focal-search/focal/domains/text"
	"github.com/focal-search/focal/engine"
)

// stacks is the set of the stacks that are given by their sizes.
var stacks = engine.Set{
	Name: "stack", Doc: "a stack of 2 to 255 pancakes: their sizes from the topmost down", Variants: variants,
	Given: &engine.Given{As: "SIZES", Example: "3-1-4-2", Problem: func(sizes, variant string) (*engine.Problem, error) {
		s, err := text.List(sizes)
		if err != nil {
			return nil, err
		}
		return NewVariant(s, variant)
	}},
}

// readFile makes the problem of a stack in a file.
func readFile(in io.Reader, file, variant string) (*engine.Problem, error) {
	s, err := Read(in, file)
	if err != nil {
		return nil, err
	}
	return NewVariant(s, variant)
}
