package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The committed tables are those of the yaegi that go.mod names.
func TestTablesAreFresh(t *testing.T) {
	dir, err := folder()
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range packages {
		want, err := table(dir, pkg)
		if err != nil {
			t.Fatal(err)
		}
		have, err := os.ReadFile(filepath.Join("..", "..", fileName(pkg)))
		if err != nil {
			t.Fatal(err)
		}
		if string(have) != want {
			t.Errorf("%s is stale: run go generate in kernel/script/standard", fileName(pkg))
		}
	}
}
