//go:build unix

package script

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	packageClause = regexp.MustCompile(`(?m)^package main\b`)
	mainFunc      = regexp.MustCompile(`(?m)^func main\(\)`)
	beforeMain    = regexp.MustCompile(`(?m)^func init\(\)|^var _ = `)
)

// compiledTogether compiles programs as packages of one binary, since linking takes longer
// than compiling, and returns a function that runs one of them. A package's name is as long
// as main, so that a type's name has the same width. A program that prints before main
// begins would print in all of them, and is compiled by itself.
func compiledTogether(t *testing.T, paths []string) func(t *testing.T, path string) (string, error) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	const folder = "kernel/script/testdata/together"
	packages := map[string]string{} // by path
	var imports, cases strings.Builder
	texts := t.TempDir()
	sources := map[string]string{}
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if beforeMain.Match(text) {
			continue
		}
		p := fmt.Sprintf("p%03d", i)
		packages[path] = p
		text = packageClause.ReplaceAll(text, []byte("package "+p))
		text = mainFunc.ReplaceAll(text, []byte("func Main()"))
		sources[filepath.Join(root, folder, p, p+".go")] = string(text)
		fmt.Fprintf(&imports, "\t%q\n", module+folder+"/"+p)
		fmt.Fprintf(&cases, "\tcase %q:\n\t\t%s.Main()\n", p, p)
	}
	sources[filepath.Join(root, folder, "main.go")] = "package main\n\nimport (\n\t\"os\"\n" + linked + imports.String() +
		")\n\nfunc main() {\n\tprogram := os.Args[1]\n\tos.Args = os.Args[:1]\n\tswitch program {\n" + cases.String() + "\t}\n}\n"
	if err := overlay(texts, sources); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(texts, "together")
	cmd := exec.Command("go", "build", "-o", binary, "-overlay", filepath.Join(texts, overlayFile), "./"+folder)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(binary, "").CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("a program prints before its main begins: %v, %s", err, out)
	}
	return func(t *testing.T, path string) (string, error) {
		p, ok := packages[path]
		if !ok {
			return compiled(t, path)
		}
		out, err := exec.Command(binary, p).Output()
		return strings.NewReplacer(module+folder+"/"+p, "main", p+".", "main.").Replace(string(out)), err
	}
}
