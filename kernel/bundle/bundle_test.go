package bundle

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// written returns a notebook with a markdown cell and executed code cells.
func written(t testing.TB, markdown string, sources ...string) []byte {
	t.Helper()
	cells := []any{map[string]any{"cell_type": "markdown", "metadata": map[string]any{}, "source": markdown}}
	for i, source := range sources {
		cells = append(cells, map[string]any{
			"cell_type": "code", "execution_count": i + 1, "source": strings.SplitAfter(source, "\n"),
			"metadata": map[string]any{"execution": map[string]string{"shell.execute_reply": "2024-02-29T23:59:59.5Z"}},
			"outputs":  []any{map[string]any{"output_type": "stream", "name": "stdout", "text": []string{"said\n", "so\n"}}},
		})
	}
	data, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{},
		"cells": cells})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// folder holds a notebook, the files that it reads and others.
func folder(t testing.TB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write(t, filepath.Join(dir, "a b.ipynb"),
		written(t, "# Some *title*\n\nWhat it\nis about.\n\nMake `results/tsp.parquet` by\n\n    focal sweep study/pancake-smoke.yaml --store runs.db",
			"%%\nname := \"npuzzle\" // and a quote's trouble\nread(`results/` + name + \".parquet\", \"study/tsp.yaml\", \"own.csv\", \"../outside.csv\", \"runs.db\")",
			"read(\"study/\" + name + \"-smoke.yaml\", \"nowhere.csv\", \"folder.csv\")"))
	for _, name := range []string{"results/npuzzle.parquet", "results/tsp.parquet", "results/pancake.parquet",
		"study/tsp.yaml", "study/npuzzle-smoke.yaml", "study/pancake-smoke.yaml",
		"own.csv", "other.csv", "runs.db", "data/extra.txt", "module/go.mod", "module/go.sum", "module/LICENSE",
		"folder.csv/file"} {
		write(t, filepath.Join(dir, name), []byte("the contents of "+name+"\n"))
	}
	return dir
}

func contents(dir string) Contents {
	return Contents{Notebook: filepath.Join(dir, "a b.ipynb"), Module: filepath.Join(dir, "module"),
		Software: []Software{{"focal", "1", "https://example.org/focal"}, {"Go", "go1.26", goURL}}}
}

func collect(t testing.TB, c Contents) []File {
	t.Helper()
	files, err := c.Collect()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func archived(t testing.TB, files []File) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, files); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Files that a notebook names are included, whether by one string, by several or in text.
// Files that it does not name, stores, and files outside its folder are not.
func TestCollect(t *testing.T) {
	dir := folder(t)
	c := contents(dir)
	c.Add = []string{filepath.Join(dir, "data", "extra.txt"), filepath.Join(dir, "own.csv")}
	var names []string
	for _, f := range collect(t, c) {
		names = append(names, f.Path)
	}
	want := []string{"LICENSE", "README.md", "SHA256SUMS", "a b.ipynb", "data/extra.txt", "module/go.mod", "module/go.sum",
		"own.csv",
		"results/npuzzle.parquet", "results/tsp.parquet", "ro-crate-metadata.json", "study/npuzzle-smoke.yaml",
		"study/pancake-smoke.yaml", "study/tsp.yaml"}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want\n%q", names, want)
	}
}

