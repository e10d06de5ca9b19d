package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/focal-search/focal/kernel/bundle"
)

// The commands in the documentation's console blocks print what the pages show, except
// for times; "..." there stands for any text. Those in its sh blocks, which need more
// than the command, have valid command lines.
func TestDocs(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) < 8 {
		t.Fatal(pages, err)
	}
	fence := regexp.MustCompile("(?ms)^```(console|sh)\n(.*?)^```\n")
	for _, page := range append(pages, "../../README.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, block := range fence.FindAllStringSubmatch(string(text), -1) {
				if block[1] == "sh" {
					for line := range strings.Lines(block[2]) {
						if args := words(t, line); args[0] == "focal" {
							parses(t, args[1:])
						}
					}
					continue
				}
				for _, step := range strings.Split("\n"+block[2], "\n$ ")[1:] {
					line, want, _ := strings.Cut(step, "\n")
					follow(t, dir, line, want)
				}
			}
		})
	}
}

// follow runs a command line in a directory.
func follow(t *testing.T, dir, line, want string) {
	t.Helper()
	args := words(t, line)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Run() // the exit code is compared
	code := 0
	if before, after, ok := strings.Cut(want, "[exit code "); ok {
		digits, _, _ := strings.Cut(after, "]")
		code, _ = strconv.Atoi(digits)
		want = before
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("%s: exit code %d, want %d: %s", line, got, code, &stderr)
	}
	pattern := strings.ReplaceAll(regexp.QuoteMeta(bundle.Timeless(want)), `\.\.\.`, ".*")
	if got := bundle.Timeless(stdout.String()); !regexp.MustCompile("(?s)^" + pattern + "$").MatchString(got) {
		t.Errorf("%s prints\n%s\nwant\n%s", line, stdout.String(), want)
	}
}

// words splits a command line at spaces outside double quotes.
func words(t *testing.T, line string) []string {
	t.Helper()
	var all []string
	for _, found := range regexp.MustCompile(`"([^"]*)"|\S+`).FindAllStringSubmatch(line, -1) {
		if found[1] != "" {
			found[0] = found[1]
		}
		all = append(all, found[0])
	}
	if len(all) == 0 {
		t.Fatal("an empty line")
	}
	return all
}

// parses checks a command line against the command's grammar.
func parses(t *testing.T, args []string) {
	t.Helper()
	var c commands
	parser, err := kong.New(&c, kong.Name("focal"), vars)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Errorf("focal %s: %v", strings.Join(args, " "), err)
	}
}
