package instant

import "testing"

// Cells draw searches as they run.
func TestLive(t *testing.T) {
	if out, err := client(t, "live_test.py").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
