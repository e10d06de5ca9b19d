//go:build !linux

package batch

// machineMemory is 0 where the system is not asked.
func machineMemory() int64 { return 0 }
