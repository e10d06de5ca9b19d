//go:build unix

package output

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(name, []byte("lost")); err == nil || !strings.Contains(err.Error(), "nobody reads") {
		t.Fatalf("a pipe without a reader: %v", err)
	}
	reader, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := WriteFile(name, []byte("taken")); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 99)
	if n, err := reader.Read(text); string(text[:n]) != "taken" || err != nil {
		t.Errorf("read %q, %v", text[:n], err)
	}
}
