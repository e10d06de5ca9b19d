//go:build unix

package instant

import (
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/focal-search/focal/kernel/setup"
)

// resident is the greatest memory in bytes that a process has had.
func resident(t testing.TB, pid int) (peak int64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Logf("the system does not say how much memory a process has: %v", err)
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Sscan(rest, &peak)
	return peak << 10
}

// Twenty peers without the key do their worst at once: they subscribe to a thousand topics each and read nothing, send
// large messages without an end, whole ones that nobody has signed, and back what the kernel has published. 99 of 100
// trivial cells take a tenth of a second longer at most, measured up to three times, and all of them together cost 300
// MiB at most. The log has the worst cell, which depends on what else the machine does.
func TestHostilePeers(t *testing.T) {
	k, pid := servingApart(t)
	j := newJupyter(t, k.conn)
	cell := func() time.Duration {
		begun := time.Now()
		j.ask(t, "execute_request", object{"code": "held"})
		if m := j.reply(t, "execute_reply"); !strings.Contains(string(m.content), `"ok"`) {
			t.Fatalf("a cell: %s", m.content)
		}
		return time.Since(begun)
	}
	j.ask(t, "execute_request", object{"code": "held := 4711"})
	j.reply(t, "execute_reply")
	cell()
	var alone []time.Duration
	for begun := time.Now(); time.Since(begun) < 2*time.Second; {
		alone = append(alone, cell())
	}
	before := resident(t, int(pid.Load()))

	stop := make(chan struct{})
	var hostile sync.WaitGroup
	var sent atomic.Int64
	attack := func(port int, first []byte, again []byte) {
		hostile.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
				if err != nil {
					return
				}
				conn.SetDeadline(time.Now().Add(time.Second))
				n, err := conn.Write(first)
				sent.Add(int64(n))
				for err == nil && again != nil {
					n, err = conn.Write(again)
					sent.Add(int64(n))
				}
				select {
				case <-stop:
				case <-time.After(time.Second):
				}
				conn.Close()
			}
		})
	}
	topics := hello("SUB")
	for i := range 1000 {
		topic := fmt.Sprintf("\x01%d-topic", i)
		topics = append(append(topics, 0, byte(len(topic))), topic...)
	}
	everything := append(hello("SUB"), 0, 1, 1)
	long := func(size int) []byte { return binary.BigEndian.AppendUint64([]byte{isLong}, uint64(size)) }
	unsigned := append(long(mostMessage), make([]byte, mostMessage)...)
	for range 5 {
		attack(k.conn.IOPubPort, topics, nil)
		attack(k.conn.IOPubPort, everything, nil)
		attack(k.conn.ShellPort, append(hello("DEALER"), unsigned[:mostMessage]...), nil) // its end is missing
		attack(k.conn.ShellPort, hello("DEALER"), unsigned)
	}
	const limit = raced * 100 * time.Millisecond
	of100 := func(cells []time.Duration) time.Duration { return cells[max(0, len(cells)*99/100-1)] }
	slices.Sort(alone)
	var beside []time.Duration
	for range 3 { // what else the machine does delays one cell of a hundred, too, but not each time
		beside = nil
		for begun := time.Now(); time.Since(begun) < 4*time.Second; {
			beside = append(beside, cell())
			j.ask(t, "execute_request", object{"code": `fmt.Println(strings.Repeat("x", 100000))`})
			j.reply(t, "execute_reply")
		}
		if slices.Sort(beside); of100(beside)-of100(alone) <= limit {
			break
		}
	}
	close(stop)
	hostile.Wait()
	typical, late, worst := beside[len(beside)/2], of100(beside), beside[len(beside)-1]
	taken := resident(t, int(pid.Load())) - before
	t.Logf("%d MiB from 20 peers: a cell takes %v alone, one of a hundred %v, beside them %v, one of a hundred %v, at worst %v; the sockets' process takes %d MiB more",
		sent.Load()>>20, alone[len(alone)/2], of100(alone), typical, late, worst, taken>>20)
	setup.Within(t, "a cell beside 20 hostile peers", typical-alone[len(alone)/2], limit)
	setup.Within(t, "99 of 100 cells beside 20 hostile peers", late-of100(alone), limit)
	if taken > raced*300<<20 {
		t.Errorf("the peers cost %d MiB: want 300 at most", taken>>20)
	}
}

// What the kernel has signed itself, and those before it with its key, is refused when it comes back.
func TestReflection(t *testing.T) {
	k := listening(t)
	before := codec{key: k.codec.key}
	before.session = before.sessionOfKernel()
	for _, c := range []*codec{&k.codec, &before} {
		frames := c.encode(nil, "comm_open", nil, object{"comm_id": "a"})
		if m, err := k.codec.fromClient(frames); err == nil || !strings.Contains(err.Error(), "sent back") {
			t.Errorf("taken: %+v, %v", m, err)
		}
	}
	client := codec{key: k.codec.key, session: newID()}
	if _, err := k.codec.fromClient(client.encode(nil, "comm_open", nil, object{"comm_id": "a"})); err != nil {
		t.Errorf("a client's: %v", err)
	}
}

// A peer that reads nothing is cut off when it is further behind than the log is long, and others get everything.
func TestLaggards(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	joined := make(chan bool, 2)
	s := newSocket(l, guards[iopub], func(*peer, [][]byte, bool) { joined <- true })
	go s.serve()
	defer s.close()
	var conns []net.Conn
	for range 2 {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.Write(append(hello("SUB"), 0, 1, 1))
		<-joined
		conns = append(conns, conn)
	}
	const messages, size = 200, 1 << 20
	got := make(chan int64)
	go func() { // the first reads, the second does not
		n, room := int64(0), make([]byte, 1<<20)
		for n < messages*size {
			m, err := conns[0].Read(room)
			if n += int64(m); err != nil {
				break
			}
		}
		got <- n
	}()
	for range messages {
		s.send("stream", [][]byte{[]byte("stream"), make([]byte, size)})
	}
	if n := <-got; n < messages*size {
		t.Errorf("the one that reads has got %d bytes of %d", n, messages*size)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.peers) != 1 || s.bytes > mostBehind {
		t.Errorf("%d peers are left, with %d bytes", len(s.peers), s.bytes)
	}
}
