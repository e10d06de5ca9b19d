package widget_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/widget"
)

// front is a front end that keeps the widgets that are announced, as Jupyter's does.
type front struct {
	models map[string]map[string]any // states by id
	target map[string]string
	heard  []string // methods
}

func (f *front) Comm(msgType string, content json.RawMessage) {
	var m struct {
		ID     string `json:"comm_id"`
		Target string `json:"target_name"`
		Data   struct {
			Method string
			State  map[string]any
			States map[string]struct {
				Name    string `json:"model_name"`
				Module  string `json:"model_module"`
				Version string `json:"model_module_version"`
				State   map[string]any
			}
			Buffers *[]any `json:"buffer_paths"`
		}
	}
	if err := json.Unmarshal(content, &m); err != nil {
		panic(err)
	}
	f.heard = append(f.heard, strings.TrimSpace(msgType+" "+m.Data.Method))
	switch {
	case msgType == "comm_open":
		f.models[m.ID], f.target[m.ID] = m.Data.State, m.Target
	case msgType == "comm_close":
		delete(f.models, m.ID)
	case m.Data.Method == "update_states":
		for id, s := range m.Data.States {
			if s.Name != s.State["_model_name"] || s.Module != s.State["_model_module"] ||
				s.Version != s.State["_model_module_version"] {
				panic("the model's name differs from its state's")
			}
			f.models[id] = s.State
		}
	default:
		maps.Copy(f.models[m.ID], m.Data.State)
	}
	if msgType != "comm_close" && m.Data.Buffers == nil {
		panic("no buffer_paths")
	}
}

// host is the front end of the running test.
var host *front

// newFront returns a front end and makes it the host.
func newFront(t *testing.T) *front {
	f := &front{models: map[string]map[string]any{}, target: map[string]string{}}
	host = f
	widget.SetHost(f)
	t.Cleanup(func() { widget.SetHost(nil) })
	return f
}

// says lets the front end send a message about a comm.
func says(msgType, id, rest string) {
	widget.Receive(msgType, json.RawMessage(`{"comm_id": "`+id+`"`+rest+`}`), func(content json.RawMessage) {
		host.Comm("comm_msg", content)
	})
}

const control = `, "target_name": "jupyter.widget.control", "data": {}`

// the returns the only model of a name.
func (f *front) the(t *testing.T, name string) (id string, state map[string]any) {
	t.Helper()
	for i, s := range f.models {
		if s["_model_name"] == name {
			if id != "" {
				t.Fatalf("two models %s", name)
			}
			id, state = i, s
		}
	}
	if id == "" {
		t.Fatalf("no model %s", name)
	}
	return id, state
}

// Widgets can be used once a front end has reported that it supports them; comms of other
// kinds are closed at once.
func TestReady(t *testing.T) {
	f := newFront(t)
	says("comm_open", "other", `, "target_name": "no.such", "data": {}`)
	if widget.Ready() || !slices.Equal(f.heard, []string{"comm_close"}) {
		t.Errorf("ready: %v, heard %q", widget.Ready(), f.heard)
	}
	says("comm_open", "c", control)
	if !widget.Ready() {
		t.Error("not ready after the comm by which widgets are requested")
	}
	for _, nonsense := range []string{"", "3", `{"comm_id": 3}`} {
		widget.Receive("comm_msg", json.RawMessage(nonsense), nil)
	}
	widget.SetHost(f)
	if widget.Ready() {
		t.Error("ready for another host before its front end has requested widgets")
	}
}

// The models have the names, modules and properties that Jupyter's widgets 8 expect.
func TestModels(t *testing.T) {
	f := newFront(t)
	w := widget.Slider("w", 3, 1, 2, 0.05, 1.5)
	id, slider := f.the(t, "FloatSliderModel")
	for key, want := range map[string]any{
		"_model_module": "@jupyter-widgets/controls", "_model_module_version": "2.0.0", "_view_name": "FloatSliderView",
		"min": 1.0, "max": 2.0, "step": 0.05, "value": 1.5, "readout_format": ".2f", "description": "w",
	} {
		if slider[key] != want {
			t.Errorf("the slider's %s is %v, want %v", key, slider[key], want)
		}
	}
	styleID, style := f.the(t, "SliderStyleModel")
	if slider["style"] != "IPY_MODEL_"+styleID || style["_view_module"] != "@jupyter-widgets/base" ||
		style["description_width"] != "5ch" {
		t.Errorf("the style %v of %v", style, slider["style"])
	}
	n := widget.Slider("n", 3, 3, 9, 1, 6)
	if _, state := f.the(t, "IntSliderModel"); state["readout_format"] != "d" || state["value"] != 6.0 {
		t.Errorf("%v", state)
	}
	column := widget.Column(w, n)
	_, box := f.the(t, "VBoxModel")
	if children := box["children"].([]any); len(children) != 2 || children[0] != "IPY_MODEL_"+id {
		t.Errorf("children %v", children)
	}
	if data := column.Data(); data["model_id"] == "" || data["version_major"] != 2 {
		t.Errorf("%v", data)
	}
	for id, target := range f.target {
		if target != "jupyter.widget" {
			t.Errorf("the comm %s is for %s", id, target)
		}
	}
	column.Close()
	if len(f.models) != 4 { // two sliders and their styles
		t.Errorf("%d models after one was closed", len(f.models))
	}
}

