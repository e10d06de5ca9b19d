// Package wheel holds the Python package focal-search and the script that builds it; see
// wheels.sh.
package wheel

import (
	"bytes"
	"crypto/sha256"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// A wheel in a fresh environment without Go: notebooks 01 to 03 run with the known
// counters, and removing it leaves no file. Two builds are identical.
func TestWheel(t *testing.T) {
	setup.Needed(t)
	if os.Getenv("FOCAL_RELEASE") != "1" {
		t.Skip("builds the command and the kernel of pages twice: make site-check does")
	}
	wheel, again := build(t), build(t)
	if sum(t, wheel) != sum(t, again) {
		t.Error("two builds differ")
	}
	env := filepath.Join(t.TempDir(), "env")
	run(t, "", "python3", "-m", "venv", env)
	python := filepath.Join(env, "bin", "python")
	run(t, "", python, "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel, "nbconvert", "jupyterlab",
		"papermill", "-c", filepath.Join(setup.Root(t), "kernel", "setup", "constraints.txt"))
	dir := t.TempDir()
	for _, read := range []string{"study", "results"} {
		if err := os.CopyFS(filepath.Join(dir, read), os.DirFS(filepath.Join(setup.Root(t), "notebooks", read))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"01-quickstart.ipynb", "02-mechanism.ipynb", "03-npuzzle.ipynb"} {
		text, err := os.ReadFile(filepath.Join(setup.Root(t), "notebooks", name))
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.Replace(text, []byte(`const size = \"full\"`), []byte(`const size = \"smoke\"`), 1)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
		run(t, dir, python, "-m", "jupyter", "nbconvert", "--to", "notebook", "--execute", "--inplace", name)
	}
	executed, err := os.ReadFile(filepath.Join(dir, "01-quickstart.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"444,774", "44,828"} {
		if !bytes.Contains(executed, []byte(want)) {
			t.Errorf("notebook 01 does not show %s", want)
		}
	}
	run(t, dir, python, "-c", "import jupyterlab_widgets")
	if said := run(t, dir, filepath.Join(env, "bin", "focal"), "doctor"); !strings.Contains(said, "ok       kernel focal ") {
		t.Errorf("focal doctor:\n%s", said)
	}
	notebook := `{"nbformat": 4, "nbformat_minor": 4, "metadata": {"kernelspec": {"name": "focal", "language": "go",
		"display_name": "Focal"}}, "cells": [
		{"cell_type": "code", "metadata": {"tags": ["parameters"]}, "source": "w := 1.25", "execution_count": null, "outputs": []},
		{"cell_type": "code", "metadata": {}, "source": "fmt.Println(\"half\", w/2)", "execution_count": null, "outputs": []}]}`
	if err := os.WriteFile(filepath.Join(dir, "in.ipynb"), []byte(notebook), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, dir, python, "-m", "papermill", "-p", "w", "3", "in.ipynb", "out.ipynb")
	if out, err := os.ReadFile(filepath.Join(dir, "out.ipynb")); err != nil || !bytes.Contains(out, []byte(`half 1.5\n`)) {
		t.Errorf("papermill: %v\n%s", err, out)
	}
	run(t, "", python, "-m", "pip", "uninstall", "-y", "-q", "focal-search")
	if out := run(t, "", "find", env, "-ipath", "*focal*", "-type", "f"); out != "" {
		t.Errorf("after the removal there are still\n%s", out)
	}
}

// build builds the wheel for this machine.
func build(t *testing.T) string {
	t.Helper()
	out := t.TempDir()
	if said, err := exec.Command("./wheels.sh", out, "linux/amd64").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	wheels, err := filepath.Glob(filepath.Join(out, "*.whl"))
	if err != nil || len(wheels) != 1 {
		t.Fatal(wheels, err)
	}
	return wheels[0]
}

func sum(t *testing.T, file string) [32]byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(data)
}

// run runs a program in a folder, without Go on its PATH.
func run(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH=/usr/bin:/bin", "VIRTUAL_ENV=", "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
	return string(out)
}
