package engine

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadCPU is the CPU time that the calling thread has used.
func threadCPU() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_THREAD, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
