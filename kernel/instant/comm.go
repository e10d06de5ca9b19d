//go:build unix || js

package instant

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/widget"
)

// Comm sends a message of a widget to the front end.
func (c *child) Comm(msgType string, content json.RawMessage) {
	c.send(report{Op: msgType, Bundle: content})
}

// follow carries out the updates that follow from a moved widget.
func (c *child) follow() {
	for widget.Work(context.Background(), c.work) {
	}
}

// work does so as a cell would. Code that a move or an interrupt has cut off ends
// before anything else begins.
func (c *child) work(ctx context.Context, work func()) error {
	ctx, cancel := c.begin(ctx)
	defer cancel()
	err := c.session.in.Call(ctx, c.session.grace, work)
	for pause := time.Millisecond; c.session.in.Running(); pause = min(2*pause, 100*time.Millisecond) {
		time.Sleep(pause)
	}
	if errors.Is(err, script.ErrCut) {
		return nil
	}
	return err
}

// comm passes a message of a widget to the child, and makes the child do what
// follows from it.
func (d *desk) comm(m *message) any {
	d.runner.comm(m)
	return nil
}

func (d *desk) commInfo(m *message) any {
	var req struct {
		Target string `json:"target_name"`
	}
	json.Unmarshal(m.content, &req)
	comms := object{}
	for id, target := range d.runner.comms() {
		if req.Target == "" || req.Target == target {
			comms[id] = object{"target_name": target}
		}
	}
	return object{"status": "ok", "comms": comms}
}

// commOf returns the fields of a comm's message.
func commOf(content json.RawMessage) (c struct {
	ID     string `json:"comm_id"`
	Target string `json:"target_name"`
}) {
	json.Unmarshal(content, &c)
	return c
}
