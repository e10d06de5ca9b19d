package show

import (
	"os"

	"golang.org/x/sys/unix"
)

// unread is how many bytes that were written to a pipe its reader has not read.
func unread(f *os.File) (int, error) { return unix.IoctlGetInt(int(f.Fd()), unix.TIOCINQ) }
