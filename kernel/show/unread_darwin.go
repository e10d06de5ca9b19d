package show

import (
	"os"

	"golang.org/x/sys/unix"
)

const fionread = 0x4004667f // FIONREAD of <sys/filio.h>, which x/sys does not name on Darwin

// unread is how many bytes that were written to a pipe its reader has not read.
func unread(f *os.File) (int, error) { return unix.IoctlGetInt(int(f.Fd()), fionread) }
