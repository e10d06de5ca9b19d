//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package output

import (
	"os"
	"syscall"
)

// lock locks a file until it is closed, and reports whether it did.
func lock(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }

// removeLeft removes a file that no process has locked.
func removeLeft(name string) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if lock(f) {
		_ = os.Remove(name)
	}
}
