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
		"bufio": "bufio", "bytes": "bytes", "context": "context", "csv": "encoding/csv", "errors": "errors",
		"filepath": "path/filepath", "fmt": "fmt", "http": "net/http", "io": "io", "json": "encoding/json", "log": "log",
		"math": "math", "os": "os", "rand": "math/rand", "reflect": "reflect", "regexp": "regexp", "runtime": "runtime",
		"sort": "sort", "strconv": "strconv", "strings": "strings", "sync": "sync", "time": "time",

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
