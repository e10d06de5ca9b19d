//go:build unix

package instant

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/transport"
)

// Anyone on this machine can connect to the sockets, long before a signature is
// looked at, and the library of ZeroMQ trusts what a peer announces. So a guard
// stands before it, as its transport: it shakes hands, reads whole messages within
// bounds, and hands on only what keeps to the protocol (ZMTP 3, RFC 23). A peer that
// breaks it is cut off, and costs nobody else anything. Should the library panic all the
// same, it ends the sockets' process and no more (sockets.go).

// Bounds of what a peer can send.
const (
	mostFrame      = 32 << 20 // bytes; a cell with a picture pasted into it has some megabytes
	mostFrames     = 64       // of a message
	mostMessage    = 64 << 20 // bytes of a message
	mostWaiting    = 256 << 20
	mostCommand    = 4 << 10 // bytes of a command
	mostPeers      = 256     // of one socket
	mostTopics     = 1 << 10 // of a subscriber
	handshakeTime  = 5 * time.Second
	writeTime      = 30 * time.Second // after which a peer that reads nothing is cut off
	greetingLength = 64
)

// waiting counts the bytes of all messages that have not come to their end.
var waiting atomic.Int64

// A guard is the kinds of peers that may connect to a socket, and what they may send.
type guard struct {
	peers []string // the types of sockets that may connect
	topic bool     // peers send subscriptions and nothing else
}

// handover is the transport by which the library gets listeners that are there already.
var handover guarded

// register makes handover known to the library.
var register = sync.OnceValue(func() error { return zmq4.RegisterTransport("focal", &handover) })

// guarded are listeners that wait for the library, by name.
type guarded struct{ listeners sync.Map }

// listen makes a socket accept its peers from a listener.
func (g *guarded) listen(s zmq4.Socket, l *listener) error {
	if err := register(); err != nil {
		return err
	}
	name := fmt.Sprintf("%p", l)
	g.listeners.Store(name, l)
	return s.Listen("focal://" + name)
}

// Listen returns the listener of that name.
func (g *guarded) Listen(_ context.Context, name string) (net.Listener, error) {
	l, ok := g.listeners.LoadAndDelete(name)
	if !ok {
		return nil, errors.New("no such listener")
	}
	go l.(*listener).receive()
	return l.(*listener), nil
}

// Addr returns the name.
func (g *guarded) Addr(name string) (string, error) { return name, nil }

// Dial is not for a kernel, which others connect to.
func (g *guarded) Dial(context.Context, transport.Dialer, string) (net.Conn, error) {
	return nil, errors.New("a kernel connects to no one")
}

// A listener passes on peers after their handshake. A slow peer does not delay
// others.
type listener struct {
	net.Listener
	guard   guard
	welcome chan net.Conn
	closed  chan struct{}
	once    sync.Once
	peers   atomic.Int64

	subscribed func(topic string) // called when the library has taken a subscription, if not nil

	mu    sync.Mutex
	seats map[string]int // identities of the peers that the library has taken in, and how many have each
}

func newListener(l net.Listener, g guard) *listener {
	return &listener{Listener: l, guard: g, welcome: make(chan net.Conn), closed: make(chan struct{}),
		seats: map[string]int{}}
}

// seated reports whether the library has taken in a peer with this identity.
func (l *listener) seated(identity string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seats[identity] > 0
}

// seat counts a peer in, or out by -1.
func (l *listener) seat(identity string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seats[identity] += n; l.seats[identity] == 0 {
		delete(l.seats, identity)
	}
}

func (l *listener) receive() {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			select {
			case <-l.closed:
				return
			case <-time.After(10 * time.Millisecond): // too many open files, which passes
				continue
			}
		}
		if l.peers.Add(1) > mostPeers {
			l.peers.Add(-1)
			conn.Close()
			continue
		}
		p := newPeer(conn, l.guard)
		p.subscribed = l.subscribed
		p.seat = sync.OnceFunc(func() { p.seated.Store(true); l.seat(p.identity, 1) })
		p.gone = sync.OnceFunc(func() {
			l.peers.Add(-1)
			if p.seated.Load() {
				l.seat(p.identity, -1)
			}
		})
		go func() {
			if err := p.handshake(); err != nil {
				p.Close()
				return
			}
			select {
			case l.welcome <- p:
			case <-l.closed:
				p.Close()
			}
		}()
	}
}

