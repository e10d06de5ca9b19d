//go:build unix

package fetch

import (
	"errors"
	"os"
	"syscall"
)

// locked tries to lock a folder and reports whether another process holds the lock. On a
// file system without locks it returns false.
func locked(dir *os.File) bool {
	return errors.Is(syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
