package plot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/kernel/frame"
	"github.com/focal-search/focal/kernel/show"
)

// A Graphic says how a table is drawn, in the habit of grammars of graphics: which
// columns are x and y, which one colour, shape and panels stand for, what
// mark stands for the rows, and what is taken together.
//
//	plot.Of(results).X("w").Y("expanded").Color("algorithm").Panel("set").Median().Show()
//	plot.Of("runs.csv").Where("solved = 1").X("cost").Y("time").Color("algorithm")
//	plot.Of(results).X("expanded").Color("algorithm").ECDF().LogX()
//
// Each method makes another Graphic. A cell whose last value is one shows it. What
// is wrong with it, such as a column that there is not, is said where it is shown,
// and by Err.
//
// Without a mark, numbers over numbers are points, and numbers over text boxes;
// what is taken together is a line over numbers and bars over text; x without y is
// a histogram, or bars of counts. An axis is logarithmic where its numbers are above
// 0 and the greatest is at least 30 times the least, unless LogX and the like say
// otherwise.
//
// Numbers that are bounds only, as the effort of runs that a limit has ended, are
// drawn open, and so is what they would change by being greater. Rows that lack a
// value are counted below the chart.
//
// Wilkinson: The Grammar of Graphics (2005); Wickham: A Layered Grammar of Graphics,
// Journal of Computational and Graphical Statistics 19 (2010).
type Graphic struct {
	spec
	chart *Chart // once it is made
}

// spec is what a Graphic says.
type spec struct {
	data                        *frame.Frame
	x, y, color, shape, panel   string
	mark                        mark
	of                          frame.Statistic // what is taken together, nil for each row
	ofName                      string
	share                       string // a condition whose share is drawn, "" for none
	level                       float64
	logX, logY, linearX, linear bool
	title                       string
	pair                        [2]string
	err                         error
}

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

// Of begins a Graphic of whatever holds rows: see frame.Of.
func Of(data any) *Graphic { return &Graphic{spec: spec{data: frame.Of(data)}} }

// set makes another Graphic.
func (g *Graphic) set(change func(*spec)) *Graphic {
	h := &Graphic{spec: g.spec}
	change(&h.spec)
	return h
}

// Where draws only the rows for which a condition holds: see frame.Frame.Where.
func (g *Graphic) Where(condition string) *Graphic {
	return g.set(func(s *spec) { s.data = s.data.Where(condition) })
}

// Derive adds a column that is computed: see frame.Frame.Derive.
func (g *Graphic) Derive(name, expression string) *Graphic {
	return g.set(func(s *spec) { s.data = s.data.Derive(name, expression) })
}

// X names the column along the horizontal axis.
func (g *Graphic) X(column string) *Graphic { return g.set(func(s *spec) { s.x = column }) }

// Y names the column along the vertical axis.
func (g *Graphic) Y(column string) *Graphic { return g.set(func(s *spec) { s.y = column }) }

// Color names the column that colours stand for. Algorithms have the colours that they
// have everywhere. More than eight different numbers are put into five ranges.
func (g *Graphic) Color(column string) *Graphic { return g.set(func(s *spec) { s.color = column }) }

// Shape names the column that shapes of points and dashes of lines stand for.
func (g *Graphic) Shape(column string) *Graphic { return g.set(func(s *spec) { s.shape = column }) }

// Panel names the column whose values have a panel each.
func (g *Graphic) Panel(column string) *Graphic { return g.set(func(s *spec) { s.panel = column }) }

func (g *Graphic) as(m mark) *Graphic { return g.set(func(s *spec) { s.mark = m }) }

// Points draws each row, or what is taken together, as a point.
func (g *Graphic) Points() *Graphic { return g.as(points) }

// Lines joins what has the same colour and shape, in the order of x.
func (g *Graphic) Lines() *Graphic { return g.as(lines) }

// Bars draws a bar from 0.
func (g *Graphic) Bars() *Graphic { return g.as(bars) }

// Boxes draws the median, the quartiles, whiskers to the farthest value within 1.5
// times the distance of the quartiles, and what is beyond as points (Tukey).
func (g *Graphic) Boxes() *Graphic { return g.as(boxes) }

// Violins draws the density of the values (Gaussian kernel, Silverman's bandwidth),
// with the median and the quartiles.
func (g *Graphic) Violins() *Graphic { return g.as(violins) }

// Histogram counts the values of x in ranges.
func (g *Graphic) Histogram() *Graphic { return g.as(histogram) }

// ECDF draws which share of the rows has at most so great an x. A row whose x is a
// bound only counts among all and never as reached.
func (g *Graphic) ECDF() *Graphic { return g.as(ecdf) }

// HeatMap draws a cell for each x and y, with the median of a column unless another
// way to take rows together is chosen.
func (g *Graphic) HeatMap(value string) *Graphic {
	return g.set(func(s *spec) { s.mark, s.share = heatMap, ""; s.pair[0] = value })
}

// Pairs sets two values of a column against each other: of each problem, w and what
// else the rows have in common of domain, set, instance and p, the number in Y of the
// first along x and that of the second along y. Below the diagonal the second has
// less. Of several rows, such as seeds, the median is drawn.
//
//	plot.Of(results).Y("expanded").Pairs("algorithm", "FS", "PFS").Panel("set").Show()
func (g *Graphic) Pairs(column, first, second string) *Graphic {
	return g.set(func(s *spec) { s.mark, s.x, s.pair = pairs, column, [2]string{first, second} })
}

