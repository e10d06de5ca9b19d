package bundle

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A link that leads out of the folder is refused; one within it is followed.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write("private/key", "secret")
	write("nb/data.csv", "open")
	for link, to := range map[string]string{"out.csv": "../private/key", "in.csv": "data.csv", "far.csv": filepath.Join(dir, "private/key")} {
		if err := os.Symlink(to, filepath.Join(dir, "nb", link)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(filepath.Join(dir, "nb"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, name := range []string{"out.csv", "far.csv"} {
		if data, err := ReadIn(root, name); !errors.Is(err, ErrOutside) {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	if data, err := ReadIn(root, "in.csv"); string(data) != "open" || err != nil {
		t.Errorf("a link within the folder: %q, %v", data, err)
	}
}

// An archive that declares more than it may have is refused before it is unpacked.
func TestDeclaredSizes(t *testing.T) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, name := range []string{"a.csv", "b.csv"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(make([]byte, 8<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int]string{12 << 20: "too large", 1 << 30: "packed so tightly"} {
		if err := new(Archive).read(packed.Bytes(), limit); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes as at most %d: %v; want %s", packed.Len(), limit, err, want)
		}
	}
}
