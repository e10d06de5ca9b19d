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
		t.Skip("builds the command and the site twice: make release-check does")
	}
	Needed(t)
	var sums [2]string
	for i := range sums {
		out := t.TempDir()
		if said, err := exec.Command("./release.sh", out, "linux/amd64", "windows/amd64", "site").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		sums[i] = read(t, filepath.Join(out, "SHA256SUMS"))
		if n := bytes.Count([]byte(sums[i]), []byte("\n")); n != 5 {
			t.Errorf("%d checksums, want 5, for two archives, their bills of materials and the site:\n%s", n, sums[i])
		}
	}
	if sums[0] != sums[1] {
		t.Errorf("two builds differ:\n%s\n%s", sums[0], sums[1])
	}
}
