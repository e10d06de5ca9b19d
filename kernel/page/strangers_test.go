package page

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Scripts in a stranger's notebook do not reach the page; those of a notebook that is trusted do.
func TestStrangers(t *testing.T) {
	count := 1
	notebook := map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{}, "cells": []any{
		map[string]any{"cell_type": "markdown", "metadata": map[string]any{}, "source": "# Title\n\n<script>run(1)</script> <b onclick='run(2)'>bold</b>\n\n[link](javascript:run(3))"},
		map[string]any{"cell_type": "code", "metadata": map[string]any{}, "source": "x", "execution_count": count, "outputs": []any{
			map[string]any{"output_type": "display_data", "metadata": map[string]any{}, "data": map[string]any{
				"text/html": "<table><tr><td>cell</td></tr></table><img src=x onerror=run(4)><script>run(5)</script>"}},
			map[string]any{"output_type": "display_data", "metadata": map[string]any{}, "data": map[string]any{
				"image/png": "AAAA\"><script>run(6)</script>"}},
			map[string]any{"output_type": "display_data", "metadata": map[string]any{}, "data": map[string]any{
				"text/markdown": "<iframe src='javascript:run(7)'></iframe>\n\n*emphasis*"}},
		}},
	}}
	text, err := json.Marshal(notebook)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "a.ipynb")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := readDocument(file, false)
	if err != nil {
		t.Fatal(err)
	}
	body := string(d.Body)
	if strings.Contains(body, "run(6)</script>") || strings.Contains(strings.ReplaceAll(body, "run(6)", ""), "run(") {
		t.Errorf("a script is left: %s", body)
	}
	for _, want := range []string{"<b>bold</b>", "<td>cell</td>", "<em>emphasis</em>", "data:image/png"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in %s", want, body)
		}
	}
	if d, err = readDocument(file, true); err != nil || !strings.Contains(string(d.Body), "<script>run(5)</script>") {
		t.Errorf("a trusted notebook: %v, %s", err, d.Body)
	}
}

// A site is refused at once if Jupyter lacks what it is built with, or that is installed beside it.
func TestJupyterLacks(t *testing.T) {
	dir := t.TempDir()
	notebook, jupyter := filepath.Join(dir, "a.ipynb"), filepath.Join(dir, "jupyter")
	for file, text := range map[string]string{
		notebook: `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [` +
			`{"cell_type": "code", "metadata": {}, "source": "1", "execution_count": 1, "outputs": []}]}`,
		jupyter: "#!/bin/sh\n[ $1 = lite ]\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "site")
	site := Site{Notebooks: []string{notebook}, Base: "/", Jupyter: jupyter}
	err := site.Build(t.Context(), out)
	if want := jupyter + ": a site also needs jupyter-server: focal page --install installs it, as does pip install " +
		"jupyter-server"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	site.Install = true
	python := filepath.Join(dir, "python")
	for script, want := range map[string]string{
		"echo no network; false": python + " -m pip install jupyter-server: exit status 1: no network",
		`[ "$*" = "-m pip install jupyter-server" ] && printf '#!/bin/sh\n' >` + jupyter: "",
	} {
		if err := os.WriteFile(python, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(jupyter, []byte("#!/bin/sh\n[ $1 = lite ]\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := site.jupyterHas(t.Context()); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a part of the site is there")
	}
}

// The index names itself and each notebook by its title.
func TestIndex(t *testing.T) {
	file := filepath.Join(t.TempDir(), "index.html")
	if err := index(file, []*document{{Name: "01-first", Title: "A & B"}}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<title>Focal: notebooks</title>", "<h1>Notebooks</h1>",
		`<a href="01-first/index.html">A &amp; B</a>`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
