//go:build unix

package script

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

var (
	bothWays     = flag.String("both", "", "a folder of programs that TestBoth runs interpreted and compiled")
	examplesOnly = flag.String("examples.only", "", "run only the examples of the package with this import path")
)

// An example is a program with its output.
type example struct {
	name      string
	path      string
	folder    string // of the package
	want      []byte
	unordered bool
}

// examples writes the examples of Go's library that are whole programs, of the packages that scripts can import.
func examples(t *testing.T) (all []example) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("Go is not installed: there are no examples")
	}
	dir := t.TempDir()
	for _, importPath := range Packages() {
		if strings.HasPrefix(importPath, module) || *examplesOnly != "" && importPath != *examplesOnly {
			continue
		}
		paths, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "src", importPath, "example*_test.go"))
		for _, path := range paths {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range doc.Examples([]*ast.File{file}...) {
				if e.Play == nil || e.Output == "" && !e.EmptyOutput {
					continue
				}
				var text bytes.Buffer
				if err := format.Node(&text, fset, e.Play); err != nil {
					t.Fatal(err)
				}
				made := example{name: importPath + "." + e.Name, folder: filepath.Dir(path), path: filepath.Join(dir, fmt.Sprintf("example%04d.go", len(all))),
					want: []byte(e.Output), unordered: e.Unordered}
				if err := os.WriteFile(made.path, text.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
				all = append(all, made)
			}
		}
	}
	return all
}

// equal compares outputs as go test does.
func (e example) equal(have, want []byte) bool {
	lines := func(text []byte) []string {
		list := strings.Split(strings.TrimSpace(string(text)), "\n")
		for i := range list {
			list[i] = strings.TrimRight(list[i], " \t")
		}
		if e.unordered {
			slices.Sort(list)
		}
		return list
	}
	return slices.Equal(lines(have), lines(want))
}

// TestExamples runs programs that nobody here has written, the examples of Go's library: a sample in every run, all
// with -conformance.
func TestExamples(t *testing.T) {
	all := examples(t)
	if !*conformAll && *examplesOnly == "" {
		var some []example
		for i := range 80 {
			some = append(some, all[i*len(all)/80])
		}
		all = some
	}
	t.Setenv("TZ", "America/Los_Angeles") // as package time's own tests
	t.Setenv("FOCAL_TEST_OUTPUT", "only") // not standard error
	report(t, each(len(all), func(i int) verdict {
		v := conforms(all[i].folder, all[i].path, all[i].want, 5, all[i].equal)
		v.Program = all[i].name
		return v
	}))
}

// TestBoth is a tool for developers: it runs the programs of a folder, each a file, interpreted and compiled, and says
// which are the same, which are refused and which differ.
func TestBoth(t *testing.T) {
	if *bothWays == "" {
		t.Skip("no folder: -both says which")
	}
	paths, err := filepath.Glob(filepath.Join(*bothWays, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs in %s: %v", *bothWays, err)
	}
	compiled := compiledTogether(t, paths)
	t.Setenv("FOCAL_TEST_OUTPUT", "only")
	report(t, each(len(paths), func(i int) verdict {
		want, err := compiled(t, paths[i])
		v := conforms(*bothWays, paths[i], []byte(want), conformSeconds, bytes.Equal)
		if v.Program = filepath.Base(paths[i]); err != nil && v.Verdict == same {
			v.Verdict, v.Reason = differs, "compiled, it ends with "+err.Error()
		}
		return v
	}))
}

// each calls f for 0 to n-1 on all processors.
func each(n int, f func(i int) verdict) []verdict {
	verdicts := make([]verdict, n)
	var workers sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		workers.Go(func() {
			for i := range next {
				verdicts[i] = f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
	return verdicts
}

// report fails for programs that differ, and logs the others that are not the same.
func report(t *testing.T, verdicts []verdict) {
	counts := map[string]int{}
	for _, v := range verdicts {
		counts[v.Verdict]++
		switch v.Verdict {
		case differs:
			t.Errorf("%s: %s", v.Program, v.Reason)
		case refused, slowed:
			t.Logf("%s: %s: %s", v.Program, v.Verdict, v.Reason)
		}
	}
	t.Log(counts)
}
