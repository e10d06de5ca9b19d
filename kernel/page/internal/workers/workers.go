//go:build js

package workers

import (
	"fmt"
	"syscall/js"

	"github.com/focal-search/focal/engine/study/worker"
)

// Use makes the studies of this program use web workers, if the browser has several
// cores for them.
func Use() {
	if most := js.Global().Get("focalWorkers").Int(); most > 1 {
		worker.UsePool(worker.NewPool(most, start))
	}
}

// start starts a web worker.
func start() *worker.Instance {
	started, answers, ended := make(chan struct{}), make(chan []byte, 1), make(chan string, 1)
	memory := int64(0)
	take := js.FuncOf(func(_ js.Value, args []js.Value) any {
		switch text := args[1].String(); args[0].String() {
		case "ready":
			close(started)
		case "answer":
			memory = int64(args[2].Float())
			answers <- []byte(text)
		case "ended":
			ended <- text
		}
		return nil
	})
	other := js.Global().Call("focalWorker", take)
	return &worker.Instance{
		Started: started, Answers: answers, Ended: ended,
		Memory: func() int64 { return memory }, // web workers have one thread
		Send:   func(order []byte) { other.Call("order", string(order)) },
		End:    func() { other.Call("end"); take.Release() },
	}
}

// Serve makes the runs that the kernel's worker asks for, one at a time, until that
// worker ends this one.
func Serve() {
	orders := make(chan string, 1)
	js.Global().Set("focalOrder", js.FuncOf(func(_ js.Value, args []js.Value) any {
		orders <- args[0].String()
		return nil
	}))
	js.Global().Call("focalReady")
	for order := range orders {
		answer, err := worker.Answer([]byte(order))
		if err != nil {
			panic(fmt.Sprintf("a run's order or result: %v", err)) // which this program has encoded
		}
		js.Global().Call("focalAnswer", string(answer))
	}
}
