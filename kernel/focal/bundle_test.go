package main

import (
	"encoding/json"
	"errors"
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

// An archive has the files of a family that a cell reads by a pattern, and the family's results are verified by a
// script that registers it.
func TestBundleFamily(t *testing.T) {
	setup.Needed(t)
	t.Parallel()
	_, reader, _ := strings.Cut(walks, "\nfunc read")
	cells := [][2]string{
		{"import (\n\t\"fmt\"\n\t\"os\"\n\t\"strconv\"\n\n\t\"github.com/focal-search/focal/domains\"\n" +
			"\t\"github.com/focal-search/focal/engine\"\n\t\"github.com/focal-search/focal/kernel/show\"\n)", ""},
		{"func read" + reader, ""},
		{"%%\nengine.RegisterFamily(engine.Family{Name: \"walks\", Files: \"maps/*.txt\", Read: read})\n" +
			"for _, name := range []string{\"walks/1\", \"walks/2\", \"walks/10\"} {\n" +
			"\tfmt.Println(name, engine.Solve(show.Context(), domains.Get(name), engine.AStar()).Cost)\n}",
			"walks/1 17\nwalks/2 34\nwalks/10 167\n"}, // 5 for each three steps, and 2 for one
	}
	focal := bundled(t, notebookOf(t, instantName, cells))
	dir := focal().Dir
	write := func(name, text string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755),
			os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	said := func(args ...string) string {
		t.Helper()
		cmd := focal(args...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	write("maps/1.txt", "10")
	write("maps/2.txt", "20")
	write("maps/10.txt", "100")
	write("walks.go", walks)
	said("sweep", "--with", "walks.go", "--problems", "walks/*", "--alg", "astar", "--store", "walks.db")
	write("results/.keep", "")
	said("export", "walks.db", "--csv", "results/walks.csv")
	cells[0][0] += "\n// \"results/walks.csv\" has the runs."
	write("ask.ipynb", string(notebookOf(t, instantName, cells)))
	if text := said("bundle", "ask.ipynb", "--day", "2025-01-31", "-o", "family.zip"); strings.Count(text, "  maps/") != 3 {
		t.Errorf("the archive has\n%s", text)
	}
	for with, want := range map[string]string{
		"": "UNKNOWN  results  results/walks.csv: 3 of 3 results cannot be verified here, the first: results/walks.csv:2: UNKNOWN: " +
			"walks/1 is a problem of a program of its own: want --with and a script that registers it",
		"walks.go": "same     results  results/walks.csv: 3 results verified",
	} {
		args := []string{"bundle", "check", "family.zip"}
		if with != "" {
			args = append(args, "--with", with)
		}
		if text := said(args...); !strings.Contains(text, want) || strings.Count(text, "same     cell ") != len(cells) {
			t.Errorf("with %q the check says\n%s\nwant %s", with, text, want)
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
