//go:build unix || js

package instant

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"runtime"
	"time"
)

// handlers make the content of the reply to each type of request.
var handlers map[string]func(*desk, *message) any

// A desk answers requests: it executes cells and publishes their outcomes.
type desk struct {
	publish func(parent *message, msgType string, content any)
	runner  executor
	history history
}

// An executor sends requests to the child.
type executor interface {
	do(parent *message, req request) outcome
	interrupt()
	comm(m *message)          // passes a message of a comm to the child
	comms() map[string]string // targets of the comms that are open, by id
}

func init() {
	handlers = map[string]func(*desk, *message) any{
		"kernel_info_request": (*desk).info,
		"execute_request":     (*desk).execute,
		"complete_request":    (*desk).complete,
		"inspect_request":     (*desk).inspect,
		"is_complete_request": (*desk).isComplete,
		"history_request":     (*desk).historyRequest,
		"comm_info_request":   (*desk).commInfo,
		"comm_open":           (*desk).comm,
		"comm_msg":            (*desk).comm,
		"comm_close":          (*desk).comm,
		"interrupt_request":   (*desk).interrupt,
		"shutdown_request":    (*desk).shutdown,
	}
}

type object = map[string]any

func (d *desk) info(*message) any {
	return object{
		"status":                 "ok",
		"protocol_version":       protocolVersion,
		"implementation":         "focal",
		"implementation_version": "1",
		"language_info": object{
			"name": "go", "version": runtime.Version()[2:], "mimetype": "text/x-go", "file_extension": ".go",
			"pygments_lexer": "go", "codemirror_mode": "go", "nbconvert_exporter": "script",
		},
		"banner":     "Focal: Go cells that answer at once",
		"help_links": []object{},
		"debugger":   false,

		"supported_features": []string{},
	}
}

type executeRequest struct {
	Code         string            `json:"code"`
	Silent       bool              `json:"silent"`
	StoreHistory *bool             `json:"store_history"`
	Expressions  map[string]string `json:"user_expressions"`
	StopOnError  *bool             `json:"stop_on_error"`
	AllowStdin   *bool             `json:"allow_stdin"`
}

// allowsInput reports whether who has sent a message can be asked for input.
func allowsInput(m *message) bool {
	var req executeRequest
	return m.header.Type == "execute_request" && json.Unmarshal(m.content, &req) == nil &&
		(req.AllowStdin == nil || *req.AllowStdin)
}

type executeReply struct {
	Status      string   `json:"status"`
	Count       int      `json:"execution_count"`
	Payload     []object `json:"payload"`
	Expressions object   `json:"user_expressions"`
	*failure

	abort bool // what is queued
	later bool // displays are to be completed
}

// together is within what time JupyterLab sends the cells of one "Run All
// Cells": some 20 ms apart on a busy machine, though a cell fails after 2.
const together = 100 * time.Millisecond

func (d *desk) execute(m *message) any {
	start := time.Now()
	var req executeRequest
	if err := json.Unmarshal(m.content, &req); err != nil {
		return executeReply{Status: "error", failure: newFailure("ProtocolError", err.Error(), "")}
	}
	store := !req.Silent && (req.StoreHistory == nil || *req.StoreHistory)
	count := d.history.next(req.Code, store)
	if m.noted {
		d.publish(m, "clear_output", object{"wait": false})
	}
	if !req.Silent {
		d.publish(m, "execute_input", object{"code": req.Code, "execution_count": count})
	}
	if question := asked.FindStringSubmatch(req.Code); question != nil {
		return d.page(m, question[1], count)
	}
	if reply, ok := d.command(m, req.Code, count); ok {
		return reply
	}
	code, timing, wrong := magic(req.Code)
	out := outcome{died: wrong}
	if began := time.Now(); wrong == nil {
		out = d.runner.do(m, request{Op: "execute", Count: count, Code: code, Silent: req.Silent, Repeat: timing == "timeit"})
		if timing == "time" && !req.Silent {
			d.took(m, began)
		}
	}
	failed := hint(code, out.failure())
	reply := newReply(count)
	reply.later = out.report.Later
	switch {
	case failed != nil:
		reply.Status, reply.failure = "error", failed
		reply.abort = req.StopOnError == nil || *req.StopOnError
		d.publish(m, "error", failed)
		if reply.abort {
			// What comes until the client has the reply was asked for with this cell.
			time.Sleep(time.Until(start.Add(together)))
		}
	case out.report.Bundle != nil && !req.Silent:
		if store {
			d.history.keep(out.report.Text)
		}
		d.publish(m, "execute_result", withData(out.report.Bundle, object{"execution_count": count, "metadata": object{}}))
	}
	if failed == nil {
		for name, expr := range req.Expressions {
			reply.Expressions[name] = d.evaluate(m, count, expr)
		}
	}
	return reply
}

