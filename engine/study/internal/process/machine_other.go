//go:build !linux && !darwin

package process

import (
	"errors"
	"os"
	"runtime"
	"time"
)

// What this system lacks.
var (
	isolation = errors.New("isolated runs need Linux, which limits the memory of their processes; this is " + runtime.GOOS)
	detaching = errors.New("detached studies need Linux or macOS; this is " + runtime.GOOS)
)

// Memory returns 0: it is not known.
func Memory() int64 { return 0 }

// Load returns 0: it is not known.
func Load() float64 { return 0 }

// Place returns the host.
func Place() string {
	host, _ := os.Hostname()
	return host
}

// Start reports whether a process of that number exists.
func Start(pid int) (start string, ok bool) {
	p, err := os.FindProcess(pid)
	if err != nil {
		return "", false
	}
	return "", p.Release() == nil
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
