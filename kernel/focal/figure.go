package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/provenance"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/internal/svg"
)

type figureCmd struct {
	Again figureAgainCmd `cmd:"" help:"Draw a figure again, and say whether today's data gives the same."`
}

type figureAgainCmd struct {
	File string `arg:"" help:"A figure that focal report --figures has written: PDF, SVG or PNG."`
}

func (figureAgainCmd) Help() string {
	return `The figure says by which command and from which data it was made. The command draws it again in memory, from
the data as it is now, and compares every byte. Run it in the folder in which the figure was made. If the figure
differs, the exit code is 1. What was made by a cell or a script is refused: run that again.

` + example("focal figure again figures/headline-1.pdf")
}

func (c *figureAgainCmd) Run() error {
	const most = 256 << 20
	old, err := input.ReadFile(c.File, most)
	if err != nil {
		return usage(plainError(c.File, err))
	}
	words, format, err := svg.Source(old)
	if err != nil {
		return usagef("%s: %v: want a figure that focal report --figures has written", c.File, err)
	}
	files, commit, made := provenance.Read(words)
	report, err := c.command(made)
	if err != nil {
		return err
	}
	report.FiguresAs = format
	now := fmt.Sprint(provenance.From(report.Results))
	provenance.Instead(words)
	defer provenance.Instead("")
	d, err := report.document()
	if err != nil {
		return err
	}
	drawn, err := report.draw(d)
	if err != nil {
		return usage(err)
	}
	then := known(strings.Join(files, ", "))
	same := slices.ContainsFunc(drawn, func(figure []byte) bool { return bytes.Equal(figure, old) })
	switch {
	case same && then == now:
		return say("%s: the same, from the same data: %s\n", c.File, now)
	case same:
		return say("%s: the same, though the data has changed: it was %s, and is %s\n", c.File, then, now)
	}
	why := fmt.Sprintf("the data has changed: it was %s, and is %s", then, now)
	if then == now {
		why = fmt.Sprintf("the data is the same, %s; it was drawn by commit %s, and this is %s", now, known(commit),
			known(provenance.Commit()))
	}
	return &failure{exit.Wrong, fmt.Errorf("%s differs: %s", c.File, why)}
}

// known is what a figure says, or that it says nothing.
func known(what string) string {
	if what == "" {
		return "unknown"
	}
	return what
}

// command is the command that has made the figure.
func (c *figureAgainCmd) command(made string) (*reportCmd, error) {
	words, ok := unquoted(made)
	if made == "" {
		return nil, usagef("%s does not say what has made it: want a figure that focal report --figures has written", c.File)
	}
	if !ok || strings.Contains(made, "\n") || len(words) < 2 || words[0] != "focal" || words[1] != "report" {
		first, _, _ := strings.Cut(made, "\n")
		return nil, usagef("%s was not made by focal report, but by a cell, a script or another command: run it again, "+
			"and compare. It begins with: %s", c.File, input.Brief(first))
	}
	var report reportCmd
	parser, err := kong.New(&report, vars, kong.WithHyphenPrefixedParameters(true))
	if err == nil {
		_, err = parser.Parse(words[2:])
	}
	switch {
	case err != nil:
		return nil, usagef("%s was made by %s, which this focal does not understand: %v", c.File, made, err)
	case report.Results == output.Standard:
		return nil, usagef("%s was made from standard input, which is gone: %s", c.File, made)
	}
	if _, err := os.Stat(report.Results); err != nil {
		return nil, usagef("%s was made from %w: run this in the folder in which the figure was made", c.File,
			plainError(report.Results, err))
	}
	return &report, nil
}
