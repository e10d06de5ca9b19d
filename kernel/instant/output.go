//go:build unix

package instant

import (
	"errors"
	"os"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// output reads what a child prints. Reading never blocks, so that everything
// printed before some moment can be forwarded at that moment.
type output struct {
	streams []*stream
	ready   chan struct{} // there is something to drain
	drained chan struct{}
	buf     []byte
}

// A stream is the reading end of the child's standard output or error.
type stream struct {
	name  string // stdout or stderr
	fd    int
	rest  []byte      // the beginning of a character whose end has not come yet
	ended atomic.Bool // nothing more will come
}

// coalesce is how long printing that nobody waits for is gathered.
const coalesce = 5 * time.Millisecond

// newOutput makes the pipes and returns the ends that the child writes to.
func newOutput() (o *output, writers []*os.File, err error) {
	o = &output{ready: make(chan struct{}), drained: make(chan struct{}), buf: make([]byte, 64<<10)}
	for _, name := range []string{"stdout", "stderr"} {
		var p [2]int
		if err := syscall.Pipe(p[:]); err != nil {
			return nil, nil, err
		}
		syscall.CloseOnExec(p[0])
		syscall.CloseOnExec(p[1])
		if err := syscall.SetNonblock(p[0], true); err != nil {
			return nil, nil, err
		}
		o.streams = append(o.streams, &stream{name: name, fd: p[0]})
		writers = append(writers, os.NewFile(uintptr(p[1]), name))
	}
	return o, writers, nil
}

// watch announces output on ready until all streams have ended. Whoever
// receives from ready must call drain and then send to drained.
func (o *output) watch() {
	defer close(o.ready)
	for {
		var fds []unix.PollFd
		for _, s := range o.streams {
			if !s.ended.Load() {
				fds = append(fds, unix.PollFd{Fd: int32(s.fd), Events: unix.POLLIN})
			}
		}
		if len(fds) == 0 {
			break
		}
		if _, err := unix.Poll(fds, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
		o.ready <- struct{}{}
		<-o.drained
	}
	for _, s := range o.streams {
		syscall.Close(s.fd) // only now does no one wait for it
	}
}

// drain gives what has been printed to print: all of it, or what one read of
// each stream yields, so as not to run after code that prints without end.
func (o *output) drain(all bool, print func(name, text string)) {
	for _, s := range o.streams {
		var data []byte
		for !s.ended.Load() {
			n, err := syscall.Read(s.fd, o.buf)
			if errors.Is(err, syscall.EINTR) {
				continue
			}
			if n <= 0 {
				if !errors.Is(err, syscall.EAGAIN) {
					s.ended.Store(true)
				}
				break
			}
			data = append(data, o.buf[:n]...)
			if !all {
				break
			}
		}
		if text := s.text(data); text != "" {
			print(s.name, text)
		}
	}
}

// abandon reads on for no one: processes that the child has started may still
// hold the pipes.
func (o *output) abandon() {
	for range o.ready {
		o.drain(true, func(string, string) {})
		o.drained <- struct{}{}
	}
}

// text is what has come, as whole characters while more may come.
func (s *stream) text(data []byte) string {
	data = append(s.rest, data...)
	whole := len(data)
	if !s.ended.Load() {
		whole -= unfinished(data)
	}
	s.rest = append([]byte(nil), data[whole:]...)
	return string(data[:whole])
}

// unfinished is the length of the part of a character at the end of data.
func unfinished(data []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(data); n++ {
		if tail := data[len(data)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}
