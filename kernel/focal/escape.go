package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// escaped shows control characters as \x1b and the like. Text from elsewhere could use
// them to move a terminal's cursor, rename its window or hide text. Newlines and tabs
// are kept.
func escaped(text string) string {
	if strings.IndexFunc(text, controls) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case !controls(r):
			b.WriteRune(r)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// clipped cuts the lines of a message that quotes what a file has, however long that is.
func clipped(text string) string {
	const most = 4000 // bytes of a line
	if len(text) <= most {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if len(line) > most {
			line = fmt.Sprintf("%s... (%d bytes)\n", strings.ToValidUTF8(line[:most], ""), len(line))
		}
		b.WriteString(line)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// unbroken escapes the newlines of arguments that a text repeats: a file's name could
// pass for a message.
func unbroken(text string, args []string) string {
	for _, arg := range args {
		if strings.Contains(arg, "\n") {
			text = strings.ReplaceAll(text, arg, strings.ReplaceAll(arg, "\n", `\n`))
		}
	}
	return text
}

// controls reports whether a character is a control character: those of C0 and C1, and
// those that change the direction of text.
func controls(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}

// printable returns a writer to a file, which escapes control characters if it is a
// terminal.
func printable(f *os.File) io.Writer {
	if term.IsTerminal(int(f.Fd())) {
		return escaper{f}
	}
	return f
}

// say prints to standard output, with names and texts from elsewhere escaped.
func say(format string, args ...any) error {
	_, err := io.WriteString(os.Stdout, escaped(fmt.Sprintf(format, args...)))
	return err
}

// An escaper escapes what is written through it, whole characters at a time.
type escaper struct{ out io.Writer }

func (e escaper) Write(p []byte) (int, error) {
	if _, err := io.WriteString(e.out, escaped(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
