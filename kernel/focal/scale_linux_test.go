package main

import (
	"os"
	"syscall"
)

// peakMemory is the most that an ended process had in memory.
func peakMemory(state *os.ProcessState) int64 {
	return state.SysUsage().(*syscall.Rusage).Maxrss << 10
}
