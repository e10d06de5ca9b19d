package gonb

import (
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"
)

// Module is the project's name in its go.mod.
const Module = "github.com/focal-search/focal"

// Checkout is the project's folder that a folder is in, the nearest upwards.
func Checkout(dir string) (root string, ok bool) {
	for root = dir; ; root = filepath.Dir(root) {
		if data, err := os.ReadFile(filepath.Join(root, "go.mod")); err == nil && modfile.ModulePath(data) == Module {
			return root, true
		}
		if root == filepath.Dir(root) {
			return "", false
		}
	}
}
