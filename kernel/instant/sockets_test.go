//go:build unix

package instant

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
)

// A jupyter is a client that reconnects when its peer is gone, as those of libzmq do.
type jupyter struct {
	codec
	shell, control, stdin zmq4.Socket
	published             chan publication
	conn                  connection
	leave                 context.CancelFunc
}

// A publication is a message to all clients, with the header of the one that it answers.
type publication struct {
	*message
	parent header
}

func newJupyter(t *testing.T, conn connection) *jupyter {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	again := zmq4.WithAutomaticReconnect(true)
	j := &jupyter{codec: codec{key: []byte("secret"), session: newID()}, published: make(chan publication, 1000), conn: conn,
		leave: cancel}
	for _, s := range []*zmq4.Socket{&j.shell, &j.control, &j.stdin} {
		*s = zmq4.NewDealer(ctx, zmq4.WithID(zmq4.SocketIdentity(j.session)), again)
	}
	sub := zmq4.NewSub(ctx, again)
	for s, port := range map[zmq4.Socket]int{j.shell: conn.ShellPort, j.control: conn.ControlPort, j.stdin: conn.StdinPort,
		sub: conn.IOPubPort} {
		if err := s.Dial(fmt.Sprintf("tcp://127.0.0.1:%d", port)); err != nil {
			t.Fatal(err)
		}
	}
	if err := sub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		t.Fatal(err)
	}
	go func() {
		for ctx.Err() == nil {
			raw, err := sub.Recv()
			if err != nil {
				continue
			}
			if m, err := j.decode(raw.Frames); err == nil {
				p := publication{message: m}
				json.Unmarshal(raw.Frames[len(m.peer)+3], &p.parent) // after the delimiter, the signature and the header
				j.published <- p
			}
		}
	}()
	j.heard(t, `"subscription"`) // what is published before is lost
	return j
}

// ask sends a request, and returns its id.
func (j *jupyter) ask(t *testing.T, msgType string, content any) string {
	t.Helper()
	return j.send(t, j.shell, msgType, content)
}

func (j *jupyter) send(t *testing.T, to zmq4.Socket, msgType string, content any) string {
	t.Helper()
	frames := j.encode(nil, msgType, nil, content)
	if err := to.SendMulti(zmq4.NewMsgFrom(frames...)); err != nil {
		t.Fatal(err)
	}
	var h header
	if err := json.Unmarshal(frames[2], &h); err != nil {
		t.Fatal(err)
	}
	return h.ID
}

// reply waits for the next reply of a type.
func (j *jupyter) reply(t *testing.T, msgType string) *message {
	t.Helper()
	for {
		raw, err := j.shell.Recv()
		if t.Context().Err() != nil || err == context.DeadlineExceeded {
			t.Fatalf("no %s: %v", msgType, err)
		}
		if err != nil {
			continue // a connection that is gone
		}
		if m, err := j.decode(raw.Frames); err == nil && m.header.Type == msgType {
			return m
		}
	}
}

// heard waits until something is published that holds text, and returns it.
func (j *jupyter) heard(t *testing.T, text string) publication {
	t.Helper()
	timeout := time.After(4 * time.Minute)
	for {
		select {
		case m := <-j.published:
			if strings.Contains(string(m.content), text) {
				return m
			}
		case <-timeout:
			t.Fatalf("%q was not published", text)
			return publication{}
		}
	}
}

// servingApart is a kernel whose sockets are a process of their own, with the number of that
// process.
func servingApart(t *testing.T) (k *kernel, pid *atomic.Int64) {
	pid = new(atomic.Int64)
	k = serving(t, []string{os.Args[0], "kernel-child"}, func(files []*os.File) func() (*socketsProcess, error) {
		return func() (*socketsProcess, error) {
			p, err := startSockets([]string{os.Args[0], "kernel-sockets"}, files)
			if err == nil {
				pid.Store(int64(p.pid))
			}
			return p, err
		}
	})
	if err := k.runner.start(); err != nil {
		t.Fatal(err)
	}
	return k, pid
}

