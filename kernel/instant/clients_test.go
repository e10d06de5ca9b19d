//go:build unix

package instant

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// twoClients returns two clients of a kernel that runs cells.
func twoClients(t *testing.T) (first, second *jupyter) {
	t.Helper()
	k := listeningWith(t, []string{os.Args[0], "kernel-child"})
	if err := k.runner.start(); err != nil {
		t.Fatal(err)
	}
	return newJupyter(t, k.conn), newJupyter(t, k.conn)
}

// widgets has a client ask for all widgets, as front ends do when they connect, and
// returns the values of the sliders by their ids.
func (j *jupyter) widgets(t *testing.T) map[string]float64 {
	t.Helper()
	comm := newID()
	j.ask(t, "comm_open", object{"comm_id": comm, "target_name": "jupyter.widget.control", "data": object{}})
	j.ask(t, "comm_msg", object{"comm_id": comm, "data": object{"method": "request_states"}})
	for {
		m := j.heard(t, "update_states")
		var got struct {
			ID   string `json:"comm_id"`
			Data struct {
				States map[string]struct {
					Name  string `json:"model_name"`
					State struct{ Value any }
				}
			}
		}
		if err := json.Unmarshal(m.content, &got); err != nil {
			t.Fatal(err)
		}
		if got.ID != comm {
			continue // for another client
		}
		values := map[string]float64{}
		for id, s := range got.Data.States {
			if s.Name == "FloatSliderModel" {
				values[id] = s.State.Value.(float64)
			}
		}
		return values
	}
}

// move has a client move a slider, and returns the message's id.
func (j *jupyter) move(t *testing.T, slider string, to float64) string {
	t.Helper()
	return j.ask(t, "comm_msg", object{"comm_id": slider, "data": object{"method": "update",
		"state": object{"value": to}, "buffer_paths": []any{}}})
}

// follows waits until a client hears that a slider has been moved by the message.
func (j *jupyter) follows(t *testing.T, slider, message string, to float64) {
	t.Helper()
	m := j.heard(t, "echo_update")
	var got struct {
		ID   string `json:"comm_id"`
		Data struct {
			State   map[string]float64
			Buffers []any `json:"buffer_paths"`
		}
	}
	if err := json.Unmarshal(m.content, &got); err != nil {
		t.Fatal(err)
	}
	if m.header.Type != "comm_msg" || got.ID != slider || len(got.Data.State) != 1 || got.Data.State["value"] != to ||
		got.Data.Buffers == nil || m.parent.ID != message {
		t.Errorf("heard %s of %s, want %v of %s", m.content, m.parent.ID, to, message)
	}
}

// TestSliderOfTwoClients: in ipywidgets' protocol the kernel echoes a client's move to
// all clients, as an answer to the move. A client that connects later, as after a reload
// of the page, gets the slider's current value. The chart follows the moves of both, for
// both.
func TestSliderOfTwoClients(t *testing.T) {
	first, second := twoClients(t)
	if sliders := first.widgets(t); len(sliders) != 0 {
		t.Fatalf("there are sliders at first: %v", sliders)
	}
	first.ask(t, "execute_request", object{"code": `plot.Explore(func(v plot.Values) *plot.Chart {
	return plot.Lines(fmt.Sprint("w is ", v["w"]), "x", "y", plot.Series{Name: "s", X: []float64{0, 1}, Y: []float64{0, v["w"]}})
}, plot.Slider{Name: "w", From: 1, To: 2, Step: 0.05})`})
	if m := first.reply(t, "execute_reply"); !strings.Contains(string(m.content), `"ok"`) {
		t.Fatalf("%s", m.content)
	}
	values := second.widgets(t)
	if len(values) != 1 {
		t.Fatalf("the second client has the sliders %v", values)
	}
	for slider, at := range values {
		if at != 1.5 {
			t.Errorf("the slider is at %v", at)
		}
		for i, to := range []float64{1.7, 1.2, 1.95} {
			mover := []*jupyter{first, second}[i%2]
			message := mover.move(t, slider, to)
			for _, j := range []*jupyter{first, second} {
				j.follows(t, slider, message, to)
				j.heard(t, fmt.Sprint("w is ", to))
			}
		}
		second.leave()
		first.move(t, slider, 1.1)
		first.heard(t, "w is 1.1")
		first.leave()
		third := newJupyter(t, first.conn)
		if values := third.widgets(t); values[slider] != 1.1 {
			t.Errorf("after a reload the sliders are at %v", values)
		}
		asked := third.ask(t, "comm_msg", object{"comm_id": slider, "data": object{"method": "request_state"}})
		m := third.heard(t, `"method":"update"`)
		for m.parent.ID != asked { // of a chart that is drawn again
			m = third.heard(t, `"method":"update"`)
		}
		if !strings.Contains(string(m.content), `"value":1.1`) {
			t.Errorf("the slider's state is %s", m.content)
		}
	}
}

