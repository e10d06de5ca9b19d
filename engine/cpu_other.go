//go:build !linux

package engine

import "time"

// threadCPU is not told per thread here.
func threadCPU() time.Duration { return 0 }
