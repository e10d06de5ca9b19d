// Package widget shows controls that a reader moves and code answers, by the
// messages of Jupyter's widgets (ipywidgets 8, protocol 2.1). A kernel that can
// take these messages sets a Host; elsewhere, and where the reader's front end has
// no widgets, Ready is false and nothing here is to be used.
//
//	w := widget.Slider("w", 1, 1, 2, 0.1, 1.5)
//	widget.Follow([]*widget.Model{w}, func(context.Context) { draw(w.Float()) }, failed)
//	show.NewPlace(show.MIME{widget.View: w.Data()})
package widget

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"maps"
	"math"
	"strconv"
	"strings"
	"sync"
)

// A Host takes messages of comms to the front end: comm_open, comm_msg and
// comm_close. Contents are JSON.
type Host interface {
	Comm(msgType string, content json.RawMessage)
}

// View is the MIME type of a widget's view.
const View = "application/vnd.jupyter.widget-view+json"

// Version is that of the protocol: messages that open a widget's comm have it as
// the version in their metadata.
const Version = "2.1.0"

// Names of the protocol.
const (
	target        = "jupyter.widget"         // of a widget's comm
	controlTarget = "jupyter.widget.control" // of a comm by which front ends ask for all widgets
	controls      = "@jupyter-widgets/controls"
	base          = "@jupyter-widgets/base"
	output        = "@jupyter-widgets/output"
)

// versions are those of the modules.
var versions = map[string]string{controls: "2.0.0", base: "2.0.0", output: "1.0.0"}

type object = map[string]any

// A Model is one widget. What a reader does changes its state.
type Model struct {
	id    string
	state object

	follower *Follower
	clicked  func()
	restored bool // a front end has asked for the state, as where a page is loaded anew
}

// all are the widgets of this process, by their ids.
var all struct {
	sync.Mutex
	host   Host
	ready  bool // a front end has asked for widgets
	models map[string]*Model
}

// SetHost sets who takes messages to the front end. A kernel's process calls it.
func SetHost(h Host) {
	all.Lock()
	defer all.Unlock()
	all.host, all.ready, all.models = h, false, map[string]*Model{}
}

// Ready says whether a reader can move widgets: a kernel takes their messages, and
// a front end that knows them has asked it for those that there are, as front ends
// do when they connect.
func Ready() bool {
	all.Lock()
	defer all.Unlock()
	return all.ready
}

// newModel opens a widget in the front end.
func newModel(module, name, view string, state object) *Model {
	var b [16]byte
	rand.Read(b[:])
	m := &Model{id: hex.EncodeToString(b[:]), state: object{
		"_model_module": module, "_model_module_version": versions[module], "_model_name": name + "Model",
		"_view_module": module, "_view_module_version": versions[module], "_view_name": view,
	}}
	maps.Copy(m.state, state)
	all.Lock()
	defer all.Unlock()
	all.models[m.id] = m
	all.host.Comm("comm_open", encode(object{
		"comm_id": m.id, "target_name": target, "data": object{"state": m.state, "buffer_paths": []any{}},
	}))
	return m
}

func encode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // this package has put it together of numbers and texts
	}
	return text
}

// reference is how the state of one widget names another.
func (m *Model) reference() string { return "IPY_MODEL_" + m.id }

// Slider is a slider for numbers from one to another by a step, which is above 0.
// Sliders below each other have the same width for their names, in characters.
func Slider(name string, width int, from, to, step, value float64) *Model {
	style := newModel(controls, "SliderStyle", "StyleView", object{
		"description_width": strconv.Itoa(width+2) + "ch", "_view_module": base, "_view_module_version": versions[base],
	})
	state := object{
		"description": name, "min": from, "max": to, "step": step, "value": value, "continuous_update": true,
		"readout": true, "readout_format": "." + strconv.Itoa(decimals(step)) + "f", "orientation": "horizontal",
		"disabled": false, "style": style.reference(),
	}
	if isInt(from) && isInt(to) && isInt(step) {
		state["readout_format"] = "d"
		return newModel(controls, "IntSlider", "IntSliderView", state)
	}
	return newModel(controls, "FloatSlider", "FloatSliderView", state)
}

func isInt(x float64) bool { return x == math.Trunc(x) && math.Abs(x) < 1<<53 }

// decimals are those that a step needs.
func decimals(step float64) int {
	_, fraction, _ := strings.Cut(strconv.FormatFloat(step, 'f', -1, 64), ".")
	return len(fraction)
}

