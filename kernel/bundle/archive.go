package bundle

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine/input"
)

// An Archive is an archive that has been read. It may have been changed since it was
// made.
type Archive struct {
	SHA256   string     // of the file
	Files    []File     // except SHA256SUMS
	Notebook string     // its path
	Software []Software // the software that it was made with
	sums     map[string]string
}

// ErrNotBundle means that a file is not an archive made by this package.
var ErrNotBundle = errors.New("not a bundle as focal bundle makes it")

// Open reads an archive into memory. It trusts nothing in it: names that lead out of a
// folder, links, duplicate names and sizes above a limit are rejected.
func Open(name string) (*Archive, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.Size() > 2*maxBytes {
		return nil, fmt.Errorf("%s: %w: larger than any", name, ErrNotBundle)
	}
	data, err := input.ReadFile(name, 2*maxBytes, func(first []byte) error {
		if !bytes.HasPrefix(first, []byte("PK")) {
			return fmt.Errorf("%w: not a ZIP archive", ErrNotBundle)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	a := &Archive{SHA256: hash(data)}
	if err := a.read(data, maxBytes); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, ErrNotBundle, err)
	}
	return a, nil
}

// read unpacks files of at most limit bytes in total.
func (a *Archive) read(data []byte, limit int) error {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	if len(z.File) > maxFiles {
		return fmt.Errorf("%d files, more than %d", len(z.File), maxFiles)
	}
	declared := uint64(0)
	for _, f := range z.File { // before anything is unpacked
		if declared += f.UncompressedSize64; f.UncompressedSize64 > uint64(limit) || declared > uint64(limit) {
			return fmt.Errorf("%s: too large: the files of an archive have at most %d MiB in all", f.Name, limit>>20)
		}
	}
	for _, f := range z.File {
		if f.UncompressedSize64 > 1<<20 && f.UncompressedSize64 > mostRatio*f.CompressedSize64 {
			return fmt.Errorf("%s: %d bytes become %d: no file of a notebook is packed so tightly", f.Name,
				f.CompressedSize64, f.UncompressedSize64)
		}
	}
	left := limit
	seen := map[string]bool{}
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") {
			continue // a folder; its files create it
		}
		if err := acceptable(f); err != nil {
			return err
		}
		if seen[strings.ToLower(f.Name)] {
			return fmt.Errorf("%s: twice, at least on systems that ignore case", f.Name)
		}
		seen[strings.ToLower(f.Name)] = true
		contents, err := contentsOf(f, min(left, int(f.UncompressedSize64)))
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		left -= len(contents)
		a.Files = append(a.Files, newFile(f.Name, contents))
	}
	return a.understand()
}

// acceptable reports what is wrong with an entry's name or kind.
func acceptable(f *zip.File) error {
	switch {
	case !filepath.IsLocal(f.Name) || path.Clean(f.Name) != f.Name || strings.ContainsAny(f.Name, "\\:\x00"):
		return fmt.Errorf("%q: a name that leads elsewhere", f.Name)
	case !f.Mode().IsRegular():
		return fmt.Errorf("%s: a link or another special file", f.Name)
	}
	return nil
}

// mostRatio is how many times its packed size a file may have. Runs of one letter pass for text beyond it.
const mostRatio = 200

// contentsOf unpacks an entry of at most limit bytes, whatever size it declares. A
// wrong ZIP checksum is left to the SHA-256, which is stronger.
func contentsOf(f *zip.File, limit int) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	switch {
	case len(data) > limit:
		return nil, errors.New("larger than the archive says")
	case errors.Is(err, zip.ErrChecksum):
		return data, nil
	}
	return data, err
}

// understand extracts the hashes, which it removes from the files, and finds the
// notebook.
func (a *Archive) understand() error {
	list, ok := a.file(sumsName)
	if !ok {
		return errors.New("no " + sumsName)
	}
	a.Files = slices.DeleteFunc(a.Files, func(f File) bool { return f.Path == sumsName })
	a.sums = map[string]string{}
	for line := range strings.Lines(string(list.data)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok {
			return fmt.Errorf("%s: %q is not a hash and a name", sumsName, strings.TrimSpace(line))
		}
		a.sums[name] = sum
	}
	crate, ok := a.file(crateName)
	if !ok {
		return errors.New("no " + crateName)
	}
	var err error
	a.Notebook, a.Software, err = readCrate(crate.data)
	if err != nil {
		return err
	}
	if _, ok := a.file(a.Notebook); !ok {
		return fmt.Errorf("no notebook %q, which %s names", a.Notebook, crateName)
	}
	return nil
}

func (a *Archive) file(name string) (File, bool) {
	for _, f := range a.Files {
		if f.Path == name {
			return f, true
		}
	}
	return File{}, false
}

// Changed describes how a file differs from the one that the archive was made with, or
// returns "".
func (a *Archive) Changed(f File) string {
	switch sum, ok := a.sums[f.Path]; {
	case !ok:
		return "not in " + sumsName
	case sum != f.SHA256:
		return fmt.Sprintf("SHA-256 %s, made with %s", f.SHA256, sum)
	}
	return ""
}

// Lost lists the missing files: those that the archive was made with and no longer
// contains.
func (a *Archive) Lost() []string {
	var lost []string
	for name := range a.sums {
		if _, ok := a.file(name); !ok {
			lost = append(lost, name)
		}
	}
	slices.Sort(lost)
	return lost
}

// Parse reads the archive's notebook.
func (a *Archive) Parse() (*Notebook, error) {
	f, _ := a.file(a.Notebook) // Open has checked that it exists
	return ParseNotebook(f.data)
}

// Extract writes the files into a folder.
func (a *Archive) Extract(dir string) error {
	to, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer to.Close()
	for _, f := range a.Files {
		if err := to.MkdirAll(path.Dir(f.Path), 0o755); err != nil {
			return err
		}
		if err := to.WriteFile(f.Path, f.data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
