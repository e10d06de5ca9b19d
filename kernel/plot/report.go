package plot

import (
	"cmp"
	"html"
	"slices"
	"strings"
	"sync"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/kernel/show"
)

// A Document is a report for reading: its charts, its tables, and the counts of its runs.
type Document struct {
	Report *report.Report
	charts func() []*Chart // drawn at the first call
	err    error
}

// Report makes a report by name, like report.Make, with its charts.
//
//	plot.Report("headline", results).Show()
func Report(name string, results []*engine.Result, opts ...report.Option) *Document {
	r, err := report.Make(name, results, opts...)
	if err != nil {
		return &Document{err: err}
	}
	return &Document{Report: r, charts: sync.OnceValue(func() []*Chart { return chartsOf(name, results, opts) })}
}

// A plotter draws results.
type plotter func([]*engine.Result, ...report.Option) *Chart

// plotters are the charts of each report.
var plotters = map[string][]plotter{
	"headline":     {Effects},
	"effects":      {Effects},
	"significance": {Effects},
	"ranking":      {Ranking, Success},
	"domains":      {Success},
	"selection":    {Ranking},
	"settings":     {Ranking, Success, Expansions, Time},
	"bounds":       {Success, Expansions, Time},
	"absolute":     {Success, Expansions, Time},
	"success":      {Success},
	"expansions":   {Expansions},
	"time":         {Time},
	"trajectory":   {trajectories},
	"sensitivity":  {Sensitivity, HeatMap},
	"anytime":      {Anytime},
	"scatter":      {Scatter},
	"taskwise":     {Scatter},
	"cactus":       {Cactus},
	"seeds":        {Seeds},
}

// chartsOf returns the charts of a report: those of the report that it is like, for the
// results that it is about.
func chartsOf(name string, results []*engine.Result, opts []report.Option) (charts []*Chart) {
	d, _ := report.Find(name)
	for _, draw := range plotters[cmp.Or(d.Like, name)] {
		charts = append(charts, draw(d.About(results), opts...))
	}
	return charts
}

// made returns the function that makes a report.
func made(name string) func([]*engine.Result, ...report.Option) (*report.Report, error) {
	return func(results []*engine.Result, opts ...report.Option) (*report.Report, error) {
		return report.Make(name, results, opts...)
	}
}

// trajectories plots the results that have traces.
func trajectories(results []*engine.Result, opts ...report.Option) *Chart {
	results = slices.DeleteFunc(slices.Clone(results), func(r *engine.Result) bool { return traceable(r) != nil })
	return studied(results, opts, made("trajectory"), func(c *Chart, _ *report.Report) error {
		*c = *Trajectory(results...)
		return nil
	}, nil)
}

// Err returns the reason why there is no report; nil if there is one.
func (d *Document) Err() error { return d.err }

// Show shows the report: in a notebook as charts and tables, elsewhere as a
// self-contained HTML file whose path is printed.
func (d *Document) Show() {
	if d.err != nil {
		show.Value(d.err)
		return
	}
	show.Value(d)
}

// Displays returns the report for a notebook as separate displays: the title, each chart,
// and the tables with the counts. Exports that support pictures, such as LaTeX, then
// include the charts.
func (d *Document) Displays() []show.MIME {
	if d.err != nil {
		return []show.MIME{{show.Plain: "error: " + d.err.Error()}}
	}
	all := []show.MIME{{show.HTMLType: d.title(), show.Plain: d.Report.Title}}
	for _, c := range d.Charts() {
		all = append(all, c.MIME())
	}
	_, text, _ := strings.Cut(d.Report.Markdown(), "\n\n")
	return append(all, show.MIME{show.HTMLType: d.tables(), show.Plain: text})
}

// Page returns the report as a self-contained page, for back ends that cannot show one.
func (d *Document) Page() (title, text string, err error) {
	if d.err != nil {
		return "", "", d.err
	}
	return d.Report.Title, d.HTML(), nil
}

// HTML returns a self-contained page, which can be opened from disk without a network.
func (d *Document) HTML() string {
	if d.err != nil {
		return page("error", "<p>error: "+html.EscapeString(d.err.Error())+"</p>")
	}
	script := ""
	if len(d.Charts()) > 0 {
		script = chartScript.html()
	}
	return page(d.Report.Title, script+d.body())
}

// String returns the report as Markdown.
func (d *Document) String() string {
	if d.err != nil {
		return "error: " + d.err.Error()
	}
	return d.Report.Markdown()
}

// Charts returns the charts that have something to show. Some reports have numbers that
// no chart shows.
func (d *Document) Charts() []*Chart {
	var all []*Chart
	for _, c := range d.charts() {
		if c.Err() == nil {
			all = append(all, c)
		}
	}
	return all
}

// A table with more rows than longTable scrolls in its own frame.
const longTable = 30

func (d *Document) title() string { return "<h2>" + html.EscapeString(d.Report.Title) + "</h2>" }

func (d *Document) body() string {
	body := d.title()
	for _, c := range d.Charts() {
		chart, err := c.body()
		if err != nil {
			chart = "<p>error: " + html.EscapeString(err.Error()) + "</p>"
		}
		body += chart
	}
	return body + d.tables()
}

// tables returns the report's tables with the counts below them.
func (d *Document) tables() string {
	var b strings.Builder
	for _, t := range d.Report.Tables {
		table := show.TableHTML(shown(t))
		if len(t.Rows) > longTable {
			table = `<div style="max-height:32em;overflow:auto">` + table + "</div>"
		}
		b.WriteString(table)
	}
	return b.String() + divided(d.Report.Counted.Lines())
}

// shown returns a report's table for show, without empty columns.
func shown(t show.Table) show.Table {
	s := show.Table{Caption: t.Caption, Notes: t.Notes, Rows: make([][]any, len(t.Rows))}
	for i, column := range t.Columns {
		if len(t.Rows) > 0 && !slices.ContainsFunc(t.Rows, func(row []any) bool { return row[i] != nil && row[i] != "" }) {
			continue
		}
		s.Columns = append(s.Columns, column)
		for j, row := range t.Rows {
			c := row[i]
			switch c.(type) {
			case int, uint64, float64:
				c = show.Number(report.Text(c))
			}
			s.Rows[j] = append(s.Rows[j], c)
		}
	}
	return s
}
