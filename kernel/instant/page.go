//go:build js

package instant

import (
	"encoding/json"
	"sync"
	"syscall/js"
	"time"
)

// ServePage answers the requests of the page whose web worker this program runs
// in, until the page ends the worker. Worker and page share these functions:
//
//	focalRequest(type, content, reply)  carries out a request of the Jupyter protocol
//	focalInterrupt()                    interrupts the cell that runs
//	focalPublish(type, content)         is called with what a cell shows
//	focalStuck()                        is called where a cell that was cut off goes on: the
//	                                    page then ends the worker
//	focalYield(f)                       calls f when the page's messages have been taken
//	focalReady()                        is called when requests can come
//
// Contents are JSON. There is one session, and requests are carried out in their order.
func ServePage() {
	w := &worker{}
	w.desk = desk{publish: w.publish, runner: w}
	out, _ := keepStreams() // which does not fail here
	w.child = newChild(out, w.take, w.take)
	queue := newQueue[pending]()
	js.Global().Set("focalRequest", js.FuncOf(func(_ js.Value, args []js.Value) any {
		queue.push(pending{args[0].String(), args[1].String(), args[2]})
		return nil
	}))
	js.Global().Set("focalInterrupt", js.FuncOf(func(js.Value, []js.Value) any {
		w.child.interrupt()
		return nil
	}))
	js.Global().Call("focalReady")
	for {
		p := queue.pop()
		reply := w.answer(p.msgType, p.content)
		text, err := json.Marshal(reply)
		if err != nil {
			text, _ = json.Marshal(object{"status": "error", "ename": "ProtocolError", "evalue": err.Error(),
				"traceback": []string{}})
		}
		p.reply.Invoke(string(text))
		w.desk.completeDisplays(nil, reply)
	}
}

// A page's standard streams stay open whatever a cell closes.

func again(fd int) (int, error) { return fd, nil }

func onto(int, int) error { return nil }

// A worker is the front and the child of the kernel in one.
type worker struct {
	desk  desk
	child *child
}

// answer is the content of the reply to a request, nil where there is none.
func (w *worker) answer(msgType, content string) any {
	if handle := handlers[msgType]; handle != nil {
		return handle(&w.desk, &message{content: json.RawMessage(content)})
	}
	return nil
}

func (w *worker) publish(_ *message, msgType string, content any) {
	text, err := json.Marshal(content)
	if err == nil {
		js.Global().Call("focalPublish", msgType, string(text))
	}
}

// take handles what the child reports while a cell runs.
func (w *worker) take(r report) {
	if r.Op == "display" || r.Op == "update" {
		msgType, content := r.message()
		w.publish(nil, msgType, content)
	}
	if r.Op == "clear" {
		w.publish(nil, "clear_output", object{"wait": r.Wait})
	}
}

func (w *worker) do(_ *message, req request) outcome {
	r := w.child.answer(req)
	if r.Op == "stuck" {
		js.Global().Call("focalStuck")
	}
	return outcome{report: r}
}

func (w *worker) interrupt() { w.child.interrupt() }

// There are no comms in a page.

func (*worker) comm(*message) {}

func (*worker) comms() map[string]string { return nil }

// A pending request waits for its turn.
type pending struct {
	msgType, content string
	reply            js.Value
}

// breathEvery is how long a search may keep the worker's one thread to itself.
const breathEvery = 50 * time.Millisecond

var breath struct {
	sync.Mutex
	last  time.Time
	taken chan struct{}
	take  js.Func
}

// breathe lets the worker take messages, an interrupt among them, where it has not
// for a while. A search comes here whenever it looks at its context.
func breathe() {
	breath.Lock()
	defer breath.Unlock()
	if time.Since(breath.last) < breathEvery {
		return
	}
	if breath.taken == nil {
		breath.taken = make(chan struct{}, 1)
		breath.take = js.FuncOf(func(js.Value, []js.Value) any {
			breath.taken <- struct{}{}
			return nil
		})
	}
	js.Global().Call("focalYield", breath.take)
	<-breath.taken
	breath.last = time.Now()
}
