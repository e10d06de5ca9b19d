package output

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain writes half a file, as the process that TestKilled kills.
func TestMain(m *testing.M) {
	if name := os.Getenv("FOCAL_TEST_HALF"); name != "" {
		f, err := Create(name)
		if err != nil {
			panic(err)
		}
		io.WriteString(f, "half")
		os.Stdout.WriteString("written\n")
		time.Sleep(time.Hour) // not select, which ends a process whose goroutines all wait
	}
	os.Exit(m.Run())
}

// What a killed process has left goes when the next file is written; what a living one still writes stays.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	half := func() *exec.Cmd {
		t.Helper()
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "FOCAL_TEST_HALF="+filepath.Join(dir, "out.csv"))
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatal(line, err)
		}
		return c
	}
	first, second := half(), half()
	kill := func(c *exec.Cmd) {
		c.Process.Kill()
		c.Wait()
	}
	defer kill(second)
	kill(first)
	if n := strings.Count(names(t, dir), ".part"); n != 2 {
		t.Fatalf("%d parts: %s", n, names(t, dir))
	}
	if err := WriteFile(filepath.Join(dir, "other"), nil); err != nil {
		t.Fatal(err)
	}
	if have := names(t, dir); strings.Count(have, ".part") != 1 || strings.Contains(have, "out.csv") {
		t.Errorf("after a kill and beside a living process: %s", have)
	}
	kill(second)
	if err := WriteFile(filepath.Join(dir, "other"), nil); err != nil || names(t, dir) != "other" {
		t.Errorf("after both: %s, %v", names(t, dir), err)
	}
}

// A new file replaces nothing.
func TestCommitNew(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "new")
	for i, want := range []error{nil, fs.ErrExist} {
		f, err := Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, []string{"first", "second"}[i])
		if err := f.CommitNew(); !errors.Is(err, want) || read(t, name) != "first" || names(t, dir) != "new" {
			t.Errorf("%v, want %v; %s", err, want, names(t, dir))
		}
	}
}
