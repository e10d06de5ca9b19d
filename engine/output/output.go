// Package output writes files. A file is written beside its place, and gets its name when it is complete: until then,
// whatever was there stays, also after a kill, on a full disk or when the input turns out to be damaged. What a killed
// process has left unfinished goes when the next file is written in the same folder.
package output

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Standard is the name of standard output.
const Standard = "-"

// Folder is where files go that nobody has named: ./focal-out, or the folder that FOCAL_OUT
// names.
func Folder() string {
	if dir := os.Getenv("FOCAL_OUT"); dir != "" {
		return dir
	}
	return "focal-out"
}

// Write writes the file of that name, as [Create] makes it. If write fails, nothing has changed.
func Write(name string, write func(out io.Writer) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// WriteFile writes a file with these contents.
func WriteFile(name string, contents []byte) error {
	return Write(name, func(out io.Writer) error {
		_, err := out.Write(contents)
		return err
	})
}

// Copy writes a file with the contents of another, and with a mode if that is not 0.
func Copy(from, to string, mode fs.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return Write(to, func(out io.Writer) error {
		_, err := io.Copy(out, in)
		if mode != 0 {
			err = errors.Join(err, out.(*File).Chmod(mode))
		}
		return err
	})
}

// A File is being written.
type File struct {
	*os.File
	to   string // the file's place; "" if the file is written where it is: a pipe, a device or standard output
	mode fs.FileMode
}

// Create begins a file. [File.Commit] gives it its name. "-" is standard output. A pipe must have a reader: without
// one the data would go nowhere.
func Create(name string) (*File, error) {
	if name == Standard {
		return &File{File: os.Stdout}, nil
	}
	to, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		to, err = name, nil
		if link, err := os.Readlink(name); err == nil { // to a file that does not exist yet
			if to = link; !filepath.IsAbs(link) {
				to = filepath.Join(filepath.Dir(name), link)
			}
		}
	}
	if err != nil {
		to, err = name, nil // a link of the system such as /dev/stdout
	}
	mode := fs.FileMode(0)
	switch info, err := os.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case isStandard(info):
		return &File{File: os.Stdout}, nil
	case info.IsDir():
		return nil, &fs.PathError{Op: "create", Path: name, Err: errors.New("is a folder: want the name of a file")}
	case !info.Mode().IsRegular():
		f, err := openPipe(name)
		return &File{File: f}, err
	case !writable(name):
		return nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrPermission}
	default:
		mode = info.Mode().Perm()
	}
	clean(filepath.Dir(to))
	unfinished.Lock()
	defer unfinished.Unlock()
	f, err := newPart(filepath.Dir(to))
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			path.Path = name // the one that the user knows
		}
		return nil, err
	}
	unfinished.files[f] = true
	return &File{f, to, mode}, nil
}

// Unfinished files have names that begin and end so.
const partPrefix, partSuffix = ".focal-", ".part"

// newPart creates an unfinished file, and locks it for as long as it is open.
func newPart(dir string) (*os.File, error) {
	for {
		name := filepath.Join(dir, partPrefix+rand.Text()[:12]+partSuffix)
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if err != nil {
			return nil, err
		}
		lock(f)
		if _, err := os.Stat(name); err == nil {
			return f, nil
		}
		f.Close() // another process has cleaned up before it was locked
	}
}

// clean removes what killed processes have left unfinished in a folder: nobody has it open.
func clean(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		if e.Type().IsRegular() && strings.HasPrefix(name, partPrefix) && strings.HasSuffix(name, partSuffix) {
			removeLeft(filepath.Join(dir, name))
		}
	}
}

// isStandard reports whether a name leads to standard output, as /dev/stdout does.
func isStandard(info fs.FileInfo) bool {
	out, err := os.Stdout.Stat()
	return err == nil && os.SameFile(info, out)
}

// writable reports whether a file that is to be replaced could be written to.
func writable(name string) bool {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err == nil {
		f.Close()
	}
	return !errors.Is(err, fs.ErrPermission)
}

// unfinished are the files that have not got their names yet.
var unfinished = struct {
	sync.Mutex
	files map[*os.File]bool
}{files: map[*os.File]bool{}}

// Commit closes the file and gives it its name.
func (f *File) Commit() error {
	if f.to == "" {
		if f.File == os.Stdout {
			return nil
		}
		return f.Close()
	}
	err := f.Sync()
	if f.mode != 0 {
		err = errors.Join(err, f.Chmod(f.mode))
	}
	unfinished.Lock()
	defer unfinished.Unlock()
	if !unfinished.files[f.File] {
		return fs.ErrClosed
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), f.to)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	delete(unfinished.files, f.File)
	return err
}

// CommitNew is Commit for a file that must not replace another: the error is then fs.ErrExist.
func (f *File) CommitNew() error {
	err := f.Sync()
	if err == nil {
		err = os.Link(f.Name(), f.to)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) { // a file system without links
		if _, there := os.Lstat(f.to); there != nil {
			return f.Commit()
		}
		err = fs.ErrExist
	}
	f.Discard()
	return err
}

// Discard gives an unfinished file up. After Commit it does nothing.
func (f *File) Discard() {
	if f.to == "" {
		if f.File != os.Stdout {
			f.Close()
		}
		return
	}
	unfinished.Lock()
	defer unfinished.Unlock()
	if unfinished.files[f.File] {
		f.Close()
		os.Remove(f.Name())
		delete(unfinished.files, f.File)
	}
}

// DiscardAll gives up all unfinished files of a process that is about to end. They can no longer get their names.
func DiscardAll() {
	unfinished.Lock()
	defer unfinished.Unlock()
	for f := range unfinished.files {
		os.Remove(f.Name())
	}
	clear(unfinished.files)
}
