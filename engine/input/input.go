// Package input reads files within a bound: a device or a pipe that never ends, or a
// file of another kind, costs an error and not the machine's memory.
package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrTooLong is why an input is not read.
var ErrTooLong = errors.New("too long")

// ReadFile is os.ReadFile for a file of most bytes at most.
func ReadFile(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > most {
		return nil, tooLong(path, most)
	}
	return ReadAll(f, path, most)
}

// ReadAll is io.ReadAll for an input of most bytes at most. The name is for errors.
func ReadAll(r io.Reader, name string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = tooLong(name, most)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

func tooLong(name string, most int64) error {
	size := fmt.Sprintf("%d bytes", most)
	if most >= 1<<20 {
		size = fmt.Sprintf("%d MiB", most>>20)
	} else if most >= 1<<10 {
		size = fmt.Sprintf("%d KiB", most>>10)
	}
	return &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("%w: it is read up to %s", ErrTooLong, size)}
}
