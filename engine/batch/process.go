package batch

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// A study that outlives its cell, and a search that may take its process down
// with it, run in a process of their own. It is the same program started anew,
// which works wherever this package is linked in: in the focal command, in a
// compiled program, in the binary that a notebook makes of a cell. An environment
// variable tells the new process its role, which it plays here and now, before
// main: a program need not know of it.
//
// By then the domains of imported packages have registered themselves, as Go
// initialises packages in the order of their import paths and this one waits for
// its own imports, among them a "modernc.org/...". Domains that package main
// registers, or one that imports this package, are not known to the new process.

const roleVariable = "FOCAL_BATCH_ROLE"

// roles are what a process may be, with their exit codes.
var roles = map[string]func() int{"study": beStudy, "search": beSearch}

func init() {
	if play := roles[os.Getenv(roleVariable)]; play != nil {
		os.Unsetenv(roleVariable)
		os.Exit(play())
	}
}

// again is this program in a role, leader of a group of processes. When ctx is
// done the group is asked to end, and killed if it does not.
func again(ctx context.Context, role string) (*exec.Cmd, error) {
	self, err := program()
	if err != nil {
		return nil, fmt.Errorf("this program cannot be started anew: %w", err)
	}
	cmd := exec.CommandContext(ctx, self)
	cmd.Args = []string{os.Args[0], role} // for those who list processes
	cmd.Env = append(os.Environ(), roleVariable+"="+role)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = killRoom
	return cmd, nil
}

// killRoom is how long a process that is asked to end has before it is killed.
const killRoom = 700 * time.Millisecond

// fate says how a process has ended that Wait has returned of, with the last
// words that count of what it wrote to standard error.
func fate(cmd *exec.Cmd, said string) string {
	how := fmt.Sprintf("ended with exit code %d", cmd.ProcessState.ExitCode())
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		how = fmt.Sprintf("was ended by a signal: %v", status.Signal())
	}
	if line := telling(said); line != "" {
		how += ": " + line
	}
	return how
}

// telling is the line of what a process said at its end that tells most.
func telling(said string) string {
	for line := range strings.Lines(said) {
		for _, begin := range []string{"panic: ", "fatal error: ", "runtime: out of memory"} {
			if strings.HasPrefix(line, begin) {
				return strings.TrimSpace(line)
			}
		}
	}
	return firstLine(strings.TrimSpace(said))
}
