package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/provenance"
	reports "github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/kernel/plot"
)

type reportCmd struct {
	Results string `arg:"" optional:"" help:"A store, a file that focal export wrote, or results as focal solve --json writes them; - is standard input."`
	Name    string `arg:"" optional:"" help:"The report. Without a name the reports are listed."`

	Format    string   `short:"f" placeholder:"FORMAT" help:"md, csv, json, tex (LaTeX) or html (a page with the charts, which needs no network). The default follows the ending of FILE, else md."`
	Latex     bool     `name:"latex" help:"The same as --format tex: tables for a paper, with the package booktabs."`
	Output    string   `short:"o" placeholder:"FILE" help:"Write to FILE instead of standard output."`
	Figures   string   `placeholder:"DIR" help:"Write the report's charts into DIR as well, as NAME-1.pdf and so on."`
	FiguresAs string   `placeholder:"FORMAT" default:"pdf" enum:"pdf,svg,png" help:"The figures' format: pdf, svg or png."`
	Paper     string   `placeholder:"PAPER" help:"What the figures are for, which sets their width and font: ${papers}."`
	Width     string   `placeholder:"LENGTH" help:"The figures' width, such as 3.3in, 84mm or 240pt."`
	Font      string   `placeholder:"NAME" help:"The figures' font, such as Times."`
	FontSize  float64  `placeholder:"POINTS" default:"8" help:"The size of its letters."`
	W         *decimal `short:"w" placeholder:"W" help:"Only runs at this bound. Without it, a report about one bound takes the only one in the results, or 1.25."`
	P         *decimal `short:"p" placeholder:"P" help:"Only runs at this probability, of the algorithms that draw. Without it, a report about one takes the only one in the results, or 0.7."`
	Rivals    []string `sep:"," placeholder:"NAMES" help:"The algorithms of whose best domains takes the ratio, such as wa*,dps; all without it."`
	Attribute string   `placeholder:"NAME" help:"What taskwise lists and domains compares: ${attributes}."`
}

func (reportCmd) Help() string {
	return "Every report says what it counted: runs, missing, unsolved, limits.\n\n" + example(
		"focal report",
		"focal report study.db headline",
		"focal report study.db significance --format csv -o significance.csv",
		"focal report study.db headline --latex --figures figures --width 3.3in --font Times",
		"focal solve npuzzle/korf/1-10 --alg fs,pfs -w 1.5 -p 0.7 --json | focal report - effects -w 1.5",
	)
}

var reportFormats = []string{"md", "csv", "json", "tex", "html"}

func (c *reportCmd) Run() error {
	if c.Name == "" {
		if c.asks() {
			return usagef("which report? Give its name behind the results: %s", strings.Join(reports.Names(), ", "))
		}
		return listReports(c.Results)
	}
	format, err := c.format()
	if err != nil {
		return usage(err)
	}
	if format != "html" && c.Figures == "" && c.Name != "trajectory" { // without charts less has to be in memory
		runs, ok, err := gather(c.Results)
		if err != nil {
			return err
		}
		if ok {
			r, err := runs.Make(c.Name, c.options()...)
			if err != nil {
				return usage(err)
			}
			return c.write(r, format)
		}
	}
	d, err := c.document()
	if err != nil {
		return err
	}
	if err := c.saveFigures(d); err != nil {
		return usage(err)
	}
	if format == "html" {
		return c.output(d.HTML())
	}
	return c.write(d.Report, format)
}

// asks reports whether an option asks for more than the list of reports.
func (c *reportCmd) asks() bool {
	return c.Figures+c.Output+c.Format+c.Paper+c.Width+c.Font+c.Attribute != "" || c.Latex || c.Rivals != nil ||
		c.W != nil || c.P != nil
}

// document is the report with its charts.
func (c *reportCmd) document() (*plot.Document, error) {
	results, err := readResults(c.Results, c.Name == "trajectory")
	if err != nil {
		return nil, err
	}
	d := plot.Report(c.Name, results, c.options()...)
	return d, usage(d.Err())
}

// write writes a report without its charts.
func (c *reportCmd) write(r *reports.Report, format string) (err error) {
	text := ""
	switch format {
	case "csv":
		text, err = r.CSV()
	case "json":
		text, err = r.JSON()
	case "tex":
		text = r.LaTeX(c.from()...)
	default:
		text = r.Markdown()
	}
	if err != nil {
		return err
	}
	return c.output(text)
}

