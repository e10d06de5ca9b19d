//go:build unix

package instant

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
)

// Anyone on this machine can connect to the sockets, long before a signature is looked
// at. So peers are guarded: the guard shakes hands, reads whole messages within bounds,
// and passes on only what keeps to the protocol (ZMTP 3, RFC 23). A peer that breaks it
// is cut off, and costs nobody else anything.

// Bounds of what a peer can send.
const (
	mostFrames     = 64       // of a message
	mostMessage    = 8 << 20  // bytes of a message; a cell with a picture pasted into it has some megabytes
	mostWaiting    = 96 << 20 // bytes of all messages that the front has not taken
	small          = 64 << 10 // bytes of a message that is not counted there
	mostCommand    = 4 << 10  // bytes of a command, or a subscription
	mostPeers      = 256      // of one socket
	mostTopics     = 1 << 10  // of a subscriber
	handshakeTime  = 5 * time.Second
	writeTime      = 30 * time.Second // after which a peer that reads nothing is cut off
	greetingLength = 64
)

// A guard is the kind of a socket, the kinds of peers that may connect to it, and what they may send.
type guard struct {
	kind  string
	peers []string // the types of sockets that may connect
	topic bool     // peers send subscriptions and nothing else
}

// errProtocol is why a peer is cut off.
var errProtocol = errors.New("a peer broke the protocol")

func breach(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errProtocol, fmt.Sprintf(format, args...))
}

// greeting is what both sides send first.
var greeting = func() (g [greetingLength]byte) {
	g[0], g[9], g[10] = 0xff, 0x7f, 3
	copy(g[12:], "NULL")
	return g
}()

// A peer is a connection.
type peer struct {
	net.Conn
	in       *bufio.Reader
	guard    guard
	identity string

	// What follows is guarded by the socket.
	seated     bool // it has shaken hands
	subscribed bool // it has been a subscriber
	writing    bool // a message is being sent
	topics     map[string]bool
	next       int64 // number of the next message that may be for it
}

func newPeer(conn net.Conn, g guard) *peer {
	return &peer{Conn: conn, in: bufio.NewReader(conn), guard: g, topics: map[string]bool{}}
}

