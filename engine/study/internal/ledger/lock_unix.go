//go:build linux || darwin

package ledger

import (
	"errors"

	"golang.org/x/sys/unix"
)

// The locks belong to the open file and not to the process, so two studies of one
// process have separate locks.

func (c *Claims) flock(command int, kind int16, at int64) (held int16, err error) {
	l := unix.Flock_t{Type: kind, Start: at, Len: 1}
	for {
		err = unix.FcntlFlock(c.file.Fd(), command, &l)
		if !errors.Is(err, unix.EINTR) {
			return l.Type, err
		}
	}
}

// present takes a shared lock on the byte of presence.
func (c *Claims) present() error {
	_, err := c.flock(setLock, unix.F_RDLCK, presence)
	return err
}

// nobodyElse reports whether no other process has one.
func (c *Claims) nobodyElse() (bool, error) {
	held, err := c.flock(getLock, unix.F_WRLCK, presence)
	return held == unix.F_UNLCK, err
}

func (c *Claims) lock(at int64) (bool, error) {
	_, err := c.flock(setLock, unix.F_WRLCK, at)
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EACCES) {
		return false, nil
	}
	return err == nil, err
}

func (c *Claims) unlock(at int64) error {
	_, err := c.flock(setLock, unix.F_UNLCK, at)
	return err
}
