package tsp

import (
	"io"

	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// readFile makes the problem of a file in the format of TSPLIB.
func readFile(in io.Reader, name, variant string) (*engine.Problem, error) {
	file, err := tsplib.Read(in, name)
	if err != nil {
		return nil, err
	}
	return fromFile(name, file, guidanceOf(variant))
}

// guidanceOf is the guidance that a variant names.
func guidanceOf(variant string) Guidance {
	if variant == "" {
		return NearestNeighbour
	}
	return Guidance(variant)
}
