// Package passtest tests passes that rewrite programs by examples: a file of testdata holds the input,
// a line of dashes, and the output.
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

// Example reads the example of a pass, its input and its output, without package clauses.
func Example(t *testing.T, pass string) (before, after string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + strings.ReplaceAll(pass, " ", "_") + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	before, after, _ = strings.Cut(string(text), "\n----\n")
	return before, after
}

// Printed returns a file's declarations, tidied.
func Printed(file *ast.File) string {
	var out bytes.Buffer
	for _, decl := range file.Decls {
		format.Node(&out, token.NewFileSet(), decl)
		out.WriteString("\n")
	}
	return Tidy(out.String())
}

// Tidy removes line breaks: the output of passes has few distinct positions.
func Tidy(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, ";", " ")), " ") }
