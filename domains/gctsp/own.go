package gctsp

import (
	"io"

	"github.com/focal-search/focal/engine"
)

// readFile makes the problem of a file as Open reads it.
func readFile(in io.Reader, file, variant string) (*engine.Problem, error) {
	instance, err := Read(in, file)
	if err != nil {
		return nil, err
	}
	return New(instance, variantOf(variant))
}

// variantOf is the variant that a problem's name asks for.
func variantOf(variant string) Variant {
	if variant == "" {
		return Covering
	}
	return Variant(variant)
}
