package main

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What is quoted for a shell is the same words again.
func TestUnquoted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.StringMatching(`[ '\\a-]*`)), 1, 5).Draw(t, "words")
		if got, ok := unquoted(quoted(words)); !ok || !slices.Equal(got, words) {
			t.Fatalf("%q: %q, %v", quoted(words), got, ok)
		}
	})
	for _, line := range []string{"", "focal ", "focal 'a", `focal \`} {
		if got, ok := unquoted(line); ok {
			t.Errorf("%q: %q", line, got)
		}
	}
}
