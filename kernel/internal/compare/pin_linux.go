package main

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// pin binds this thread, and what it starts, to a core.
func pin(core int) error {
	runtime.LockOSThread()
	var set unix.CPUSet
	set.Set(core)
	return unix.SchedSetaffinity(0, &set)
}
