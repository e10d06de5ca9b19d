package main

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzEscaped escapes any text: no control character is left, and a text without any is
// unchanged.
func FuzzEscaped(f *testing.F) {
	f.Add("plain")
	f.Add("\x1b]0;title\a\u202e\xff\u009b2J")
	f.Fuzz(func(t *testing.T, text string) {
		shown := escaped(text)
		for _, r := range shown {
			if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
				t.Fatalf("%q is shown as %q", text, shown)
			}
		}
		if !utf8.ValidString(shown) || escaped(shown) != shown {
			t.Fatalf("%q is shown as %q", text, shown)
		}
	})
}
