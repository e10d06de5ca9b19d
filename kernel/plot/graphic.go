package plot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/kernel/frame"
	"github.com/focal-search/focal/kernel/show"
)

// A Graphic describes how a table is drawn, in the style of a grammar of graphics: which
// columns determine x, y, colour, shape and panel, which mark is drawn, and how rows are
// aggregated.
//
//	plot.Of(results).X("w").Y("expanded").Color("algorithm").Panel("set").Median().Show()
//	plot.Of("runs.csv").Where("solved = 1").X("cost").Y("time").Color("algorithm")
//	plot.Of(results).X("expanded").Color("algorithm").ECDF().LogX()
//
// Each method returns a new Graphic. A cell whose last value is a Graphic shows it.
// Errors, such as a column that does not exist, are reported where it is shown and by
// Err.
//
// If no mark is chosen, numbers against numbers are drawn as points and numbers against
// text as boxes. Aggregated values are drawn as a line against numbers and as bars
// against text. x without y gives a histogram for numbers and bars of counts for text. An
// axis is logarithmic if its numbers are above 0 and the greatest is at least 30 times
// the least, unless LogX, LinearX and the like choose.
//
// Numbers that are only bounds, such as the effort of runs that a limit ended, are drawn
// as open marks, and so is every aggregate that depends on them. Rows without a value are
// counted below the chart.
//
// Wilkinson: The Grammar of Graphics (2005); Wickham: A Layered Grammar of Graphics,
// Journal of Computational and Graphical Statistics 19 (2010).
type Graphic struct {
	spec
	chart *Chart // once it is made
}

// spec holds the choices of a Graphic.
type spec struct {
	data                      *frame.Frame
	x, y, color, shape, panel string
	mark                      mark
	of                        frame.Statistic // the aggregate; nil to draw each row
	ofName                    string
	share                     string // a condition whose share is drawn, "" for none
	level                     float64
	xScale, yScale            scale
	title                     string
	pair                      [2]string
	err                       error
}

// A scale is what a user has chosen for an axis; by itself it fits the numbers.
type scale int

const (
	anyScale scale = iota
	linearScale
	logScale
)

// log reports whether an axis from low to high is logarithmic.
func (s scale) log(low, high float64) bool { return s == logScale || s == anyScale && spans(low, high) }

type mark string

const (
	anyMark   mark = ""
	points    mark = "points"
	lines     mark = "lines"
	bars      mark = "bars"
	boxes     mark = "boxes"
	violins   mark = "violins"
	histogram mark = "histogram"
	ecdf      mark = "ECDF"
	heatMap   mark = "heat map"
	pairs     mark = "pairs"
)

// Of begins a Graphic from any data that has rows: see frame.Of.
func Of(data any) *Graphic { return &Graphic{spec: spec{data: frame.Of(data)}} }

// set returns a changed copy of a Graphic.
func (g *Graphic) set(change func(*spec)) *Graphic {
	h := &Graphic{spec: g.spec}
	change(&h.spec)
	return h
}

// Where selects the rows for which a condition holds: see frame.Frame.Where.
func (g *Graphic) Where(condition string) *Graphic {
	return g.set(func(s *spec) { s.data = s.data.Where(condition) })
}

// Derive adds a computed column: see frame.Frame.Derive.
func (g *Graphic) Derive(name, expression string) *Graphic {
	return g.set(func(s *spec) { s.data = s.data.Derive(name, expression) })
}

// X chooses the column of the horizontal axis.
func (g *Graphic) X(column string) *Graphic { return g.set(func(s *spec) { s.x = column }) }

// Y chooses the column of the vertical axis.
func (g *Graphic) Y(column string) *Graphic { return g.set(func(s *spec) { s.y = column }) }

// Color chooses the column that determines the colour. Algorithms have the same colours
// as in all other charts. More than eight different numbers are grouped into five ranges.
func (g *Graphic) Color(column string) *Graphic { return g.set(func(s *spec) { s.color = column }) }

// Shape chooses the column that determines the shape of points and the dashes of lines.
func (g *Graphic) Shape(column string) *Graphic { return g.set(func(s *spec) { s.shape = column }) }

// Panel chooses a column and draws one panel for each of its values.
func (g *Graphic) Panel(column string) *Graphic { return g.set(func(s *spec) { s.panel = column }) }

func (g *Graphic) as(m mark) *Graphic { return g.set(func(s *spec) { s.mark = m }) }

// Points draws each row or aggregate as a point.
func (g *Graphic) Points() *Graphic { return g.as(points) }

// Lines draws a line for each colour and shape, in the order of x.
func (g *Graphic) Lines() *Graphic { return g.as(lines) }

// Bars draws bars from 0.
func (g *Graphic) Bars() *Graphic { return g.as(bars) }

// Boxes draws box plots (Tukey): the median, the quartiles, whiskers to the farthest
// value within 1.5 times the interquartile range, and values beyond as points.
func (g *Graphic) Boxes() *Graphic { return g.as(boxes) }

