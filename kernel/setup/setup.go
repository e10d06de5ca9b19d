// Package setup finds what setup.sh has installed, for tests that need more
// than Go: notebooks, kernels, a browser, Slurm.
package setup

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Needed skips a test unless FOCAL_ENV=1, as make test sets it. There the test
// may rely on all that setup.sh installs, and fails where something is missing.
func Needed(t testing.TB) {
	t.Helper()
	if os.Getenv("FOCAL_ENV") != "1" {
		t.Skip("needs Jupyter, a browser or Slurm: run make setup, then FOCAL_ENV=1 go test")
	}
}

// Release reports whether everything is tested that proves a release: FOCAL_RELEASE=1,
// as make release-check sets it. The tests of every change leave out what others
// of them show by shorter means, such as each notebook in a browser under both
// kernels where each runs under both and in a browser under one.
func Release() bool { return os.Getenv("FOCAL_RELEASE") == "1" }

// Root is the checkout.
func Root(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(strings.TrimSpace(string(out)))
}

// Program is the path of a program in the checkout's virtual environment, such
// as "python", "jupyter" or "focal".
func Program(t testing.TB, name string) string {
	t.Helper()
	Needed(t)
	path := filepath.Join(Root(t), ".venv", "bin", name)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v: run make setup", err)
	}
	return path
}