// The sockets' process is killed, between cells and while one runs. Values are kept, the
// running cell and those that follow are answered, and one line reports what happened.
func TestValuesOutliveTheSockets(t *testing.T) {
	k, pid := servingApart(t)
	j := newJupyter(t, k.conn)
	kill := func() {
		t.Helper()
		old := pid.Load()
		if err := syscall.Kill(int(old), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		j.heard(t, "the process that held the kernel's sockets was killed")
		if pid.Load() == old {
			t.Error("the process is the same")
		}
	}
	j.ask(t, "execute_request", object{"code": "x := 41"})
	j.reply(t, "execute_reply")
	for i := range 3 {
		kill()
		j.ask(t, "execute_request", object{"code": "x++\nx"})
		if m := j.reply(t, "execute_reply"); !strings.Contains(string(m.content), `"ok"`) {
			t.Fatalf("round %d: %s", i, m.content)
		}
		j.heard(t, fmt.Sprintf(`"text/plain":"%d"`, 42+i))
	}
	// While a cell runs: it continues, and its output and reply arrive.
	file := filepath.Join(t.TempDir(), "go on")
	j.ask(t, "execute_request", object{"code": fmt.Sprintf(`fmt.Println("begun")
for {
	if _, err := os.Stat(%q); err == nil {
		break
	}
	time.Sleep(time.Millisecond)
}
x * 2`, file)})
	j.heard(t, "begun")
	kill()
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	j.heard(t, `"text/plain":"88"`)
	if m := j.reply(t, "execute_reply"); !strings.Contains(string(m.content), `"ok"`) {
		t.Fatalf("the cell that ran: %s", m.content)
	}
	// A request that was signed and accepted before the end is a replay after it.
	raw := zmq4.NewMsgFrom(j.encode(nil, "execute_request", nil, object{"code": "x++"})...)
	for range 2 {
		if err := j.shell.SendMulti(raw); err != nil {
			t.Fatal(err)
		}
	}
	j.reply(t, "execute_reply")
	kill()
	if err := j.shell.SendMulti(raw); err != nil {
		t.Fatal(err)
	}
	j.ask(t, "execute_request", object{"code": "x"})
	j.heard(t, `"text/plain":"45"`)
}

// Messages sent while no process holds the sockets are sent by the next one, in order,
// and no acknowledged message is sent twice.
func TestCarrier(t *testing.T) {
	fakes := make(chan *fakeSockets, 10)
	c := newCarrier(func() (*socketsProcess, error) {
		f, p := newFakeSockets()
		fakes <- f
		return p, nil
	})
	lost := make(chan string, 10)
	c.take, c.lost = func(carried) {}, func(fate string) { lost <- fate }
	if err := c.start(); err != nil {
		t.Fatal(err)
	}
	text := func(n int) [][]byte { return [][]byte{fmt.Append(nil, n)} }
	want := 0
	for round := range 5 {
		f := <-fakes
		if round > 0 {
			if m := f.get(t); m.Channel != reopened {
				t.Fatalf("round %d begins with %+v", round, m)
			}
		}
		for n := round * 10; n < round*10+10; n++ {
			c.send(iopub, text(n))
		}
		for range 7 { // so some are not acknowledged
			if m := f.get(t); m.Channel != iopub || !bytes.Equal(m.Frames[0], text(want)[0]) {
				t.Fatalf("round %d: sent %+v, want %d", round, m, want)
			}
			f.out.Encode(carried{Channel: sent})
			want++
		}
		// The front has removed them from its list before the process ends.
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
			c.mu.Lock()
			left := len(c.unsent)
			c.mu.Unlock()
			if left == (round+1)*10-want {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%d are left", left)
			}
		}
		f.end()
		if fate := <-lost; fate != "ended" {
			t.Errorf("fate %q", fate)
		}
	}
	f := <-fakes
	go c.close()
	f.get(t)
	for ; want < 50; want++ {
		if m := f.get(t); !bytes.Equal(m.Frames[0], text(want)[0]) {
			t.Fatalf("at last: sent %+v, want %d", m, want)
		}
		f.out.Encode(carried{Channel: sent})
	}
	var m carried
	if err := f.in.Decode(&m); err == nil {
		t.Errorf("then %+v", m)
	}
	f.end()
	<-c.ended
}

// fakeSockets are the other side of a carrier.
type fakeSockets struct {
	in  *gob.Decoder
	out *gob.Encoder
	end func()
}

func newFakeSockets() (*fakeSockets, *socketsProcess) {
	theirs, to, _ := os.Pipe()
	from, report, _ := os.Pipe()
	f := &fakeSockets{gob.NewDecoder(theirs), gob.NewEncoder(report), func() { theirs.Close(); report.Close() }}
	return f, &socketsProcess{to: to, from: from, kill: func() {}, wait: func() string { return "ended" }}
}

func (f *fakeSockets) get(t *testing.T) (m carried) {
	t.Helper()
	if err := f.in.Decode(&m); err != nil {
		t.Fatal(err)
	}
	return m
}
