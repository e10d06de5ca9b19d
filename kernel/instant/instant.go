// Package instant is a Jupyter kernel in which a Go cell answers within
// milliseconds: cells are interpreted, and the searches they call are compiled in.
//
// It is two processes of one program. The front speaks the Jupyter messaging
// protocol (Serve). The child holds the interpreter and what the cells have
// declared (Child). If code in a cell takes its process down, the front says in
// the cell what happened and starts another child.
//
// What is printed reaches the notebook through the child's standard output and
// error, which the front reads, so that compiled code and the Go runtime are
// heard as well as interpreted code. Everything else travels as messages over a
// pair of pipes. Before the front handles a message it forwards all that was
// printed before, and the child waits until a display has been handled: so
// displays and printed lines appear in the order in which they were made.
package instant

import (
	"encoding/json"
)

// Spec is the kernel spec, the kernel.json that Jupyter reads: argv begins with
// the program and the arguments that lead to Serve.
func Spec(argv ...string) []byte {
	spec, err := json.MarshalIndent(map[string]any{
		"argv":           append(argv, "{connection_file}"),
		"display_name":   "Focal (instant)",
		"language":       "go",
		"interrupt_mode": "message",
		"metadata":       map[string]any{"debugger": false},
	}, "", "  ")
	if err != nil {
		panic(err) // there is nothing in it that JSON cannot hold
	}
	return append(spec, '\n')
}
