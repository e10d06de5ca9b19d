package instant

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// The kernel does what Jupyter's own tests of kernels ask for, and more.
func TestProtocol(t *testing.T) {
	out, err := client(t, "protocol_test.py").CombinedOutput()
	t.Logf("%s", out) // with the times that interrupts took
	if err != nil {
		t.Error(err)
	}
}

// BenchmarkCell tells how long a cell takes, as nbclient sees it.
func BenchmarkCell(b *testing.B) {
	setup.Latency(b, func() *exec.Cmd { return client(b, "latency.py", "focal") })
}

// client is a Python script of testdata, for which this test binary is the
// kernel focal.
func client(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	python := setup.Program(t, "python")
	dir := t.TempDir()
	spec := filepath.Join(dir, "kernels", "focal", "kernel.json")
	if err := os.MkdirAll(filepath.Dir(spec), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(spec, Spec(os.Args[0], "kernel-front"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, append([]string{filepath.Join("testdata", name)}, args...)...)
	cmd.Env = append(os.Environ(), "JUPYTER_PATH="+dir, "PYTHONDONTWRITEBYTECODE=1")
	return cmd
}
