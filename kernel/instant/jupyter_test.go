package instant

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/focal-search/focal/kernel/internal/kernelspec"
	"github.com/focal-search/focal/kernel/setup"
)

// The kernel passes Jupyter's own tests of kernels, and more. The classes of the client's
// tests run in parallel.
func TestProtocol(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "protocol_test.py"))
	if err != nil {
		t.Fatal(err)
	}
	classes := regexp.MustCompile(`(?m)^class (\w+)\(\S*KernelTests?\):`).FindAllStringSubmatch(string(script), -1)
	if len(classes) < 5 {
		t.Fatalf("classes of tests: %q", classes)
	}
	for _, class := range classes {
		t.Run(class[1], func(t *testing.T) {
			t.Parallel()
			out, err := client(t, "protocol_test.py", class[1]).CombinedOutput()
			t.Logf("%s", out) // with the times that interrupts took
			if err != nil || !bytes.Contains(out, []byte("\nOK\n")) {
				t.Errorf("%v; want all tests passed and none skipped", err)
			}
		})
	}
}

// BenchmarkCell measures how long a cell takes, as nbclient sees it.
func BenchmarkCell(b *testing.B) {
	setup.Latency(b, func() *exec.Cmd { return client(b, "latency.py", "focal") })
}

// BenchmarkInterrupt measures how long it takes until an interrupted cell has ended, as a
// client sees it: the median and the longest time.
func BenchmarkInterrupt(b *testing.B) {
	for b.Loop() {
		cmd := client(b, "interrupt.py", "focal")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			b.Fatal(err)
		}
		var took map[string][]float64
		if err := json.Unmarshal(out, &took); err != nil {
			b.Fatalf("%v in %q", err, out)
		}
		b.ReportMetric(0, "ns/op") // of the whole measurement, and meaningless
		for what, times := range took {
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2], "ms/"+what)
			b.ReportMetric(times[len(times)-1], "ms/"+what+"-worst")
		}
	}
}

// client returns a Python script of testdata for which this test binary is the kernel
// focal.
func client(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	python := setup.Program(t, "python")
	cmd := exec.Command(python, append([]string{filepath.Join("testdata", name)}, args...)...)
	cmd.Env = append(withKernel(t), "PYTHONDONTWRITEBYTECODE=1", "FOCAL_OUT="+t.TempDir())
	return cmd
}

// withKernel returns an environment in which this test binary is the kernel focal.
func withKernel(t testing.TB) []string {
	t.Helper()
	dir := t.TempDir()
	spec := filepath.Join(dir, "kernels", "focal", "kernel.json")
	if err := os.MkdirAll(filepath.Dir(spec), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(spec, kernelspec.JSON("Focal", os.Args[0], "kernel-front"), 0o644); err != nil {
		t.Fatal(err)
	}
	return append(os.Environ(), "JUPYTER_PATH="+dir)
}
