package script

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// slow is how long a script may be in interpreted code before the note about
// compiling it is printed.
var slow = 5 * time.Second

// slowNote is the note for a script that is slow because it is interpreted. The factor
// is the mean that BenchmarkLoops measures: 70 over loops from 17 to 360.
const slowNote = "%s has been in interpreted code for %v: focal script --compile runs loops of one's own about 70 times faster\n"

// noteSlowness prints slowNote once, when interpreted code has taken a while and the
// script has not ended. Calls of compiled code, such as searches, do not count.
func noteSlowness(path string, stderr io.Writer, ended <-chan struct{}) {
	look := time.NewTicker(slow / 50)
	defer look.Stop()
	last := time.Now()
	for spent := time.Duration(0); spent < slow; {
		select {
		case <-ended:
			return
		case <-look.C: // late if the machine is busy
			now := time.Now()
			if interpreting() {
				spent += now.Sub(last)
			}
			last = now
		}
	}
	fmt.Fprintf(stderr, slowNote, path, slow)
}

// interpreting reports whether a goroutine is executing interpreted code now, and neither
// waits nor executes compiled code called by it.
func interpreting() bool { return anyStack(machine.Busy) }

// Interprets reports whether interpreted code is executed for much of the time now: it looks several
// times.
func (in *Interpreter) Interprets() bool {
	busy := 0
	const looks = 10
	for range looks {
		if interpreting() {
			busy++
		}
		time.Sleep(2 * time.Millisecond)
	}
	return busy >= looks/3
}

// anyStack reports whether is returns true for the stack of any goroutine.
func anyStack(is func(*runtime.Frames) bool) bool {
	records := make([]runtime.StackRecord, 1000)
	n, ok := runtime.GoroutineProfile(records)
	return ok && slices.ContainsFunc(records[:n], func(r runtime.StackRecord) bool {
		return is(runtime.CallersFrames(r.Stack()))
	})
}
