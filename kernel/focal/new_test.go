package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestNewProblem: what focal new problem writes compiles within a checkout, vet finds nothing in it, and its tests pass.
// Vet is a step of its own, for what it knows of packages is then that of make check; go test has checks of its own.
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
	for _, step := range [][]string{{"vet"}, {"test", "-vet=off", "-count=1"}} {
		cmd := exec.Command("go", append(step, filepath.Join(dir, "hills.go"), filepath.Join(dir, "hills_test.go"))...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", step, err, out)
		}
	}
}
