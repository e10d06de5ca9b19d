package setup

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// What setup.sh installs is pinned, and fetched from where the user's pip and npm are
// configured to look.
func TestPinned(t *testing.T) {
	pin := regexp.MustCompile(`^[A-Za-z0-9._-]+==[0-9][0-9.]*$`)
	for _, file := range []string{"requirements.txt", "tests.txt", "constraints.txt"} {
		for line := range strings.Lines(read(t, file)) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") && !pin.MatchString(line) {
				t.Errorf("%s: %q is not NAME==VERSION", file, line)
			}
		}
	}
	if !regexp.MustCompile(`"playwright-core": "[0-9.]+"`).MatchString(read(t, "package.json")) {
		t.Error("package.json: no exact version")
	}
	lock := read(t, "package-lock.json")
	if !strings.Contains(lock, `"integrity"`) {
		t.Error("package-lock.json: no checksum")
	}
	if strings.Contains(lock, "://") {
		t.Error("package-lock.json names a host: make it with npm install --package-lock-only --omit-lockfile-registry-resolved")
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