// Violins draws the density of the values (Gaussian kernel, Silverman's bandwidth),
// with the median and the quartiles.
func (g *Graphic) Violins() *Graphic { return g.as(violins) }

// Histogram draws the number of values of x in each of several ranges.
func (g *Graphic) Histogram() *Graphic { return g.as(histogram) }

// ECDF draws the empirical cumulative distribution: the share of rows whose x is at most
// a value. A row whose x is only a bound counts as a row but never reaches a value.
func (g *Graphic) ECDF() *Graphic { return g.as(ecdf) }

// HeatMap draws a cell for each x and y, coloured by the median of a column, or by
// another aggregate if one is chosen.
func (g *Graphic) HeatMap(value string) *Graphic {
	return g.set(func(s *spec) { s.mark, s.share = heatMap, ""; s.pair[0] = value })
}

// Pairs compares two values of a column, such as two algorithms. Rows of the first and of
// the second that agree in problem and w, and in the other columns that they share of
// domain, set, instance, algorithm and p, form a point: x is the first's number in the column Y, y
// is the second's. Below the diagonal the second is smaller. If several rows agree, for
// example because of seeds, their median is drawn.
//
//	plot.Of(results).Y("expanded").Pairs("algorithm", "FS", "PFS").Panel("set").Show()
func (g *Graphic) Pairs(column, first, second string) *Graphic {
	return g.set(func(s *spec) { s.mark, s.x, s.pair = pairs, column, [2]string{first, second} })
}

// by chooses an aggregate.
func (g *Graphic) by(name string, of frame.Statistic) *Graphic {
	return g.set(func(s *spec) { s.ofName, s.of, s.share = name, of, "" })
}

// Median aggregates the rows with the same x, colour, shape and panel to the median of y.
func (g *Graphic) Median() *Graphic { return g.by("median", frame.Median) }

// Mean aggregates to the arithmetic mean.
func (g *Graphic) Mean() *Graphic { return g.by("mean", frame.Mean) }

// GeoMean aggregates to the geometric mean, of numbers above 0.
func (g *Graphic) GeoMean() *Graphic { return g.by("geometric mean", frame.GeoMean) }

// Quantile aggregates to the q-quantile, for q from 0 to 1.
func (g *Graphic) Quantile(q float64) *Graphic {
	return g.by(fmt.Sprintf("%.10g %% quantile of", 100*q), frame.Quantile(q))
}

// Count draws the number of rows.
func (g *Graphic) Count() *Graphic {
	return g.set(func(s *spec) { s.of, s.ofName, s.share, s.y = counted, "count", "", "" })
}

func counted(x []float64) (float64, error) { return float64(len(x)), nil }

// Share draws the percentage of rows for which a condition holds.
//
//	plot.Of(results).X("w").Color("algorithm").Share("status = solved")
func (g *Graphic) Share(condition string) *Graphic {
	return g.set(func(s *spec) { s.share, s.of, s.ofName = condition, frame.Mean, condition })
}

// Interval draws a confidence interval of a level such as 0.95 around each aggregate, by
// the percentile bootstrap (package stats): 1,000 resamples of the problems, each with
// all its rows, such as its seeds.
func (g *Graphic) Interval(level float64) *Graphic {
	return g.set(func(s *spec) {
		if s.level = level; !(level > 0 && level < 1) {
			s.err = fmt.Errorf("an interval of level %v: want one between 0 and 1, such as 0.95", level)
		}
	})
}

// LogX makes the horizontal axis logarithmic.
func (g *Graphic) LogX() *Graphic { return g.set(func(s *spec) { s.xScale = logScale }) }

// LogY makes the vertical axis logarithmic.
func (g *Graphic) LogY() *Graphic { return g.set(func(s *spec) { s.yScale = logScale }) }

// LinearX makes the horizontal axis linear.
func (g *Graphic) LinearX() *Graphic { return g.set(func(s *spec) { s.xScale = linearScale }) }

// LinearY makes the vertical axis linear.
func (g *Graphic) LinearY() *Graphic { return g.set(func(s *spec) { s.yScale = linearScale }) }

// Title replaces the default title.
func (g *Graphic) Title(title string) *Graphic { return g.set(func(s *spec) { s.title = title }) }

// Chart returns the chart that the Graphic describes.
func (g *Graphic) Chart() *Chart {
	if g.chart == nil {
		g.chart = g.draw()
	}
	return g.chart
}

// Err returns the reason why there is no chart; nil if there is one.
func (g *Graphic) Err() error { return g.Chart().Err() }

// Show shows the chart.
func (g *Graphic) Show() { g.Chart().Show() }

// Save writes the chart to a file: see Chart.Save.
func (g *Graphic) Save(path string, options ...Option) error { return g.Chart().Save(path, options...) }

// With returns the chart with other looks: see Chart.With.
func (g *Graphic) With(options ...Option) *Chart { return g.Chart().With(options...) }

