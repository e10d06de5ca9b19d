package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// doctor requires the version of Go in go.mod.
func TestNeedsGo(t *testing.T) {
	root, err := checkout()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "\ngo " + strings.TrimPrefix(needsGo, "go") + ".0\n"; !strings.Contains(string(data), want) {
		t.Errorf("go.mod has no line %q", want)
	}
}
