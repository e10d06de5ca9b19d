// Package process starts this program again as a child process, for a detached study or
// for one search, and makes one run of a study, in this process, in a separate one or
// remotely. An environment variable names the role, and the program takes it on
// where its main calls [Main].
package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// The roles of a process. The last three are those of Slurm's jobs, and of one that tries to
// read their study.
const (
	Study   = "study"
	Search  = "search"
	Part    = "part"
	Collect = "collect"
	Check   = "check"
)

// RoleVariable is the environment variable that names the role.
const RoleVariable = "FOCAL_STUDY_ROLE"

// prepared reports whether Main was called.
var prepared atomic.Bool

// Main takes on this process's role and exits with the code that the role returns. In a
// process without a role it returns, and the process may start others.
func Main(roles map[string]func() int) {
	prepared.Store(true)
	if play := roles[os.Getenv(RoleVariable)]; play != nil {
		os.Unsetenv(RoleVariable)
		os.Exit(play())
	}
}

var errUnprepared = errors.New("this program cannot be started again as a process of a study: " +
	"let its main begin with study.Main()")

// CanIsolate explains why searches cannot have their own processes; nil if they can.
func CanIsolate() error {
	if isolation != nil {
		return isolation
	}
	return check()
}

// CanDetach explains why a study cannot have its own process; nil if it can.
func CanDetach() error {
	if detaching != nil {
		return detaching
	}
	return check()
}

// Prepared explains why this program cannot be started again in a role; nil if it can.
func Prepared() error { return check() }

func check() error {
	if !prepared.Load() {
		return errUnprepared
	}
	return nil
}

// Again is this program in a role, as leader of a process group. When ctx is done the
// group is asked to end, and killed if it does not.
func Again(ctx context.Context, role string) (*exec.Cmd, error) {
	if err := check(); err != nil {
		return nil, err
	}
	self, err := program()
	if err != nil {
		return nil, fmt.Errorf("this program cannot be started again: %w", err)
	}
	cmd := exec.CommandContext(ctx, self)
	cmd.Args = []string{os.Args[0], role} // for listings of processes
	cmd.Env = append(os.Environ(), RoleVariable+"="+role)
	cmd.SysProcAttr = ownGroup()
	cmd.Cancel = func() error { return terminateGroup(cmd.Process.Pid) }
	cmd.WaitDelay = killRoom
	return cmd, nil
}

// killRoom is how long a process that is asked to end has before it is killed.
const killRoom = 700 * time.Millisecond

// Detach makes the process that cmd will start outlive this one's session.
func Detach(cmd *exec.Cmd) { cmd.SysProcAttr = ownSession() }

// Fate describes how a process ended, after Wait has returned, with the most
// informative line of its standard error.
func Fate(cmd *exec.Cmd, stderr string) string {
	how := fmt.Sprintf("ended with exit code %d", cmd.ProcessState.ExitCode())
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		how = fmt.Sprintf("was ended by a signal: %v", status.Signal())
	}
	if line := LastWords(stderr); line != "" {
		how += ": " + line
	}
	return how
}

// LastWords returns the most informative line that a process wrote when it ended.
func LastWords(stderr string) string {
	for line := range strings.Lines(stderr) {
		if strings.HasPrefix(line, "runtime/cgo: pthread_create failed") { // under a limit on memory as a rule
			return "out of memory or of threads: " + strings.TrimSpace(line)
		}
		for _, begin := range []string{"panic: ", "fatal error: ", "runtime: out of memory"} {
			if strings.HasPrefix(line, begin) {
				return strings.TrimSpace(line)
			}
		}
	}
	return FirstLine(strings.TrimSpace(stderr))
}

// FirstLine is an error's text without a stack.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
