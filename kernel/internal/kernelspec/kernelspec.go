// Package kernelspec writes the file by which Jupyter knows a kernel.
package kernelspec

import "encoding/json"

// JSON is a kernel spec, the kernel.json that Jupyter reads: how the kernel is
// called, and the program and arguments that start it. The name of Jupyter's
// connection file comes as the last argument.
func JSON(title string, argv ...string) []byte {
	spec, err := json.MarshalIndent(map[string]any{
		"argv":           append(argv[:len(argv):len(argv)], "{connection_file}"),
		"display_name":   title,
		"language":       "go",
		"interrupt_mode": "message",
		"metadata":       map[string]any{"debugger": false},
	}, "", "  ")
	if err != nil {
		panic(err) // there is nothing in it that JSON cannot hold
	}
	return append(spec, '\n')
}