// A reader's moves change the slider's state; unknown properties are ignored.
func TestMoves(t *testing.T) {
	f := newFront(t)
	w := widget.Slider("w", 1, 1, 2, 0.1, 1.5)
	id, _ := f.the(t, "FloatSliderModel")
	says("comm_msg", id, `, "data": {"method": "update", "state": {"value": 1.7, "own": 3}, "buffer_paths": []}`)
	if w.Float() != 1.7 {
		t.Errorf("at %v", w.Float())
	}
	says("comm_msg", id, `, "data": {"method": "request_state"}`)
	if _, state := f.the(t, "FloatSliderModel"); state["value"] != 1.7 || state["own"] != nil {
		t.Errorf("%v", state)
	}
	clicked := make(chan bool)
	widget.Button("Stop", func() { clicked <- true })
	id, _ = f.the(t, "ButtonModel")
	says("comm_msg", id, `, "data": {"method": "custom", "content": {"event": "click"}}`)
	<-clicked
}

// A reloaded page gets all widgets in their current state, and from then on the contents
// of outputs. A page that was not reloaded has displays for that, and gets no such
// messages.
func TestRestored(t *testing.T) {
	t.Run("together", func(t *testing.T) { restored(t, true) })
	t.Run("one by one", func(t *testing.T) { restored(t, false) })
}

func restored(t *testing.T, together bool) {
	f := newFront(t)
	says("comm_open", "c", control)
	out, line := widget.Output(), widget.Text("begins")
	heard := len(f.heard)
	out.Keep(map[string]any{"text/html": "first"})
	if len(f.heard) != heard {
		t.Errorf("heard %q", f.heard[heard:])
	}
	line.Set("value", "runs")

	// The page is reloaded. It asks for all widgets together, or if it had no answer because
	// a cell ran, one by one.
	if ids := slices.Sorted(maps.Keys(f.models)); together {
		clear(f.models)
		says("comm_open", "d", control)
		says("comm_msg", "d", `, "data": {"method": "request_states"}`)
	} else {
		for _, id := range ids {
			f.models[id] = map[string]any{}
			says("comm_msg", id, `, "data": {"method": "request_state"}`)
		}
	}
	held := func() any {
		_, state := f.the(t, "OutputModel")
		outputs := state["outputs"].([]any)
		if len(outputs) != 1 || outputs[0].(map[string]any)["output_type"] != "display_data" {
			t.Fatalf("%v", outputs)
		}
		return outputs[0].(map[string]any)["data"].(map[string]any)["text/html"]
	}
	_, text := f.the(t, "HTMLModel")
	if text["value"] != "runs" || held() != "first" {
		t.Errorf("%v, %v", text, held())
	}
	out.Keep(map[string]any{"text/html": "second"})
	if held() != "second" {
		t.Errorf("the output holds %v", held())
	}
}

// Work runs for the last move, and is cancelled by another.
func TestFollow(t *testing.T) {
	f := newFront(t)
	w := widget.Slider("w", 1, 1, 9, 1, 5)
	id, _ := f.the(t, "IntSliderModel")
	move := func(to string) {
		says("comm_msg", id, `, "data": {"method": "update", "state": {"value": `+to+`}, "buffer_paths": []}`)
	}
	var at []float64
	var failure error
	broken := errors.New("broken")
	widget.Follow([]*widget.Model{w}, func(moved context.Context) {
		at = append(at, w.Float())
		if len(at) == 1 {
			move("8")
			<-moved.Done()
		}
	}, func(err error) { failure = err })
	do := func(ctx context.Context, work func()) error { work(); return nil }
	if widget.Work(t.Context(), do) {
		t.Error("there is work before a move")
	}
	move("6")
	move("7")
	for widget.Work(t.Context(), do) {
	}
	if !slices.Equal(at, []float64{7, 8}) {
		t.Errorf("followed %v, want 7 and, as it was moved meanwhile, 8", at)
	}
	move("9")
	widget.Work(t.Context(), func(context.Context, func()) error { return broken })
	if failure != broken || widget.Work(t.Context(), do) {
		t.Errorf("failed by %v", failure)
	}
}