// TestNoEcho: only changes of a widget are echoed.
func TestNoEcho(t *testing.T) {
	var all []string
	r := newRunner(nil, func(_ *message, msgType string, content any) { all = append(all, fmt.Sprint(msgType, content)) })
	r.open["slider"], r.open["other"] = "jupyter.widget", "no.such"
	for _, content := range []string{
		`{"comm_id": "other", "data": {"method": "update", "state": {"value": 1}, "buffer_paths": []}}`,
		`{"comm_id": "gone", "data": {"method": "update", "state": {"value": 1}, "buffer_paths": []}}`,
		`{"comm_id": "slider", "data": {"method": "request_state"}}`,
		`{"comm_id": "slider", "data": {"method": "custom", "content": {"event": "click"}}}`,
		`{"comm_id": "slider", "data": {"method": "update", "state": {}, "buffer_paths": [["value"]]}}`,
		`{"comm_id": 3}`, ``,
	} {
		r.echo(&message{header: header{Type: "comm_msg"}, content: json.RawMessage(content)})
	}
	if len(all) > 0 {
		t.Errorf("echoed %q", all)
	}
}

// TestInputWithoutFrontEnd: the client that was asked for a line has left. A cell of
// another says what it waits for. The other interrupts the cell, which then says what it
// did; values are kept, and the next cell that reads asks the client that runs it.
func TestInputWithoutFrontEnd(t *testing.T) {
	first, second := twoClients(t)
	input := func(j *jupyter) {
		t.Helper()
		raw, err := j.stdin.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if m, err := j.decode(raw.Frames); err != nil || m.header.Type != "input_request" {
			t.Fatalf("%+v, %v", m, err)
		}
	}
	for i, c := range []struct{ code, want string }{
		{"kept := 7\nvar name string\nfmt.Scanln(&name)\nfor {\n}", "interrupted while the cell waited for input: "},
		{"os.Stdin.Read(make([]byte, 3))", "interrupted while the cell waited for input"},
	} {
		j := first
		if i > 0 {
			j = newJupyter(t, second.conn)
		}
		j.ask(t, "execute_request", object{"code": c.code})
		input(j)
		j.leave()
		if i == 0 {
			queued := second.ask(t, "execute_request", object{"code": "1"})
			if m := second.heard(t, "another cell waits for a line of input"); m.parent.ID != queued {
				t.Errorf("the note belongs to %+v", m.parent)
			}
		}
		second.send(t, second.control, "interrupt_request", object{})
		second.heard(t, c.want)
		second.heard(t, `"idle"`)
		if i == 0 {
			if m := second.reply(t, "execute_reply"); !strings.Contains(string(m.content), `"aborted"`) {
				t.Errorf("the cell that waited: %s", m.content)
			}
		}
	}
	second.ask(t, "execute_request", object{"code": "var n int\nfmt.Scan(&n)\nn * kept"})
	input(second)
	third := newJupyter(t, second.conn)
	third.ask(t, "execute_request", object{"code": "kept + 1"})
	third.heard(t, "another cell waits for a line of input")
	second.send(t, second.stdin, "input_reply", object{"status": "ok", "value": "6"})
	second.heard(t, `"text/plain":"42"`)
	third.heard(t, `"wait":false`) // clears the note
	third.heard(t, `"text/plain":"8"`)
}
