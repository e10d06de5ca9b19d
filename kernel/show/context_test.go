package show

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestContextFollowsCells(t *testing.T) {
	first, interrupt := context.WithCancel(t.Context())
	SetCell(first)
	ctx := Context()
	child, stop := context.WithCancel(ctx)
	defer stop()
	late, stopLate := context.WithTimeout(ctx, time.Hour)
	defer stopLate()

	interrupt()
	for name, c := range map[string]context.Context{"the session's": ctx, "a derived": child, "a derived, timed": late} {
		select {
		case <-c.Done():
		case <-time.After(time.Minute):
			t.Fatalf("%s context does not end with the cell", name)
		}
		if c.Err() != context.Canceled {
			t.Errorf("%s context says %v", name, c.Err())
		}
	}

	type key struct{}
	SetCell(context.WithValue(t.Context(), key{}, 2))
	if ctx.Err() != nil {
		t.Error("the cell after an interrupt is cancelled")
	}
	select {
	case <-ctx.Done():
		t.Error("the cell after an interrupt is done")
	default:
	}
	if ctx.Value(key{}) != 2 {
		t.Error("values are not the current cell's")
	}
	if child.Err() == nil {
		t.Error("a context derived in the interrupted cell is not cancelled")
	}
}

// TestSignals runs this test's program again and interrupts it as a terminal and GoNB do.
func TestSignals(t *testing.T) {
	if os.Getenv("FOCAL_TEST_SIGNALS") != "" {
		ctx := Context()
		fmt.Println("ready")
		<-ctx.Done()
		fmt.Println("reached", ctx.Err())
		time.Sleep(time.Minute)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestSignals$")
	cmd.Env = append(os.Environ(), "FOCAL_TEST_SIGNALS=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	await := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("the program ended without %q", want)
	}
	await("ready")
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Process.Signal(syscall.SIGINT) // the same signal, sent twice
	await("reached context canceled")  // there is time to show the state reached
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(100 * time.Millisecond):
				cmd.Process.Signal(syscall.SIGINT)
			}
		}
	}()
	cmd.Wait()
	close(ended)
	if s := cmd.ProcessState.Sys().(syscall.WaitStatus); !s.Signaled() || s.Signal() != syscall.SIGINT {
		t.Errorf("the second signal does not kill: %v", cmd.ProcessState)
	}
}
