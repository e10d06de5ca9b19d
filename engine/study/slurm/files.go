package slurm

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
)

// ownFiles lists the user's files from which the study's problems are read by relative
// paths. The tasks run in a different directory and get copies. Files with absolute
// paths are read where they are.
func ownFiles(g study.Grid) (files []string, err error) {
	for _, pattern := range strings.Fields(g.Problems) {
		names, err := engine.Match(pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			file := engine.FileOf(name)
			switch {
			case file == "" || filepath.IsAbs(file) || slices.Contains(files, file):
			case !filepath.IsLocal(file):
				return nil, fmt.Errorf("%s: the tasks work in another folder, where this name leads elsewhere: "+
					"want a file below the working directory, or its full name", name)
			default:
				files = append(files, file)
			}
		}
	}
	return files, nil
}

// copyFiles copies the study's own files to where the tasks look for them, so that a
// later change of a file does not change a running study.
func (a *Array) copyFiles() error {
	for _, file := range a.files {
		to := filepath.Join(a.Dir, file)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := copyFile(file, to, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// copyFile copies a file to a path that does not exist yet.
func copyFile(from, to string, mode os.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}
