package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/setup"
)

// The cells of a notebook and their outputs. The count is the paper's; the time differs.
var asked = [][2]string{
	{"import (\n\t\"fmt\"\n\t\"os\"\n\n\t\"github.com/focal-search/focal/domains\"\n\t\"github.com/focal-search/focal/engine\"\n\t\"github.com/focal-search/focal/kernel/show\"\n)", ""},
	{"%%\nr := engine.Solve(show.Context(), domains.Get(\"npuzzle/korf/39:heavy\"), engine.FS(1.25))\nfmt.Println(\"expanded\", r.Expanded, \"in\", r.Wall)", "expanded 444774 in 3.25s\n"},
	{"%%\ntext, err := os.ReadFile(\"study/one.yaml\")\nfmt.Println(string(text), err)",
		"problems: npuzzle/korf/1\n <nil>\n"},
	{"%%\n_, err := os.Stat(\"runs.db\")\nfmt.Println(\"no store:\", os.IsNotExist(err))", "no store: true\n"},
}

// notebookOf returns a notebook that runs this under a kernel.
func notebookOf(t *testing.T, kernel string, asked [][2]string) []byte {
	t.Helper()
	var cells []any
	for i, cell := range asked {
		cells = append(cells, map[string]any{"cell_type": "code", "id": "cell", "execution_count": i + 1,
			"metadata": map[string]any{}, "source": cell[0],
			"outputs": []any{map[string]any{"output_type": "stream", "name": "stdout", "text": cell[1]}}})
	}
	data, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5, "cells": cells,
		"metadata": map[string]any{"kernelspec": map[string]any{"name": kernel, "display_name": kernel, "language": "go"}}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// bundled makes an archive of a notebook and returns a command of focal beside it.
func bundled(t *testing.T, notebook []byte) func(args ...string) *exec.Cmd {
	t.Helper()
	env := filepath.Dir(filepath.Dir(setup.Program(t, "jupyter")))
	dir := t.TempDir()
	for name, data := range map[string][]byte{"ask.ipynb": notebook,
		"study/one.yaml": []byte("problems: npuzzle/korf/1\n"), "runs.db": nil} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	focal := func(args ...string) *exec.Cmd {
		cmd := exec.Command("focal", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "VIRTUAL_ENV="+env)
		return cmd
	}
	if out, err := focal("bundle", "ask.ipynb", "--day", "2025-01-31").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return focal
}

// checkBundle makes an archive of a notebook and checks it.
func checkBundle(t *testing.T, notebook []byte) (stdout, stderr string, code int) {
	t.Helper()
	cmd := bundled(t, notebook)("bundle", "check", "ask.zip")
	var said, complained strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &complained
	cmd.Run() // the exit code is compared
	return said.String(), complained.String(), cmd.ProcessState.ExitCode()
}

// A notebook that is run again finds only the files of its archive. If an output differs
// other than in times, the cell is printed with both texts.
func TestBundleCheck(t *testing.T) {
	setup.Needed(t)
	t.Parallel()
	stdout, stderr, code := checkBundle(t, notebookOf(t, instantName, asked))
	if code != exit.OK || strings.Count(stdout, "same     cell     code cell ") != 4 {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	lying := slices.Clone(asked)
	lying[1][1] = "expanded 444775 in 3.25s\n"
	kernels := []string{instantName}
	if setup.Release() {
		kernels = append(kernels, gonbName)
	}
	for _, kernel := range kernels {
		stdout, stderr, code := checkBundle(t, notebookOf(t, kernel, lying))
		want := "DIFFERS  cell     code cell 2\n  bundled: expanded 444775 in TIME\n  again:   expanded 444774 in TIME\n"
		if code != exit.Wrong || !strings.Contains(stdout, want) || strings.Count(stdout, "DIFFERS") != 1 ||
			!strings.HasSuffix(stderr, "focal: ask.zip: 1 difference\n") {
			t.Errorf("%s: exit code %d: %s%s", kernel, code, stdout, stderr)
		}
	}
}

// A cell that fails is a difference, and a missing kernel an error.
func TestBundleCheckFails(t *testing.T) {
	setup.Needed(t)
	t.Parallel()
	stdout, stderr, code := checkBundle(t, notebookOf(t, instantName, [][2]string{{"panic(\"lost\")", "found\n"}}))
	if code != exit.Wrong || !strings.Contains(stdout, "  bundled: found\n  again:   ") ||
		!strings.Contains(stdout, "lost") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	stdout, stderr, code = checkBundle(t, notebookOf(t, "nowhere", asked[:1]))
	if code != exit.Wrong || !strings.Contains(stderr, "No such kernel named nowhere") ||
		strings.Contains(stdout, "cell") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// A check that is interrupted reports it, and ends the processes that it started.
func TestBundleInterrupted(t *testing.T) {
	setup.Needed(t)
	t.Parallel()
	long := slices.Clone(asked[:2])
	long[1][0] = "%%\nos.WriteFile(os.Getenv(\"BEGUN\"), nil, 0o600)\nfmt.Println(engine.Solve(show.Context(), domains.Get(\"npuzzle/korf/88:heavy\"), engine.FS(1.05)).Expanded, os.Args)"
	cmd := bundled(t, notebookOf(t, instantName, long))("bundle", "check", "ask.zip")
	temp := t.TempDir()
	begun := filepath.Join(t.TempDir(), "begun")
	cmd.Env = append(cmd.Env, "TMPDIR="+temp, "BEGUN="+begun)
	var complained strings.Builder
	cmd.Stderr = &complained
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for { // until the cell runs
		if _, err := os.Stat(begun); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	cmd.Wait() // the exit code is compared
	left, err := os.ReadDir(temp)
	if code := cmd.ProcessState.ExitCode(); code != exit.Interrupted || complained.String() != "focal: interrupted\n" ||
		err != nil || len(left) > 0 {
		t.Errorf("exit code %d, %s, left %v %v", code, complained.String(), left, err)
	}
}
