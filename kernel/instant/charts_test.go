//go:build unix

package instant

import "testing"

// Cells make charts of go-echarts, whose pictures come after the reply.
func TestOwnCharts(t *testing.T) {
	out, err := client(t, "charts_test.py").CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