// handshake exchanges greetings and READY, within a time.
func (p *peer) handshake() error {
	if err := p.SetDeadline(time.Now().Add(handshakeTime)); err != nil {
		return err
	}
	ready := append(property("Socket-Type", p.guard.kind), property("Identity", "")...)
	if _, err := p.Write(append(greeting[:], command("READY", ready)...)); err != nil {
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
	var c claim
	flags, body, err := p.frame(&c, 1, 0)
	if err == nil && flags&isCommand == 0 {
		err = breach("a message before READY")
	}
	if err == nil {
		err = p.ready(body)
	}
	if err != nil {
		return err
	}
	return p.SetDeadline(time.Time{})
}

// ready checks the command READY: names and values that lie within it, and a kind of
// socket that goes with this one.
func (p *peer) ready(body []byte) error {
	rest, ok := strings.CutPrefix(string(body), "\x05READY")
	if !ok {
		return breach("want the command READY")
	}
	kind := ""
	for len(rest) > 0 {
		n := int(rest[0])
		if n == 0 || len(rest) < 1+n+4 {
			return breach("READY: a property without a name or a value")
		}
		name := rest[1 : 1+n]
		size := uint64(binary.BigEndian.Uint32([]byte(rest[1+n:])))
		rest = rest[1+n+4:]
		if size > uint64(len(rest)) {
			return breach("READY: the value of %q ends outside", name)
		}
		value := rest[:size]
		rest = rest[size:]
		switch {
		case strings.EqualFold(name, "Socket-Type"):
			kind = value
		case strings.EqualFold(name, "Identity") && len(value) > 255:
			return breach("READY: an identity of %d bytes", len(value))
		case strings.EqualFold(name, "Identity"):
			p.identity = value
		}
	}
	if !slices.Contains(p.guard.peers, kind) {
		return breach("READY: a socket of type %q", kind)
	}
	if p.identity == "" {
		p.identity = newID()
	}
	return nil
}

// property is one of READY's.
func property(name, value string) []byte {
	b := append([]byte{byte(len(name))}, name...)
	return append(binary.BigEndian.AppendUint32(b, uint32(len(value))), value...)
}

// command is the frame of a command.
func command(name string, body []byte) []byte {
	text := append(append([]byte{byte(len(name))}, name...), body...)
	return append([]byte{isCommand, byte(len(text))}, text...)
}

// Flags of a frame.
const (
	hasMore   = 1
	isLong    = 2
	isCommand = 4
)

// message reads one whole message, of which c is the claim to memory.
func (p *peer) message(c *claim) (frames [][]byte, err error) {
	total := 0
	for {
		flags, body, err := p.frame(c, len(frames)+1, total)
		if err != nil {
			return nil, err
		}
		if flags&isCommand != 0 {
			return nil, breach("a command after READY") // those there are belong to later versions than the greeting's
		}
		total += len(body)
		if frames = append(frames, body); flags&hasMore == 0 {
			return frames, p.checkTopic(frames)
		}
	}
}

// checkTopic checks the message of a subscriber.
func (p *peer) checkTopic(frames [][]byte) error {
	if first := frames[0]; p.guard.topic &&
		(len(frames) > 1 || len(first) == 0 || first[0] > 1 || len(first) > mostCommand) {
		return breach("want a subscription")
	}
	return nil
}

// frame reads the frame of a message with that number, after total bytes.
func (p *peer) frame(c *claim, number, total int) (flags byte, body []byte, err error) {
	var head [9]byte
	if _, err := io.ReadFull(p.in, head[:2]); err != nil {
		return 0, nil, err
	}
	flags, size := head[0], uint64(head[1])
	if flags&isLong != 0 {
		if _, err := io.ReadFull(p.in, head[2:]); err != nil {
			return 0, nil, err
		}
		size = binary.BigEndian.Uint64(head[1:])
	}
	switch {
	case flags&^(hasMore|isLong|isCommand) != 0:
		return 0, nil, breach("a frame with the flags %#x", flags)
	case flags&isCommand != 0 && (flags&hasMore != 0 || number > 1 || size > mostCommand || size == 0):
		return 0, nil, breach("a command of %d bytes, as frame %d", size, number)
	case size > mostMessage, number > mostFrames, total+int(size) > mostMessage:
		return 0, nil, breach("frame %d of %d bytes after %d", number, size, total)
	}
	if total+int(size) > small {
		if err := waiting.reserve(c, p, int64(size)); err != nil {
			return 0, nil, err
		}
	}
	body = make([]byte, size)
	_, err = io.ReadFull(p.in, body)
	return flags, body, err
}

// waiting is the memory of all messages that the front has not taken.
var waiting budget

// A budget is memory that peers share. Whoever waits for more of it waits for a moment only: then the message that
// began first, and has still not come to its end, has to give its share up.
type budget struct {
	mu     sync.Mutex
	used   int64
	claims []*claim // the oldest first
}

// A claim is the part of a budget that a message has.
type claim struct {
	bytes int64
	of    net.Conn
}

func (b *budget) reserve(c *claim, of net.Conn, n int64) error {
	const moment = 50 * time.Millisecond
	for began := time.Now(); !b.take(c, of, n); time.Sleep(time.Millisecond) {
		if time.Since(began) < moment {
			continue
		}
		began = time.Now()
		b.mu.Lock()
		oldest := b.claims[0]
		b.mu.Unlock()
		if oldest == c {
			return breach("its message does not come to its end, and others wait for its memory")
		}
		oldest.of.Close() // its reader ends, and releases the claim
	}
	return nil
}

func (b *budget) take(c *claim, of net.Conn, n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.claims) > 0 && b.used+n > mostWaiting {
		return false
	}
	if c.of == nil {
		c.of = of
		b.claims = append(b.claims, c)
	}
	c.bytes += n
	b.used += n
	return true
}

func (b *budget) release(c *claim) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= c.bytes
	b.claims = slices.DeleteFunc(b.claims, func(other *claim) bool { return other == c })
	*c = claim{}
}
