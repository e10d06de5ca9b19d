package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/focal-search/focal/engine/store"
)

// protect makes a folder take no new files for the rest of the test.
func protect(t *testing.T, folder string) {
	for dir := filepath.Dir(folder); dir != filepath.Clean(os.TempDir()); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil { // others cannot enter the test's own folders
			t.Fatal(err)
		}
	}
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(folder, 0o755) }) // so that it can be removed
	if os.Geteuid() == 0 {                        // root may write everywhere: this thread takes another user id for the file system
		runtime.LockOSThread()
		t.Cleanup(runtime.UnlockOSThread)
		const nobody = 65534
		if err := syscall.Setfsuid(nobody); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { syscall.Setfsuid(0) })
	}
}

// Shards that cannot be collected, as nothing can be written, are read nevertheless.
func TestReadOnlyShards(t *testing.T) {
	for _, collected := range []bool{false, true} {
		folder := t.TempDir()
		path := filepath.Join(folder, "runs.db")
		s := open(t, path)
		fill(t, s, solve()[:1]...)
		collect(t, s, 1)
		fill(t, s, solve()...)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if !collected {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		protect(t, folder)
		said := ""
		s, err := store.OpenExisting(path, func(warning string) { said += warning })
		if err != nil {
			t.Fatal(err)
		}
		results, err := s.Results()
		if len(results) != len(solve()) || err != nil || !strings.Contains(said, "nothing can be written there") || s.LeftOut() != nil {
			t.Errorf("%d results, %v; it says %q", len(results), err, said)
		}
		s.Close()
		syscall.Setfsuid(os.Getuid())
	}
}

// TestNoRoom: if a file cannot be made, neither can a store, and the error says so.
func TestNoRoom(t *testing.T) {
	folder := t.TempDir()
	protect(t, folder)
	_, err := store.Open(filepath.Join(folder, "new.db"))
	if !errors.Is(err, fs.ErrPermission) ||
		!strings.HasSuffix(err.Error(),
			"new.db: there is no store yet, and its folder takes no new files: permission denied") {
		t.Error(err)
	}
}

// A pipe or a device is not a store, and opening one does not block.
func TestPipeIsNoStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{path, "/dev/zero"} {
		if _, err := store.Open(path); !errors.Is(err, store.ErrNotStore) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
