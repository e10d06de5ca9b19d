//go:build unix

package instant

import (
	"context"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// An input is the child's standard input. Whatever reads it, interpreted or
// compiled, reads a pipe that is empty until the reader has typed a line. A file
// cannot say that someone waits to read it, but the runtime lets one read at a
// time: so what wants to look at the file, and cannot for a while, finds a reader.
type input struct {
	ask     func() // asks the reader for a line
	answers chan answer
	from    *os.File
	to      *os.File
	look    syscall.RawConn
	watched sync.WaitGroup
	waited  bool // something waited for a line when the cell was interrupted
}

// An answer is a line, or says that there is none to be had.
type answer struct {
	line string
	none bool
}

// How often a cell is looked after, how long a look waits, and how many looks in a row
// must find the file held before someone is taken to read it. On a busy machine a look
// may not get the processor in its time; any look that does says that nobody reads.
const (
	lookEvery = 20 * time.Millisecond
	lookTime  = 10 * time.Millisecond
	looks     = 20
)

// newInput makes the pipe the standard input of this process.
func newInput(ask func()) (*input, error) {
	var p [2]int
	if err := syscall.Pipe(p[:]); err != nil {
		return nil, err
	}
	for _, fd := range p {
		syscall.CloseOnExec(fd)
	}
	if err := syscall.SetNonblock(p[0], true); err != nil {
		return nil, err
	}
	in := &input{ask: ask, answers: make(chan answer, 1),
		from: os.NewFile(uintptr(p[0]), "standard input"), to: os.NewFile(uintptr(p[1]), "reader")}
	var err error
	if in.look, err = in.from.SyscallConn(); err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	os.Stdin = in.from
	return in, nil
}

// during watches for what reads while a cell runs, until stop is called. When ctx
// ends before, what waits for a line fails, and stop reports it.
func (in *input) during(cell context.Context) (stop func() (waited bool)) {
	ctx, cancel := context.WithCancel(cell)
	in.waited = false
	in.watched.Add(1)
	go func() {
		defer in.watched.Done()
		for ctx.Err() == nil {
			if in.serve(ctx) && cell.Err() != nil {
				in.waited = true
			}
			select {
			case <-ctx.Done():
			case <-time.After(lookEvery):
			}
		}
	}()
	return func() bool {
		cancel()
		in.watched.Wait()
		return in.waited
	}
}

// serve gives lines to who waits for them. Who reads letter by letter may never
// leave the file to who looks: then a file that is empty shows that it waits. serve
// reports whether ctx ended while it waited.
func (in *input) serve(ctx context.Context) (waited bool) {
	free := make(chan struct{})
	var once sync.Once
	look := func() {
		in.look.Read(func(uintptr) bool { return true })
		once.Do(func() { close(free) })
	}
	for n := 1; ; n++ {
		go look()
		select {
		case <-free:
			return false
		case <-time.After(lookTime):
		}
		if n < looks || !in.empty() {
			continue
		}
		n = 0
		select {
		case <-in.answers: // to a cell that did not wait for it
		default:
		}
		if ctx.Err() == nil {
			in.ask()
		}
		a := answer{none: true}
		select {
		case a = <-in.answers:
		case <-free:
			return false
		case <-ctx.Done():
			waited = true
		}
		if a.none {
			in.from.SetReadDeadline(time.Unix(1, 0))
			<-free
			in.from.SetReadDeadline(time.Time{})
			return waited
		}
		in.to.WriteString(a.line + "\n")
	}
}

// empty says whether all that was typed has been read.
func (in *input) empty() bool {
	fds := []unix.PollFd{{Events: unix.POLLIN}}
	in.look.Control(func(fd uintptr) {
		fds[0].Fd = int32(fd)
		unix.Poll(fds, 0)
	})
	return fds[0].Revents == 0
}

// answer takes what the front has to say of a line that was asked for.
func (in *input) answer(r request) {
	select {
	case in.answers <- answer{line: r.Code, none: r.Silent}:
	default: // nobody waits for it
	}
}

// takeInput has the front ask the reader for a line of input for the cell that
// runs, or tells the child that there is none.
func (r *runner) takeInput(p *process) {
	m := r.current()
	if m != nil && allowsInput(m) {
		r.mu.Lock()
		r.asking = m
		r.mu.Unlock()
		r.ask(m)
		return
	}
	p.send(request{Op: "input", Silent: true})
	r.stream("stderr", "note: the cell reads its standard input, and who runs it cannot be asked "+
		"(allow_stdin is false): the read fails\n")
}

// input is the line that the reader has typed.
func (r *runner) input(line string) {
	r.mu.Lock()
	p, asking := r.process, r.asking != nil && r.asking == r.parent
	r.asking = nil
	r.mu.Unlock()
	if p != nil && asking {
		p.send(request{Op: "input", Code: line})
	}
}
