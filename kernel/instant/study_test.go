package instant

import "testing"

// Cells run studies, with progress, and start them as background processes.
func TestStudies(t *testing.T) {
	if out, err := client(t, "study_test.py").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
