//go:build unix

package instant

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/focal-search/focal/kernel/widget"
)

// comm takes a message of a comm to the child. What follows from it is done in
// turn with cells, but not waited for: a front end sends a slider's next move when
// this one is answered.
func (r *runner) comm(m *message) {
	r.note(m.header.Type, m.content)
	r.mu.Lock()
	p := r.process
	if m.header.Type == "comm_open" {
		r.known = m
	}
	r.mu.Unlock()
	if p == nil {
		return
	}
	r.echo(m)
	p.comm(m)
	if m.header.Type == "comm_msg" {
		r.follow(m)
	}
}

func (p *process) comm(m *message) {
	p.send(request{Op: "comm", Code: m.header.Type, Body: m.content, Parent: m.rawHeader})
}

// echo publishes a client's change of a widget for the other clients, which show the same
// widget: a second tab follows a slider. Its parent is the client's message, by which
// the client recognizes its own change.
func (r *runner) echo(m *message) {
	var c struct {
		ID   string `json:"comm_id"`
		Data struct {
			Method  string          `json:"method"`
			State   json.RawMessage `json:"state"`
			Buffers []any           `json:"buffer_paths"`
		} `json:"data"`
	}
	if m.header.Type != "comm_msg" || json.Unmarshal(m.content, &c) != nil || c.Data.Method != "update" ||
		len(c.Data.Buffers) > 0 || r.comms()[c.ID] != widget.Target {
		return
	}
	r.publish(m, "comm_msg", object{"comm_id": c.ID, "data": object{"method": "echo_update", "state": c.Data.State,
		"buffer_paths": []any{}}})
}

// note updates the list of open comms.
func (r *runner) note(msgType string, content json.RawMessage) {
	c := commOf(content)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch msgType {
	case "comm_open":
		r.open[c.ID] = c.Target
	case "comm_close":
		delete(r.open, c.ID)
	}
}

func (r *runner) comms() map[string]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.open)
}

// follow makes the child do what follows from a message of a widget. Messages that
// arrive meanwhile are followed together afterwards.
func (r *runner) follow(m *message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.following {
		r.moved = m
		return
	}
	r.following = true
	go func() {
		for m != nil {
			r.followed(m)
			r.mu.Lock()
			m, r.moved = r.moved, nil
			r.following = m != nil
			r.mu.Unlock()
		}
	}()
}

// followed is one turn of follow. What is printed from then on belongs to the last
// cell again, and so does what the child died of.
func (r *runner) followed(m *message) {
	r.turn.Lock()
	defer r.turn.Unlock()
	cell := r.current()
	out := r.request(m, request{Op: "follow"})
	r.mu.Lock()
	r.parent = cell
	r.mu.Unlock()
	if out.died != nil {
		r.publish(cell, "stream", object{"name": "stderr", "text": strings.Join(out.died.Traceback, "\n") + "\n"})
	}
}
