package instant

import (
	"path"
	"strings"
)

// sourceOf is the folder of a package's declarations among the page's own files;
// see package page.
func sourceOf(importPath string) string {
	return path.Join("/focal/declarations", strings.ReplaceAll(importPath, "/", "!"))
}
