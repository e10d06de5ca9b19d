// Package provenance says what figures and tables were made from, and by what, so that they can be made again. What it
// says has no time and no machine in it: the same data and the same command give the same words.
package provenance

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var by atomic.Value

// By notes what the process does from now on: a command, or the code of a cell or script.
func By(what string) { by.Store(what) }

// A File is one that data was read from, as it was then.
type File struct {
	path     string
	size     int64
	modified time.Time
}

// From notes a file that is read.
func From(path string) File {
	f := File{path: path}
	if info, err := os.Stat(path); err == nil {
		f.size, f.modified = info.Size(), info.ModTime()
	}
	return f
}

// String returns the file's path, if that is local, or its name, and the SHA-256 of its contents, unless they have
// changed since.
func (f File) String() string {
	name := filepath.Base(f.path)
	if filepath.IsLocal(f.path) {
		name = filepath.ToSlash(filepath.Clean(f.path))
	}
	if now := From(f.path); now.modified.IsZero() || now != f {
		return name + " (changed or gone since it was read)"
	}
	in, err := os.Open(f.path)
	if err != nil {
		return name
	}
	defer in.Close()
	h := sha256.New()
	if info, err := in.Stat(); err != nil || !info.Mode().IsRegular() {
		return name
	}
	if _, err := io.Copy(h, in); err != nil {
		return name
	}
	return name + ", SHA-256 " + hex.EncodeToString(h.Sum(nil))
}

// Commit returns the commit of the checkout that this program was built from, with "+changes" if it had any; "" where
// the build recorded none.
var Commit = sync.OnceValue(func() (commit string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	changes := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changes = "+changes"
		}
	}
	if commit == "" {
		return ""
	}
	return commit + changes
})

// The beginnings of the lines of Words.
const (
	data   = "Data: "
	engine = "Engine: commit "
	madeBy = "Made by: "
)

// Words says what something was made from: the files, the engine's commit, and the command or the code.
func Words(files ...File) string {
	if words, ok := instead.Load().(string); ok && words != "" {
		return words
	}
	var lines []string
	for _, f := range files {
		lines = append(lines, fmt.Sprint(data, f))
	}
	if c := Commit(); c != "" {
		lines = append(lines, engine+c)
	}
	if what, ok := by.Load().(string); ok && what != "" {
		lines = append(lines, madeBy+strings.TrimSpace(what))
	}
	return strings.Join(lines, "\n")
}

var instead atomic.Value

// Instead makes Words return a text: that of a figure which is made again, to compare the rest of it.
func Instead(words string) { instead.Store(words) }

// Read takes the text of Words apart: the files with their hashes, the commit, and the command or the code. What is not
// there is "".
func Read(words string) (files []string, commit, by string) {
	for line := range strings.Lines(words) {
		rest := strings.TrimSuffix(line, "\n")
		if f, ok := strings.CutPrefix(rest, data); ok {
			files = append(files, f)
		} else if c, ok := strings.CutPrefix(rest, engine); ok {
			commit = c
		} else if strings.HasPrefix(line, madeBy) {
			return files, commit, words[strings.Index(words, line)+len(madeBy):]
		}
	}
	return files, commit, ""
}
