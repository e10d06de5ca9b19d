// Package plot draws results of searches, and problems and their solutions.
//
// In notebooks and in HTML files a chart is interactive, drawn by ECharts. It contains a
// static picture for readers without scripts. Nothing is loaded from the network: ECharts
// is embedded, once in each notebook.
//
//	plot.Trajectory(fs, pfs).Show()
//	err := plot.Trajectory(fs, pfs).Save("trajectory.svg")
//	plot.Solution(p, fs).Show() // an animation to step through
//	afs := plot.Watch(ctx, p, engine.AFS()) // a search that is drawn as it runs
//
// To add a plot, write one function that makes a figure: panels, axes, lines and the
// tables that they draw. Everything else is shared. To add pictures of a domain, write
// the function Draw of its engine.Problem.
package plot

import (
	"errors"
	"fmt"
	"html"
	"path/filepath"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/provenance"
	"github.com/focal-search/focal/kernel/internal/svg"
	"github.com/focal-search/focal/kernel/show"
)

// A Chart is a plot, or pictures of states, to be shown or saved.
type Chart struct {
	figure   figure
	film     *film             // if set, shown instead of the figure
	given    *given            // if set, likewise
	explored *explored         // if set, likewise
	summary  []string          // the content of the chart in lines of text
	notes    []string          // remarks, such as what could not be shown and why
	paper    paper             // what pictures are drawn for
	from     []provenance.File // what its data was read from
	err      error             // why there is no chart at all
}

// note adds a remark, unless it is there.
func (c *Chart) note(text string) {
	if !slices.Contains(c.notes, text) {
		c.notes = append(c.notes, text)
	}
}

// content is what a chart shows.
type content interface {
	heading() string
	picture(paper) (string, error) // SVG, with text in anyInk
	fragment(picture, summary string) (string, error)
	script() script // that makes fragments interactive
}

func (c *Chart) content() content {
	switch {
	case c.film != nil:
		return c.film
	case c.given != nil:
		return c.given
	case c.explored != nil:
		return c.explored
	}
	return &c.figure
}

// Err returns the reason why there is no chart; nil if there is one.
func (c *Chart) Err() error {
	if c == nil {
		return errors.New("no chart")
	}
	return c.err
}

// Show shows the chart: in a notebook interactively, elsewhere as a self-contained HTML
// file whose path is printed. If there is nothing to plot, it says why.
func (c *Chart) Show() {
	if err := c.Err(); err != nil {
		show.Value(err)
		return
	}
	show.Value(c)
}

// MIME returns the chart for a notebook: HTML, a picture and text.
func (c *Chart) MIME() show.MIME {
	return c.mime(c.Err() == nil && show.FirstTime(c.content().script().name, c.text()))
}

// mime returns the chart with or without the script that all charts share.
func (c *Chart) mime(script bool) show.MIME {
	body, picture, err := c.draw()
	if err != nil {
		return show.MIME{show.Plain: "error: " + err.Error()}
	}
	if script {
		body = c.content().script().html() + body
	}
	b := show.MIME{show.HTMLType: body, show.Plain: c.text()}
	if c.given == nil || !c.given.pending {
		b[show.SVGType] = inked(picture, darkInk)
	}
	return b
}

// Page returns the chart as a self-contained page, for back ends that cannot show charts.
func (c *Chart) Page() (title, page string, err error) {
	if err := c.Err(); err != nil {
		return "", "", err
	}
	return c.content().heading(), c.HTML(), nil
}

// HTML returns a self-contained page with the interactive chart, which can be opened from
// disk without a network. If there is nothing to plot, the page says why.
func (c *Chart) HTML() string {
	body, err := c.body()
	if err != nil {
		return page("error", "<p>error: "+html.EscapeString(err.Error())+"</p>")
	}
	return page(c.content().heading(), c.content().script().html()+body)
}

// SVG returns the chart as a picture for print, with its notes below it.
func (c *Chart) SVG() (string, error) {
	if err := c.Err(); err != nil {
		return "", err
	}
	p := c.paper
	if p.height > 0 {
		_, below := c.footnotes(float64(p.pixels()))
		p.notes = below * p.unit()
		p.height = max(1, p.height-p.notes)
	}
	picture, err := c.content().picture(p)
	if err != nil {
		return "", err
	}
	return c.framed(inked(picture, darkInk))
}

// Save writes the chart to a file. The file name's extension chooses the format: a page
// (.html) or a picture (.svg, .png or .pdf). Text in PDF is text, and its fonts are embedded.
// PNG pictures have a white background, and 300 pixels per inch if options set the size, else
// twice the page's resolution. A kernel that runs in a page writes neither PNG nor PDF. The
// same chart gives the same bytes.
//
//	err := plot.Success(results).Save("fig3.pdf", plot.Width("3.3in"), plot.Font("Times", 8))
func (c *Chart) Save(path string, options ...Option) error {
	contents, err := c.With(options...).Encode(strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."))
	if err != nil {
		return fmt.Errorf("saving %s: %w", path, err)
	}
	return output.WriteFile(path, contents)
}

// Encode returns what Save writes in a format: html, svg, png or pdf.
func (c *Chart) Encode(format string) ([]byte, error) {
	if err := c.Err(); err != nil {
		return nil, err
	}
	switch format {
	case "html":
		if c.paper.print() {
			return nil, errors.New("a page has no width, height and font of paper: want .svg, .png or .pdf")
		}
		return []byte(c.HTML()), nil
	case "svg", "png", "pdf":
	default:
		return nil, fmt.Errorf("the name must end in .html, .svg, .png or .pdf, not %q", format)
	}
	picture, err := c.SVG()
	switch {
	case err != nil:
	case format == "pdf":
		picture, err = svg.PDF(picture)
	case format == "png" && c.paper.print():
		picture, err = svg.PNG(picture, 300./96)
	case format == "png":
		picture, err = svg.PNG(picture, 2)
	}
	return []byte(picture), err
}

// String returns the content of the chart in lines of text.
func (c *Chart) String() string {
	if err := c.Err(); err != nil {
		return "error: " + err.Error()
	}
	return c.text()
}

func (c *Chart) text() string {
	return strings.Join(append(append([]string{c.content().heading()}, c.summary...), c.notes...), "\n")
}

// body returns the chart without the library, with the notes below it.
func (c *Chart) body() (string, error) {
	body, _, err := c.draw()
	return body, err
}

// draw returns the chart's body, and its picture with text in anyInk.
func (c *Chart) draw() (body, picture string, err error) {
	if err := c.Err(); err != nil {
		return "", "", err
	}
	if picture, err = c.content().picture(paper{}); err != nil {
		return "", "", err
	}
	body, err = c.content().fragment(inked(picture, greyInk), c.text())
	_, coincide := c.figure.coinciding(false)
	return body + divided(slices.Concat(c.notes, coincide)), picture, err
}

// divided returns lines of text as HTML.
func divided(lines []string) (divs string) {
	for _, line := range lines {
		divs += "<div>" + html.EscapeString(line) + "</div>"
	}
	return divs
}
