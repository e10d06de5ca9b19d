package gonb

import (
	"os"

	"golang.org/x/sys/unix"
)

// unread returns the number of bytes in a pipe that have not been read.
func unread(f *os.File) (int, error) { return unix.IoctlGetInt(int(f.Fd()), unix.TIOCINQ) }
