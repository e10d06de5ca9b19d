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
