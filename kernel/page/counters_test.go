package page

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/page/internal/counters/report"
	"github.com/focal-search/focal/kernel/setup"
)

// Every algorithm on every domain finds the same under WebAssembly as here, to the
// last counter, move and sample of the trace.
func TestCounters(t *testing.T) {
	have := underNode(t, "./kernel/page/internal/counters")
	var want bytes.Buffer
	if err := report.Write(&want); err != nil {
		t.Fatal(err)
	}
	there, here := strings.Split(have, "\n"), strings.Split(want.String(), "\n")
	if len(there) != len(here) || len(here) < 100 {
		t.Fatalf("%d lines under WebAssembly, %d here", len(there), len(here))
	}
	for i, line := range here {
		if line != there[i] {
			t.Errorf("here\n%s\nunder WebAssembly\n%s", line, there[i])
		}
	}
	for _, golden := range []string{"FS(w=1.25) to its end: cost 378, 444774 expanded",
		"PFS(w=1.25, p=0.7) to its end: cost 422, 44828 expanded"} {
		if !strings.Contains(have, golden) {
			t.Errorf("under WebAssembly there is no line %q", golden)
		}
	}
}

// Methods that reflection calls do not end a program whose heap is large.
func TestMethods(t *testing.T) {
	if have := underNode(t, "./kernel/page/internal/methods"); have != "called\n" {
		t.Errorf("%q", have)
	}
}

// A warm search under WebAssembly takes so many times as long as here.
func BenchmarkSearch(b *testing.B) {
	for b.Loop() {
		var here bytes.Buffer
		if err := report.Warm(&here); err != nil {
			b.Fatal(err)
		}
		there := strings.Fields(underNode(b, "./kernel/page/internal/counters", "warm"))
		for i, name := range []string{"FS", "PFS"} {
			native, err := strconv.ParseFloat(strings.Fields(here.String())[i], 64)
			if err != nil {
				b.Fatal(err)
			}
			page, err := strconv.ParseFloat(there[i], 64)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(native, name+"-ns/expansion")
			b.ReportMetric(page/native, name+"-times-native")
		}
	}
}

// underNode is what a program of the checkout prints that is compiled as the kernel of
// a page is, and run by Node.
func underNode(t testing.TB, program string, args ...string) string {
	t.Helper()
	setup.Needed(t)
	file := filepath.Join(t.TempDir(), "program.wasm")
	if err := build(t.Context(), setup.Root(t), program, file); err != nil {
		t.Fatal(err)
	}
	library, err := goroot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	args = append([]string{filepath.Join(library, "lib", "wasm", "wasm_exec_node.js"), file}, args...)
	cmd := exec.Command("node", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	return string(out)
}
