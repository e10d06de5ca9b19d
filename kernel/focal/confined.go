package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/kernel/internal/confine"
	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/show"
)

// runConfined runs a script in its own process, which has given up everything that it
// does not need, and reports which bound ended it, if one did.
func (c *scriptCmd) runConfined(ctx context.Context, name string, args []string) error {
	src, err := script.ReadSource(name)
	if err != nil {
		return scriptError(ctx, name, err)
	}
	if missing := confine.Offered().Missing(); missing != "" {
		warn(fmt.Sprintf("this system offers no %s: only the interpreter confines the script there", missing))
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, append([]string{"confined", "--memory", fmt.Sprint(int64(c.Memory)), "--cpu",
		time.Duration(c.CPU).String(), name}, args...)...)
	cmd.Args[0] = os.Args[0]
	cmd.Env = append(os.Environ(), "GOTRACEBACK=none")
	dieWithParent(cmd)
	out := &outputBound{left: int64(c.Output), over: make(chan struct{})}
	said := &lastWords{out: printable(os.Stderr)}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, out.to(printable(os.Stdout)), out.to(said)
	cmd.WaitDelay = time.Second
	source, err := sourcePipe(cmd, src)
	if err != nil {
		return err
	}
	defer source.Close()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the script's process cannot be started: %w", err)
	}
	source.Close()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err = <-ended:
	case <-out.over:
		cmd.Process.Kill()
		<-ended
		return &exit{exitScript, fmt.Errorf("%s: stopped: it has printed more than %s (--output)", name,
			input.FormatSize(int64(c.Output)))}
	case <-ctx.Done():
		cmd.Process.Signal(syscall.SIGTERM)
		select {
		case err = <-ended:
		case <-time.After(900 * time.Millisecond):
			cmd.Process.Kill()
			<-ended
			return &exit{exitInterrupted, fmt.Errorf("%s: interrupted", name)}
		}
	}
	return c.fate(name, cmd.ProcessState, said, err)
}

// fate maps the end of a script's process to an exit code.
func (c *scriptCmd) fate(name string, state *os.ProcessState, said *lastWords, err error) error {
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) && !errors.Is(err, exec.ErrWaitDelay) {
		return err
	}
	status, _ := state.Sys().(syscall.WaitStatus)
	fail := func(format string, args ...any) error {
		return &exit{exitScript, fmt.Errorf("%s: stopped: %s", name, fmt.Sprintf(format, args...))}
	}
	used := state.UserTime() + state.SystemTime()
	switch {
	case status.Signaled() && used >= time.Duration(c.CPU)-time.Second:
		return fail("it has used %v of CPU time (--cpu)", time.Duration(c.CPU))
	case said.about("out of memory", "cannot allocate memory"):
		return fail("it needs more than %s of memory (--memory)", input.FormatSize(int64(c.Memory)))
	case status.Signaled():
		return fail("its process was ended by a signal: %v", status.Signal())
	case said.crashed():
		return fail("%s", said.line())
	case state.ExitCode() != exitOK:
		return &exit{code: state.ExitCode()} // it has reported why
	}
	return nil
}

// sourcePipe passes a process the script as its file 3, so that it need not open it.
func sourcePipe(cmd *exec.Cmd, src string) (io.Closer, error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{from}
	go func() {
		io.WriteString(to, src)
		to.Close()
	}()
	return from, nil
}

// An outputBound counts what is written through it and stops it above a bound.
type outputBound struct {
	mu   sync.Mutex
	left int64
	over chan struct{} // closed when the bound is exceeded
}

func (b *outputBound) to(out io.Writer) io.Writer { return boundedWriter{b, out} }

type boundedWriter struct {
	bound *outputBound
	out   io.Writer
}

func (w boundedWriter) Write(p []byte) (int, error) {
	w.bound.mu.Lock()
	defer w.bound.mu.Unlock()
	n := min(int64(len(p)), w.bound.left)
	w.bound.left -= n
	if _, err := w.out.Write(p[:n]); err != nil {
		return 0, err
	}
	if n < int64(len(p)) {
		select {
		case <-w.bound.over:
		default:
			close(w.bound.over)
		}
		return int(n), io.ErrShortWrite
	}
	return len(p), nil
}

// lastWords passes standard error on, up to the point at which the Go runtime begins to
// report why it ends the process.
type lastWords struct {
	out  io.Writer
	text strings.Builder // from that point on
}

func (l *lastWords) Write(p []byte) (int, error) {
	at := 0
	if !l.crashed() {
		if at = crash(string(p)); at < 0 {
			return l.out.Write(p)
		}
		if _, err := l.out.Write(p[:at]); err != nil {
			return 0, err
		}
	}
	if l.text.Len() < 1<<12 {
		l.text.Write(p[at:min(len(p), at+1<<12)])
	}
	return len(p), nil
}

// crash is the position of the line with which the runtime announces its end, -1 if
// there is none.
func crash(text string) int {
	for _, begin := range []string{"fatal error: ", "runtime: ", "panic: "} {
		if at := strings.Index("\n"+text, "\n"+begin); at >= 0 {
			return at
		}
	}
	return -1
}

func (l *lastWords) crashed() bool { return l.text.Len() > 0 }

func (l *lastWords) line() string {
	line, _, _ := strings.Cut(l.text.String(), "\n")
	return line
}

func (l *lastWords) about(words ...string) bool {
	for _, word := range words {
		if strings.Contains(l.text.String(), word) {
			return true
		}
	}
	return false
}

// confinedCmd is the process of a script in a sandbox.
type confinedCmd struct {
	Memory  int64         `help:"Bytes."`
	CPU     time.Duration `name:"cpu" help:"CPU time."`
	Command []string      `arg:"" passthrough:"partial"`
}

func (c *confinedCmd) Run() error {
	name, args := c.Command[0], c.Command[1:]
	source := os.NewFile(3, "source")
	src, err := io.ReadAll(source)
	if err != nil {
		return fmt.Errorf("this is the process of focal script --sandbox: %w", err)
	}
	source.Close()
	data.Hold()
	os.Clearenv() // it may contain secrets
	ctx := show.Context()
	ctx.Done()
	if _, err := confine.Enter(confine.Bounds{Memory: c.Memory, CPU: c.CPU}); err != nil {
		return fmt.Errorf("the script was not run because its process could not be confined: %w", err)
	}
	return scriptError(ctx, name, script.RunSourceSandboxed(ctx, name, string(src), args, os.Stdout, os.Stderr))
}
