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
	"time"

	"github.com/go-zeromq/zmq4"
)

// protocolVersion is that of the Jupyter messaging protocol.
const protocolVersion = "5.3"

// A header names a message.
type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

// A message is one of the Jupyter protocol, from or to a client.
type message struct {
	peer      [][]byte // routing frames of the client that sent it
	header    header
	rawHeader json.RawMessage // as it came, to be the parent of replies
	content   json.RawMessage
}

// A codec signs messages with the connection's key and checks signatures.
type codec struct {
	key     []byte
	session string
}

var delimiter = []byte("<IDS|MSG>")

// decode checks and reads a message. Forged and unsigned ones are errors.
func (c *codec) decode(m zmq4.Msg) (*message, error) {
	start := -1
	for i, frame := range m.Frames {
		if bytes.Equal(frame, delimiter) {
			start = i
			break
		}
	}
	if start < 0 || len(m.Frames) < start+6 {
		return nil, errors.New("not a Jupyter message")
	}
	parts := m.Frames[start+1:]
	if !hmac.Equal(parts[0], c.sign(parts[1:5])) {
		return nil, errors.New("wrong signature")
	}
	msg := &message{peer: m.Frames[:start], rawHeader: parts[1], content: parts[4]}
	if err := json.Unmarshal(parts[1], &msg.header); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	return msg, nil
}

// encode makes a signed message of a type that answers parent, which may be nil.
func (c *codec) encode(peer [][]byte, msgType string, parent *message, content any) zmq4.Msg {
	raw := json.RawMessage("{}")
	if parent != nil {
		raw = parent.rawHeader
	}
	parts := [][]byte{mustJSON(c.newHeader(msgType)), raw, []byte("{}"), mustJSON(content)}
	frames := append([][]byte{}, peer...)
	frames = append(frames, delimiter, c.sign(parts))
	return zmq4.NewMsgFrom(append(frames, parts...)...)
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

// mustJSON encodes what the kernel itself has put together.
func mustJSON(v any) []byte {
	if raw, ok := v.(json.RawMessage); ok {
		return raw
	}
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// withData is the content of a message that shows a bundle, beside the rest of
// its fields. The bundle is JSON already: to have it encoded again would take
// milliseconds where the library of charts is in it.
func withData(bundle json.RawMessage, rest object) json.RawMessage {
	fields := mustJSON(rest)
	return slices.Concat(fields[:len(fields)-1], []byte(`,"data":`), bundle, []byte("}"))
}
