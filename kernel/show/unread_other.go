//go:build !linux && !darwin

package show

import (
	"errors"
	"os"
)

// unread would be how many bytes that were written to a pipe its reader has not
// read. GoNB runs on Linux and macOS only, so nothing waits for this.
func unread(*os.File) (int, error) { return 0, errors.ErrUnsupported }
