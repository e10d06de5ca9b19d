package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/kernel/internal/confine"
	"github.com/focal-search/focal/kernel/internal/exit"
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
	said := new(lastWords) // of the Go runtime, which alone has the process's standard error
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, out.to(printable(os.Stdout)), said
	cmd.WaitDelay = time.Second
	source, err := sourcePipe(cmd, src)
	if err != nil {
		return err
	}
	defer source.Close()
	from, theirs, err := os.Pipe() // the script's standard error
	if err != nil {
		return err
	}
	defer from.Close()
	defer theirs.Close()
	cmd.ExtraFiles = append(cmd.ExtraFiles, theirs)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the script's process cannot be started: %w", err)
	}
	source.Close()
	theirs.Close()
	copied, ended := make(chan bool), make(chan error, 1)
	go func() {
		io.Copy(out.to(printable(os.Stderr)), from)
		close(copied)
	}()
	go func() {
		err := cmd.Wait()
		<-copied
		ended <- err
	}()
	select {
	case err = <-ended:
	case <-out.over:
		cmd.Process.Kill()
		<-ended
		return &failure{exit.Script, fmt.Errorf("%s: stopped: it has printed more than %s (--output)", name,
			input.FormatSize(int64(c.Output)))}
	case <-ctx.Done():
		cmd.Process.Signal(syscall.SIGTERM)
		select {
		case err = <-ended:
		case <-time.After(900 * time.Millisecond):
			cmd.Process.Kill()
			<-ended
			return errInterrupted
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
		return &failure{exit.Script, fmt.Errorf("%s: stopped: %s", name, fmt.Sprintf(format, args...))}
	}
	used := state.UserTime() + state.SystemTime()
	switch {
	case status.Signaled() && used >= time.Duration(c.CPU)-time.Second:
		return fail("it has used %v of CPU time (--cpu)", time.Duration(c.CPU))
	case (status.Signaled() || state.ExitCode() == runtimeExit) && said.about("out of memory", "cannot allocate memory",
		"failed to create new OS thread", "memory reservation"):
		return fail("it needs more than %s of memory (--memory)", input.FormatSize(int64(c.Memory)))
	case status.Signaled():
		return fail("its process was ended by a signal: %v", status.Signal())
	case state.ExitCode() == runtimeExit && said.text.Len() > 0:
		return fail("%s", said.line())
	case state.ExitCode() != exit.OK:
		return &failure{code: state.ExitCode()} // it has reported why
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

// runtimeExit is the exit code with which the Go runtime ends a process.
const runtimeExit = 2

// lastWords are the beginning of what the Go runtime says when it ends a process.
type lastWords struct{ text strings.Builder }

func (l *lastWords) Write(p []byte) (int, error) {
	const most = 64 << 10
	l.text.Write(p[:min(len(p), max(0, most-l.text.Len()))])
	return len(p), nil
}

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
	os.Stderr = os.NewFile(4, "standard error") // what the runtime writes goes elsewhere
	log.SetOutput(os.Stderr)
	data.Hold()
	os.Clearenv() // it may contain secrets
	ctx := show.Context()
	ctx.Done()
	if _, err := confine.Enter(confine.Bounds{Memory: c.Memory, CPU: c.CPU}); err != nil {
		return fmt.Errorf("the script was not run because its process could not be confined: %w", err)
	}
	return scriptError(ctx, name, script.RunSourceSandboxed(ctx, name, string(src), args, os.Stdout, os.Stderr))
}
