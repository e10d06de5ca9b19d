package process

import (
	"context"
	"strings"
	"testing"
)

// This test binary has not called Main, so it may not start itself again.
func TestUnprepared(t *testing.T) {
	_, again := Again(context.Background(), Search)
	for what, err := range map[string]error{"isolate": CanIsolate(), "detach": CanDetach(), "again": again} {
		if err == nil || !strings.Contains(err.Error(), "let its main begin with study.Main()") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestLastWords: of what a process wrote, the line that says why it ended is returned.
func TestLastWords(t *testing.T) {
	for stderr, want := range map[string]string{
		"a note\npanic: a mistake\n\ngoroutine 1\n":                 "panic: a mistake",
		"runtime: out of memory: cannot allocate\nfatal error: x\n": "runtime: out of memory: cannot allocate",
		"runtime/cgo: pthread_create failed: Resource temporarily unavailable\nSIGABRT: abort\n": "out of memory or of threads: " +
			"runtime/cgo: pthread_create failed: Resource temporarily unavailable",
		"\nthis is the end\nof it\n": "this is the end",
		"":                           "",
	} {
		if got := LastWords(stderr); got != want {
			t.Errorf("%q: %q, want %q", stderr, got, want)
		}
	}
}
