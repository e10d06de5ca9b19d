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

// An input is the child's standard input: a pipe that is empty until the user has
// typed a line. A file does not report that code waits to read it. But the runtime
// allows one read at a time, so a read of our own that stays blocked shows that
// code in the cell is reading.
type input struct {
	ask     func() // asks the user for a line
	answers chan answer
	from    *os.File
	to      *os.File
	look    syscall.RawConn
	watched sync.WaitGroup
	waited  bool // code waited for a line when the cell was interrupted
}

// An answer is a line, or reports that there is none.
type answer struct {
	line string
	none bool
}

// A look tries to read the file. lookEvery is the time between looks, and lookTime how
// long one waits. Code is taken to be reading if the file is busy at that many looks in
// a row. On a busy machine a look may not be scheduled in time; one look that succeeds
// shows that no code reads.
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

// during watches for reads while a cell runs, until stop is called. If ctx ends
// before, a waiting read fails, and stop reports it. What the cell has not read of its
// lines is dropped then.
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
		in.drop()
		return in.waited
	}
}

// serve gives lines to code that waits for them. Code that reads byte by byte may
// keep the file busy without waiting; it waits only if the file is also empty. serve
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
		case <-in.answers: // for a cell that did not wait for it
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

// empty reports whether all that was typed has been read.
func (in *input) empty() bool {
	fds := []unix.PollFd{{Events: unix.POLLIN}}
	in.look.Control(func(fd uintptr) {
		fds[0].Fd = int32(fd)
		unix.Poll(fds, 0)
	})
	return fds[0].Revents == 0
}

// drop discards what was typed and not read.
func (in *input) drop() {
	var unread [4 << 10]byte
	in.look.Control(func(fd uintptr) { // which never waits for code that reads
		for n := 1; n > 0; {
			n, _ = syscall.Read(int(fd), unread[:])
		}
	})
}

// answer takes the front's answer to a request for a line.
func (in *input) answer(r request) {
	select {
	case in.answers <- answer{line: r.Code, none: r.Silent}:
	default: // no code waits for it
	}
}

// takeInput asks the user, through the front end, for a line of input for the running
// cell. If the front end allows no input, it sends the child an answer without a line.
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
	r.stream("stderr", "note: the cell reads its standard input, and the front end takes no input "+
		"(allow_stdin is false): the read fails\n")
}

// waits reports whether a cell waits for a line of input from another session. After a
// reload of its page a client has a new session, and no longer shows the question.
func (r *runner) waits(m *message) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.running && r.asking != nil && r.asking == r.parent && r.asking.header.Session != m.header.Session
}

// asksElsewhere is what a cell shows until it runs if another session's cell waits for input.
const asksElsewhere = "note: another cell waits for a line of input. If nothing asks for it, as after a reload of " +
	"the page, interrupt the kernel\n"

// input sends the child the line that the user has typed.
func (r *runner) input(line string) {
	r.mu.Lock()
	p, asking := r.process, r.asking != nil && r.asking == r.parent
	r.asking = nil
	r.mu.Unlock()
	if p != nil && asking {
		p.send(request{Op: "input", Code: line})
	}
}
