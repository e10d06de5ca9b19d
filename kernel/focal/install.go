package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/focal-search/focal/engine/output"
)

// A place is where a kernel installation goes.
type place struct {
	kernels string // contains a folder for each kernel spec; Jupyter looks here
	share   string // contains the programs that the specs start
}

// inPrefix is a place in a prefix such as a virtual environment.
func inPrefix(dir string) place {
	return place{filepath.Join(dir, "share", "jupyter", "kernels"), filepath.Join(dir, "share", "focal")}
}

// ofUser is the user's own place, according to Jupyter's documentation.
func ofUser() (place, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return place{}, err
	}
	data := os.Getenv("XDG_DATA_HOME")
	if data == "" {
		data = filepath.Join(home, ".local", "share")
	}
	jupyter := filepath.Join(data, "jupyter")
	if runtime.GOOS == "darwin" {
		jupyter = filepath.Join(home, "Library", "Jupyter")
	}
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		jupyter = dir
	}
	return place{filepath.Join(jupyter, "kernels"), filepath.Join(data, "focal")}, nil
}

// executable is a path to this program that stays valid. The executable of go run is
// removed when the program ends, so it is copied to the place.
func (p place) executable() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return "", err
	}
	if !temporary(self) {
		return self, nil
	}
	to := filepath.Join(p.share, "bin", "focal")
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return to, err
	}
	return to, output.Copy(self, to, 0o755) // in one step for processes that use the old one
}

func temporary(path string) bool {
	temp, err := filepath.EvalSymlinks(os.TempDir())
	return err == nil && strings.HasPrefix(path, temp+string(filepath.Separator)) ||
		strings.Contains(path, string(filepath.Separator)+"go-build")
}
