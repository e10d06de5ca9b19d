package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
	reports "github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/kernel/plot"
)

type reportCmd struct {
	Results string `arg:"" optional:"" help:"A store, a file that focal export wrote, or results as focal solve --json writes them; - is standard input."`
	Name    string `arg:"" optional:"" help:"The report. Without a name the reports are listed."`

	Format    string   `short:"f" placeholder:"FORMAT" help:"md, csv, json or html (a page with the charts, which needs no network). The default follows the ending of FILE, else md."`
	Output    string   `short:"o" placeholder:"FILE" help:"Write to FILE instead of standard output."`
	Pictures  string   `placeholder:"DIR" help:"Write the report's charts into DIR as well, as NAME-1.svg and so on."`
	W         *decimal `short:"w" placeholder:"W" help:"Only runs at this bound. Without it, a report about one bound takes the only one in the results, or 1.25."`
	P         *decimal `short:"p" placeholder:"P" help:"Only runs at this probability, of the algorithms that draw. Without it, a report about one takes the only one in the results, or 0.7."`
	Attribute string   `placeholder:"NAME" help:"What taskwise compares: expanded, generated, inserted, reopened, time, cost, factor, memory or status."`
}

func (reportCmd) Help() string {
	return "Every report says what it counted: runs, missing, unsolved, limits.\n\n" + example(
		"focal report",
		"focal report study.db headline",
		"focal report study.db significance --format csv -o significance.csv",
		"focal solve npuzzle/korf/1-10 --alg fs,pfs -w 1.5 -p 0.7 --json | focal report - effects -w 1.5",
	)
}

var reportFormats = []string{"md", "csv", "json", "html"}

func (c *reportCmd) Run() error {
	if c.Name == "" {
		return listReports(c.Results)
	}
	format, err := c.format()
	if err != nil {
		return usage(err)
	}
	if format != "html" && c.Pictures == "" && c.Name != "trajectory" { // without charts less has to be in memory
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
	results, err := readResults(c.Results, c.Name == "trajectory")
	if err != nil {
		return err
	}
	d := plot.Report(c.Name, results, c.options()...)
	if d.Err() != nil {
		return usage(d.Err())
	}
	if err := c.savePictures(d); err != nil {
		return usage(err)
	}
	if format == "html" {
		return c.output(d.HTML())
	}
	return c.write(d.Report, format)
}

// write writes a report without its charts.
func (c *reportCmd) write(r *reports.Report, format string) (err error) {
	text := ""
	switch format {
	case "csv":
		text, err = r.CSV()
	case "json":
		text, err = r.JSON()
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
		return usage(plainError(argument, err))
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
	if c.Attribute != "" {
		options = append(options, reports.Attribute(c.Attribute))
	}
	return options
}

func (c *reportCmd) savePictures(d *plot.Document) error {
	if c.Pictures == "" {
		return nil
	}
	if err := os.MkdirAll(c.Pictures, 0o755); err != nil {
		return plainError(c.Pictures, err)
	}
	for i, chart := range d.Charts() {
		if err := chart.Save(filepath.Join(c.Pictures, fmt.Sprintf("%s-%d.svg", c.Name, i+1))); err != nil {
			return err
		}
	}
	return nil
}
