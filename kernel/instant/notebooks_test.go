//go:build unix

package instant

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/bundle"
	"github.com/focal-search/focal/kernel/setup"
)

// Each notebook of the project runs from its first cell to its last, at its smaller size
// if it has two. Except before a release, only notebooks that take seconds are run, and only
// without a client: with one, package notebooks runs them and compares the outputs.
func TestNotebooks(t *testing.T) {
	if setup.Installed() && !setup.Release() {
		t.Skip("package notebooks runs them in JupyterLab")
	}
	files, err := filepath.Glob("../../notebooks/*.ipynb")
	if !setup.Release() {
		files, err = []string{"01-quickstart.ipynb", "13-draw-it-yourself.ipynb"}, nil
	}
	if err != nil || len(files) == 0 {
		t.Fatal("no notebooks", err)
	}
	t.Chdir("../../notebooks")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(filepath.Base(file))
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := bundle.ParseNotebook(data)
			if err != nil {
				t.Fatal(err)
			}
			n := newNotebook(t)
			for _, c := range parsed.Cells {
				if c.Type == "code" {
					n.text(t, strings.ReplaceAll(string(c.Source), `const size = "full"`, `const size = "smoke"`))
				}
			}
		})
	}
}