// evaluate returns the value of an expression that a client requests with a cell.
func (d *desk) evaluate(m *message, count int, expr string) object {
	var failed *failure
	if _, err := parser.ParseExpr(expr); err != nil {
		failed = newFailure("CompileError", fmt.Sprintf("%s is no expression", expr), "")
	} else {
		out := d.runner.do(m, request{Op: "execute", Count: count, Code: expr})
		if failed = out.failure(); failed == nil && out.report.Bundle != nil {
			return object{"status": "ok", "data": out.report.Bundle, "metadata": object{}}
		}
	}
	if failed == nil {
		failed = newFailure("CompileError", fmt.Sprintf("%s has no value", expr), "")
	}
	return object{"status": "error", "ename": failed.Name, "evalue": failed.Value, "traceback": failed.Traceback}
}

func newReply(count int) executeReply {
	return executeReply{Status: "ok", Count: count, Payload: []object{}, Expressions: object{}}
}

// page answers a question for documentation, to be shown in the client's pager.
func (d *desk) page(m *message, name string, count int) executeReply {
	reply := newReply(count)
	r := d.runner.do(m, request{Op: "inspect", Code: name, Cursor: len(name)}).report
	if !r.Found {
		reply.Status, reply.failure = "error", newFailure("CompileError", "nothing is known of "+name, "")
		d.publish(m, "error", reply.failure)
		return reply
	}
	reply.Payload = append(reply.Payload, object{"source": "page", "data": r.Bundle, "start": 0})
	return reply
}

type cursorRequest struct {
	Code   string `json:"code"`
	Cursor int    `json:"cursor_pos"` // in characters
	Level  int    `json:"detail_level"`
}

// cursor reads a request about a place in code, and converts the place to bytes.
func cursor(m *message) (req cursorRequest) {
	if json.Unmarshal(m.content, &req) != nil {
		return cursorRequest{}
	}
	chars := []rune(req.Code)
	req.Cursor = len(string(chars[:min(max(req.Cursor, 0), len(chars))]))
	return req
}

func (d *desk) complete(m *message) any {
	req := cursor(m)
	r := d.runner.do(m, request{Op: "complete", Code: req.Code, Cursor: req.Cursor}).report
	matches, types := []string{}, []object{}
	from, to := characters(req.Code, r.From), characters(req.Code, r.To)
	for _, c := range r.Matches {
		matches = append(matches, c.Text)
		types = append(types, object{"start": from, "end": to, "text": c.Text, "type": c.Type, "signature": c.Signature})
	}
	return object{"status": "ok", "matches": matches, "cursor_start": from, "cursor_end": to,
		"metadata": object{"_jupyter_types_experimental": types}}
}

// characters counts the characters before an offset in bytes.
func characters(code string, offset int) int {
	return len([]rune(code[:min(offset, len(code))]))
}

func (d *desk) inspect(m *message) any {
	req := cursor(m)
	r := d.runner.do(m, request{Op: "inspect", Code: req.Code, Cursor: req.Cursor, Level: req.Level}).report
	data := json.RawMessage("{}")
	if r.Found {
		data = r.Bundle
	}
	return object{"status": "ok", "found": r.Found, "data": data, "metadata": object{}}
}

func (d *desk) isComplete(m *message) any {
	status, indent := completeness(cursor(m).Code)
	reply := object{"status": status}
	if status == "incomplete" {
		reply["indent"] = indent
	}
	return reply
}

func (d *desk) historyRequest(m *message) any {
	var req historyRequest
	if err := json.Unmarshal(m.content, &req); err != nil {
		return object{"status": "error", "ename": "ProtocolError", "evalue": err.Error(), "traceback": []string{},
			"history": []any{}}
	}
	return object{"status": "ok", "history": d.history.answer(req)}
}

func (d *desk) interrupt(*message) any {
	d.runner.interrupt()
	return object{"status": "ok"}
}

func (d *desk) shutdown(m *message) any {
	var req struct {
		Restart bool `json:"restart"`
	}
	json.Unmarshal(m.content, &req)
	return object{"status": "ok", "restart": req.Restart}
}
