//go:build !linux

package setup

import "time"

// threadTime is negative: this system does not count processor time per thread.
func threadTime() time.Duration { return -1 }
