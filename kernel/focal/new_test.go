package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestNewProblem: what focal new problem writes compiles within a checkout, and its tests pass.
func TestNewProblem(t *testing.T) {
	if testing.Short() {
		t.Skip("it links a program")
	}
	root, err := checkout()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	if err := (&newProblemCmd{Name: "hills"}).Run(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-count=1", filepath.Join(dir, "hills.go"), filepath.Join(dir, "hills_test.go"))
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
