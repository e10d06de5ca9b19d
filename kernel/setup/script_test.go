//go:build unix

package setup

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// stubs are the programs besides those of the system that setup.sh finds. They note what
// they are asked for. This user is not root, and there is neither sudo nor a browser.
var stubs = map[string]string{
	"id":      "echo 1000",
	"apt-get": "exit 1",
	"go":      `echo "go $1" >>"$SAID"; printf '#!/bin/sh\n' >"$3"; chmod +x "$3"`,
	"python3": `case "$*" in "-m venv --clear --without-pip "*)
	rm -rf "$5"; mkdir -p "$5/bin" "$5/etc/jupyter"; cp "$0" "$5/bin/python"; cp "$0" "$5/bin/jupyter-lab";;
"-m uv "*) [ -n "$UV" ] && echo "uv $7" >>"$SAID";;
"-m pip config list") echo "$CONFIG";;
"-m pip "*" uv -c "*) ;;
"-m pip "*) echo "pip $6" >>"$SAID";;
"-c import sysconfig"*) echo "$(dirname "$0")/../site";;
esac`,
}

// Setting up says what it will install, does without root what it can, and reports the
// rest in one line. What tests need is added to the lab, by uv where that is there, and a
// list that changes is noticed.
func TestSetUp(t *testing.T) {
	bin, checkout := t.TempDir(), t.TempDir()
	for _, name := range []string{"bash", "sh", "cat", "cp", "rm", "mkdir", "chmod", "dirname", "env", "cmp", "sed", "grep"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range stubs {
		write(t, filepath.Join(bin, name), "#!/bin/sh\n"+text+"\n")
	}
	files := []string{"setup.sh", "requirements.txt", "tests.txt", "constraints.txt", "package-lock.json"}
	for _, name := range files {
		write(t, filepath.Join(checkout, "kernel", "setup", name), read(t, name))
	}
	write(t, filepath.Join(checkout, "kernel", "setup", "jupyter", "config"), "")
	write(t, filepath.Join(checkout, "kernel", "wheel", "focal", "entry_points.txt"), "")
	said := filepath.Join(bin, "said")
	uv, config := "", ""
	setUp := func(options ...string) (out, did string) {
		t.Helper()
		os.Remove(said)
		cmd := exec.Command(filepath.Join(checkout, "kernel", "setup", "setup.sh"), options...)
		cmd.Env = []string{"PATH=" + bin, "SAID=" + said, "UV=" + uv, "CONFIG=" + config}
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", options, err, text)
		}
		return string(text), read(t, said)
	}

	out, did := setUp()
	if strings.Count(out, "to be installed: ") != 2 || strings.Contains(out, "missing") ||
		!strings.Contains(did, "pip kernel/setup/requirements.txt\n") || strings.Contains(did, "tests.txt") {
		t.Errorf("the lab: %s%s", out, did)
	}
	if out, did = setUp(); out != "" || did != "go build\n" {
		t.Errorf("the lab again: %s%s", out, did)
	}
	uv = "yes"
	out, did = setUp("--gonb", "--tests", "--browser", "--slurm")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	last := lines[len(lines)-1]
	if len(lines) != 7 || !strings.HasPrefix(last, "setup: missing: run sudo apt-get install chromium fonts-dejavu-core "+
		"nodejs npm poppler-utils slurm-wlm munge (") || did != "go build\nuv kernel/setup/tests.txt\n" {
		t.Errorf("the tests: %s%s", out, did)
	}
	write(t, filepath.Join(checkout, "kernel", "setup", "tests.txt"), "papermill==3.0.0\n")
	if _, did = setUp("--tests"); did != "go build\nuv kernel/setup/tests.txt\n" {
		t.Errorf("other tests: %s", did)
	}
	write(t, filepath.Join(checkout, "kernel", "setup", "requirements.txt"), "jupyterlab==5.0.0\n")
	if _, did = setUp("--tests"); strings.Count(did, "uv ") != 2 {
		t.Errorf("another lab: %s", did)
	}
	config = "global.index-url='mirror'"
	write(t, filepath.Join(checkout, "kernel", "setup", "requirements.txt"), "jupyterlab==6.0.0\n")
	if _, did = setUp("--tests"); strings.Count(did, "pip ") != 2 || strings.Contains(did, "uv ") {
		t.Errorf("an index that pip knows: %s", did)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
}
