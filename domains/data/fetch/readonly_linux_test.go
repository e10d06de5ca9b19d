package fetch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/focal-search/focal/domains/data"
)

// TestReadOnly: a data folder that is not writable gives an fs.PathError, and its files
// stay.
func TestReadOnly(t *testing.T) {
	h := serve(t)
	put(t, "toy/b", contents["toy/b"])
	toy := filepath.Join(data.Folders()[0], "toy")
	for dir := filepath.Dir(toy); dir != filepath.Clean(os.TempDir()); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil { // others cannot enter the test's own folders
			t.Fatal(err)
		}
	}
	if err := os.Chmod(toy, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(toy, 0o755) // so that it can be removed
	if os.Geteuid() == 0 {     // root may write everywhere: this thread takes another user id for the file system
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		const nobody = 65534
		if err := syscall.Setfsuid(nobody); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setfsuid(0)
	}
	var wrong *fs.PathError
	if _, err := Do(t.Context(), Request{Set: h.set}); !errors.As(err, &wrong) ||
		wrong.Path != filepath.Join(toy, "a.gz.part") || !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
	holds(t, "toy/b")
	// With nothing to fetch, nothing is written.
	h.set.Files = h.set.Files[1:2]
	if o, err := Do(t.Context(), Request{Set: h.set}); err != nil || o.There != 1 {
		t.Errorf("%+v, %v", o, err)
	}
}
