//go:build unix

package instant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/go-zeromq/zmq4"
)

// A connection is what Jupyter's connection file says.
type connection struct {
	Transport   string `json:"transport"`
	IP          string `json:"ip"`
	ShellPort   int    `json:"shell_port"`
	ControlPort int    `json:"control_port"`
	StdinPort   int    `json:"stdin_port"`
	IOPubPort   int    `json:"iopub_port"`
	HBPort      int    `json:"hb_port"`
	Key         string `json:"key"`
	Scheme      string `json:"signature_scheme"`
}

// Serve runs the kernel for the Jupyter client that wrote the connection file,
// until the client shuts it down. childArgv is the command of a process that
// calls Child.
func Serve(connectionFile string, childArgv []string) error {
	conn, err := readConnection(connectionFile)
	if err != nil {
		return err
	}
	k := newKernel(conn, childArgv)
	defer k.close()
	if err := k.listen(); err != nil {
		return err
	}
	return k.serve()
}

// readConnection reads a connection file. Who knows its key can run code as this
// user, so the file must be private, there must be a key, and the kernel listens
// on this machine alone.
func readConnection(file string) (conn connection, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return conn, err
	}
	if err := makePrivate(file); err != nil {
		return conn, fmt.Errorf("connection file %s: others can read it, and with it run code here: %w", file, err)
	}
	err = json.Unmarshal(data, &conn)
	switch {
	case err != nil:
	case conn.Key == "":
		err = errors.New("there is no key: anyone on this machine could run code here")
	case conn.Scheme != "hmac-sha256":
		err = fmt.Errorf("the signature scheme is %q, want hmac-sha256", conn.Scheme)
	case conn.Transport != "tcp" && conn.Transport != "ipc":
		err = fmt.Errorf("the transport is %q, want tcp or ipc", conn.Transport)
	case conn.Transport == "tcp" && !net.ParseIP(conn.IP).IsLoopback():
		err = fmt.Errorf("the address is %q: the kernel listens on this machine alone, as on 127.0.0.1", conn.IP)
	}
	if err != nil {
		return conn, fmt.Errorf("connection file %s: %w", file, err)
	}
	return conn, nil
}

// makePrivate takes all rights on a file from others than its owner.
func makePrivate(file string) error {
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	return os.Chmod(file, info.Mode().Perm()&0o700)
}

// A kernel is the front process.
type kernel struct {
	conn  connection
	codec codec

	shell, control, stdin, iopub, heartbeat zmq4.Socket

	dropped    atomic.Int64
	publishing sync.Mutex // keeps the messages on iopub apart

	desk   desk
	runner *runner
	queue  queue
	done   chan struct{} // closed by a shutdown request
	stop   sync.Once
}

func newKernel(conn connection, childArgv []string) *kernel {
	ctx := context.Background()
	quiet := zmq4.WithLogger(log.New(io.Discard, "", 0)) // peers that break the protocol must not fill a log
	k := &kernel{
		conn:      conn,
		codec:     codec{key: []byte(conn.Key), session: newID()},
		shell:     zmq4.NewRouter(ctx, quiet),
		control:   zmq4.NewRouter(ctx, quiet),
		stdin:     zmq4.NewRouter(ctx, quiet),
		iopub:     zmq4.NewPub(ctx, quiet),
		heartbeat: zmq4.NewRep(ctx, quiet),
		done:      make(chan struct{}),
	}
	k.runner = newRunner(childArgv, k.publish)
	k.desk = desk{publish: k.publish, runner: k.runner}
	k.queue.changed = sync.NewCond(&k.queue.mu)
	return k
}

func (k *kernel) listen() error {
	if err := guards(); err != nil {
		return err
	}
	for _, s := range []struct {
		socket zmq4.Socket
		guard  string
		port   int
	}{
		{k.shell, "router", k.conn.ShellPort},
		{k.control, "router", k.conn.ControlPort},
		{k.stdin, "router", k.conn.StdinPort},
		{k.iopub, "pub", k.conn.IOPubPort},
		{k.heartbeat, "rep", k.conn.HBPort},
	} {
		address := net.JoinHostPort(k.conn.IP, fmt.Sprint(s.port))
		if k.conn.Transport == "ipc" {
			address = fmt.Sprintf("%s-%d", k.conn.IP, s.port)
		}
		if err := s.socket.Listen(fmt.Sprintf("focal-%s-%s://%s", s.guard, k.conn.Transport, address)); err != nil {
			return fmt.Errorf("listen on %s://%s: %w", k.conn.Transport, address, err)
		}
	}
	return nil
}

// serve answers requests until one asks for shutdown.
func (k *kernel) serve() error {
	if err := k.runner.start(); err != nil {
		return err
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, syscall.SIGINT)
	defer signal.Stop(interrupts)
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGTERM)
	defer signal.Stop(ends)
	orphaned := orphaned()

	k.publishStatus(nil, "starting")
	go k.echo()
	go k.receive(k.shell, k.queue.push)
	go k.receive(k.control, k.receiveControl)
	go k.receive(k.stdin, func(*message) {}) // cells do not ask for input
	go k.work()
	for {
		select {
		case <-interrupts:
			k.runner.interrupt()
		case <-ends:
			return nil
		case <-orphaned:
			return nil
		case <-k.done:
			return nil
		}
	}
}

