//go:build unix || js

package instant

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// A standard stream is one that cells know as a variable of package os, and could
// close. What they print goes to a file of the child's own with the same end.
type standard struct {
	name     string
	variable **os.File
	fd       int
	kept     *os.File
}

// A writer is no more than that.
type writer struct{ io.Writer }

// streams are standard output and error.
type streams [2]standard

// keepStreams opens standard output and error a second time.
func keepStreams() (streams, error) {
	out := streams{{name: "os.Stdout", variable: &os.Stdout, fd: 1}, {name: "os.Stderr", variable: &os.Stderr, fd: 2}}
	for i := range out {
		s := &out[i]
		fd, err := again(s.fd)
		if err != nil {
			return out, fmt.Errorf("%s: %w", s.name, err)
		}
		s.kept = os.NewFile(uintptr(fd), s.name)
	}
	return out, nil
}

// reopen opens what a cell has closed, and says so: without a word the output of
// later cells would be lost, or go to whatever file is opened next.
func (out streams) reopen() {
	for _, s := range out {
		if _, err := (*s.variable).Stat(); !errors.Is(err, os.ErrClosed) {
			continue
		}
		if err := onto(int(s.kept.Fd()), s.fd); err != nil {
			fmt.Fprintf(s.kept, "note: this cell has closed %s, which cannot be opened again: %v\n", s.name, err)
			continue
		}
		*s.variable = os.NewFile(uintptr(s.fd), s.name)
		fmt.Fprintf(out[1].kept, "note: this cell has closed %s; what was written to it from there on is lost, and it is open again\n", s.name)
	}
}
