// Package widget shows controls, such as sliders and buttons, in notebooks. It speaks the
// protocol of Jupyter's widgets (ipywidgets 8, protocol 2.1). A kernel that supports
// these messages sets a Host. Elsewhere, and if the front end has no widgets, Ready
// returns false and the package must not be used.
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

// A Host sends comm messages to the front end: comm_open, comm_msg and comm_close.
// Contents are JSON.
type Host interface {
	Comm(msgType string, content json.RawMessage)
}

// View is the MIME type of a widget's view.
const View = "application/vnd.jupyter.widget-view+json"

// Version is the version of the protocol, given in the metadata of messages that open a
// widget's comm.
const Version = "2.1.0"

// Target is the name of a widget's comm.
const Target = "jupyter.widget"

// Names of the protocol.
const (
	controlTarget = "jupyter.widget.control" // of the comm by which front ends request all widgets
	controls      = "@jupyter-widgets/controls"
	base          = "@jupyter-widgets/base"
	output        = "@jupyter-widgets/output"
)

// versions are the versions of the modules.
var versions = map[string]string{controls: "2.0.0", base: "2.0.0", output: "1.0.0"}

type object = map[string]any

// A Model is a widget. The reader's actions change its state.
type Model struct {
	id    string
	state object

	follower *Follower
	clicked  func()
	restored bool // a front end has requested the state, for example after a reload
}

// all holds the widgets of this process by their ids.
var all struct {
	sync.Mutex
	host   Host
	ready  bool // a front end has requested widgets
	models map[string]*Model
}

// SetHost sets the host. A kernel's process calls it.
func SetHost(h Host) {
	all.Lock()
	defer all.Unlock()
	all.host, all.ready, all.models = h, false, map[string]*Model{}
}

// Ready reports whether widgets can be used: the kernel has set a Host, and a front end
// has requested the existing widgets, as front ends with widgets do when they connect.
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
		"comm_id": m.id, "target_name": Target, "data": object{"state": m.state, "buffer_paths": []any{}},
	}))
	return m
}

func encode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // impossible: it consists of numbers and texts
	}
	return text
}

// reference returns the widget's name in the state of another.
func (m *Model) reference() string { return "IPY_MODEL_" + m.id }

// Slider makes a slider from a number to another by a step above 0. width is the width of
// the name in characters; it should be the same for sliders below each other.
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

// decimals returns the number of decimals of a step.
func decimals(step float64) int {
	_, fraction, _ := strings.Cut(strconv.FormatFloat(step, 'f', -1, 64), ".")
	return len(fraction)
}

// Button makes a button. A click calls f in a new goroutine.
func Button(name string, f func()) *Model {
	m := newModel(controls, "Button", "ButtonView", object{
		"description": name, "disabled": false, "button_style": "", "tooltip": nil, "icon": "",
	})
	all.Lock()
	defer all.Unlock()
	m.clicked = f
	return m
}

// Text makes a line of HTML, which Set changes.
func Text(html string) *Model {
	return newModel(controls, "HTML", "HTMLView", object{"value": html, "description": "", "placeholder": ""})
}

// Output makes an empty output. Unlike a display it can still be updated after the reader
// has reloaded the page.
func Output() *Model {
	return newModel(output, "Output", "OutputView", object{"outputs": []any{}, "msg_id": ""})
}

// Keep makes an output show data by MIME type in every page that was loaded after the
// output was made, now or in future.
func (m *Model) Keep(data map[string]any) {
	all.Lock()
	defer all.Unlock()
	m.state["outputs"] = []any{object{"output_type": "display_data", "data": data, "metadata": object{}}}
	if m.restored {
		m.update("outputs")
	}
}

// Column arranges widgets below each other.
func Column(widgets ...*Model) *Model {
	children := []string{}
	for _, w := range widgets {
		children = append(children, w.reference())
	}
	return newModel(controls, "VBox", "VBoxView", object{"children": children, "box_style": ""})
}

// Data returns the content of the MIME type View in a display of the widget.
func (m *Model) Data() map[string]any {
	return object{"version_major": 2, "version_minor": 0, "model_id": m.id}
}

// Float returns the value of a slider.
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

// update sends a property to front ends. The caller holds all.
func (m *Model) update(property string) {
	m.send(object{"method": "update", "state": object{property: m.state[property]}, "buffer_paths": []any{}})
}

// send sends a message about a widget. The caller holds all.
func (m *Model) send(data object) {
	all.host.Comm("comm_msg", encode(object{"comm_id": m.id, "data": data}))
}

// Close removes a widget.
func (m *Model) Close() {
	all.Lock()
	defer all.Unlock()
	delete(all.models, m.id)
	all.host.Comm("comm_close", encode(object{"comm_id": m.id, "data": object{}}))
}

// Receive processes a message from the front end: comm_open, comm_msg or comm_close.
// Messages that do not belong to a widget are ignored. A request for the state of widgets
// is answered by a comm_msg with the content that is passed to answer. It must name the
// request as its parent: front ends recognize it by that.
func Receive(msgType string, content json.RawMessage, answer func(content json.RawMessage)) {
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
		answer(encode(object{"comm_id": m.ID, "data": object{
			"method": "update_states", "states": states, "buffer_paths": []any{},
		}}))
	case model == nil:
	case m.Data.Method == "request_state":
		// JupyterLab asks for widgets one by one if a running cell delays the answer for all.
		model.restored = true
		answer(encode(object{"comm_id": m.ID, "data": object{
			"method": "update", "state": model.state, "buffer_paths": []any{},
		}}))
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
