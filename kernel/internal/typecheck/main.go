// Command typecheck checks the types of all packages and tests of the module for other systems:
//
//	typecheck windows/amd64 ...
//
// It finds what does not compile there, and takes a tenth of the time of the compiler, which
// generates the code of all packages that these import, too.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/focal-search/focal/kernel/internal/exit"
)

func main() {
	wrong := 0
	for _, system := range os.Args[1:] {
		n, err := check(system)
		if err != nil {
			fmt.Fprintln(os.Stderr, "typecheck:", err)
			os.Exit(exit.Usage)
		}
		wrong += n
	}
	if wrong > 0 {
		os.Exit(exit.Wrong)
	}
}

// check prints the errors for a system, and returns their number.
func check(system string) (wrong int, err error) {
	goos, goarch, ok := strings.Cut(system, "/")
	if !ok {
		return 0, fmt.Errorf("%s: want a system as windows/amd64", system)
	}
	here, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax, Tests: true,
		Env: append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
			file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
			if file != nil && !strings.HasPrefix(name, here+string(filepath.Separator)) {
				for _, d := range file.Decls { // of what others have compiled the declarations suffice
					if f, ok := d.(*ast.FuncDecl); ok {
						f.Body = nil
					}
				}
			}
			return file, err
		},
	}, "./...")
	if err != nil {
		return 0, err
	}
	fmt.Printf("types for GOOS=%s GOARCH=%s\n", goos, goarch)
	for _, p := range loaded {
		if strings.HasSuffix(p.PkgPath, ".test") { // a main that go test writes
			continue
		}
		for _, e := range p.Errors {
			wrong++
			fmt.Fprintln(os.Stderr, e)
		}
	}
	return wrong, nil
}
