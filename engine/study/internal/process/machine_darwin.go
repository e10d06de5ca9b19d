package process

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

var isolation = errors.New("isolated runs need Linux, which limits the memory of their processes; this is darwin")

var detaching error

// Memory returns how many bytes the machine has; 0 if unknown.
func Memory() int64 {
	bytes, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(bytes)
}

// Load returns 0: it is not known.
func Load() float64 { return 0 }

// Place returns the host.
func Place() string {
	host, _ := os.Hostname()
	return host
}

// Start is when a process was started, which distinguishes it from a later one with the
// same number. A process that has ended but has not been waited for by its parent does
// not count.
func Start(pid int) (start string, ok bool) {
	const zombie = 5 // SZOMB of sys/proc.h
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || info.Proc.P_stat == zombie || int(info.Proc.P_pid) != pid {
		return "", false
	}
	t := info.Proc.P_starttime
	return fmt.Sprintf("%d.%06d", t.Sec, t.Usec), true
}

// Limit refuses limits.
func Limit(data int64, cpu time.Duration) error {
	if data > 0 || cpu > 0 {
		return isolation
	}
	return nil
}

// program is the path of this program.
func program() (string, error) { return os.Executable() }