// by takes rows together.
func (g *Graphic) by(name string, of frame.Statistic) *Graphic {
	return g.set(func(s *spec) { s.ofName, s.of, s.share = name, of, "" })
}

// Median takes together the rows of one x, colour, shape and panel: the middle of y.
func (g *Graphic) Median() *Graphic { return g.by("median", frame.Median) }

// Mean takes the arithmetic mean.
func (g *Graphic) Mean() *Graphic { return g.by("mean", frame.Mean) }

// GeoMean takes the geometric mean, of numbers above 0.
func (g *Graphic) GeoMean() *Graphic { return g.by("geometric mean", frame.GeoMean) }

// Quantile takes the value below which a share q lies, from 0 to 1.
func (g *Graphic) Quantile(q float64) *Graphic {
	return g.by(fmt.Sprintf("%g %% quantile of", 100*q), frame.Quantile(q))
}

// Count draws how many rows there are.
func (g *Graphic) Count() *Graphic {
	return g.set(func(s *spec) {
		s.ofName, s.share, s.y = "count", "", ""
		s.of = func(x []float64) (float64, error) { return float64(len(x)), nil }
	})
}

// Share draws for how many of the rows a condition holds, in %.
//
//	plot.Of(results).X("w").Color("algorithm").Share("status = solved")
func (g *Graphic) Share(condition string) *Graphic {
	return g.set(func(s *spec) { s.share, s.of, s.ofName = condition, frame.Mean, condition })
}

// Interval draws an interval of this level, such as 0.95, around what is taken
// together: the percentile bootstrap over problems, of which each keeps all its
// rows, such as its seeds, 1,000 times (package stats).
func (g *Graphic) Interval(level float64) *Graphic {
	return g.set(func(s *spec) {
		if s.level = level; !(level > 0 && level < 1) {
			s.err = fmt.Errorf("an interval of level %v: want one between 0 and 1, such as 0.95", level)
		}
	})
}

// LogX has the horizontal axis logarithmic.
func (g *Graphic) LogX() *Graphic { return g.set(func(s *spec) { s.logX, s.linearX = true, false }) }

// LogY has the vertical axis logarithmic.
func (g *Graphic) LogY() *Graphic { return g.set(func(s *spec) { s.logY, s.linear = true, false }) }

// LinearX has the horizontal axis linear.
func (g *Graphic) LinearX() *Graphic {
	return g.set(func(s *spec) { s.logX, s.linearX = false, true })
}

// LinearY has the vertical axis linear.
func (g *Graphic) LinearY() *Graphic { return g.set(func(s *spec) { s.logY, s.linear = false, true }) }

// Title is written above the chart in place of what it is of.
func (g *Graphic) Title(title string) *Graphic { return g.set(func(s *spec) { s.title = title }) }

// Chart is the chart that the Graphic describes.
func (g *Graphic) Chart() *Chart {
	if g.chart == nil {
		g.chart = g.draw()
	}
	return g.chart
}

// Err says why there is nothing to see; nil if there is.
func (g *Graphic) Err() error { return g.Chart().Err() }

// Show shows the chart.
func (g *Graphic) Show() { g.Chart().Show() }

// Save writes the chart to a file, by the ending of its name: see Chart.Save.
func (g *Graphic) Save(path string) error { return g.Chart().Save(path) }

// SVG is the chart as a picture for paper.
func (g *Graphic) SVG() (string, error) { return g.Chart().SVG() }

// HTML is a self-contained page with the live chart.
func (g *Graphic) HTML() string { return g.Chart().HTML() }

// String is what the chart says, in lines of text.
func (g *Graphic) String() string { return g.Chart().String() }

// MIME is the chart for a notebook.
func (g *Graphic) MIME() show.MIME { return g.Chart().MIME() }

// Page is the chart as a self-contained page.
func (g *Graphic) Page() (title, page string, err error) { return g.Chart().Page() }

// Staged is MIME: the chart is whole at once.
func (g *Graphic) Staged() (show.MIME, func(context.Context) show.MIME) {
	return g.Chart().Staged()
}

// heading is what the chart is of, in words.
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
		what = s.together() + s.pair[0] + " over " + s.x + " and " + s.y
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

// capital begins a title with a capital letter, but for units such as µs.
func capital(s string) string {
	if s != "" && 'a' <= s[0] && s[0] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// together is how rows are taken together, in words before a column's name.
func (s *spec) together() string {
	if s.of == nil || s.share != "" {
		return ""
	}
	return s.ofName + " "
}

// yName is what the vertical axis shows.
func (s *spec) yName() string {
	switch {
	case s.share != "":
		return s.share + " (%)"
	case s.ofName == "count":
		return "rows"
	}
	return s.together() + s.named(s.y)
}

// named is a column's name with its unit.
func (s *spec) named(column string) string {
	if c := s.data.Column(column); c != nil && c.Unit() != "" {
		return column + " (" + c.Unit() + ")"
	}
	return column
}

// columns are those that distinguish rows beside x.
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
		return fmt.Errorf("%s", why)
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

// settle chooses the mark where none is chosen.
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
		s.mark, s.ofName = bars, "count"
		s.of = func(x []float64) (float64, error) { return float64(len(x)), nil }
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
