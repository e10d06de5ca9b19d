//go:build !linux

package engine

import "time"

// threadCPU is 0: this system does not report CPU time per thread.
func threadCPU() time.Duration { return 0 }
