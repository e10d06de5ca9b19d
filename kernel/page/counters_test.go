package page

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/page/internal/counters/report"
	"github.com/focal-search/focal/kernel/setup"
)

// Every algorithm on every domain finds the same under WebAssembly as here, to the
// last counter, move and sample of the trace.
func TestCounters(t *testing.T) {
	setup.Needed(t)
	program := filepath.Join(t.TempDir(), "counters.wasm")
	if err := build(t.Context(), setup.Root(t), "./kernel/page/internal/counters", program); err != nil {
		t.Fatal(err)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	have, err := exec.Command("node", filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js"),
		program).Output()
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := report.Write(&want); err != nil {
		t.Fatal(err)
	}
	there, here := strings.Split(string(have), "\n"), strings.Split(want.String(), "\n")
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
		if !strings.Contains(string(have), golden) {
			t.Errorf("under WebAssembly there is no line %q", golden)
		}
	}
}
