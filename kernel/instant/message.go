//go:build unix || js

package instant

import (
	"encoding/json"
	"slices"
)

// protocolVersion is that of the Jupyter messaging protocol.
const protocolVersion = "5.3"

// A channel is one of the Jupyter protocol. Each is a socket where there are sockets.
type channel int

const (
	shell channel = iota
	control
	stdin
	iopub
	heartbeat
	channels int = iota // how many there are
)

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
	channel   channel // that it came by
	noted     bool    // its client knows what it waits for
}

// withData is the content of a message that shows a bundle, beside the rest of
// its fields. The bundle is JSON already: to have it encoded again would take
// milliseconds where the library of charts is in it.
func withData(bundle json.RawMessage, rest object) json.RawMessage {
	fields := mustJSON(rest)
	return slices.Concat(fields[:len(fields)-1], []byte(`,"data":`), bundle, []byte("}"))
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

// message is a display, or an update of one, as the protocol has it.
func (r report) message() (msgType string, content any) {
	msgType = "display_data"
	if r.Op == "update" {
		msgType = "update_display_data"
	}
	transient := object{}
	if r.ID != "" {
		transient["display_id"] = r.ID
	}
	return msgType, withData(r.Bundle, object{"metadata": object{}, "transient": transient})
}

// An outcome is the child's answer, or why there is none.
type outcome struct {
	report report
	died   *failure
}

// failure returns the error, nil if there is none.
func (o outcome) failure() *failure {
	if o.died != nil {
		return o.died
	}
	return o.report.Failure
}
