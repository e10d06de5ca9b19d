package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// newFile makes a file for output, in place of one of that name. What would be
// lost stays: a store, and the others, which are read now or were just written.
func newFile(name string, others ...string) (*os.File, error) {
	if there, err := os.Stat(name); err == nil {
		for _, other := range others {
			if file, err := os.Stat(other); err == nil && os.SameFile(there, file) {
				return nil, fmt.Errorf("%s would be overwritten: want another name for the output", name)
			}
		}
		if isDatabase(name) {
			return nil, fmt.Errorf("%s is a store, which would be lost: want another name for the output", name)
		}
	}
	f, err := os.Create(name)
	return f, plainError(name, err)
}

// isDatabase says whether a file begins as SQLite's do.
func isDatabase(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	magic := []byte("SQLite format 3\x00")
	begin := make([]byte, len(magic))
	_, err = io.ReadFull(f, begin)
	return err == nil && bytes.Equal(begin, magic)
}
