//go:build !linux

package batch

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// machineMemory is 0 where the system is not asked.
func machineMemory() int64 { return 0 }

// machineLoad is 0 where the system is not asked.
func machineLoad() float64 { return 0 }

// thisPlace is the host, where nothing better is known.
func thisPlace() string {
	host, _ := os.Hostname()
	return host
}

// processStart says whether there is a process of that number.
func processStart(pid int) (start string, ok bool) {
	return "", syscall.Kill(pid, 0) == nil
}

// bound refuses limits that this system is not asked for.
func bound(data int64, cpu time.Duration) error {
	if data > 0 || cpu > 0 {
		return errors.New("searches in processes of their own are limited on Linux alone")
	}
	return nil
}

// program is the path of this program.
func program() (string, error) { return os.Executable() }
