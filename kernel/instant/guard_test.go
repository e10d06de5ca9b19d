//go:build unix

package instant

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
)

// listening returns a kernel without a child that listens on its own ports.
func listening(t testing.TB) *kernel { return listeningWith(t, nil) }

// listeningWith returns a kernel whose runner starts a child with a command. This process
// holds its sockets.
func listeningWith(t testing.TB, childArgv []string) *kernel {
	return serving(t, childArgv, func(files []*os.File) func() (*socketsProcess, error) {
		return func() (*socketsProcess, error) {
			var listeners []net.Listener
			for _, f := range files {
				l, err := net.FileListener(f)
				if err != nil {
					return nil, err
				}
				listeners = append(listeners, l)
			}
			theirs, to := io.Pipe()
			from, report := io.Pipe()
			ended := make(chan error, 1)
			go func() {
				ended <- holdSockets(listeners, theirs, report)
				report.Close()
			}()
			return &socketsProcess{to: to, from: from, kill: func() { theirs.Close() },
				wait: func() string { return fmt.Sprint("ended with ", <-ended) }}, nil
		}
	})
}

// serving returns a kernel that listens on free ports. sockets starts the process that
// holds them.
func serving(t testing.TB, childArgv []string, sockets func([]*os.File) func() (*socketsProcess, error)) *kernel {
	t.Helper()
	conn := connection{Transport: "tcp", IP: "127.0.0.1", Key: "secret"}
	files, err := conn.listen()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeAll(files) })
	for c, port := range []*int{&conn.ShellPort, &conn.ControlPort, &conn.StdinPort, &conn.IOPubPort, &conn.HBPort} {
		name, err := syscall.Getsockname(int(files[c].Fd()))
		if err != nil {
			t.Fatal(err)
		}
		*port = name.(*syscall.SockaddrInet4).Port
	}
	k := newKernel(conn, sockets(files), childArgv)
	if err := k.carrier.start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.close)
	return k
}

// hello returns what a peer sends first.
func hello(kind string) []byte {
	return append(greeting[:], command("READY", append(property("Socket-Type", kind), property("Identity", "me")...))...)
}