// Accept waits for the next peer that has shaken hands.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.welcome:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close stops listening.
func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// A peer is a connection of which the library reads what has been checked.
type peer struct {
	net.Conn
	in      *bufio.Reader // of the connection
	guard   guard
	checked bytes.Buffer // what the library may read
	greeted int          // bytes of the library's own greeting that went nowhere, as the guard has sent one
	unsent  []byte       // the beginning of a message that the library is writing
	framed  int          // bytes of it that are whole frames
	topics  int
	topic   *string // of the subscription that the library is taking, nil if it takes none
	gone    func()

	subscribed func(topic string)

	identity string
	seated   atomic.Bool
	seat     func() // is called when the library reads messages, and so can send some
}

func newPeer(conn net.Conn, g guard) *peer {
	return &peer{Conn: conn, in: bufio.NewReader(conn), guard: g, gone: func() {}, seat: func() {}}
}

// errProtocol is why a peer is cut off.
var errProtocol = errors.New("a peer broke the protocol")

func breach(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errProtocol, fmt.Sprintf(format, args...))
}

// greeting is what the library sends as its own.
var greeting = func() (g [greetingLength]byte) {
	g[0], g[9], g[10] = 0xff, 0x7f, 3
	copy(g[12:], "NULL")
	return g
}()

// handshake exchanges greetings and reads the peer's READY, within a time.
func (p *peer) handshake() error {
	if err := p.SetDeadline(time.Now().Add(handshakeTime)); err != nil {
		return err
	}
	if _, err := p.Conn.Write(greeting[:]); err != nil {
		return err
	}
	var theirs [greetingLength]byte
	if _, err := io.ReadFull(p.in, theirs[:]); err != nil {
		return err
	}
	mechanism, _, _ := strings.Cut(string(theirs[12:32]), "\x00")
	if theirs[0] != 0xff || theirs[9] != 0x7f || theirs[10] < 3 || mechanism != "NULL" || theirs[32] > 1 {
		return breach("no greeting of ZMTP 3 with the mechanism NULL")
	}
	var ready []byte
	if err := p.frames(func(flags byte, body []byte) (err error) {
		if flags&isCommand == 0 {
			return breach("a message before READY")
		}
		ready, err = p.ready(body)
		return err
	}); err != nil {
		return err
	}
	p.checked.Reset()
	p.checked.Write(theirs[:])
	p.checked.Write(ready)
	return p.SetDeadline(time.Time{})
}

// ready checks the command READY: names and values that lie within it, and a kind of
// socket that goes with this one. It returns the frame anew, with what the library
// looks at, in the letters by which the library knows it.
func (p *peer) ready(body []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(body, []byte("\x05READY"))
	if !ok {
		return nil, breach("want the command READY")
	}
	kind, identity := "", ""
	for len(rest) > 0 {
		n := int(rest[0])
		if n == 0 || len(rest) < 1+n+4 {
			return nil, breach("READY: a property without a name or a value")
		}
		name := string(rest[1 : 1+n])
		if strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return nil, breach("READY: a property's name %q", name)
		}
		size := uint64(binary.BigEndian.Uint32(rest[1+n:]))
		rest = rest[1+n+4:]
		if size > uint64(len(rest)) {
			return nil, breach("READY: the value of %s ends outside", name)
		}
		value := string(rest[:size])
		rest = rest[size:]
		switch {
		case strings.EqualFold(name, "Socket-Type"):
			kind = value
		case strings.EqualFold(name, "Identity") && len(value) > 255:
			return nil, breach("READY: an identity of %d bytes", len(value))
		case strings.EqualFold(name, "Identity"):
			identity = value
		}
	}
	if !slices.Contains(p.guard.peers, kind) {
		return nil, breach("READY: a socket of type %q", kind)
	}
	p.identity = identity
	body = append([]byte("\x05READY"), property("Socket-Type", kind)...)
	body = append(body, property("Identity", identity)...)
	frame := binary.BigEndian.AppendUint64([]byte{isCommand | isLong}, uint64(len(body)))
	return append(frame, body...), nil
}

// property is one of READY's.
func property(name, value string) []byte {
	b := append([]byte{byte(len(name))}, name...)
	return append(binary.BigEndian.AppendUint32(b, uint32(len(value))), value...)
}

// Flags of a frame.
const (
	hasMore   = 1
	isLong    = 2
	isCommand = 4
)

