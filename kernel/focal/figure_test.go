//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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

// A figure of each format and a table of LaTeX are the same again from the same runs, and differ once there are more;
// what was made with a script is made again with it, and not without.
func TestFigureAgain(t *testing.T) {
	dir := t.TempDir()
	said := func(args ...string) string {
		t.Helper()
		out, _ := focalIn(dir, args...).CombinedOutput()
		return strings.TrimSpace(string(out))
	}
	if err := os.WriteFile(filepath.Join(dir, "lines.go"), []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	sweep := func(problems string) {
		said("sweep", "--problems", problems, "--alg", "fs,pfs", "-w", "1.25", "-p", "0.7", "--store", "runs.db")
	}
	sweep("pancake/40/1-3")
	said("report", "runs.db", "effects", "--latex", "-o", "a.tex", "--figures", ".", "--paper", "aaai")
	said("report", "runs.db", "effects", "--figures", ".", "--figures-as", "svg", "--with", "lines.go")
	same := func(file string, more ...string) {
		t.Helper()
		if got := said(append([]string{"figure", "again", file}, more...)...); !regexp.MustCompile(
			`^\Q` + file + `\E: the same, from the same data: runs\.db, SHA-256 [0-9a-f]{64}$`).MatchString(got) {
			t.Errorf("%s %s", file, got)
		}
	}
	same("effects-1.pdf")
	same("a.tex")
	same("effects-1.svg", "--with", "lines.go")
	if got, want := said("figure", "again", "effects-1.svg"), "focal: effects-1.svg was made with lines.go, whose code would "+
		"be run: focal figure again effects-1.svg --with lines.go"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	sweep("pancake/40/4-5")
	for _, file := range []string{"effects-1.pdf", "a.tex"} {
		if got := said("figure", "again", file); !strings.HasPrefix(got, "focal: "+file+" differs: the data has changed: it was runs.db") {
			t.Errorf("%q", got)
		}
	}
}

// Of a figure that a cell has made, the first line of its code is named; its code is not run.
func TestFigureOfCell(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"runs.csv": "hello\n", // whose hash sha256sum prints
		"cell.svg": `<svg xmlns="http://www.w3.org/2000/svg"><metadata>Data: runs.csv, SHA-256 ` +
			"5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03\nMade by: %%\n\ndraw()\nmore()</metadata></svg>",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := focalIn(dir, "figure", "again", "cell.svg").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "cell.svg: its data is the same: runs.csv") ||
		!strings.HasSuffix(string(out), "begins with: draw()\n") {
		t.Errorf("%v, %s", err, out)
	}
}

// A report without a name is not taken for the list of reports if an option says what to do with it.
func TestWhichReport(t *testing.T) {
	dir := t.TempDir()
	for _, option := range [][]string{{"--figures", "f"}, {"--latex"}, {"-o", "a.md"}, {"-w", "1.5"}} {
		out, err := focalIn(dir, append([]string{"report", "runs.db"}, option...)...).CombinedOutput()
		if err == nil || !strings.HasPrefix(string(out), "focal: which report? Give its name behind the results: ") ||
			!strings.Contains(string(out), "headline") {
			t.Errorf("%s: %v, %s", option, err, out)
		}
	}
}