func (c *reportCmd) output(text string) error {
	if c.Output != "" && c.Output != output.Standard {
		return toFile(c.Output, func(out io.Writer) error { _, err := io.WriteString(out, text); return err },
			c.Results)
	}
	_, err := io.WriteString(printable(os.Stdout), text)
	return err
}

// listReports prints the list of reports. A lone argument that is one of
// their names is a report without results.
func listReports(argument string) error {
	if slices.Contains(reports.Names(), argument) {
		return usagef("report %s of which results? Give a store or a file first, as in focal report results.jsonl %s",
			argument, argument)
	}
	if _, err := os.Stat(argument); err != nil && argument != "" && argument != "-" {
		return usage(input.Plain(argument, err))
	}
	w := tabwriter.NewWriter(escaper{os.Stdout}, 0, 0, 2, ' ', 0)
	for _, name := range reports.Names() {
		fmt.Fprintf(w, "%s\t%s\n", name, reports.Describe(name))
	}
	return w.Flush()
}

func (c *reportCmd) format() (string, error) {
	if !slices.Contains(reports.Names(), c.Name) {
		if slices.Contains(reports.Names(), c.Results) {
			return "", fmt.Errorf("the results come before the report's name: focal report %s %s", c.Name, c.Results)
		}
		return "", fmt.Errorf("no report %q%s", c.Name, engine.Suggest(c.Name, reports.Names()))
	}
	format := c.Format
	if c.Latex {
		if format != "" && format != "tex" {
			return "", fmt.Errorf("--latex and --format %s: want one of them", format)
		}
		format = "tex"
	}
	if looks := c.Paper + c.Width + c.Font; looks != "" && c.Figures == "" {
		return "", errors.New("--paper, --width and --font are for figures: say by --figures in which folder")
	}
	if format == "" {
		format = strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Output)), ".")
		if !slices.Contains(reportFormats, format) {
			return reportFormats[0], nil
		}
	}
	if !slices.Contains(reportFormats, format) {
		return "", fmt.Errorf("no format %q%s", format, engine.Suggest(format, reportFormats))
	}
	return format, nil
}

func (c *reportCmd) options() []reports.Option {
	var options []reports.Option
	if c.W != nil {
		options = append(options, reports.W(float64(*c.W)))
	}
	if c.P != nil {
		options = append(options, reports.P(float64(*c.P)))
	}
	if c.Rivals != nil {
		options = append(options, reports.Rivals(c.Rivals...))
	}
	if c.Attribute != "" {
		options = append(options, reports.Attribute(c.Attribute))
	}
	return options
}

// from are the files that the results come from.
func (c *reportCmd) from() []provenance.File {
	if c.Results == output.Standard {
		return nil
	}
	return []provenance.File{provenance.From(c.Results)}
}

// looks are the options of figures.
func (c *reportCmd) looks() (all []plot.Option) {
	if c.Results != output.Standard {
		all = append(all, plot.From(c.Results))
	}
	if c.Paper != "" {
		all = append(all, plot.Paper(c.Paper))
	}
	if c.Width != "" {
		all = append(all, plot.Width(c.Width))
	}
	if c.Font != "" {
		all = append(all, plot.Font(c.Font, c.FontSize))
	}
	return all
}

// saveFigures draws all figures before it writes any.
func (c *reportCmd) saveFigures(d *plot.Document) error {
	if c.Figures == "" {
		return nil
	}
	figures, err := c.draw(d)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Figures, 0o755); err != nil {
		return input.Plain(c.Figures, err)
	}
	for i, figure := range figures {
		path := filepath.Join(c.Figures, fmt.Sprintf("%s-%d.%s", c.Name, i+1, c.FiguresAs))
		if err := toFile(path, func(out io.Writer) error { _, err := out.Write(figure); return err }, c.Results); err != nil {
			return err
		}
	}
	return nil
}

// draw draws the figures.
func (c *reportCmd) draw(d *plot.Document) (figures [][]byte, err error) {
	for _, chart := range d.Charts() {
		figure, err := chart.With(c.looks()...).Encode(c.FiguresAs)
		if err != nil {
			return nil, err
		}
		figures = append(figures, figure)
	}
	return figures, nil
}
