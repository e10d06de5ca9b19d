package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
)

// newFile begins a file for output; "-" is standard output. It does not replace a store, or one of the others, which
// are being read or were just written.
func newFile(name string, others ...string) (*output.File, error) {
	if name != output.Standard {
		there, err := os.Stat(name)
		for _, other := range others {
			file, missing := os.Stat(other)
			if filepath.Clean(name) == filepath.Clean(other) || err == nil && missing == nil && os.SameFile(there, file) {
				return nil, usagef("%s would be overwritten: want another name for the output", name)
			}
		}
		if isStore(name) {
			return nil, usagef("%s is a store, which would be lost: want another name for the output", name)
		}
	}
	f, err := output.Create(name)
	return f, usage(input.Plain(name, err))
}

// toFile writes a file.
func toFile(name string, write func(io.Writer) error, others ...string) error {
	f, err := newFile(name, others...)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return input.Plain(name, err)
	}
	return input.Plain(name, f.Commit())
}