// orphaned is closed when the server that has started the kernel is gone, which
// may not have had the time to end it. A server that lets its kernels live on does
// not name itself in the environment.
func orphaned() <-chan struct{} {
	gone := make(chan struct{})
	if os.Getenv("JPY_PARENT_PID") == "" {
		return gone
	}
	parent := os.Getppid()
	go func() {
		for os.Getppid() == parent {
			time.Sleep(time.Second)
		}
		close(gone)
	}()
	return gone
}

func (k *kernel) close() {
	k.runner.shutdown()
	for _, s := range []io.Closer{k.shell, k.control, k.stdin, k.iopub, k.heartbeat} {
		s.Close()
	}
}

// atOnce are the requests that the control channel answers while a cell runs. All
// others need the child, which does one thing at a time, and wait for their turn.
var atOnce = map[string]bool{"kernel_info_request": true, "comm_info_request": true, "interrupt_request": true, "shutdown_request": true}

// receiveControl answers a request of the control channel, or has it wait.
func (k *kernel) receiveControl(m *message) {
	if atOnce[m.header.Type] {
		k.answer(m)
	} else {
		k.queue.push(m)
	}
}

// echo is the heartbeat.
func (k *kernel) echo() {
	for {
		m, err := k.heartbeat.Recv()
		if err == nil {
			k.heartbeat.Send(m)
		} else if !k.goesOn() {
			return
		}
	}
}

// goesOn says, after an error of a socket, whether the kernel does: a peer has gone
// or has sent what is no message.
func (k *kernel) goesOn() bool {
	select {
	case <-k.done:
		return false
	case <-time.After(time.Millisecond):
		return true
	}
}

// receive hands the valid messages of a channel on, and drops the others.
func (k *kernel) receive(socket zmq4.Socket, handle func(*message)) {
	for {
		raw, err := socket.Recv()
		if err != nil {
			if !k.goesOn() {
				return
			}
			continue
		}
		m, err := k.codec.decode(raw)
		if err != nil {
			k.noteDropped(err)
			continue
		}
		m.socket = socket
		handle(m)
	}
}

// noteDropped says that messages are dropped, the first ones each, and then every
// thousandth: who sends them must not fill a disk with a log.
func (k *kernel) noteDropped(why error) {
	n := k.dropped.Add(1)
	if n <= 10 || n%1000 == 0 {
		fmt.Fprintf(os.Stderr, "focal kernel: a message was dropped, the %dth: %v\n", n, why)
	}
}

// work answers the requests of the shell channel one after the other.
func (k *kernel) work() {
	for {
		k.answer(k.queue.pop())
	}
}

// answer handles one request: the front is busy, replies, and is idle again.
func (k *kernel) answer(m *message) {
	handle := handlers[m.header.Type]
	if handle == nil {
		return
	}
	k.publishStatus(m, "busy")
	content := handle(&k.desk, m)
	if content != nil {
		replyType := m.header.Type[:len(m.header.Type)-len("request")] + "reply"
		m.socket.Send(k.codec.encode(m.peer, replyType, m, content))
	}
	k.desk.completeDisplays(m, content)
	k.publishStatus(m, "idle")
	switch m.header.Type {
	case "shutdown_request":
		// Close only once the reply is on its way.
		time.AfterFunc(50*time.Millisecond, func() { k.stop.Do(func() { close(k.done) }) })
	case "execute_request":
		if r, ok := content.(executeReply); ok && r.abort {
			k.abortQueued()
		}
	}
}

// abortQueued answers the execute requests that have come while a cell failed
// that they may depend on.
func (k *kernel) abortQueued() {
	for _, m := range k.queue.takeExecutes() {
		k.publishStatus(m, "busy")
		m.socket.Send(k.codec.encode(m.peer, "execute_reply", m, map[string]any{"status": "aborted"}))
		k.publishStatus(m, "idle")
	}
}

// publish sends a message to all clients.
func (k *kernel) publish(parent *message, msgType string, content any) {
	m := k.codec.encode([][]byte{[]byte(msgType)}, msgType, parent, content)
	k.publishing.Lock()
	defer k.publishing.Unlock()
	k.iopub.Send(m)
}

func (k *kernel) publishStatus(parent *message, state string) {
	k.publish(parent, "status", map[string]any{"execution_state": state})
}

// A queue holds the requests that the shell channel has not got to yet.
type queue struct {
	mu       sync.Mutex
	changed  *sync.Cond
	messages []*message
}

func (q *queue) push(m *message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.messages = append(q.messages, m)
	q.changed.Signal()
}

func (q *queue) pop() *message {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.messages) == 0 {
		q.changed.Wait()
	}
	m := q.messages[0]
	q.messages = q.messages[1:]
	return m
}

// takeExecutes removes the execute requests.
func (q *queue) takeExecutes() (taken []*message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	var rest []*message
	for _, m := range q.messages {
		if m.header.Type == "execute_request" {
			taken = append(taken, m)
		} else {
			rest = append(rest, m)
		}
	}
	q.messages = rest
	return taken
}
