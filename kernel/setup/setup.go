// Package setup locates the programs that setup.sh has installed, for tests that need
// more than Go: notebooks, kernels, a browser, Slurm.
package setup

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Installed reports whether tests can rely on everything that setup.sh installs:
// FOCAL_ENV=1, which make test sets.
func Installed() bool { return os.Getenv("FOCAL_ENV") == "1" }

// Needed skips a test unless it can rely on everything that setup.sh installs. It then
// fails if something is missing.
func Needed(t testing.TB) {
	t.Helper()
	if !Installed() {
		t.Skip("needs Jupyter, a browser or Slurm: run make setup, then FOCAL_ENV=1 go test")
	}
}

// Tool skips a test that needs a program of the system which is not installed, from the
// Debian package of that name. Under make test, which installs it, the test fails.
func Tool(t testing.TB, program, of string) {
	t.Helper()
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if Installed() {
		t.Fatalf("%s is missing: run make setup", program)
	}
	t.Skipf("needs %s, which is not installed: it is in the package %s", program, of)
}

// Release reports whether the tests of a release run: FOCAL_RELEASE=1, which make
// release-check sets. The tests of every change leave out combinations. For example, each
// notebook runs under both kernels and some run in a browser; for a release, each runs in
// a browser under both kernels.
func Release() bool { return os.Getenv("FOCAL_RELEASE") == "1" }

// Root returns the path of the checkout.
func Root(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(strings.TrimSpace(string(out)))
}

// Program returns the path of a program in the checkout's virtual environment, such as
// "python", "jupyter" or "focal".
func Program(t testing.TB, name string) string {
	t.Helper()
	Needed(t)
	path := filepath.Join(Root(t), ".venv", "bin", name)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v: run make setup", err)
	}
	return path
}
