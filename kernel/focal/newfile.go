package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// newFile creates a file for output, replacing one of that name. It does not replace a
// store, or one of the others, which are being read or were just written.
func newFile(name string, others ...string) (*os.File, error) {
	if there, err := os.Stat(name); err == nil {
		for _, other := range others {
			if file, err := os.Stat(other); err == nil && os.SameFile(there, file) {
				return nil, fmt.Errorf("%s would be overwritten: want another name for the output", name)
			}
		}
		if isStore(name) {
			return nil, fmt.Errorf("%s is a store, which would be lost: want another name for the output", name)
		}
	}
	f, err := os.Create(name)
	return f, plainError(name, err)
}

// toFile writes to a new file, and removes it if it is not complete.
func toFile(name string, write func(io.Writer) error, others ...string) error {
	f, err := newFile(name, others...)
	if err != nil {
		return usage(err)
	}
	info, err := f.Stat()
	if err = errors.Join(err, write(f), f.Close()); err != nil && info != nil && info.Mode().IsRegular() {
		_ = os.Remove(name) // a part must not pass for all
	}
	return plainError(name, err)
}
