package store

import (
	"os"
	"path/filepath"
	"sync"
)

// opened are the databases of which this process has stores open. SQLite's locks on a file
// belong to the process, and closing any descriptor of the file drops all of them: another
// process would then find the database unused, take its log away, and both would damage it.
// So a store looks at its file itself only before it is the first one.
var opened = struct {
	sync.Mutex
	files map[string]*openedFile // by path without links
}{files: map[string]*openedFile{}}

type openedFile struct {
	stores   int
	readOnly bool
}

// enter notes that a store of the file is open. It rejects what is no database.
func (s *Store) enter() error {
	file, err := withoutLinks(s.path)
	if err != nil {
		return err
	}
	opened.Lock()
	defer opened.Unlock()
	if opened.files[file] == nil {
		to := target(s.path)
		exists, err := inspect(to)
		if err != nil {
			return err
		}
		if !exists && !takesFiles(to) {
			return errNoRoom
		}
		opened.files[file] = &openedFile{readOnly: exists && !writable(to)}
	}
	s.file, s.readOnly = file, opened.files[file].readOnly
	opened.files[file].stores++
	return nil
}

// leave notes that a store is closed, after SQLite has closed the file.
func (s *Store) leave() {
	if s.file == "" {
		return
	}
	opened.Lock()
	defer opened.Unlock()
	if f := opened.files[s.file]; f.stores == 1 {
		delete(opened.files, s.file)
	} else {
		f.stores--
	}
	s.file = ""
}

// target is what a path leads to, which need not exist: path itself unless that is a symbolic link.
func target(path string) string {
	const mostLinks = 40 // that a system follows
	for range mostLinks {
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		dir, file := filepath.Split(to)
		if !filepath.IsAbs(to) {
			dir = filepath.Dir(path) + string(filepath.Separator) + dir
		}
		if dir, err = filepath.EvalSymlinks(dir); err != nil {
			break
		}
		path = filepath.Join(dir, file)
	}
	return path
}

// withoutLinks is the absolute path of a file, which need not exist, without symbolic links.
func withoutLinks(path string) (string, error) {
	full, err := filepath.Abs(target(path))
	if err != nil {
		return "", err
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		return filepath.Join(dir, filepath.Base(full)), nil
	}
	return full, nil
}