// frames reads one whole message and checks it frame by frame. The library sees it
// only afterwards, so that data that a peer announces but does not send cost no
// memory.
func (p *peer) frames(check func(flags byte, body []byte) error) error {
	reserved := int64(0)
	defer func() { waiting.Add(-reserved) }()
	total := 0
	for count := 1; ; count++ {
		var head [9]byte
		if _, err := io.ReadFull(p.in, head[:2]); err != nil {
			return err
		}
		flags, size, length := head[0], uint64(head[1]), 2
		if flags&isLong != 0 {
			if _, err := io.ReadFull(p.in, head[2:]); err != nil {
				return err
			}
			size, length = binary.BigEndian.Uint64(head[1:]), 9
		}
		switch {
		case flags&^(hasMore|isLong|isCommand) != 0:
			return breach("a frame with the flags %#x", flags)
		case flags&isCommand != 0 && (flags&hasMore != 0 || count > 1 || size > mostCommand || size == 0):
			return breach("a command of %d bytes, as frame %d", size, count)
		case size > mostFrame, count > mostFrames, total+int(size) > mostMessage:
			return breach("frame %d of %d bytes after %d", count, size, total)
		}
		total += int(size)
		p.checked.Write(head[:length])
		start := p.checked.Len()
		for read := uint64(0); read < size; { // grows with what comes, not with what was announced
			n, err := io.CopyN(&p.checked, p.in, int64(min(size-read, 64<<10)))
			reserved += n
			if waiting.Add(n) > mostWaiting {
				return breach("%d bytes of messages wait for their ends", waiting.Load())
			}
			read += uint64(n)
			if err != nil {
				return err
			}
		}
		if err := check(flags, p.checked.Bytes()[start:start+int(size)]); err != nil {
			return err
		}
		if flags&hasMore == 0 {
			return nil
		}
	}
}

// message checks a frame after the handshake.
func (p *peer) message(flags byte, body []byte) error {
	switch {
	case flags&isCommand != 0:
		return breach("a command after READY") // those there are belong to later versions than the greeting's
	case !p.guard.topic:
		return nil
	case flags&hasMore != 0 || len(body) == 0 || body[0] > 1 || len(body) > mostCommand:
		return breach("want a subscription")
	}
	if p.topics++; p.topics > mostTopics {
		return breach("%d subscriptions", p.topics)
	}
	if topic := string(body[1:]); body[0] == 1 {
		p.topic = &topic
	}
	return nil
}

// Read gives the library checked bytes. Its errors are ends to the library.
func (p *peer) Read(b []byte) (int, error) {
	if p.checked.Len() == 0 {
		p.checked.Reset()
		if p.checked.Cap() > 1<<20 {
			p.checked = bytes.Buffer{}
		}
		p.seat()
		if p.topic != nil && p.subscribed != nil { // the library reads again, so it has handled what it read before
			p.subscribed(*p.topic)
		}
		p.topic = nil
		if err := p.frames(p.message); err != nil {
			p.checked.Reset()
			p.Close()
			return 0, io.EOF
		}
	}
	return p.checked.Read(b)
}

// Write sends what the library writes, but for its greeting. The library writes a message in two pieces for each
// frame. They are sent together: else each would be a packet of its own, for which the other side wakes up.
func (p *peer) Write(b []byte) (int, error) {
	if p.greeted < greetingLength {
		n := min(len(b), greetingLength-p.greeted)
		p.greeted += n
		if n == len(b) {
			return n, nil
		}
		m, err := p.Write(b[n:])
		return n + m, err
	}
	p.unsent = append(p.unsent, b...)
	if !p.whole() {
		return len(b), nil
	}
	if err := p.send(); err != nil {
		p.Close()
		return 0, io.EOF
	}
	return len(b), nil
}

// whole reports whether what is unsent ends with the last frame of a message.
func (p *peer) whole() bool {
	for {
		head := p.unsent[p.framed:]
		if len(head) < 2 {
			return false
		}
		flags, size := head[0], 2+uint64(head[1])
		if flags&isLong != 0 {
			if len(head) < 9 {
				return false
			}
			size = 9 + binary.BigEndian.Uint64(head[1:])
		}
		if uint64(len(head)) < size {
			return false
		}
		p.framed += int(size)
		if flags&hasMore == 0 && p.framed == len(p.unsent) {
			return true
		}
	}
}

// send sends what is unsent.
func (p *peer) send() error {
	if err := p.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return err
	}
	_, err := p.Conn.Write(p.unsent)
	p.unsent, p.framed = p.unsent[:0], 0
	if cap(p.unsent) > 1<<20 {
		p.unsent = nil
	}
	return err
}

// Close cuts the peer off.
func (p *peer) Close() error {
	p.gone()
	return p.Conn.Close()
}