// Button is a button. A click calls f in a goroutine of its own.
func Button(name string, f func()) *Model {
	m := newModel(controls, "Button", "ButtonView", object{
		"description": name, "disabled": false, "button_style": "", "tooltip": nil, "icon": "",
	})
	all.Lock()
	defer all.Unlock()
	m.clicked = f
	return m
}

// Text is a line of HTML, which Set changes.
func Text(html string) *Model {
	return newModel(controls, "HTML", "HTMLView", object{"value": html, "description": "", "placeholder": ""})
}

// Output is a place that shows nothing at first. Unlike a display it can still be
// reached when the reader has loaded the page anew.
func Output() *Model {
	return newModel(output, "Output", "OutputView", object{"outputs": []any{}, "msg_id": ""})
}

// Keep has an output show data by MIME type, to whom has loaded the page since it was
// made, and to whom does so from now on.
func (m *Model) Keep(data map[string]any) {
	all.Lock()
	defer all.Unlock()
	m.state["outputs"] = []any{object{"output_type": "display_data", "data": data, "metadata": object{}}}
	if m.restored {
		m.update("outputs")
	}
}

// Column puts widgets below each other.
func Column(widgets ...*Model) *Model {
	children := []string{}
	for _, w := range widgets {
		children = append(children, w.reference())
	}
	return newModel(controls, "VBox", "VBoxView", object{"children": children, "box_style": ""})
}

// Data is what a display of the widget has under the MIME type View.
func (m *Model) Data() map[string]any {
	return object{"version_major": 2, "version_minor": 0, "model_id": m.id}
}

// Float is the number at which a slider stands.
func (m *Model) Float() float64 {
	all.Lock()
	defer all.Unlock()
	return number(m.state["value"])
}

func number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int:
		return float64(v)
	}
	return math.NaN()
}

// Set changes a property of a widget, such as a text's value.
func (m *Model) Set(property string, value any) {
	all.Lock()
	defer all.Unlock()
	m.state[property] = value
	m.update(property)
}

// update tells front ends of a property. The caller holds all.
func (m *Model) update(property string) {
	m.send(object{"method": "update", "state": object{property: m.state[property]}, "buffer_paths": []any{}})
}

// send sends a message about a widget. The caller holds all.
func (m *Model) send(data object) {
	all.host.Comm("comm_msg", encode(object{"comm_id": m.id, "data": data}))
}

// Close takes a widget away.
func (m *Model) Close() {
	all.Lock()
	defer all.Unlock()
	delete(all.models, m.id)
	all.host.Comm("comm_close", encode(object{"comm_id": m.id, "data": object{}}))
}

// Receive takes a message from the front end: comm_open, comm_msg or comm_close.
// What is no message of a widget's is ignored.
func Receive(msgType string, content json.RawMessage) {
	var m struct {
		ID     string `json:"comm_id"`
		Target string `json:"target_name"`
		Data   struct {
			Method  string         `json:"method"`
			State   map[string]any `json:"state"`
			Content struct {
				Event string `json:"event"`
			} `json:"content"`
		} `json:"data"`
	}
	if json.Unmarshal(content, &m) != nil {
		return
	}
	all.Lock()
	defer all.Unlock()
	if all.host == nil {
		return
	}
	model := all.models[m.ID]
	switch {
	case msgType == "comm_open" && m.Target != controlTarget:
		all.host.Comm("comm_close", encode(object{"comm_id": m.ID, "data": object{}}))
	case msgType == "comm_open":
		all.ready = true
	case msgType == "comm_close":
		delete(all.models, m.ID)
	case m.Data.Method == "request_states":
		states := object{}
		for id, w := range all.models {
			w.restored = true
			states[id] = object{
				"model_name": w.state["_model_name"], "model_module": w.state["_model_module"],
				"model_module_version": w.state["_model_module_version"], "state": w.state,
			}
		}
		all.host.Comm("comm_msg", encode(object{"comm_id": m.ID, "data": object{
			"method": "update_states", "states": states, "buffer_paths": []any{},
		}}))
	case model == nil:
	case m.Data.Method == "request_state":
		model.send(object{"method": "update", "state": model.state, "buffer_paths": []any{}})
	case m.Data.Method == "update":
		for key, value := range m.Data.State {
			if _, known := model.state[key]; known {
				model.state[key] = value
			}
		}
		model.follower.moved()
	case m.Data.Method == "custom" && m.Data.Content.Event == "click" && model.clicked != nil:
		go model.clicked()
	}
}
