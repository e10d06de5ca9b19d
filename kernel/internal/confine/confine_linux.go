package confine

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/landlock-lsm/go-landlock/landlock"
	landlocksys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Offered is what this kernel offers.
func Offered() Wall {
	w := Wall{Limits: true, Seccomp: filters()}
	if version, err := landlocksys.LandlockGetABIVersion(); err == nil {
		w.Landlock = version
	}
	return w
}

// Enter confines this process, and says by what. After an error it may be
// confined in part: it should end.
func Enter(b Bounds) (Wall, error) {
	time.Now().Local().Zone() // is read from a file at first use
	w := Offered()
	if err := limit(b); err != nil {
		return w, err
	}
	if err := closeFiles(); err != nil {
		return w, err
	}
	if err := forbidFiles(); err != nil {
		return w, err
	}
	if !w.Seccomp {
		return w, nil
	}
	return w, filter(b.Fatal)
}

// limit sets the resource limits.
func limit(b Bounds) error {
	limits := []struct {
		name     string
		resource int
		most     uint64
		set      bool
	}{
		{"RLIMIT_DATA", unix.RLIMIT_DATA, uint64(b.Memory), b.Memory > 0},
		{"RLIMIT_CPU", unix.RLIMIT_CPU, uint64((b.CPU + time.Second - 1) / time.Second), b.CPU > 0},
		{"RLIMIT_CORE", unix.RLIMIT_CORE, 0, true},
		{"RLIMIT_FSIZE", unix.RLIMIT_FSIZE, 0, true},
	}
	for _, l := range limits {
		var now unix.Rlimit
		if err := unix.Getrlimit(l.resource, &now); err != nil {
			return fmt.Errorf("%s: %w", l.name, err)
		}
		if l.set && now.Max > l.most {
			if err := unix.Setrlimit(l.resource, &unix.Rlimit{Cur: l.most, Max: l.most}); err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
		}
	}
	if b.Memory > 0 {
		debug.SetMemoryLimit(b.Memory / 10 * 9) // the collector works harder before it is too late
	}
	return nil
}

// closeFiles has every file but standard input, output and error closed if
// something should be executed after all. Those of Go's runtime stay.
func closeFiles() error {
	err := unix.CloseRange(3, 1<<31-1, unix.CLOSE_RANGE_CLOEXEC)
	if err == unix.ENOSYS || err == unix.EINVAL { // before Linux 5.11; then only seccomp applies
		return nil
	}
	return err
}

// forbidFiles gives up all that Landlock knows of and this kernel has.
func forbidFiles() error {
	if err := landlock.V7.BestEffort().Restrict(); err != nil {
		return fmt.Errorf("Landlock: %w", err)
	}
	return nil
}

// filter lets only the system calls through that the tables list.
func filter(fatal bool) error {
	runtime.LockOSThread() // no_new_privs is this thread's, until the filter is that of all
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	return install(program(unix.Getpid(), fatal))
}
