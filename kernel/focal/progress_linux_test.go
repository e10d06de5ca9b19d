package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestProgress: on a terminal a search that takes longer than a second shows its progress, and a shorter one does not.
func TestProgress(t *testing.T) {
	out := onTerminal(t, exec.Command("focal", "solve", "npuzzle/korf/88", "--alg", "fs,astar", "-w", "1.01", "--time-limit", "1.5s"))
	for _, want := range []string{"[1/2] npuzzle/korf/88 FS(w=1.01)", "[2/2] npuzzle/korf/88 A*", " expanded, fmin ", " s left, 1."} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in %q", want, out)
		}
	}
	if early := " s left, 0."; strings.Contains(out, early) {
		t.Errorf("progress within the first second: %q", out)
	}
	out = onTerminal(t, exec.Command("focal", "solve", "npuzzle/korf/88", "--alg", "astar", "--time-limit", "600ms"))
	if strings.Contains(out, " expanded, ") || !strings.Contains(out, "limit: time") {
		t.Errorf("a short search shows %q", out)
	}
}

// onTerminal returns what a command prints on a terminal.
func onTerminal(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 50, Col: 200}); err != nil {
		t.Fatal(err)
	}
	said := make(chan string)
	go func() {
		b, _ := io.ReadAll(master) // until the terminal is closed, which is an error
		said <- string(b)
	}()
	cmd.Stdout, cmd.Stderr = tty, tty
	cmd.Run() // whose exit code tells of the limit
	tty.Close()
	return <-said
}
