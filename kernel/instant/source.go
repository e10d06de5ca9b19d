//go:build !js

package instant

import (
	"go/build"
	"os"
	"path/filepath"
	"strings"

	"github.com/focal-search/focal/kernel/gonb"
)

// sourceOf is the folder of a package.
func sourceOf(importPath string) string {
	if rest, ours := strings.CutPrefix(importPath, gonb.Module+"/"); ours {
		if root, ok := gonb.FindCheckout("."); ok {
			return filepath.Join(root, filepath.FromSlash(rest))
		}
		return ""
	}
	for _, root := range []string{build.Default.GOROOT, "/usr/local/go"} {
		dir := filepath.Join(root, "src", filepath.FromSlash(importPath))
		if _, err := os.Stat(dir); root != "" && err == nil {
			return dir
		}
	}
	return ""
}
