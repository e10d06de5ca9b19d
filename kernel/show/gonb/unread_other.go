//go:build !linux && !darwin

package gonb

import (
	"errors"
	"os"
)

// unread would return the number of bytes in a pipe that have not been read. GoNB runs
// only on Linux and macOS, so nothing calls it.
func unread(*os.File) (int, error) { return 0, errors.ErrUnsupported }
