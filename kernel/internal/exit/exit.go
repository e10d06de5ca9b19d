// Package exit lists the exit codes of Focal's commands. Scripts rely on them, so their meaning does not change.
package exit

import (
	"fmt"
	"strings"
)

// The exit codes.
const (
	OK = iota
	Wrong
	Usage
	Unsolvable
	Limit
	Interrupted
	Script
)

// Meanings says what each code means.
var Meanings = [...]string{
	OK: "done; for solve: a solution within the bound was found",
	Wrong: "something is wrong that is no matter of usage: a result that does not verify, damaged runs that are left out of " +
		"what was printed, a bundle or figure that differs, a check of doctor that failed, data that cannot be fetched, output " +
		"that cannot be written, an internal error",
	Usage: "wrong usage: a flag, a value, a problem or a file, also one that is damaged; a mistake in the functions of a " +
		"problem or an algorithm, such as a panic or a heuristic that a solution refutes; results that cannot be " +
		"verified, as their problems or data are not there or another program made them",
	Unsolvable: "the problem has no solution",
	Limit:      "a limit was reached: inserted, generated, expanded, time or memory",
	Interrupted: "interrupted by SIGINT or SIGTERM, or for sweep: runs are missing still; what was reached has been " +
		"printed",
	Script: "a script does not compile, panicked, was ended by the Go runtime, or reached a bound of its sandbox; one that " +
		"calls os.Exit chooses its code itself",
}

// Worst are the codes of several problems by precedence: the first that applies to one of them counts.
var Worst = []int{Wrong, Interrupted, Usage, Limit, Unsolvable, OK}

// precedence is Worst as text.
func precedence() string {
	return "Where several problems are solved, the code is the first of " +
		strings.Trim(strings.ReplaceAll(fmt.Sprint(Worst), " ", ", "), "[]") + " that applies to one of them."
}

// Help returns the table for a terminal.
func Help() string {
	var b strings.Builder
	b.WriteString("Exit codes:\n")
	for code, meaning := range Meanings {
		wrap(&b, fmt.Sprintf("  %d ", code), "    ", meaning)
	}
	wrap(&b, "", "", precedence())
	return strings.TrimSuffix(b.String(), "\n")
}

// wrap writes a text on lines that fit a terminal.
func wrap(b *strings.Builder, first, others, text string) {
	line := first
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > 84 {
			b.WriteString(line + "\n")
			line = others
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	b.WriteString(line + "\n")
}

// Markdown returns the table for the documentation.
func Markdown() string {
	var b strings.Builder
	b.WriteString("\n| code | meaning |\n|---|---|\n")
	for code, meaning := range Meanings {
		fmt.Fprintf(&b, "| %d | %s |\n", code, meaning)
	}
	return b.String() + "\n" + precedence() + "\n\n"
}
