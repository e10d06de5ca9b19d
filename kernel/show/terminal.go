package show

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"golang.org/x/term"

	files "github.com/focal-search/focal/engine/output"
)

// terminal shows text on stdout and writes richer content to files.
type terminal struct {
	out   io.Writer
	dir   string         // of the files
	named map[string]int // how many files of each name this process has written
}

// newTerminal returns a back end that writes files to output.Folder.
func newTerminal() *terminal {
	return &terminal{out: os.Stdout, dir: files.Folder(), named: map[string]int{}}
}

func (t *terminal) Display(b MIME, _ string) {
	for _, mime := range []string{Plain, MarkdownType, HTMLType} {
		if s, ok := b[mime].(string); ok {
			fmt.Fprintln(t.out, strings.TrimRight(s, "\n"))
			return
		}
	}
}

// Update does nothing: printed text cannot be replaced. Progress displays use their own
// line, see Bar.
func (t *terminal) Update(MIME, string) {}

// writePage writes a page to a file named after its title. The second and later pages
// with the same title get a number, so a program that runs again replaces its own files.
func (t *terminal) writePage(title, page string) error {
	if err := os.MkdirAll(t.dir, 0o755); err != nil {
		return fmt.Errorf("%s: the directory for charts cannot be made (set FOCAL_OUT to another): %w", title, err)
	}
	name := fileName(title)
	t.named[name]++
	if n := t.named[name]; n > 1 {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	path := filepath.Join(t.dir, name+".html")
	if err := files.WriteFile(path, []byte(page)); err != nil {
		return fmt.Errorf("%s: the chart cannot be written: %w", title, err)
	}
	fmt.Fprintf(t.out, "%s: %s\n", title, path)
	return nil
}

// fileName turns a title into a safe file name: everything but letters and digits becomes
// a single dash.
func fileName(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.'
	})
	name := []rune(strings.Trim(strings.Join(words, "-"), "-."))
	if len(name) > 100 {
		name = name[:100]
	}
	if len(name) == 0 {
		return "chart"
	}
	return string(name)
}

// interactive reports whether both stdout and stderr are a terminal, so that a line can
// be rewritten safely.
func interactive() bool {
	return term.IsTerminal(int(os.Stdout.Fd())) && term.IsTerminal(int(os.Stderr.Fd()))
}
