package gonb

import (
	"os"

	"golang.org/x/sys/unix"
)

const fionread = 0x4004667f // FIONREAD of <sys/filio.h>, which x/sys does not name on Darwin

// unread returns the number of bytes in a pipe that have not been read.
func unread(f *os.File) (int, error) { return unix.IoctlGetInt(int(f.Fd()), fionread) }
