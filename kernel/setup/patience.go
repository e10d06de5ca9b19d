package setup

import (
	"runtime"
	"testing"
	"time"
)

// Within fails a test if something took longer than it may on an idle machine. On a busy
// machine the limit is extended by the factor by which other programs slow this one down.
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

// slowdown returns how many times longer work takes now than on an idle machine: the wall
// time of a computation of 200 ms divided by its CPU time. It is 1 if the system does not
// report CPU time per thread.
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
