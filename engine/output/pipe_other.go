//go:build !unix

package output

import "os"

// openPipe opens a device for writing.
func openPipe(name string) (*os.File, error) { return os.OpenFile(name, os.O_WRONLY, 0) }
