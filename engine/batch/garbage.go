package batch

import (
	"runtime/debug"
	"sync"
)

// garbage counts the studies that are under way in this process.
var garbage struct {
	sync.Mutex
	studies int
	percent int // GOGC before the first
}

// patientGOGC lets the heap grow to some times what is alive before garbage is
// collected. Searches keep their nodes elsewhere, so that the heap is small; but
// each leaves some buffers behind, and short ones by the thousand would have the
// collector run all the time.
const patientGOGC = 800

// collectLess makes the garbage collector run less often. What is returned undoes it.
func collectLess() (restore func()) {
	garbage.Lock()
	defer garbage.Unlock()
	if garbage.studies++; garbage.studies == 1 {
		garbage.percent = debug.SetGCPercent(patientGOGC)
		if garbage.percent < 0 || garbage.percent > patientGOGC { // somebody wants it even less often
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
