// Package passtest tests passes that rewrite programs by examples: a file of testdata holds what is
// before, a line of dashes, and what is after.
package passtest

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"os"
	"strings"
	"testing"
)

// Example reads the example of a pass, what is before and what is after, without package clauses.
func Example(t *testing.T, pass string) (before, after string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + strings.ReplaceAll(pass, " ", "_") + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	before, after, _ = strings.Cut(string(text), "\n----\n")
	return before, after
}

// Printed is a file's declarations, tidied.
func Printed(file *ast.File) string {
	var out bytes.Buffer
	for _, decl := range file.Decls {
		format.Node(&out, token.NewFileSet(), decl)
		out.WriteString("\n")
	}
	return Tidy(out.String())
}

// Tidy leaves line breaks out: what passes make stands at few positions.
func Tidy(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, ";", " ")), " ") }
