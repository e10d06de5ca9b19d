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

// Comm takes a message of a widget to the front end.
func (c *child) Comm(msgType string, content json.RawMessage) {
	c.send(report{Op: msgType, Bundle: content})
}

// follow does what is to be done anew because a reader has moved a widget.
func (c *child) follow() {
	for widget.Work(context.Background(), c.work) {
	}
}

// work does it as a cell would. What a move or an interrupt has cut off comes to
// its end before anything else begins.
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

// comm takes a message of a widget to the child, and has the child do what
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

// commOf is what a message of a comm says of it.
func commOf(content json.RawMessage) (c struct {
	ID     string `json:"comm_id"`
	Target string `json:"target_name"`
}) {
	json.Unmarshal(content, &c)
	return c
}
