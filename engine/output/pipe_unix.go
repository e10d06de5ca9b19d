//go:build unix

package output

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openPipe opens a pipe or a device for writing only: whoever also opens it for reading is its own reader.
func openPipe(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ENXIO) {
		err = &fs.PathError{Op: "create", Path: name, Err: errors.New("nobody reads from this pipe: start its reader first")}
	}
	return f, err
}