// attacks break the protocol in all the ways that we know.
func attacks() (all [][]byte) {
	add := func(parts ...[]byte) { all = append(all, bytes.Join(parts, nil)) }
	long := func(flags byte, size uint64) []byte {
		return binary.BigEndian.AppendUint64([]byte{flags | isLong}, size)
	}
	for _, kind := range []string{"DEALER", "SUB", "REQ"} {
		for _, size := range []uint64{1 << 62, 1<<63 - 1, 1 << 63, 1<<64 - 1, 1 << 33, 1 << 31, mostMessage + 1, mostMessage} {
			add(hello(kind), long(0, size))
			add(hello(kind), long(hasMore, size))
			add(greeting[:], long(isCommand, size))
			add(hello(kind), long(isCommand, size))
		}
		add(hello(kind), bytes.Repeat([]byte{hasMore, 0}, 200))
		add(hello(kind), []byte{0xf8, 1, 1})
		add(hello(kind), []byte{isCommand, 0})
		add(hello(kind), []byte{isCommand | hasMore, 5}, []byte("\x04PING"))
		add(hello(kind), command("PING", []byte{0, 1}))
		add(hello(kind), []byte{0, 0})
		add(hello(kind), bytes.Repeat([]byte{0, 1, 1}, 3000))
		add(hello(kind), bytes.Repeat([]byte{0, 2, 1, 'x'}, 3000))
	}
	add(greeting[:], command("READY", nil))
	add(greeting[:], command("READY", []byte{0}))
	add(greeting[:], command("READY", []byte{200, 'a'}))
	add(greeting[:], command("READY", property("", "")))
	add(greeting[:], command("READY", []byte{1, 'a', 0xff, 0xff, 0xff, 0xff}))
	add(greeting[:], command("READY", property("Identity", string(make([]byte, 240)))))
	add(greeting[:], command("ERROR", []byte{1, 'x'}))
	add(greeting[:], command("READY", property("socket-TYPE", "DEALER"))) // the library panics on it
	add(hello("PULL"))
	add(hello("PAIR"))
	add(greeting[:], []byte{isCommand, 0})
	add(greeting[:], []byte{isCommand, 6, 200, 'R', 'E', 'A', 'D', 'Y'})
	add(greeting[:10])
	add([]byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
	add(nil)
	return all
}

// mutated returns an attack with random changes.
func mutated(r *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	for range r.IntN(8) {
		if len(text) == 0 {
			break
		}
		switch i := r.IntN(len(text)); r.IntN(4) {
		case 0:
			text[i] = byte(r.Uint32())
		case 1:
			text[i] ^= 1 << r.IntN(8)
		case 2:
			text = text[:i]
		case 3:
			text = append(text[:i:i], append(bytes.Repeat([]byte{byte(r.Uint32())}, r.IntN(20)), text[i:]...)...)
		}
	}
	return text
}

// connections returns how many peers break the protocol: few in ordinary tests,
// FOCAL_ATTACKS before a release.
func connections() int {
	if n, err := strconv.Atoi(os.Getenv("FOCAL_ATTACKS")); err == nil {
		return n
	}
	return 2_000
}

// Whatever other processes send to the sockets, the kernel answers its client, and its
// memory grows little.
func TestPeersCannotEndTheKernel(t *testing.T) {
	k := listening(t)
	ports := []int{k.conn.ShellPort, k.conn.ControlPort, k.conn.StdinPort, k.conn.IOPubPort, k.conn.HBPort}
	all := attacks()
	for _, a := range attacks() { // forged, truncated and complete messages
		all = append(all, a[:len(a)/2])
	}
	forged := codec{key: []byte("guess")}
	var frames []byte
	for i, f := range forged.encode(nil, "execute_request", nil, object{"code": "1"}) {
		frames = append(frames, map[bool]byte{true: hasMore}[i < 5], byte(len(f)))
		frames = append(frames, f...)
	}
	all = append(all, append(hello("DEALER"), frames...))
	total := connections()
	var next, refused atomic.Int64
	var wait sync.WaitGroup
	start := time.Now()
	for w := range 32 {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 15))
			for {
				i := int(next.Add(1)) - 1
				if i >= total {
					return
				}
				text := all[i%len(all)]
				if i >= len(all) {
					text = mutated(r, text)
				}
				conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", ports[r.IntN(len(ports))]))
				if err != nil {
					t.Errorf("connection %d: %v", i, err)
					return
				}
				conn.SetDeadline(time.Now().Add(20 * time.Millisecond))
				conn.Write(text)
				if n, err := io.Copy(io.Discard, conn); err == nil && n <= int64(greetingLength+64) {
					refused.Add(1)
				}
				conn.Close()
			}
		})
	}
	wait.Wait()
	t.Logf("%d connections in %v, %d cut off at once", total, time.Since(start).Round(time.Millisecond), refused.Load())
	answers(t, k, "after")
	const patience = time.Minute // until the next one ends
	for least, fell := runtime.NumGoroutine(), time.Now(); least > 200 && time.Since(fell) < patience; {
		time.Sleep(50 * time.Millisecond)
		if n := runtime.NumGoroutine(); n < least {
			least, fell = n, time.Now()
		}
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if n := runtime.NumGoroutine(); n > 200 || m.HeapAlloc > 256<<20 {
		t.Errorf("%d goroutines and %d MiB are left", n, m.HeapAlloc>>20)
	}
}

