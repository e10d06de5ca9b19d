//go:build unix

package instant

import (
	"encoding/gob"
	"encoding/json"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	codes "github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/widget"
)

// The child's ends of the pipes to the front, after standard error.
const (
	requestFD = 3
	reportFD  = 4
)

// Child interprets cells for the front that has started this process, in a group
// of processes of its own. When the front closes the connection or has died, the
// group ends: this process and those that cells have started.
func Child() error {
	signal.Ignore(syscall.SIGINT) // a terminal sends it to the front as well
	os.Args = os.Args[:1]         // for cells, which have no arguments
	syscall.CloseOnExec(requestFD)
	syscall.CloseOnExec(reportFD) // else a process that a cell has started would hide this one's end
	requests := gob.NewDecoder(os.NewFile(requestFD, "requests"))
	p := &pipe{out: gob.NewEncoder(os.NewFile(reportFD, "reports")), shown: make(chan struct{})}
	out, err := keepStreams()
	if err != nil {
		return err
	}
	in, err := newInput(func() { p.send(report{Op: "input"}) })
	if err != nil {
		return err
	}
	c := newChild(out, p.send, p.show)
	c.reading = in.during
	work := make(chan request)
	go func() {
		for r := range work {
			p.send(c.answer(r))
		}
	}()
	for {
		var r request
		if err := requests.Decode(&r); err != nil {
			return syscall.Kill(0, syscall.SIGKILL) // the front has gone
		}
		switch r.Op {
		case "interrupt":
			c.interrupt()
		case "shown":
			p.shown <- struct{}{}
		case "input":
			in.answer(r)
		case "comm":
			widget.Receive(r.Code, r.Body, func(content json.RawMessage) {
				c.send(report{Op: "comm_msg", Bundle: content, Parent: r.Parent})
			})
		default:
			work <- r
		}
	}
}

// A pipe takes the child's reports to the front.
type pipe struct {
	sending sync.Mutex
	out     *gob.Encoder
	shown   chan struct{} // the front has handled a display
}

func (p *pipe) send(r report) {
	p.sending.Lock()
	defer p.sending.Unlock()
	if err := p.out.Encode(r); err != nil {
		os.Exit(codes.OK) // the front has gone
	}
}

// show sends a display to the front and waits until it has been handled.
func (p *pipe) show(r report) {
	p.send(r)
	<-p.shown
}

// breathe is for a page, whose one thread takes an interrupt only when it waits.
func breathe() {}

// again opens a file descriptor a second time, under another number.
func again(fd int) (int, error) { return unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, reportFD+1) }

// onto opens a file descriptor a second time, under a given number.
func onto(from, fd int) error { return unix.Dup2(from, fd) }
