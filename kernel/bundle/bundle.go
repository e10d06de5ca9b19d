// Package bundle archives a notebook together with everything needed to run it again,
// and runs such an archive again.
//
// An archive is a ZIP file that is also an RO-Crate 1.1, so that repositories of
// research data can read what it contains:
//
//	README.md                what it is and the line that runs it again
//	ro-crate-metadata.json   the same for programs, with versions and hashes
//	SHA256SUMS               the hashes of all other files, as sha256sum prints them
//	notebook.ipynb           the notebook, executed
//	study/, results/, ...    what it reads, where it reads it
//	module/                  go.mod and go.sum of the checkout
//	LICENSE                  the checkout's
//
// The module's files are in a separate folder, because a go.mod above a notebook would
// claim that the packages are there. Files are stored uncompressed, ordered by name and
// with one fixed time, so that the same contents make the same archive to the byte,
// with any version of Go's compressor.
package bundle

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

// The files that an archive contains besides those put into it.
const (
	readmeName = "README.md"
	crateName  = "ro-crate-metadata.json"
	sumsName   = "SHA256SUMS"
)

const (
	moduleFolder = "module/"
	licenseName  = "LICENSE"
)

// Limits of what is read or written as an archive.
const (
	maxFiles = 10_000
	maxBytes = 512 << 20 // of all files
)

// A File is a file of an archive. Its path has slashes.
type File struct {
	Path   string `json:"path"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
	data   []byte
}

func newFile(path string, data []byte) File {
	return File{path, len(data), hash(data), data}
}

func hash(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// Data returns the file's contents.
func (f File) Data() []byte { return f.data }

// Results reports whether a file contains results of runs, as focal export writes them.
func (f File) Results() bool {
	if !export.Known(f.Path, f.data) {
		return false
	}
	lines, err := export.Parse(f.Path, f.data)
	return err == nil && len(lines) > 0 || errors.Is(err, store.ErrDamaged)
}

// Contents describes what an archive is made of.
type Contents struct {
	Notebook string     // its file
	Add      []string   // files that it reads in addition to those that it names
	Module   string     // the folder with go.mod, go.sum and LICENSE
	Day      time.Time  // of publication; zero: when the notebook was executed
	Software []Software // the software that it was made with

	Warn func(text string) // is told which files that the notebook seems to name are left out, as they lie elsewhere
}

// A Software is a program or a library with its version.
type Software struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	URL     string `json:"url"`
}

// Collect reads the files of an archive and adds those that describe them.
func (c Contents) Collect() ([]File, error) {
	data, err := input.ReadFile(c.Notebook, maxBytes, func(first []byte) error {
		if err := input.JSON(first); err != nil {
			return fmt.Errorf("not a notebook: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	notebook, err := ParseNotebook(data)
	if err == nil {
		err = notebook.Executed()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Notebook, err)
	}
	if c.Day.IsZero() {
		c.Day = notebook.Day()
	}
	if c.Day.IsZero() {
		return nil, fmt.Errorf("%s: its cells do not record when it was executed: give the day of publication", c.Notebook)
	}
	dir := filepath.Dir(c.Notebook)
	files := []File{newFile(filepath.Base(c.Notebook), data)}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	added, err := inside(dir, c.Add)
	if err != nil {
		return nil, err
	}
	paths := append(notebook.Reads(dir), added...)
	for _, pattern := range notebook.unmatched(dir) {
		if c.Warn != nil {
			c.Warn(fmt.Sprintf("%s: no file matches it, so that none is in the archive", pattern))
		}
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		data, err := ReadIn(root, path)
		if errors.Is(err, ErrOutside) && c.Warn != nil && !slices.Contains(added, path) {
			c.Warn(err.Error() + "; it is left out")
			continue
		}
		if err != nil {
			return nil, err
		}
		files = append(files, newFile(path, data))
	}
	for _, name := range []string{moduleFolder + "go.mod", moduleFolder + "go.sum", licenseName} {
		data, err := input.ReadFile(filepath.Join(c.Module, filepath.Base(name)), maxBytes)
		if err != nil {
			return nil, err
		}
		files = append(files, newFile(name, data))
	}
	return c.describe(notebook, files)
}

// ErrOutside is the reason for refusing a link.
var ErrOutside = errors.New("a link that leads out of the folder")

// ReadIn reads a file of a folder. A link that leads out of the folder is refused: it would take along a file that its
// owner does not mean to publish.
func ReadIn(root *os.Root, path string) ([]byte, error) {
	name := filepath.Join(root.Name(), path)
	f, err := root.Open(path)
	var wrong *fs.PathError
	switch {
	case errors.As(err, &wrong) && strings.Contains(wrong.Err.Error(), "escapes"):
		return nil, fmt.Errorf("%s: %w: want the file itself there", name, ErrOutside)
	case err != nil:
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a file: %w", name, cmp.Or(err, fs.ErrInvalid))
	}
	return input.ReadAll(f, name, maxBytes)
}

// inside returns the paths of files relative to the folder that must contain them.
func inside(dir string, files []string) ([]string, error) {
	from, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, file := range files {
		whole, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		path, err := filepath.Rel(from, whole)
		if err != nil || !filepath.IsLocal(path) {
			return nil, fmt.Errorf("%s: outside the notebook's folder %s, below which an archive has all that a notebook "+
				"reads", file, dir)
		}
		paths = append(paths, filepath.ToSlash(path))
	}
	return paths, nil
}

// describe adds the files that describe the others.
func (c Contents) describe(n *Notebook, files []File) ([]File, error) {
	for _, f := range files {
		if slices.Contains([]string{readmeName, crateName, sumsName}, f.Path) {
			return nil, fmt.Errorf("%s: an archive has its own file under this name", f.Path)
		}
	}
	add := func(path string, data []byte) {
		files = append(files, newFile(path, data))
		slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	}
	d := description{files[0].Path, c.Day.Format(time.DateOnly), "", "", c.Software}
	if d.title, d.about = n.title(); d.title == "" {
		d.title = d.notebook
	}
	add(readmeName, d.readme(files))
	crate, err := d.crate(files)
	if err != nil {
		return nil, err
	}
	add(crateName, crate)
	var sums bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&sums, "%s  %s\n", f.SHA256, f.Path)
	}
	add(sumsName, sums.Bytes())
	return files, nil
}

// Write writes files as an archive. Equal files make equal archives.
func Write(out io.Writer, files []File) error {
	total := 0
	for i, f := range files {
		if total += f.Bytes; total > maxBytes || i == maxFiles {
			return fmt.Errorf("too much for an archive: at most %d files and %d MiB in all can be read back", maxFiles,
				maxBytes>>20)
		}
		if strings.ContainsAny(f.Path, "\\\n") {
			return fmt.Errorf("%q: a name that archives cannot hold", f.Path)
		}
	}
	z := zip.NewWriter(out)
	for _, f := range files {
		// the earliest time in ZIP
		header := &zip.FileHeader{Name: f.Path, Method: zip.Store, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		header.SetMode(0o644)
		w, err := z.CreateHeader(header)
		if err == nil {
			_, err = w.Write(f.data)
		}
		if err != nil {
			return errors.Join(err, z.Close())
		}
	}
	return z.Close()
}
