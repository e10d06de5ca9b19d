package store

import (
	"os"
	"path/filepath"
)

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
