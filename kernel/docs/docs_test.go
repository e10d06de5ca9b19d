package docs

import (
	"bytes"
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

	"github.com/focal-search/focal/kernel/script"
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

// TestProblem: what go doc says of problems problems.md says in the same words.
func TestProblem(t *testing.T) {
	out, err := exec.Command("go", "doc", "-short=false", "../../engine", "Problem").Output()
	if err != nil {
		t.Fatal(err)
	}
	plain := func(text string) string {
		return strings.Join(strings.Fields(strings.NewReplacer("`", "", "[", "", "]", "").Replace(text)), " ")
	}
	_, comment, _ := strings.Cut(string(out), "\n}\n")
	comment, _, _ = strings.Cut(comment, "\nfunc ")
	comment, _, whole := strings.Cut(plain(comment), " kernel/docs/problems.md says this in the same words")
	page := plain(read(t, "problems.md"))
	sentences := strings.Split(comment, ". ")[2:] // but what a Problem is to the package
	if !whole || len(sentences) != 8 {
		t.Fatalf("%d sentences: %s", len(sentences), comment)
	}
	for _, s := range sentences {
		if !strings.Contains(page, strings.TrimSuffix(s, ".")+".") {
			t.Errorf("problems.md does not say: %s", s)
		}
	}
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

// elsewhere are pages whose first example is a command for a shell, and the tests that run it.
var elsewhere = map[string]string{
	"notebooks.md": "TestExecuted in notebooks and TestJupyterCommands in kernel/focal",
	"page.md":      "TestPage in kernel/page",
	"wheel.md":     "TestWheel in kernel/wheel",
}

// Each page for users has at most 200 lines and begins with what one can do and an example. The tests run it: commands in
// kernel/focal, and Go here.
func TestHeads(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text := read(t, page)
		if n := strings.Count(text, "\n"); n > 200 {
			t.Errorf("%s has %d lines, want at most 200", page, n)
		}
		if page == "README.md" || page == "architecture.md" { // the index, and what only contributors read
			continue
		}
		t.Run(page, func(t *testing.T) {
			first := fence.FindStringSubmatchIndex(text)
			if first == nil || strings.Count(text[:first[0]], "\n") > 10 || strings.Contains(text[:first[0]], "\n|") {
				t.Fatal("no example within the first ten lines, before any table")
			}
			switch kind, code := text[first[2]:first[3]], text[first[4]:first[5]]; {
			case kind == "console": // TestDocs in kernel/focal
			case kind == "sh" && elsewhere[page] != "":
			case kind == "go":
				t.Parallel()
				dir := t.TempDir()
				if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program("\nfunc main() {\n"+code+"}\n")), 0o644); err != nil {
					t.Fatal(err)
				}
				if page == "interpreted.md" {
					var out bytes.Buffer
					if err := script.Run(t.Context(), filepath.Join(dir, "main.go"), nil, &out, &out); err != nil || out.Len() == 0 {
						t.Errorf("interpreted: %v\n%s", err, &out)
					}
				}
				example := filepath.Join(dir, "example")
				if out, err := exec.Command("go", "build", "-o", example, filepath.Join(dir, "main.go")).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				cmd := exec.Command(example)
				cmd.Dir = dir
				if out, err := cmd.CombinedOutput(); err != nil || len(out) == 0 || bytes.Contains(out, []byte("error: ")) {
					t.Errorf("%v\n%s", err, out)
				}
			default:
				t.Errorf("the first example is %s, which no test runs", kind)
			}
		})
	}
}

// program is a Go program with the functions and the imports that they need.
func program(functions string) string {
	head := "package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n"
	for name, path := range map[string]string{"domains": "focal/domains", "engine": "focal/engine", "study": "focal/engine/study",
		"show": "focal/kernel/show", "plot": "focal/kernel/plot", "watch": "focal/kernel/watch",
		"npuzzle": "focal/domains/npuzzle", "table": "focal/engine/table", "export": "focal/engine/store/export"} {
		if strings.Contains(functions, name+".") {
			head += "\t\"github.com/focal-search/" + path + "\"\n"
		}
	}
	if !strings.Contains(functions, "domains.") {
		head += "\t_ \"github.com/focal-search/focal/domains\"\n"
	}
	for _, name := range []string{"charts", "opts"} {
		if strings.Contains(functions, name+".") {
			head += "\t\"github.com/go-echarts/go-echarts/v2/" + name + "\"\n"
		}
	}
	return head + ")\n\nvar ctx = context.Background()\n\nvar _ = fmt.Sprint\n" + functions
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
	text := program("\nfunc main() {}\n" + b.String())
	file := filepath.Join(t.TempDir(), "examples.go")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, text)
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
