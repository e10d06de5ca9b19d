package provenance

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The hash is that which sha256sum prints for the file, as long as the file is what was read.
func TestWords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("hello\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	By(" focal report a.csv headline\n")
	defer By("")
	f := From(path)
	const want = "Data: a.csv, SHA-256 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03\n" +
		"Made by: focal report a.csv headline"
	if got := Words(f); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	t.Chdir(filepath.Dir(filepath.Dir(path)))
	local := filepath.Base(filepath.Dir(path)) + "/a.csv"
	if got := From("./" + local).String(); !strings.HasPrefix(got, local+", SHA-256 58") {
		t.Errorf("%q, want the path %s", got, local)
	}
	Instead("Data: b.csv")
	if got := Words(f); got != "Data: b.csv" {
		t.Errorf("%q, want the other words", got)
	}
	Instead("")
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got, want := f.String(), "a.csv (changed or gone since it was read)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	os.Remove(path)
	if got, want := From(path).String(), "a.csv (changed or gone since it was read)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What Words says can be read again, also code of several lines that looks like other lines.
func TestRead(t *testing.T) {
	for words, want := range map[string]struct {
		files      []string
		commit, by string
	}{
		"":                                     {},
		"Made by: focal report a.csv headline": {by: "focal report a.csv headline"},
		"Data: a.csv, SHA-256 58\nData: b\nEngine: commit 12+changes\nMade by: x := 1\nData: none\n\ny": {
			[]string{"a.csv, SHA-256 58", "b"}, "12+changes", "x := 1\nData: none\n\ny"},
	} {
		files, commit, by := Read(words)
		if !slices.Equal(files, want.files) || commit != want.commit || by != want.by {
			t.Errorf("%q: %q, %q, %q", words, files, commit, by)
		}
	}
}
