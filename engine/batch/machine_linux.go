package batch

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// machineMemory is how many bytes this process may use: the machine's, or those
// of its control group (a container, a Slurm job) if that has fewer. 0 if the
// system does not tell.
func machineMemory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	total := int64(info.Totalram) * int64(info.Unit)
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && limit > 0 {
			total = min(total, limit)
		}
	}
	return total
}

// thisPlace names what process numbers belong to: this system since it was
// booted, and of containers this one.
var thisPlace = sync.OnceValue(func() string {
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	names, _ := os.Readlink("/proc/self/ns/pid")
	return strings.TrimSpace(string(boot)) + " " + names
})

// processStart is when a process was started, in the system's ticks, by which it
// is told from a later one of the same number. A process that has ended and that
// its parent has not asked for is none.
func processStart(pid int) (start string, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", false
	}
	name := bytes.LastIndexByte(text, ')') // the program's name, which may hold anything, ends there
	fields := strings.Fields(string(text[name+1:]))
	const state, starttime = 0, 19 // counted from behind the name
	if len(fields) <= starttime || fields[state] == "Z" || fields[state] == "X" {
		return "", false
	}
	return fields[starttime], true
}

// machineLoad is the mean number of running tasks over the last minute, 0 if the
// system does not tell.
func machineLoad() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	load, _ := strconv.ParseFloat(first, 64)
	return load
}

// bound has the system limit this process: its data in bytes, its CPU time. 0 is
// no limit.
func bound(data int64, cpu time.Duration) error {
	if data > 0 {
		if err := unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: uint64(data), Max: uint64(data)}); err != nil {
			return fmt.Errorf("RLIMIT_DATA: %w", err)
		}
	}
	if cpu > 0 {
		seconds := uint64((cpu + time.Second - 1) / time.Second)
		if err := unix.Setrlimit(unix.RLIMIT_CPU, &unix.Rlimit{Cur: seconds, Max: seconds + 5}); err != nil {
			return fmt.Errorf("RLIMIT_CPU: %w", err)
		}
	}
	return nil
}

// program is a path of this program, which stays valid when its file is replaced
// or removed, as those of go run and of notebooks' cells are.
func program() (string, error) { return "/proc/self/exe", nil }
