package docs

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Generated tables are those of the code.
func TestGenerated(t *testing.T) {
	for name := range Generated {
		page := read(t, name)
		want, err := Fresh(name, page)
		if err != nil {
			t.Fatal(err)
		}
		if page != want {
			t.Errorf("%s is stale: run go generate ./kernel/docs", name)
		}
	}
}

// pages returns the documentation's pages and those at the top of the checkout.
func pages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages", err)
	}
	top, err := filepath.Glob("../../*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(pages, top...)
}

// Links within the checkout have a target.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`)
	for _, page := range pages(t) {
		for _, found := range link.FindAllStringSubmatch(read(t, page), -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), found[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

// Text has lines of at most 120 columns. Rows of tables are one line each, and printed
// output keeps its width.
func TestLines(t *testing.T) {
	for _, page := range pages(t) {
		for i, line := range strings.Split(fence.ReplaceAllString(read(t, page), ""), "\n") {
			if n := utf8.RuneCountInString(line); n > 120 && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ") {
				t.Errorf("%s:%d: about %d columns", page, i+1, n)
			}
		}
	}
}

// Lines of Go have at most 120 columns without their string literals. Tests, the programs
// that they run, and tables of packages' symbols are not checked.
func TestLinesOfGo(t *testing.T) {
	n := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (len(name) > 2 && name[0] == '.' ||
			slices.Contains([]string{"testdata", "node_modules", "symbols"}, name)):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		n++
		text := read(t, path)
		width := map[int]int{} // of lines that are too long
		for i, line := range strings.Split(text, "\n") {
			if columns := utf8.RuneCountInString(line); columns > 120 {
				width[i+1] = columns
			}
		}
		if len(width) == 0 {
			return nil
		}
		var s scanner.Scanner
		file := token.NewFileSet().AddFile(path, -1, len(text))
		s.Init(file, []byte(text), nil, 0)
		for {
			pos, what, literal := s.Scan()
			if what == token.EOF {
				break
			}
			if what == token.STRING {
				for i, line := range strings.Split(literal, "\n") {
					width[file.Line(pos)+i] -= utf8.RuneCountInString(line)
				}
			}
		}
		for line, columns := range width {
			if columns > 120 {
				t.Errorf("%s:%d: %d columns without its strings", path, line, columns)
			}
		}
		return nil
	})
	if err != nil || n < 300 {
		t.Errorf("%d files: %v", n, err)
	}
}

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```\n")

// The Go examples compile.
func TestExamples(t *testing.T) {
	var b strings.Builder
	n := 0
	for _, page := range pages(t) {
		for _, found := range fence.FindAllStringSubmatch(read(t, page), -1) {
			if found[1] == "go" {
				n++
				b.WriteString("\nfunc _() { // " + page + "\n" + found[2] + "}\n")
			}
		}
	}
	if n < 3 {
		t.Fatalf("%d examples", n)
	}
	head := "package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n"
	for name, path := range map[string]string{"domains": "domains", "engine": "engine", "study": "engine/study",
		"show": "kernel/show", "plot": "kernel/plot", "watch": "kernel/watch",
		"npuzzle": "domains/npuzzle", "table": "engine/table", "export": "engine/store/export"} {
		if strings.Contains(b.String(), name+".") {
			head += "\t\"github.com/focal-search/focal/" + path + "\"\n"
		}
	}
	for _, name := range []string{"charts", "opts"} {
		head += "\t\"github.com/go-echarts/go-echarts/v2/" + name + "\"\n"
	}
	head += ")\n\nvar ctx = context.Background()\n\nfunc main() { fmt.Print(ctx) }\n"
	file := filepath.Join(t.TempDir(), "examples.go")
	if err := os.WriteFile(file, []byte(head+b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, head+b.String())
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
