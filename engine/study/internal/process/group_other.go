//go:build !linux && !darwin

package process

import "syscall"

func ownGroup() *syscall.SysProcAttr { return nil }

func ownSession() *syscall.SysProcAttr { return nil }

func terminateGroup(int) error { return isolation }

// KillGroup does nothing: no groups are made.
func KillGroup(int) {}
