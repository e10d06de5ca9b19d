//go:build unix

package instant

import (
	"encoding/gob"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"time"
)

// A separate process holds the sockets. It knows neither the key nor any value: it
// only passes messages between its peers and the front. If it ends, the front starts
// another on the same listeners. The child, the queue of requests and the running cell
// are not affected.

// carried is a message on its way between the front and the sockets.
type carried struct {
	Channel channel // or sent, reopened, subscribed
	Frames  [][]byte
}

// Other messages between the front and the sockets, in place of a channel.
const (
	sent       channel = -1 - iota // to the front: the oldest message has been sent
	reopened                       // to the sockets: their peers were connected to another process before
	subscribed                     // to the front: a peer has subscribed to a topic
)

// firstListenerFD is the first listener's file descriptor in the sockets' process.
const firstListenerFD = reportFD + 1

// Sockets holds the sockets for the front that started this process.
func Sockets() error {
	signal.Ignore(syscall.SIGINT) // a terminal sends it to the front as well
	debug.SetGCPercent(25)        // what strangers send costs little more than its size
	var listeners []net.Listener
	for c := range channels {
		file := os.NewFile(uintptr(firstListenerFD+c), "listener")
		l, err := net.FileListener(file)
		if err != nil {
			return err
		}
		file.Close()
		listeners = append(listeners, l)
	}
	return holdSockets(listeners, os.NewFile(requestFD, "from the front"), os.NewFile(reportFD, "to the front"))
}

// A holder holds the sockets.
type holder struct {
	sockets [channels]*socket
	missed  time.Time // until when to wait for the peers of an earlier process
	settled bool      // subscribers are there

	big sync.Mutex // held while a big message is passed on, so that a small one waits for one of them at most
	mu  sync.Mutex
	out *gob.Encoder // to the front
}

// guards are the kinds of the channels, and of their peers.
var guards = [channels]guard{
	shell:     {kind: "ROUTER", peers: []string{"REQ", "DEALER", "ROUTER"}},
	control:   {kind: "ROUTER", peers: []string{"REQ", "DEALER", "ROUTER"}},
	stdin:     {kind: "ROUTER", peers: []string{"REQ", "DEALER", "ROUTER"}},
	iopub:     {kind: "PUB", peers: []string{"SUB", "XSUB"}, topic: true},
	heartbeat: {kind: "REP", peers: []string{"REQ", "DEALER"}},
}

// holdSockets passes messages both ways until the front is gone.
func holdSockets(listeners []net.Listener, in io.Reader, out io.Writer) error {
	h := &holder{out: gob.NewEncoder(out)}
	var closing sync.WaitGroup
	defer closing.Wait()
	for c := range h.sockets {
		h.sockets[c] = newSocket(listeners[c], guards[c], h.taker(channel(c)))
		go h.sockets[c].serve()
		defer func() { closing.Go(h.sockets[c].close) }()
	}
	from := gob.NewDecoder(in)
	for {
		var m carried
		if err := from.Decode(&m); err != nil {
			return nil // the front has gone
		}
		if m.Channel == reopened {
			h.missed = time.Now().Add(5 * time.Second)
			continue
		}
		h.await(m)
		to, frames := string(m.Frames[0]), m.Frames
		if m.Channel != iopub {
			frames = frames[1:]
		}
		h.sockets[m.Channel].send(to, frames)
		h.report(carried{Channel: sent})
	}
}

// taker is what happens with the messages of a channel's peers.
func (h *holder) taker(c channel) func(p *peer, frames [][]byte, big bool) {
	return func(p *peer, frames [][]byte, big bool) {
		if big {
			h.big.Lock()
			defer h.rest(time.Now())
		}
		switch {
		case c == heartbeat && !big:
			h.sockets[c].send(p.identity, frames)
		case c == iopub:
			h.report(carried{subscribed, [][]byte{frames[0][1:]}})
		case c != heartbeat:
			h.report(carried{c, append([][]byte{[]byte(p.identity)}, frames...)})
		}
	}
}

// rest lets the next big message pass when the front and this process have had most of the time for others: what
// strangers send without an end takes an eighth of it.
func (h *holder) rest(began time.Time) {
	time.Sleep(min(7*time.Since(began), longestRest))
	h.big.Unlock()
}

// longestRest is for a machine that is busy with something else.
const longestRest = 100 * time.Millisecond

// await waits for the peers of a process that has ended, which connect again within
// some tenths of a second.
func (h *holder) await(m carried) {
	if h.missed.IsZero() || m.Channel == iopub && h.settled {
		return
	}
	for !h.sockets[m.Channel].there(string(m.Frames[0])) {
		if time.Now().After(h.missed) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	if m.Channel == iopub {
		time.Sleep(200 * time.Millisecond) // for other subscribers
		h.settled = true
	}
}

func (h *holder) report(m carried) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.out.Encode(m) // if the front has gone, its requests end as well
}

// A socketsProcess is the sockets as the front sees them.
type socketsProcess struct {
	pid  int
	to   io.WriteCloser
	from io.Reader
	wait func() (fate string) // after its end of the pipes is closed
	kill func()
}

// startSockets runs a process that holds the sockets.
func startSockets(argv []string, listeners []*os.File) (*socketsProcess, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = os.Stderr
	to, from, err := launch("the process that holds the sockets", cmd, listeners...) // from firstListenerFD on
	if err != nil {
		return nil, err
	}
	return &socketsProcess{pid: cmd.Process.Pid, to: to, from: from, kill: func() { cmd.Process.Kill() },
		wait: func() string {
			from.Close()
			cmd.Wait()
			return fate(cmd.ProcessState)
		}}, nil
}

