package script

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// slow is how long a script may be in interpreted code before it is told what
// compiling it would bring.
var slow = 5 * time.Second

// slowNote tells of a script that is slow because it is interpreted. The factor
// is the mean that BenchmarkLoops measures: 70 over loops from 17 to 360.
const slowNote = "%s has been in interpreted code for %v: focal script --compile runs loops of one's own about 70 times faster\n"

// noteSlowness tells once, as soon as interpreted code has taken a while, until
// the script has ended. What the script calls of compiled code, such as searches,
// does not count.
func noteSlowness(path string, stderr io.Writer, ended <-chan struct{}) {
	look := time.NewTicker(slow / 50)
	defer look.Stop()
	last := time.Now()
	for spent := time.Duration(0); spent < slow; {
		select {
		case <-ended:
			return
		case <-look.C: // late where the machine is busy
			now := time.Now()
			if interpreting() {
				spent += now.Sub(last)
			}
			last = now
		}
	}
	fmt.Fprintf(stderr, slowNote, path, slow)
}

// interpreting says whether a goroutine is in interpreted code now, and neither waits
// nor is in what that has called.
func interpreting() bool { return anyStack(machine.Busy) }

// anyStack says whether something holds of the innermost functions of one of the
// goroutines.
func anyStack(is func(*runtime.Frames) bool) bool {
	records := make([]runtime.StackRecord, 1000)
	n, ok := runtime.GoroutineProfile(records)
	return ok && slices.ContainsFunc(records[:n], func(r runtime.StackRecord) bool {
		return is(runtime.CallersFrames(r.Stack()))
	})
}
