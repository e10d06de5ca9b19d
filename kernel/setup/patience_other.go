//go:build !linux

package setup

import "time"

// threadTime returns a negative number: this system does not report CPU time per thread.
func threadTime() time.Duration { return -1 }
