// Package relay continues searches in compiled programs where the functions of a problem are
// interpreted, which makes them some 10 to 40 times slower.
package relay

import (
	"errors"

	"github.com/focal-search/focal/kernel/relay/worker"
)

// A Task is a search that a program is to make.
type Task = worker.Task

// ErrNoGo is why nothing can be compiled on this machine.
var ErrNoGo = errors.New("Go or the checkout is not there")
