package executor

import (
	"runtime/debug"
	"sync"

	"github.com/focal-search/focal/engine/internal/memory"
)

// garbage counts the studies that run in this process.
var garbage struct {
	sync.Mutex
	studies int
	percent int // GOGC before the first
}

// patientGOGC is the percentage by which the heap may grow before garbage is collected.
// Where searches keep their nodes outside the heap, it is small. But each leaves some
// buffers behind, and thousands of short searches would keep the collector running all
// the time.
const patientGOGC = 800

// collectLess makes the garbage collector run less often, until restore is called.
func collectLess() (restore func()) {
	if !memory.OutsideHeap {
		return func() {}
	}
	garbage.Lock()
	defer garbage.Unlock()
	if garbage.studies++; garbage.studies == 1 {
		garbage.percent = debug.SetGCPercent(patientGOGC)
		if garbage.percent < 0 || garbage.percent > patientGOGC { // the program wants it even less often
			debug.SetGCPercent(garbage.percent)
		}
	}
	return func() {
		garbage.Lock()
		defer garbage.Unlock()
		if garbage.studies--; garbage.studies == 0 {
			debug.SetGCPercent(garbage.percent)
		}
	}
}
