//go:build linux || darwin

package process

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// ownGroup makes a process the leader of a process group.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// ownSession makes a process the leader of a session, so that it survives the end of
// its parent's session.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

func terminateGroup(leader int) error { return syscall.Kill(-leader, syscall.SIGTERM) }

// KillGroup kills the processes of a group; there may be none.
func KillGroup(leader int) { _ = syscall.Kill(-leader, syscall.SIGKILL) }

// Lock excludes other processes from a directory, which it creates.
func Lock(dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(fmt.Errorf("%s cannot be locked: %w", dir, err), d.Close())
	}
	return func() { d.Close() }, nil
}
