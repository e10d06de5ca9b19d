//go:build unix

package instant

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// A connection is the content of Jupyter's connection file.
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
// until the client shuts it down. The other two arguments are the commands of a
// process that calls Sockets and of one that calls Child.
func Serve(connectionFile string, sockets, child []string) error {
	conn, err := readConnection(connectionFile)
	if err != nil {
		return err
	}
	listeners, err := conn.listen()
	if err != nil {
		return err
	}
	k := newKernel(conn, func() (*socketsProcess, error) { return startSockets(sockets, listeners) }, child)
	defer k.close()
	return k.serve()
}

// readConnection reads a connection file. Who knows its key can run code as this
// user, so the file must be private, there must be a key, and the kernel listens
// only on this machine.
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
		err = fmt.Errorf("the address is %q: the kernel listens only on this machine, as on 127.0.0.1", conn.IP)
	}
	if err != nil {
		return conn, fmt.Errorf("connection file %s: %w", file, err)
	}
	return conn, nil
}

// ports are those of the channels.
func (conn connection) ports() [channels]int {
	return [...]int{shell: conn.ShellPort, control: conn.ControlPort, stdin: conn.StdinPort, iopub: conn.IOPubPort,
		heartbeat: conn.HBPort}
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

	carrier *carrier
	dropped int64

	desk     desk
	runner   *runner
	requests *queue[*message] // that the child carries out, one after the other
	urgent   *queue[*message] // that are answered meanwhile
	done     chan struct{}    // closed by a shutdown request
	stop     sync.Once
}

func newKernel(conn connection, sockets func() (*socketsProcess, error), childArgv []string) *kernel {
	k := &kernel{
		conn:     conn,
		codec:    codec{key: []byte(conn.Key)},
		carrier:  newCarrier(sockets),
		requests: newQueue[*message](),
		urgent:   newQueue[*message](),
		done:     make(chan struct{}),
	}
	k.codec.session = k.codec.sessionOfKernel()
	k.carrier.take, k.carrier.lost = k.receive, k.socketsLost
	k.runner = newRunner(childArgv, k.publish)
	k.runner.ask = k.ask
	k.desk = desk{publish: k.publish, runner: k.runner}
	go k.work(k.requests)
	go k.work(k.urgent)
	return k
}

// serve answers requests until one asks for shutdown.
func (k *kernel) serve() error {
	if err := k.carrier.start(); err != nil {
		return err
	}
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

// socketsLost prints in the notebook that messages may have been lost.
func (k *kernel) socketsLost(fate string) {
	k.publish(k.runner.current(), "stream",
		object{"name": "stderr", "text": "note: the process that held the kernel's sockets " + fate +
			"; another has taken its place, and all variables are kept. If a cell does not answer, run it again\n"})
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
	k.carrier.close()
	if k.conn.Transport == "ipc" {
		for _, port := range k.conn.ports() {
			os.Remove(k.conn.path(port))
		}
	}
}

// atOnce are the requests that the control channel answers while a cell runs. All
// others need the child, which does one thing at a time, and wait for their turn.
var atOnce = map[string]bool{"kernel_info_request": true, "comm_info_request": true, "interrupt_request": true,
	"shutdown_request": true}

// receive queues a valid message, and drops any other.
func (k *kernel) receive(c carried) {
	if c.Channel == subscribed {
		go k.welcome(string(c.Frames[0])) // which may have to wait
		return
	}
	m, err := k.codec.fromClient(c.Frames)
	if err != nil {
		k.noteDropped(err)
		return
	}
	m.channel = c.Channel
	switch {
	case c.Channel == control && atOnce[m.header.Type]:
		k.urgent.push(m)
	case c.Channel == control || c.Channel == shell:
		if m.header.Type == "execute_request" && k.runner.waits(m) {
			m.noted = true
			k.desk.publish(m, "stream", object{"name": "stderr", "text": asksElsewhere})
		}
		k.requests.push(m)
	case c.Channel == stdin && m.header.Type == "input_reply":
		var reply struct {
			Value string `json:"value"`
		}
		json.Unmarshal(m.content, &reply)
		k.runner.input(reply.Value)
	}
}

// welcome reports to a new subscriber that its subscription is active (JEP 65). Earlier
// subscribers receive the message too, and ignore it.
func (k *kernel) welcome(topic string) {
	k.carrier.send(iopub, k.codec.encode([][]byte{[]byte(topic)}, "iopub_welcome", nil, object{"subscription": topic}))
}

// ask asks the client that has sent a request for a line of input.
func (k *kernel) ask(m *message) {
	k.carrier.send(stdin, k.codec.encode(m.peer, "input_request", m, object{"prompt": "", "password": false}))
}

// noteDropped says that messages are dropped, the first ones each, and then every
// thousandth: a sender of many must not fill a disk with a log.
func (k *kernel) noteDropped(why error) {
	k.dropped++
	if n := k.dropped; n <= 10 || n%1000 == 0 {
		fmt.Fprintf(os.Stderr, "focal kernel: dropped a message (number %d): %v\n", n, why)
	}
}

// work answers requests one after the other.
func (k *kernel) work(q *queue[*message]) {
	for {
		k.answer(q.pop())
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
		k.carrier.send(m.channel, k.codec.encode(m.peer, replyType, m, content))
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
	for _, m := range k.requests.take(func(m *message) bool { return m.header.Type == "execute_request" }) {
		k.publishStatus(m, "busy")
		k.carrier.send(m.channel, k.codec.encode(m.peer, "execute_reply", m, object{"status": "aborted"}))
		k.publishStatus(m, "idle")
	}
}

// publish sends a message to all clients.
func (k *kernel) publish(parent *message, msgType string, content any) {
	k.carrier.send(iopub, k.codec.encode([][]byte{[]byte(msgType)}, msgType, parent, content))
}

func (k *kernel) publishStatus(parent *message, state string) {
	k.publish(parent, "status", map[string]any{"execution_state": state})
}
