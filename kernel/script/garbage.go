package script

import (
	"runtime/debug"
	"sync"
)

// startGOGC is how much the heap may grow, in percent, before garbage is collected while a script is compiled. By
// default Go does so from 4 MiB on, and so with 400 percent from 16 MiB on. Most of what an interpreter is made of
// stays: it takes longer to look for garbage in it than to make it.
const startGOGC = 400

// collectLater has garbage collected less often until usual is called.
func collectLater() (usual func()) {
	before := debug.SetGCPercent(startGOGC)
	if before < 0 || before > startGOGC { // the user wants it even less often
		debug.SetGCPercent(before)
	}
	return sync.OnceFunc(func() { debug.SetGCPercent(before) })
}
