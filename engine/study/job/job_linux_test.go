package job_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/focal-search/focal/engine/study/job"
)

// A process that may not be stopped is reported.
func TestStopForbidden(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can become somebody else")
	}
	dir, err := os.MkdirTemp("", "stop") // a folder that others may enter
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	j := job.Start(long, filepath.Join(dir, "korf.db"))
	if j.Err != nil {
		t.Fatal(j.Err)
	}
	said := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with this function
		const nobody = 65534
		if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESUID, nobody, nobody, nobody); errno != 0 {
			said <- errno
			return
		}
		said <- j.Stop()
	}()
	select {
	case err := <-said:
		if !errors.Is(err, syscall.EPERM) {
			t.Errorf("stopped by nobody: %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("nothing stops it: it waits for ever")
	}
	if err := j.Stop(); err != nil {
		t.Error(err)
	}
}
