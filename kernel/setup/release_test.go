package setup

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"
)

// Two builds of one commit are identical.
func TestRelease(t *testing.T) {
	if !Release() {
		t.Skip("builds the command twice: make release-check does")
	}
	var sums [2]string
	for i := range sums {
		out := t.TempDir()
		if said, err := exec.Command("./release.sh", out, "linux/amd64", "windows/amd64").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		sums[i] = read(t, filepath.Join(out, "SHA256SUMS"))
		if n := bytes.Count([]byte(sums[i]), []byte("\n")); n != 4 {
			t.Errorf("%d checksums, want 4, for two archives and their bills of materials:\n%s", n, sums[i])
		}
	}
	if sums[0] != sums[1] {
		t.Errorf("two builds differ:\n%s\n%s", sums[0], sums[1])
	}
}