// answers lets a client send requests to each of the kernel's sockets.
func answers(t *testing.T, k *kernel, id string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	dial := func(s zmq4.Socket, port int) zmq4.Socket {
		if err := s.Dial(fmt.Sprintf("tcp://127.0.0.1:%d", port)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	pub := dial(zmq4.NewSub(ctx), k.conn.IOPubPort)
	if err := pub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		t.Fatal(err)
	}
	heard := make(chan error, 1)
	go func() { _, err := pub.Recv(); heard <- err }()
	client := codec{key: []byte("secret"), session: "client"}
	for _, port := range []int{k.conn.ShellPort, k.conn.ControlPort} {
		s := dial(zmq4.NewDealer(ctx), port)
		m := zmq4.NewMsgFrom(client.encode(nil, "kernel_info_request", nil, object{})...)
		if err := s.SendMulti(m); err != nil {
			t.Fatal(err)
		}
		got, err := s.Recv()
		if err != nil {
			t.Fatalf("%s: no answer: %v", id, err)
		}
		if reply, err := client.decode(got.Frames); err != nil || reply.header.Type != "kernel_info_reply" {
			t.Errorf("%s: answered %+v, %v", id, reply, err)
		}
		// Sent again, it is a replay, and gets no answer.
		s.SendMulti(m)
		s.SendMulti(zmq4.NewMsgFrom(client.encode(nil, "comm_info_request", nil, object{})...))
		if got, err = s.Recv(); err != nil {
			t.Fatalf("%s: no answer: %v", id, err)
		}
		if reply, err := client.decode(got.Frames); err != nil || reply.header.Type != "comm_info_reply" {
			t.Errorf("%s: a replayed message was answered: %+v, %v", id, reply, err)
		}
	}
	for waiting := true; waiting; { // what was published before the subscription came is lost
		select {
		case err := <-heard:
			if waiting = false; err != nil {
				t.Errorf("%s: nothing was published: %v", id, err)
			}
		case <-time.After(100 * time.Millisecond):
			k.publishStatus(nil, "idle")
		}
	}
	beat := dial(zmq4.NewReq(ctx), k.conn.HBPort)
	if err := beat.Send(zmq4.NewMsg([]byte("ping"))); err != nil {
		t.Fatal(err)
	}
	if m, err := beat.Recv(); err != nil || string(m.Bytes()) != "ping" {
		t.Errorf("%s: the heart answered %q, %v", id, m.Bytes(), err)
	}
}

// Peers that connect and send nothing block no others.
func TestSilentPeersKeepNoOneWaiting(t *testing.T) {
	k := listening(t)
	for range 50 {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", k.conn.ShellPort))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	answers(t, k, "with silent peers")
}

// FuzzPeer lets a peer send anything: the guard neither panics nor passes on what breaks
// the protocol.
func FuzzPeer(f *testing.F) {
	for _, a := range attacks() {
		f.Add(a, false)
	}
	f.Add(append(hello("SUB"), 0, 1, 1), true)
	f.Add(append(hello("DEALER"), hasMore, 1, 'a', 0, 1, 'b'), false)
	f.Fuzz(func(t *testing.T, text []byte, topic bool) {
		p := newPeer(fake{bytes.NewReader(text)}, guard{peers: []string{"DEALER", "SUB", "REQ"}, topic: topic})
		if p.handshake() != nil {
			return
		}
		for {
			var c claim
			frames, err := p.message(&c)
			waiting.release(&c)
			if err != nil {
				break
			}
			size := 0 // what is passed on is within limits
			for _, frame := range frames {
				size += len(frame)
			}
			if size > mostMessage || len(frames) > mostFrames {
				t.Fatalf("%d frames of %d bytes have passed", len(frames), size)
			}
		}
		if waiting.used != 0 || len(waiting.claims) != 0 {
			t.Fatalf("%d bytes are still claimed", waiting.used)
		}
	})
}

type fake struct{ io.Reader }

func (fake) Write(b []byte) (int, error) { return len(b), nil }

func (fake) Close() error                     { return nil }
func (fake) LocalAddr() net.Addr              { return nil }
func (fake) RemoteAddr() net.Addr             { return nil }
func (fake) SetDeadline(time.Time) error      { return nil }
func (fake) SetReadDeadline(time.Time) error  { return nil }
func (fake) SetWriteDeadline(time.Time) error { return nil }

// signed reports whether the signature after the delimiter matches the four frames behind
// it. The frames before it, for routing, are not signed.
func signed(frames [][]byte, key string) bool {
	at := slices.IndexFunc(frames, func(f []byte) bool { return string(f) == "<IDS|MSG>" }) + 1
	if at == 0 || len(frames) < at+5 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write(bytes.Join(frames[at+1:at+5], nil))
	return fmt.Sprintf("%x", mac.Sum(nil)) == string(frames[at])
}

// FuzzMessage lets a client send any frames: unsigned ones are never accepted.
func FuzzMessage(f *testing.F) {
	c := codec{key: []byte("secret")}
	whole := c.encode([][]byte{[]byte("client")}, "kernel_info_request", nil, object{})
	f.Add(bytes.Join(whole, []byte{0}), true)
	f.Add([]byte("<IDS|MSG>\x00sig\x00{}\x00{}\x00{}\x00{}"), false)
	f.Fuzz(func(t *testing.T, text []byte, sign bool) {
		frames := bytes.Split(text, []byte{0})
		c := codec{key: []byte("secret")}
		if i := len(frames) - 5; sign && i > 0 { // its content may then be nonsense
			frames[i] = c.sign(frames[i+1:])
		}
		m, err := c.decode(frames)
		if err != nil {
			return
		}
		if !signed(frames, "secret") {
			t.Fatalf("an unsigned message was taken: %q", text)
		}
		json := m.content
		_ = cursor(&message{content: json})
		(&desk{}).historyRequest(&message{content: json})
		(&desk{}).isComplete(&message{content: json})
	})
}
