//go:build unix

package fetch

import (
	"errors"
	"os"
	"syscall"
)

// locked tries to lock a folder and says whether another process holds the lock.
// Where the file system has no locks, nobody does.
func locked(dir *os.File) bool {
	return errors.Is(syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
