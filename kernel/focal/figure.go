package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
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
	Again figureAgainCmd `cmd:"" help:"Make a figure or a LaTeX table again, and say whether today's data gives the same."`
}

type figureAgainCmd struct {
	File string `arg:"" help:"A figure that focal report --figures has written, PDF, SVG or PNG, or a table that --latex has."`
}

func (figureAgainCmd) Help() string {
	return `The figure or table says by which command and from which data it was made. The command makes it again in memory,
from the data as it is now, and compares every byte. Run it in the folder in which it was made. If it differs, the exit
code is 1. If it was made --with a script, give that again, since its code is run. The code of a cell or a script that
has made a figure is not run: only whether its data is the same is said.

` + example("focal figure again figures/headline-1.pdf")
}

func (c *figureAgainCmd) Run() error {
	const most = 256 << 20
	old, err := input.ReadFile(c.File, most)
	if err != nil {
		return usage(input.Plain(c.File, err))
	}
	words, format, err := svg.Source(old)
	if comments := commented(old); err != nil && comments != "" {
		words, format, err = comments, "tex", nil
	}
	if err != nil {
		return usagef("%s: %v, nor a LaTeX table: want what focal report --figures or --latex has written", c.File, err)
	}
	files, commit, made := provenance.Read(words)
	if made == "" {
		return usagef("%s does not say what has made it: want a figure that focal report --figures has written", c.File)
	}
	arguments, ok := reportOf(made)
	if !ok {
		return c.ofCode(files, made)
	}
	report, err := c.command(made, arguments)
	if err != nil {
		return err
	}
	now := fmt.Sprint(provenance.From(report.Results))
	provenance.Instead(words)
	defer provenance.Instead("")
	d, err := report.document()
	if err != nil {
		return err
	}
	var drawn [][]byte
	if format == "tex" {
		drawn = append(drawn, []byte(d.Report.LaTeX(report.from()...)))
	} else {
		report.FiguresAs = format
		if drawn, err = report.draw(d); err != nil {
			return usage(err)
		}
	}
	then := cmp.Or(strings.Join(files, ", "), unknown)
	same := slices.ContainsFunc(drawn, func(figure []byte) bool { return bytes.Equal(figure, old) })
	switch {
	case same && then == now:
		return say("%s: the same, from the same data: %s\n", c.File, now)
	case same:
		return say("%s: the same, though the data has changed: it was %s, and is %s\n", c.File, then, now)
	}
	why := fmt.Sprintf("the data has changed: it was %s, and is %s", then, now)
	if then == now {
		why = fmt.Sprintf("the data is the same, %s; it was drawn by commit %s, and this is %s", now,
			cmp.Or(commit, unknown), cmp.Or(provenance.Commit(), unknown))
	}
	return &failure{exit.Wrong, fmt.Errorf("%s differs: %s", c.File, why)}
}

// commented is what the comments at the beginning of a LaTeX table say of its making.
func commented(text []byte) (words string) {
	for line := range strings.Lines(string(text)) {
		said, ok := strings.CutPrefix(line, "% ")
		if !ok || strings.HasPrefix(said, "Needs ") {
			break
		}
		words += said
	}
	return strings.TrimSuffix(words, "\n")
}

// unknown stands for what a figure does not say.
const unknown = "unknown"

// reportOf are the arguments of a call of focal report.
func reportOf(made string) (arguments []string, ok bool) {
	words, ok := unquoted(made)
	at := slices.Index(words, "report") // behind --with, if that comes first
	if !ok || strings.Contains(made, "\n") || words[0] != "focal" || at < 0 || at > 1 && !strings.HasPrefix(words[1], "--with") {
		return nil, false
	}
	return slices.Delete(words[1:], at-1, at), true
}

// ofCode says whether the data of a figure is the same that was made by other means than focal report: code that is
// read from a figure is not run.
func (c *figureAgainCmd) ofCode(files []string, made string) error {
	first, _, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(made, "%%\n"), "\n"), "\n")
	by := "It was made by a cell, a script or another command, which begins with: " + input.Brief(first)
	if len(files) == 0 {
		return usagef("%s names no data, so what has made it must be run again. %s", c.File, by)
	}
	for _, then := range files {
		name, _, hashed := strings.Cut(then, ", ")
		if !hashed {
			return usagef("%s does not know its data: %s. %s", c.File, then, by)
		}
		if _, err := os.Stat(name); err != nil {
			return usagef("%s was made from %s, which is not here: run this in the folder in which the figure was made. %s",
				c.File, name, by)
		}
		if now := fmt.Sprint(provenance.From(name)); now != then {
			return &failure{exit.Wrong, fmt.Errorf("%s: the data has changed: it was %s, and is %s. %s", c.File, then, now, by)}
		}
	}
	return say("%s: its data is the same: %s. %s\n", c.File, strings.Join(files, "; "), by)
}

// command is the command that has made the figure.
func (c *figureAgainCmd) command(made string, arguments []string) (*reportCmd, error) {
	words, err := c.alone(arguments)
	if err != nil {
		return nil, err
	}
	var report reportCmd
	parser, err := kong.New(&report, vars, kong.WithHyphenPrefixedParameters(true))
	if err == nil {
		_, err = parser.Parse(words)
	}
	switch {
	case err != nil:
		return nil, usagef("%s was made by %s, which this focal does not understand: %v", c.File, made, err)
	case report.Results == output.Standard:
		return nil, usagef("%s was made from standard input, which is gone: %s", c.File, made)
	}
	if _, err := os.Stat(report.Results); err != nil {
		return nil, usagef("%s was made from %w: run this in the folder in which the figure was made", c.File,
			input.Plain(report.Results, err))
	}
	return &report, nil
}

// alone are a command's arguments without the scripts of --with, which must be those of this command: it runs their
// code.
func (c *figureAgainCmd) alone(args []string) (rest []string, err error) {
	for i := 0; i < len(args); i++ {
		file, ok := strings.CutPrefix(args[i], "--with=")
		if args[i] == "--with" && i+1 < len(args) {
			i++
			file, ok = args[i], true
		}
		if !ok {
			rest = append(rest, args[i])
			continue
		}
		full, err := filepath.Abs(file)
		if err != nil {
			return nil, usage(err)
		}
		if !slices.Contains(with(), full) {
			return nil, usagef("%s was made with %s, whose code would be run: focal figure again %s", c.File, file,
				quoted([]string{c.File, "--with", file}))
		}
	}
	return rest, nil
}
