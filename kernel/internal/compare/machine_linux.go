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

// touch has the system provide so much memory, and gives it back. A virtual machine's host
// may have taken memory back that has been free for some seconds. To get it again takes
// twenty times as long as to clear it, so the first of two commands would pay for both.
func touch(bytes int64) {
	const page = 4 << 10
	const access, kind = unix.PROT_READ | unix.PROT_WRITE, unix.MAP_PRIVATE | unix.MAP_ANON | unix.MAP_NORESERVE
	m, err := unix.Mmap(-1, 0, int(bytes), access, kind)
	if err != nil {
		return // it only makes measurements steadier
	}
	unix.Madvise(m, unix.MADV_HUGEPAGE)
	for i := 0; i < len(m); i += page {
		m[i] = 1
	}
	unix.Munmap(m)
}
