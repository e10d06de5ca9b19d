package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// Jupyter's and papermill's own commands run files and notebooks under both kernels, as
// make setup has installed them.
func TestJupyterCommands(t *testing.T) {
	setup.Needed(t)
	for _, kernel := range []string{instantName, gonbName} {
		t.Run(kernel, func(t *testing.T) {
			dir := t.TempDir()
			run := func(program string, args ...string) string {
				t.Helper()
				cmd := exec.Command(setup.Program(t, program), args...)
				cmd.Dir = dir
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, stderr.Bytes())
				}
				return string(out)
			}
			write := func(name string, contents []byte) {
				t.Helper()
				if err := os.WriteFile(filepath.Join(dir, name), contents, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			write("hello.go", []byte("package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hi\", 6*7) }\n"))
			if got := run("jupyter", "run", "--kernel", kernel, "hello.go"); got != "hi 42\n" {
				t.Errorf("jupyter run: %q", got)
			}
			write("in.ipynb", parametrised(t, kernel))
			run("jupyter", "execute", "in.ipynb", "--output", "executed.ipynb")
			if got, want := printedIn(t, filepath.Join(dir, "executed.ipynb")), "0.625 3 7 x [1 2]\n"; got != want {
				t.Errorf("jupyter execute: %q, want %q", got, want)
			}
			// w, p and sizes keep their types, though the values given are whole numbers.
			run("papermill", "--no-progress-bar", "-p", "w", "3", "-p", "n", "5", "-p", "most", "9", "-p", "name", `é"\q`,
				"-y", "sizes: [3, 0.5]", "in.ipynb", "out.ipynb")
			if got, want := printedIn(t, filepath.Join(dir, "out.ipynb")), "1.5 5 9 é\"\\q [3 0.5]\n"; got != want {
				t.Errorf("papermill: %q, want %q", got, want)
			}
		})
	}
}

// parametrised is a notebook with a cell of parameters and one that prints them.
func parametrised(t *testing.T, kernel string) []byte {
	t.Helper()
	cell := func(source string, tags ...string) object {
		return object{"cell_type": "code", "execution_count": nil, "outputs": []any{},
			"metadata": object{"tags": append([]string{}, tags...)}, "source": source}
	}
	text, err := json.Marshal(object{"nbformat": 4, "nbformat_minor": 4,
		"metadata": object{"kernelspec": object{"name": kernel, "language": "go", "display_name": kernel}},
		"cells": []object{
			cell("var w, n = 1.25, 3\nconst most = 7\nvar name string = \"x\" // of the run\nvar sizes = []float64{1, 2}", "parameters"),
			cell("%%\nfmt.Println(w/2, n, most, name, sizes)")}})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

type object = map[string]any

// printedIn is what the cells of a notebook have printed.
func printedIn(t *testing.T, file string) (text string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var notebook struct {
		Cells []struct {
			Outputs []struct {
				Name string
				Text any
			}
		}
	}
	if err := json.Unmarshal(data, &notebook); err != nil {
		t.Fatal(err)
	}
	for _, c := range notebook.Cells {
		for _, o := range c.Outputs {
			switch lines := o.Text.(type) {
			case string:
				text += lines
			case []any:
				for _, line := range lines {
					text += line.(string)
				}
			}
		}
	}
	return text
}
