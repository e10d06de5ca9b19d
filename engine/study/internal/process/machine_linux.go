package process

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/focal-search/focal/engine/internal/memory"
)

// Memory returns how many bytes this process may use: the machine's, or its control
// group's (a container, a Slurm job) if that has fewer; 0 if unknown.
func Memory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	total := int64(info.Totalram) * int64(info.Unit)
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if limit, ok := memory.Reported(name, ""); ok && limit > 0 {
			total = min(total, limit)
		}
	}
	return total
}

// Place identifies the range of process numbers: this boot of this system, and this
// container.
var Place = sync.OnceValue(func() string {
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	names, _ := os.Readlink("/proc/self/ns/pid")
	return strings.TrimSpace(string(boot)) + " " + names
})

// Start is when a process was started, in the system's ticks, which distinguishes it
// from a later one with the same number. A process that has ended but has not been
// waited for by its parent does not count.
func Start(pid int) (start string, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", false
	}
	name := bytes.LastIndexByte(text, ')') // the program's name, which may contain anything, ends there
	fields := strings.Fields(string(text[name+1:]))
	const state, starttime = 0, 19 // counted from behind the name
	if len(fields) <= starttime || fields[state] == "Z" || fields[state] == "X" {
		return "", false
	}
	return fields[starttime], true
}

// Load returns the mean number of running tasks over the last minute; 0 if unknown.
func Load() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	load, _ := strconv.ParseFloat(first, 64)
	return load
}

// Limit limits this process: its data in bytes and its CPU time; 0 means no limit.
func Limit(data int64, cpu time.Duration) error {
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

// program is a path of this program that stays valid when its file is replaced or
// removed, as happens with go run and notebook cells.
func program() (string, error) { return "/proc/self/exe", nil }

// This system lacks nothing.
var isolation, detaching error