// SVG returns the chart as a picture for print.
func (g *Graphic) SVG() (string, error) { return g.Chart().SVG() }

// HTML returns a self-contained page with the interactive chart.
func (g *Graphic) HTML() string { return g.Chart().HTML() }

// String returns the content of the chart in lines of text.
func (g *Graphic) String() string { return g.Chart().String() }

// MIME returns the chart for a notebook.
func (g *Graphic) MIME() show.MIME { return g.Chart().MIME() }

// Page returns the chart as a self-contained page.
func (g *Graphic) Page() (title, page string, err error) { return g.Chart().Page() }

// Staged returns MIME: the chart is complete immediately.
func (g *Graphic) Staged() (show.MIME, func(context.Context) show.MIME) {
	return g.Chart().Staged()
}

// heading returns the default title.
func (s *spec) heading() string {
	if s.title != "" {
		return s.title
	}
	what := s.yName()
	switch s.mark {
	case histogram:
		what = "Rows by " + s.x
	case ecdf:
		what = "Share of rows by " + s.x
	case heatMap:
		if s.share == "" {
			what = s.together() + s.pair[0]
		}
		what += " over " + s.x + " and " + s.y
	case pairs:
		what = fmt.Sprintf("%s: %s against %s", s.y, s.pair[1], s.pair[0])
	default:
		what += " against " + s.x
	}
	if title := s.data.Title(); title != "" {
		what = title + ": " + what
	}
	return capital(what)
}

// capital capitalizes a title, except for units such as µs.
func capital(s string) string {
	if s != "" && 'a' <= s[0] && s[0] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// together returns the name of the aggregate, to precede a column's name.
func (s *spec) together() string {
	if s.of == nil || s.share != "" {
		return ""
	}
	return s.ofName + " "
}

// yName returns the name of the vertical axis.
func (s *spec) yName() string {
	switch {
	case s.share != "":
		return s.share + " (%)"
	case s.ofName == "count":
		return "rows"
	}
	return s.together() + s.named(s.y)
}

// named returns a column's name with its unit.
func (s *spec) named(column string) string {
	if c := s.data.Column(column); c != nil && c.Unit() != "" {
		return column + " (" + c.Unit() + ")"
	}
	return column
}

// check returns an error if the choices do not fit the data or each other.
func (s *spec) check() error {
	if err := s.data.Err(); err != nil {
		return err
	}
	if s.err != nil {
		return s.err
	}
	if s.data.Rows() == 0 {
		why := "the table has no rows"
		if notes := s.data.Notes(); len(notes) > 0 {
			why = notes[len(notes)-1]
		}
		return errors.New(why)
	}
	if s.x == "" {
		return fmt.Errorf("which column is x? There are %s", strings.Join(s.data.Names(), ", "))
	}
	for what, column := range map[string]string{"x": s.x, "y": s.y, "color": s.color, "shape": s.shape, "panel": s.panel} {
		if column == "" {
			continue
		}
		if _, err := s.data.Need(column); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	numeric := func(what, column string) error {
		if c := s.data.Column(column); column != "" && !c.Numeric() {
			return fmt.Errorf("%s: the column %q holds text, such as %q: want numbers", what, column, c.Text(0))
		}
		return nil
	}
	switch s.mark {
	case histogram, ecdf:
		if s.y != "" {
			return fmt.Errorf("a %s takes x only: leave out Y(%q)", s.mark, s.y)
		}
		return numeric("x", s.x)
	case heatMap:
		if s.y == "" {
			return fmt.Errorf("which column is y of the heat map?")
		}
		if _, err := s.data.Need(s.pair[0]); err != nil {
			return fmt.Errorf("heat map: %w", err)
		}
		return numeric("heat map", s.pair[0])
	case pairs:
		if s.y == "" {
			return fmt.Errorf("pairs of which numbers? Name a column by Y")
		}
	}
	if s.level > 0 && s.of == nil {
		return fmt.Errorf("an interval around what? Choose Median, Mean, GeoMean, Quantile or Share")
	}
	if s.y == "" && s.share == "" && s.ofName != "count" {
		return fmt.Errorf("which column is y? There are %s", strings.Join(s.data.Names(), ", "))
	}
	if slices.Contains([]mark{boxes, violins}, s.mark) && s.of != nil {
		return fmt.Errorf("%s show all rows: leave out %s", s.mark, s.ofName)
	}
	return numeric("y", s.y)
}

// settle chooses the mark if the user has not.
func (s *spec) settle() {
	if s.mark != anyMark || s.data.Err() != nil {
		return
	}
	x := s.data.Column(s.x)
	numeric := x != nil && x.Numeric()
	switch {
	case s.y == "" && s.of == nil && numeric:
		s.mark = histogram
	case s.y == "" && s.of == nil:
		s.mark, s.of, s.ofName = bars, counted, "count"
	case s.of != nil && numeric:
		s.mark = lines
	case s.of != nil:
		s.mark = bars
	case numeric:
		s.mark = points
	default:
		s.mark = boxes
	}
}
