package setup

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"
)

// Latency reports the times of cells as seen by nbclient: a cell that prints, one that
// draws a chart, and the one that draws a notebook's first chart. The command that
// measure returns prints {"trivial_ms": …, "chart_ms": …, "first_chart_ms": …}, like
// kernel/instant/testdata/latency.py.
func Latency(b *testing.B, measure func() *exec.Cmd) {
	b.Helper()
	for b.Loop() {
		cmd := measure()
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			b.Fatal(err)
		}
		var took struct {
			Trivial float64 `json:"trivial_ms"`
			Chart   float64 `json:"chart_ms"`
			First   float64 `json:"first_chart_ms"`
		}
		if err := json.Unmarshal(out, &took); err != nil {
			b.Fatalf("%v in %q", err, out)
		}
		b.ReportMetric(0, "ns/op") // hide the time of the whole measurement
		b.ReportMetric(took.Trivial, "ms/trivial-cell")
		b.ReportMetric(took.Chart, "ms/chart-cell")
		b.ReportMetric(took.First, "ms/first-chart-cell")
	}
}
