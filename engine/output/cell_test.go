package output

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/focal-search/focal/engine/input"
)

// No text begins as a formula does, and each is read back as it was.
func TestCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching("'{0,3}[-=+@\\t\\r'a0]{0,3}.*")).Draw(t, "text")
		cell := Cell(text)
		if cell != "" && strings.Contains("=+-@\t\r", cell[:1]) || input.Cell(cell) != text {
			t.Fatalf("%q becomes %q, and that %q", text, cell, input.Cell(cell))
		}
	})
	for text, want := range map[string]string{"=1+2": "'=1+2", "-3": "'-3", "'=1": "''=1", "it's": "it's", "'tis": "'tis", "": ""} {
		if have := Cell(text); have != want {
			t.Errorf("%q becomes %q, want %q", text, have, want)
		}
	}
}
