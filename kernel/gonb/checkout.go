package gonb

import (
	"os"
	"path/filepath"
	"runtime"

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

// FindCheckout is the checkout that one of the folders is in, else the one that
// this program is in, or from whose source it was built.
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
