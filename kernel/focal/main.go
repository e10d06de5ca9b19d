// Command focal is the command-line interface to Focal: it solves problems, lists them,
// runs studies, verifies results, runs scripts, installs the Jupyter kernels and checks
// the machine.
//
//	focal solve npuzzle/korf/39:heavy --alg fs -w 1.25 --json
//
// Output that programs may read goes to standard output, with --json as one JSON object
// per line. Progress and errors go to standard error, progress only if that is a
// terminal. The exit codes are those of package exit, which focal --help lists.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/provenance"
	reports "github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/plot"
)

// commands is the grammar of the command line.
type commands struct {
	With []string `sep:"none" placeholder:"FILE" help:"Know the families, algorithms and heuristics that a Go script registers in init."` // see load

	Solve    solveCmd    `cmd:"" help:"Solve problems and print the results."`
	Sweep    sweepCmd    `cmd:"" help:"Run a study; completed runs are cached in the store."`
	Export   exportCmd   `cmd:"" help:"Export the runs of a store to a file for other programs."`
	Import   importCmd   `cmd:"" help:"Add exported runs to a store."`
	SQL      sqlCmd      `cmd:"" name:"sql" help:"Query a store in SQL."`
	New      newCmd      `cmd:"" help:"Write a problem of your own to start from."`
	Problems problemsCmd `cmd:"" help:"List the available problems, or show one."`
	Check    checkCmd    `cmd:"" help:"Look for mistakes in problems, such as an h that overestimates."`
	Verify   verifyCmd   `cmd:"" help:"Verify results written by focal solve --json, or those of a store."`
	Report   reportCmd   `cmd:"" help:"Make a report of results: tables and charts."`
	Figure   figureCmd   `cmd:"" help:"Make a figure or table again, and say whether today's data gives the same."`
	Bundle   bundleCmd   `cmd:"" help:"Archive a notebook with everything needed to run it again, or check such an archive."`
	Page     pageCmd     `cmd:"" help:"Make a folder of notebooks that readers run in their browsers."`
	Script   scriptCmd   `cmd:"" help:"Run a Go file without compiling it."`
	Data     dataCmd     `cmd:"" help:"List and download external data sets."`
	Kernel   kernelCmd   `cmd:"" help:"Install the Jupyter kernels, or run one."`
	Doctor   doctorCmd   `cmd:"" help:"Check what focal needs and report what is missing."`
	Confined confinedCmd `cmd:"" hidden:"" help:"Run the process of a script in a sandbox."`
	Version  versionCmd  `cmd:"" help:"Print the versions of focal and of Go."`
}

var description = "Bounded-suboptimal heuristic search: FS, PFS and their like.\n\n" + exit.Help()

// vars are what the texts of the grammar name.
var vars = kong.Vars{
	"algorithms": strings.Join(engine.AlgorithmNames(), ", "), "attributes": strings.Join(reports.Attributes(), ", "),
	"papers": strings.Join(plot.Papers(), ", "),
}

func main() {
	if err := load(os.Args[1:]); err != nil {
		os.Exit(report(err, ""))
	}
	study.Main()
	provenance.By("focal " + quoted(os.Args[1:]))
	code := run(os.Args[1:])
	output.DiscardAll()
	os.Exit(code)
}

// quoted are the arguments as a shell takes them.
func quoted(args []string) string {
	words := slices.Clone(args)
	for i, word := range words {
		plain := func(r rune) bool {
			return strings.ContainsRune("-_./:,=@%+", r) || unicode.IsLetter(r) || unicode.IsDigit(r)
		}
		if word == "" || strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// unquoted takes apart what quoted has put together.
func unquoted(line string) (words []string, ok bool) {
	var word strings.Builder
	inside, escape, any := false, false, false
	for _, r := range line {
		switch {
		case escape:
			word.WriteRune(r)
			escape = false
		case r == '\'':
			inside, any = !inside, true
		case !inside && r == '\\':
			escape, any = true, true
		case !inside && r == ' ':
			words = append(words, word.String())
			word.Reset()
			any = false
		default:
			word.WriteRune(r)
			any = true
		}
	}
	return append(words, word.String()), !inside && !escape && any
}

// run executes the command that the arguments describe and returns the exit code.
func run(args []string) int {
	for _, arg := range args {
		if !utf8.ValidString(arg) { // kong would replace invalid characters
			return report(usagef("the argument %q is not UTF-8: a file can be given another name by mv or ln -s", arg), "")
		}
	}
	if len(args) > 1 && args[0] == "script" && !strings.HasPrefix(args[1], "-") {
		// All that follows is the script's. Making the grammar below would take longer than compiling most scripts.
		return report(interruptible((&scriptCmd{Command: args[1:]}).Run), "")
	}
	if len(args) == 1 && args[0] == "--version" { // as many other programs have it
		args = []string{"version"}
	}
	var c commands
	done := -1 // the exit code once --help has been printed
	parser := kong.Must(&c,
		kong.Name("focal"),
		kong.Description(description),
		vars,
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoAppDescFormat: true, NoExpandSubcommands: true,
			WrapUpperBound: 100}),
		kong.WithHyphenPrefixedParameters(true), // so that -w -1 is a wrong w, not an unknown flag
		kong.Exit(func(code int) { done = code }),
	)
	if len(args) > 0 && args[0] == "sql" {
		args = shielded(args)
	}
	ctx, err := parser.Parse(args)
	if done >= 0 {
		return done
	}
	if err != nil {
		return report(usage(err), hint(err))
	}
	switch first, _, _ := strings.Cut(ctx.Command(), " "); first {
	case "kernel", "confined": // which treat signals in their own ways
		return report(ctx.Run(), "")
	}
	code := report(interruptible(func() error { return ctx.Run() }), "")
	if code == exit.OK && leftOut {
		return exit.Wrong // a warning has said which
	}
	return code
}

// report prints an error, if it has a message, and returns the exit code.
func report(err error, hint string) int {
	if err == nil {
		return exit.OK
	}
	ended := &failure{code: exit.Wrong, err: err}
	errors.As(err, &ended)
	if ended.err != nil {
		fmt.Fprintf(os.Stderr, "focal: %s\n%s", escaped(unbroken(clipped(ended.err.Error()), os.Args)), hint)
	}
	return ended.code
}

// hint points to the help for a wrong command line.
func hint(err error) string {
	command := "focal"
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context.Command() != "" {
		for _, step := range parse.Context.Path {
			if step.Command != nil {
				command += " " + step.Command.Name
			}
		}
	}
	return fmt.Sprintf("Run %s --help for usage.\n", command)
}
