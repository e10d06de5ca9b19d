//go:build unix

package instant

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/focal-search/focal/kernel/widget"
)

// A codec signs messages with the connection's key and checks signatures.
type codec struct {
	key     []byte
	session string

	mu   sync.Mutex
	seen map[[16]byte]bool // beginnings of the signatures of the last messages that were taken
	last [][16]byte        // the same, the oldest first
}

// mostSeen is how many messages are remembered. One that is older can be replayed.
const mostSeen = 1 << 17

// fresh reports whether a signature has not been seen before, and remembers it.
func (c *codec) fresh(signature []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := [16]byte(signature)
	if c.seen[id] {
		return false
	}
	if c.seen == nil {
		c.seen = map[[16]byte]bool{}
	}
	if len(c.last) == mostSeen {
		delete(c.seen, c.last[0])
		c.last = c.last[1:]
	}
	c.seen[id] = true
	c.last = append(c.last, id)
	return true
}

var delimiter = []byte("<IDS|MSG>")

// decode checks and reads a message. Forged, unsigned and replayed ones are errors.
func (c *codec) decode(frames [][]byte) (*message, error) {
	start := slices.IndexFunc(frames, func(frame []byte) bool { return bytes.Equal(frame, delimiter) })
	if start < 0 || len(frames) < start+6 {
		return nil, errors.New("not a Jupyter message")
	}
	parts := frames[start+1:]
	if !hmac.Equal(parts[0], c.sign(parts[1:5])) {
		return nil, errors.New("wrong signature")
	}
	if !c.fresh(parts[0]) {
		return nil, errors.New("replayed: its signature has been seen before")
	}
	msg := &message{peer: frames[:start], rawHeader: parts[1], content: parts[4]}
	if err := json.Unmarshal(parts[1], &msg.header); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	return msg, nil
}

// fromClient reads a message that a kernel with this key has not signed itself.
func (c *codec) fromClient(frames [][]byte) (*message, error) {
	m, err := c.decode(frames)
	if err == nil && c.ofKernel(m.header.Session) {
		return nil, errors.New("sent back: a kernel with this key has signed it")
	}
	return m, err
}

// sessionOfKernel makes a session for a kernel. Whoever has its key recognizes it, also after a restart: a message of a
// kernel that comes back to one is not from a client.
func (c *codec) sessionOfKernel() string {
	id := newID()[:16]
	return id + c.mark(id)
}

func (c *codec) ofKernel(session string) bool {
	return len(session) == 32 && session[16:] == c.mark(session[:16])
}

func (c *codec) mark(id string) string {
	return string(c.sign([][]byte{[]byte("session of a kernel"), []byte(id)})[:16])
}

// encode makes the frames of a signed message of a type that answers parent, which may
// be nil.
func (c *codec) encode(peer [][]byte, msgType string, parent *message, content any) [][]byte {
	raw := json.RawMessage("{}")
	if parent != nil {
		raw = parent.rawHeader
	}
	parts := [][]byte{mustJSON(c.newHeader(msgType)), raw, metadata(msgType), mustJSON(content)}
	return slices.Concat(peer, [][]byte{delimiter, c.sign(parts)}, parts)
}

// metadata are those of messages of a type.
func metadata(msgType string) []byte {
	if msgType == "comm_open" {
		return mustJSON(object{"version": widget.Version})
	}
	return []byte("{}")
}

func (c *codec) newHeader(msgType string) header {
	return header{
		ID:       newID(),
		Session:  c.session,
		Username: "kernel",
		Date:     time.Now().UTC().Format(time.RFC3339Nano),
		Type:     msgType,
		Version:  protocolVersion,
	}
}

// sign is the hexadecimal HMAC-SHA256 of the parts.
func (c *codec) sign(parts [][]byte) []byte {
	mac := hmac.New(sha256.New, c.key)
	for _, part := range parts {
		mac.Write(part)
	}
	return []byte(hex.EncodeToString(mac.Sum(nil)))
}

func newID() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
