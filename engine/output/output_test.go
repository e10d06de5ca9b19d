package output

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// names lists the files of a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.csv")
	fail := errors.New("the input is damaged")
	half := func(out io.Writer) error {
		io.WriteString(out, "half")
		return fail
	}
	if err := Write(name, half); err != fail || names(t, dir) != "" {
		t.Errorf("a new file of which half could be written: %v, %q is there", err, names(t, dir))
	}
	if err := WriteFile(name, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Write(name, half); err != fail || read(t, name) != "first" || names(t, dir) != "out.csv" {
		t.Errorf("half of a file in place of another: %v, %q", err, read(t, name))
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("out.csv", link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, []byte("second")); err != nil || read(t, name) != "second" {
		t.Errorf("through a link: %v, %q", err, read(t, name))
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode().IsRegular() {
		t.Errorf("the link has become a file: %v", err)
	}
	if info, err = os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file had the mode 0640 and has %v", info.Mode())
	}
	if err := WriteFile(dir, nil); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("a folder: %v", err)
	}
	if err := WriteFile(filepath.Join(dir, "no", "out.csv"), nil); err == nil || !strings.Contains(err.Error(), "out.csv") {
		t.Errorf("a folder that does not exist: %v", err)
	}
}

// What is unfinished when a process ends leaves nothing behind, and cannot get its name.
func TestDiscardAll(t *testing.T) {
	dir := t.TempDir()
	f, err := Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "half")
	DiscardAll()
	if err := f.Commit(); err == nil || names(t, dir) != "" {
		t.Errorf("committed after its end: %v, %q is there", err, names(t, dir))
	}
	f.Discard()
}
