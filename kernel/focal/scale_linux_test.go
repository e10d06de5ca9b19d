package main

import (
	"bytes"
	"fmt"
	"os"
	"time"
)

// peakMemory watches a process's memory until it has ended. What the system reports at
// the end includes the process that started it.
func peakMemory(pid int) <-chan int64 {
	peak := make(chan int64, 1)
	go func() {
		var most int64
		for {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			_, line, found := bytes.Cut(status, []byte("VmHWM:"))
			if err != nil || !found { // it has ended
				peak <- most << 10
				return
			}
			fmt.Sscan(string(line), &most)
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return peak
}
