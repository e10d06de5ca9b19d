package instant

import "testing"

// Cells make studies, with progress, and leave them to processes of their own.
func TestStudies(t *testing.T) {
	if out, err := client(t, "study_test.py").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
