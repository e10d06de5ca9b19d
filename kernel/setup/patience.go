package setup

import (
	"runtime"
	"testing"
	"time"
)

// Within fails a test where something took longer than it may on an idle machine.
// On a busy one it may take longer by as much as other programs hold it up.
func Within(t testing.TB, what string, took, limit time.Duration) {
	t.Helper()
	if took <= limit {
		return
	}
	slower := slowdown()
	t.Logf("%s took %v; this machine is %.1f times slower than an idle one", what, took, slower)
	if took > time.Duration(slower*float64(limit)) {
		t.Errorf("%s took %v, want at most %v on an idle machine", what, took, limit)
	}
}

// slowdown is how many times longer work takes now than on an idle machine: the
// time that a computation of 200 ms took in all, over the processor time that it
// got. Where the system does not count the latter per thread it is 1.
func slowdown() float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	used, begun := threadTime(), time.Now()
	if used < 0 {
		return 1
	}
	for threadTime()-used < 200*time.Millisecond {
	}
	return max(1, float64(time.Since(begun))/float64(threadTime()-used))
}
