package store_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/focal-search/focal/engine/store"
)

// TestLocks: while a process has a store open it keeps SQLite's lock on the file, whatever
// else it opens and closes. So another process that opens and closes the store leaves its
// log where it is.
func TestLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "study.db")
	open := func() *store.Store {
		s, err := store.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if other := os.Getenv("FOCAL_OTHER_STORE"); other != "" { // this is the other process
		path = other
		open().Close()
		return
	}
	open().Close() // it is there, and has no log
	first := open()
	defer first.Close()
	link := filepath.Join(filepath.Dir(path), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if !locked(t, path) {
		t.Fatal("a store that is open has no lock")
	}
	open().Close()
	if second, err := store.Open(link); err != nil {
		t.Fatal(err)
	} else if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if !locked(t, path) {
		t.Error("the first store has no lock after others have been closed")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestLocks$")
	cmd.Env = append(os.Environ(), "FOCAL_OTHER_STORE="+path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := os.Stat(path + "-wal"); err != nil {
		t.Errorf("another process has taken the log away: %v", err)
	}
}

// locked reports whether this process has a lock on a file, as far as the system lists locks.
func locked(t *testing.T, path string) bool {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	locks, err := os.ReadFile("/proc/locks")
	if err != nil {
		t.Logf("the system does not list locks, so that only the other process is a test: %v", err)
		return true
	}
	for line := range strings.Lines(string(locks)) {
		f := strings.Fields(line)
		if len(f) > 5 && (f[4] == fmt.Sprint(os.Getpid()) || f[4] == "-1") && // of an open file, as SQLite's are here
			strings.HasSuffix(f[5], fmt.Sprintf(":%d", info.Sys().(*syscall.Stat_t).Ino)) {
			return true
		}
	}
	return false
}
