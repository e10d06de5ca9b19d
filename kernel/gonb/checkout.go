package gonb

import (
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/mod/modfile"
)

// Module is the project's name in its go.mod.
const Module = "github.com/focal-search/focal"

// Checkout returns the nearest checkout of the project that contains a folder.
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

// FindCheckout returns the checkout that contains one of the folders, or else the one
// that contains this program, or from which it was built.
func FindCheckout(dirs ...string) (root string, ok bool) {
	self, _ := os.Executable()
	_, source, _, _ := runtime.Caller(0)
	for _, dir := range append(dirs, filepath.Dir(self), filepath.Dir(source)) {
		if dir, err := filepath.Abs(dir); err == nil {
			if root, ok := Checkout(dir); ok {
				return root, true
			}
		}
	}
	return "", false
}