// mostUnsent is how many messages can wait for the sockets before send blocks.
const mostUnsent = 256

// A carrier passes messages to and from the sockets, whichever process holds them.
type carrier struct {
	launch func() (*socketsProcess, error)
	take   func(carried)     // must not wait for messages to be sent
	lost   func(fate string) // the sockets' process has ended, and another has taken its place

	mu      sync.Mutex
	changed *sync.Cond
	process *socketsProcess // nil between two processes
	unsent  []carried       // what the process has not acknowledged
	written int             // how many of them were written to it
	closing bool
	ended   chan struct{} // closed when the last process has ended
}

func newCarrier(launch func() (*socketsProcess, error)) *carrier {
	c := &carrier{launch: launch, ended: make(chan struct{})}
	c.changed = sync.NewCond(&c.mu)
	return c
}

// start runs the first process.
func (c *carrier) start() error {
	p, err := c.launch()
	if err != nil {
		return err
	}
	c.attach(p)
	go c.run(p)
	return nil
}

// attach gives a process all messages that were not sent.
func (c *carrier) attach(p *socketsProcess, first ...carried) {
	c.mu.Lock()
	c.process, c.written = p, 0
	if c.closing {
		p.to.Close()
	}
	c.mu.Unlock()
	go c.write(p, first)
}

// run receives what a process sends, and starts another when it ends.
func (c *carrier) run(p *socketsProcess) {
	defer close(c.ended)
	var pause time.Duration // before the next, so that one that always ends at once does not keep a core busy
	for {
		began := time.Now()
		in := gob.NewDecoder(p.from)
		for {
			var m carried
			if err := in.Decode(&m); err != nil {
				break
			}
			if m.Channel == sent {
				c.acknowledge()
			} else {
				c.take(m)
			}
		}
		p.kill()
		fate := p.wait()
		p.to.Close()
		c.mu.Lock()
		c.process = nil
		closing := c.closing
		c.changed.Broadcast()
		c.mu.Unlock()
		if closing {
			return
		}
		fmt.Fprintf(os.Stderr, "focal kernel: the process that held the sockets %s; another takes its place\n", fate)
		if time.Since(began) > time.Second {
			pause = 0
		}
		for {
			time.Sleep(pause)
			pause = min(max(2*pause, 10*time.Millisecond), time.Second)
			next, err := c.launch()
			if err == nil {
				p = next
				break
			}
			fmt.Fprintln(os.Stderr, "focal kernel:", err)
		}
		c.attach(p, carried{Channel: reopened})
		go c.lost(fate)
	}
}

// write writes a process the messages that it is to send.
func (c *carrier) write(p *socketsProcess, first []carried) {
	out := gob.NewEncoder(p.to)
	for _, m := range first {
		out.Encode(m) // if it fails, so does the next
	}
	for {
		c.mu.Lock()
		for c.process == p && c.written == len(c.unsent) {
			c.changed.Wait()
		}
		if c.process != p {
			c.mu.Unlock()
			return
		}
		m := c.unsent[c.written]
		c.written++
		c.mu.Unlock()
		if err := out.Encode(m); err != nil {
			return // run notices
		}
	}
}

// acknowledge removes a message that was sent from the list.
func (c *carrier) acknowledge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.written > 0 {
		c.unsent = c.unsent[1:]
		c.written--
		c.changed.Broadcast()
	}
}

// send sends a message, by the process that holds the sockets now or by the next.
func (c *carrier) send(to channel, frames [][]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.unsent) >= mostUnsent && !c.closing {
		c.changed.Wait()
	}
	c.unsent = append(c.unsent, carried{to, frames})
	c.changed.Broadcast()
}

// close ends the process once it has sent its messages, or after a while.
func (c *carrier) close() {
	late := time.AfterFunc(2*time.Second, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.closing = true
		c.changed.Broadcast()
	})
	defer late.Stop()
	c.mu.Lock()
	for len(c.unsent) > 0 && !c.closing {
		c.changed.Wait()
	}
	c.closing = true
	c.changed.Broadcast()
	p := c.process
	c.mu.Unlock()
	if p == nil {
		return // between two processes; the next ends when the front does
	}
	p.to.Close()
	kill := time.AfterFunc(2*time.Second, p.kill)
	defer kill.Stop()
	<-c.ended
}

// listen listens on the ports of the connection file. The files stay with the front,
// so that no other program can take the ports while no process holds the sockets.
func (conn connection) listen() (files []*os.File, err error) {
	defer func() {
		if err != nil {
			closeAll(files)
		}
	}()
	for _, port := range conn.ports() {
		network, address := "tcp", net.JoinHostPort(conn.IP, fmt.Sprint(port))
		if conn.Transport == "ipc" {
			network, address = "unix", conn.path(port)
		}
		l, err := net.Listen(network, address)
		if err != nil {
			return files, fmt.Errorf("listen on %s://%s: %w", conn.Transport, address, err)
		}
		if unix, ok := l.(*net.UnixListener); ok {
			unix.SetUnlinkOnClose(false)
		}
		file, err := l.(interface{ File() (*os.File, error) }).File() // as those of TCP and Unix have
		l.Close()
		if err != nil {
			return files, err
		}
		files = append(files, file)
	}
	return files, nil
}

// path is the file of an ipc connection's socket.
func (conn connection) path(port int) string { return fmt.Sprintf("%s-%d", conn.IP, port) }

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}
