// Package kernelspec writes the file that describes a kernel to Jupyter.
package kernelspec

import "encoding/json"

// JSON returns a kernel spec, the file kernel.json that Jupyter reads: the kernel's
// display name, and the program and arguments that start it. The last argument is the
// name of Jupyter's connection file.
func JSON(title string, argv ...string) []byte {
	spec, err := json.MarshalIndent(map[string]any{
		"argv":           append(argv[:len(argv):len(argv)], "{connection_file}"),
		"display_name":   title,
		"language":       "go",
		"interrupt_mode": "message",
		"metadata":       map[string]any{"debugger": false},
	}, "", "  ")
	if err != nil {
		panic(err) // impossible: JSON can represent all of it
	}
	return append(spec, '\n')
}
