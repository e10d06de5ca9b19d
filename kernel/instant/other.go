//go:build !unix

package instant

import (
	"errors"
	"runtime"
)

var errSystem = errors.New("the instant kernel needs Linux or macOS and does not run on " + runtime.GOOS +
	": on Windows use it in WSL; focal script runs cells' code here")

// Serve would run the kernel. It fails on this system, which has neither the
// process groups nor the pipes that the kernel is built on.
func Serve(string, []string, []string) error { return errSystem }

// Sockets fails as Serve does.
func Sockets() error { return errSystem }

// Child fails as Serve does.
func Child() error { return errSystem }
