//go:build unix

package main

import (
	"os"
	"syscall"
)

// become replaces this process by a program. It returns only if that fails.
func become(program string, argv []string) error { return syscall.Exec(program, argv, os.Environ()) }
