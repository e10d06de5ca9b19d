package instant

import (
	"go/ast"
	"strings"

	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/script/symbols"
)

// wellKnown are packages that a cell may use without importing them, by name: the
// project's and some of the standard library.
var wellKnown = func() map[string]string {
	known := map[string]string{
		"atomic": "sync/atomic", "base64": "encoding/base64", "big": "math/big", "bits": "math/bits", "bufio": "bufio",
		"bytes": "bytes", "cmp": "cmp", "cmplx": "math/cmplx", "context": "context", "csv": "encoding/csv",
		"errors": "errors", "filepath": "path/filepath", "fmt": "fmt", "fs": "io/fs", "heap": "container/heap",
		"hex": "encoding/hex", "http": "net/http", "io": "io", "iter": "iter", "json": "encoding/json",
		"list": "container/list", "log": "log", "maps": "maps", "math": "math", "os": "os", "path": "path",
		"rand": "math/rand", "reflect": "reflect", "regexp": "regexp", "runtime": "runtime", "slices": "slices",
		"sort": "sort", "strconv": "strconv", "strings": "strings", "sync": "sync", "tabwriter": "text/tabwriter",
		"time": "time", "unicode": "unicode", "url": "net/url", "utf8": "unicode/utf8",

		"charts":     "github.com/go-echarts/go-echarts/v2/charts",
		"components": "github.com/go-echarts/go-echarts/v2/components",
		"opts":       "github.com/go-echarts/go-echarts/v2/opts",
	}
	for key := range symbols.Symbols { // import path and name
		i := strings.LastIndexByte(key, '/')
		if path, name := key[:max(i, 0)], key[i+1:]; strings.HasPrefix(path, "github.com/focal-search/focal/") {
			known[name] = path
		}
	}
	return known
}()

// importAs returns the package with a path under its name in cells.
func (s *session) importAs(name, path string) *entity {
	if e := s.names[name]; e != nil && e.kind == anImport && e.path == path {
		return e
	}
	e := s.fresh(name, anImport)
	if s.imports[path] == "" {
		s.imports[path] = e.internal
	}
	e.path, e.internal = path, s.imports[path]
	return e
}

// addImport records what an import declares.
func (p *plan) addImport(spec *ast.ImportSpec) error {
	if err := p.in.CheckImport(spec); err != nil {
		return err
	}
	name, path := script.LocalName(spec)
	switch {
	case name == "_":
		return nil
	case name == ".":
		p.dotted = append(p.dotted, p.importAs(generation+"dot", path))
		return nil
	case p.declared[name] == anImport && p.next[name].path == path:
		return nil
	}
	if err := p.declare(spec.Pos(), name, anImport); err != nil {
		return err
	}
	p.next[name] = p.importAs(name, path)
	return nil
}