func TestCollectErrors(t *testing.T) {
	dir := folder(t)
	unrun := bytes.Replace(written(t, "", "a", "b"), []byte(`"execution_count":2`), []byte(`"execution_count":null`), 1)
	for name, test := range map[string]struct {
		notebook string
		add      string
		want     string
	}{
		"no file":    {"", "", "no such file"},
		"no JSON":    {"package main", "", "nb.ipynb: not a notebook: not JSON"},
		"other JSON": {`{"cells": 3}`, "", "nb.ipynb: not a notebook"},
		"old format": {`{"nbformat": 3, "cells": []}`, "",
			"nb.ipynb: not a notebook: want a JSON object with cells and nbformat 4"},
		"not executed": {string(unrun), "", "nb.ipynb: not executed: code cell 2 has not run"},
		"no code":      {string(written(t, "words")), "", "nb.ipynb: no code cells"},
		"no day": {strings.ReplaceAll(string(written(t, "", "a")), "2024-", ""), "",
			"nb.ipynb: its cells do not record when"},
		"outside": {string(written(t, "", "a")), filepath.Join(dir, "..", "x"), "outside the notebook's folder"},
		"own name": {string(written(t, "", "a")), filepath.Join(dir, "README.md"),
			"README.md: an archive has its own file under this name"},
	} {
		t.Run(name, func(t *testing.T) {
			c := contents(dir)
			c.Notebook = filepath.Join(dir, "nb.ipynb")
			os.Remove(c.Notebook)
			if test.notebook != "" {
				write(t, c.Notebook, []byte(test.notebook))
			}
			if test.add != "" {
				c.Add = []string{test.add}
			}
			write(t, filepath.Join(dir, "README.md"), []byte("mine"))
			if _, err := c.Collect(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// The same contents give the same bytes, at any time and in any order.
func TestDeterministic(t *testing.T) {
	dir := folder(t)
	c := contents(dir)
	c.Add = []string{filepath.Join(dir, "other.csv"), filepath.Join(dir, "data/extra.txt")}
	once := archived(t, collect(t, c))
	for _, name := range []string{"a b.ipynb", "own.csv", "other.csv"} {
		if err := os.Chtimes(filepath.Join(dir, name), time.Now(), time.Unix(1e9, 0)); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	slices.Reverse(c.Add)
	if !bytes.Equal(once, archived(t, collect(t, c))) {
		t.Error("other times, modes and orders give another archive")
	}
	write(t, filepath.Join(dir, "other.csv"), []byte("others\n"))
	if bytes.Equal(once, archived(t, collect(t, c))) {
		t.Error("another file gives the same archive")
	}
}

// The hashes equal those of sha256sum, and the metadata are a crate of all files with
// what RO-Crate 1.1 requires.
func TestDescribed(t *testing.T) {
	dir, to := folder(t), t.TempDir()
	files := collect(t, contents(dir))
	for _, f := range files {
		write(t, filepath.Join(to, f.Path), f.data)
	}
	check := exec.Command("sha256sum", "--check", "--strict", sumsName)
	check.Dir = to
	out, err := check.CombinedOutput()
	if err != nil || bytes.Count(out, []byte(": OK\n")) != len(files)-1 {
		t.Errorf("sha256sum: %v\n%s", err, out)
	}

	data, err := os.ReadFile(filepath.Join(to, crateName))
	if err != nil {
		t.Fatal(err)
	}
	var crate struct {
		Context []any            `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(data, &crate); err != nil {
		t.Fatal(err)
	}
	if crate.Context[0] != "https://w3id.org/ro/crate/1.1/context" {
		t.Errorf("context %v", crate.Context)
	}
	byID := map[string]map[string]any{}
	for _, e := range crate.Graph {
		byID[e["@id"].(string)] = e
	}
	referred := func(e map[string]any, property string) any { return e[property].(map[string]any)["@id"] }
	self := byID["ro-crate-metadata.json"]
	if self["@type"] != "CreativeWork" || referred(self, "about") != "./" ||
		referred(self, "conformsTo") != "https://w3id.org/ro/crate/1.1" {
		t.Errorf("the metadata's own entity is %v", self)
	}
	root := byID["./"]
	if root["@type"] != "Dataset" || root["name"] != "Some *title*" || root["description"] != "What it is about." ||
		root["datePublished"] != "2024-02-29" {
		t.Errorf("the root is %v", root)
	}
	if byID[referred(root, "license").(string)] == nil || referred(root, "mainEntity") != "a%20b.ipynb" {
		t.Errorf("license %v, main entity %v", root["license"], root["mainEntity"])
	}
	parts := root["hasPart"].([]any)
	if len(parts) != len(files)-2 { // except the metadata and the hashes, which come after them
		t.Errorf("%d parts of %d files", len(parts), len(files))
	}
	for _, part := range parts {
		e := byID[part.(map[string]any)["@id"].(string)]
		name := strings.ReplaceAll(e["@id"].(string), "%20", " ")
		sum, err := exec.Command("sha256sum", filepath.Join(to, name)).Output()
		if err != nil || e["sha256"] != strings.Fields(string(sum))[0] {
			t.Errorf("%s: %v, sha256sum says %s%v", name, e["sha256"], sum, err)
		}
	}
	if e := byID["https://go.dev/"]; e == nil || e["version"] != "go1.26" || e["url"] == nil || e["name"] == nil {
		t.Errorf("Go is %v", e)
	}
}

// An archive is read back in full, and every change to one is reported.
func TestOpen(t *testing.T) {
	dir := folder(t)
	files := collect(t, contents(dir))
	name := filepath.Join(t.TempDir(), "a.zip")
	write(t, name, archived(t, files))
	a, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if a.Notebook != "a b.ipynb" || !slices.Equal(a.Software, contents(dir).Software) || len(a.Files) != len(files)-1 {
		t.Errorf("notebook %q, software %v, %d files", a.Notebook, a.Software, len(a.Files))
	}
	to := t.TempDir()
	if err := a.Extract(to); err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		if data, err := os.ReadFile(filepath.Join(to, f.Path)); err != nil || !bytes.Equal(data, f.data) ||
			a.Changed(f) != "" {
			t.Errorf("%s: %v, %s", f.Path, err, a.Changed(f))
		}
	}

	// One file is changed without ZIP's checksum, one is removed and one is added.
	data := rezipped(t, files, func(h *zip.FileHeader) *zip.FileHeader {
		h.Method = zip.Store
		h.Name = strings.Replace(h.Name, "study/tsp", "study/TSP", 1)
		return h
	})
	data = bytes.Replace(data, []byte("contents of own.csv"), []byte("contents of OWN.csv"), 1)
	write(t, name, data)
	if a, err = Open(name); err != nil {
		t.Fatal(err)
	}
	changed := map[string]string{}
	for _, f := range a.Files {
		if how := a.Changed(f); how != "" {
			changed[f.Path] = how
		}
	}
	want := "SHA-256 " + hash([]byte("the contents of OWN.csv\n")) + ", made with " +
		hash([]byte("the contents of own.csv\n"))
	if changed["own.csv"] != want || changed["study/TSP.yaml"] != "not in SHA256SUMS" || len(changed) != 2 ||
		!slices.Equal(a.Lost(), []string{"study/tsp.yaml"}) {
		t.Errorf("changed %q, lost %q", changed, a.Lost())
	}
}

// rezipped changes the entries of an archive; an entry that is changed to nil is left
// out.
func rezipped(t *testing.T, files []File, change func(h *zip.FileHeader) *zip.FileHeader) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range files {
		h := change(&zip.FileHeader{Name: f.Path, Method: zip.Deflate})
		if h == nil {
			continue
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(w, bytes.NewReader(f.data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Files that are not archives, and malicious ones, are refused with the reason.
func TestRefused(t *testing.T) {
	files := collect(t, contents(folder(t)))
	renamed := func(to string) func(h *zip.FileHeader) *zip.FileHeader {
		return func(h *zip.FileHeader) *zip.FileHeader {
			if h.Name == "own.csv" {
				h.Name = to
			}
			return h
		}
	}
	without := func(name string) func(h *zip.FileHeader) *zip.FileHeader {
		return func(h *zip.FileHeader) *zip.FileHeader {
			if h.Name == name {
				return nil
			}
			return h
		}
	}
	special := func(mode fs.FileMode) func(h *zip.FileHeader) *zip.FileHeader {
		return func(h *zip.FileHeader) *zip.FileHeader {
			if h.Name == "own.csv" {
				h.SetMode(mode | 0o777)
			}
			return h
		}
	}
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"no ZIP":       {[]byte("results\n"), "not a ZIP archive"},
		"half a ZIP":   {[]byte("PK\x03\x04results\n"), "zip: not a valid zip file"},
		"upwards":      {rezipped(t, files, renamed("../own.csv")), `"../own.csv": a name that leads elsewhere`},
		"inner dots":   {rezipped(t, files, renamed("a/../../own.csv")), "a name that leads elsewhere"},
		"absolute":     {rezipped(t, files, renamed("/own.csv")), "a name that leads elsewhere"},
		"backslash":    {rezipped(t, files, renamed(`..\own.csv`)), "a name that leads elsewhere"},
		"drive":        {rezipped(t, files, renamed(`C:own.csv`)), "a name that leads elsewhere"},
		"unclean":      {rezipped(t, files, renamed("./own.csv")), "a name that leads elsewhere"},
		"link":         {rezipped(t, files, special(fs.ModeSymlink)), "own.csv: a link or another special file"},
		"pipe":         {rezipped(t, files, special(fs.ModeNamedPipe)), "own.csv: a link or another special file"},
		"twice":        {rezipped(t, files, renamed("license")), "license: twice"},
		"no hashes":    {rezipped(t, files, without("SHA256SUMS")), "no SHA256SUMS"},
		"no metadata":  {rezipped(t, files, without("ro-crate-metadata.json")), "no ro-crate-metadata.json"},
		"no notebook":  {rezipped(t, files, without("a b.ipynb")), `no notebook "a b.ipynb"`},
		"another list": {archived(t, []File{newFile("SHA256SUMS", []byte("what\n"))}), `"what" is not a hash and a name`},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "a.zip")
			write(t, file, test.data)
			if _, err := Open(file); err == nil || !strings.Contains(err.Error(), test.want) ||
				!strings.Contains(err.Error(), "a.zip: not a bundle as focal bundle makes it: ") {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// A small archive with much content is refused before it is unpacked completely.
func TestTooLarge(t *testing.T) {
	files := append(collect(t, contents(folder(t))), newFile("zeros", make([]byte, 1<<20)))
	data := rezipped(t, files, func(h *zip.FileHeader) *zip.FileHeader { return h })
	if len(data) > 1<<17 {
		t.Fatalf("%d bytes are not compressed", len(data))
	}
	if err := new(Archive).read(data, 2<<20); err != nil {
		t.Error(err)
	}
	if err := new(Archive).read(data, 1<<20); err == nil || !strings.Contains(err.Error(), "zeros: too large") {
		t.Errorf("error %v, want zeros too large", err)
	}
}
