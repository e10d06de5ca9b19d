package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/kernel/frame"
)

// classes are the values of a column that are distinguished by colours, shapes, panels or
// positions along an axis.
type classes struct {
	column string
	labels []string
	lines  []line // the look of each, after looks
	of     []int  // the class of each row
}

// The most values that can be distinguished.
const (
	mostColors = 12
	mostShapes = 4
	mostPanels = 24
	mostPlaces = 120 // along an axis
	severally  = 8   // numbers with a colour each; more are put into ranges
	ranges     = 5
)

// classify divides the rows of a frame into classes by a column; without a column, "",
// all rows form one class.
func classify(f *frame.Frame, column string, most int, what string) (classes, error) {
	c := classes{column: column, of: make([]int, f.Rows())}
	if column == "" {
		c.labels = []string{""}
		return c, nil
	}
	values := f.Column(column)
	label := func(i int) string {
		switch {
		case values.Missing(i):
			return "no " + column
		case column == "set":
			return report.SetTitle(values.Text(i))
		}
		return values.Text(i)
	}
	if values.Numeric() {
		var all []float64
		for i := range f.Rows() {
			if !values.Missing(i) {
				all = append(all, values.Number(i))
			}
		}
		slices.Sort(all)
		different := slices.Compact(slices.Clone(all))
		class := func(x float64) int { at, _ := slices.BinarySearch(different, x); return at }
		if what == "color" && len(different) > severally {
			c.labels, class = ranked(all)
		} else {
			for _, x := range different {
				c.labels = append(c.labels, axis{}.text(x))
			}
		}
		for i := range c.of {
			if c.of[i] = len(c.labels); !values.Missing(i) {
				c.of[i] = class(values.Number(i))
			}
		}
		if len(all) < f.Rows() {
			c.labels = append(c.labels, "no "+column)
		}
	} else {
		index := map[string]int{}
		raw := map[string]string{} // the value of each label
		for i := range f.Rows() {
			l := label(i)
			if _, known := index[l]; !known {
				index[l], raw[l] = 0, values.Text(i)
				c.labels = append(c.labels, l)
			}
		}
		order := engine.AlgorithmNames()
		for i, name := range order {
			order[i] = titleOf(name)
		}
		place := func(l string) int {
			if at := slices.Index(order, l); at >= 0 {
				return at
			}
			return len(order)
		}
		slices.SortStableFunc(c.labels, func(a, b string) int {
			return cmp.Or(place(a)-place(b), frame.Compare(raw[a], raw[b]))
		})
		for at, l := range c.labels {
			index[l] = at
		}
		for i := range f.Rows() {
			c.of[i] = index[label(i)]
		}
	}
	if len(c.labels) > most {
		return c, fmt.Errorf("%s: %s has %d different values, and at most %d can be distinguished: keep some by "+
			"Where, or choose another column", what, column, len(c.labels), most)
	}
	return c, nil
}

// ranked returns the names of ranges with about as many of some sorted numbers in each, and the range of a number.
func ranked(sorted []float64) (labels []string, class func(float64) int) {
	var bounds []float64
	for k := 1; k < ranges; k++ {
		bounds = append(bounds, sorted[k*len(sorted)/ranges])
	}
	bounds = slices.Compact(bounds)
	text := axis{}.text
	labels = append(labels, "below "+text(bounds[0]))
	for k := 1; k < len(bounds); k++ {
		labels = append(labels, text(bounds[k-1])+" to "+text(bounds[k]))
	}
	return append(labels, "from "+text(bounds[len(bounds)-1])), func(x float64) int {
		at, exact := slices.BinarySearch(bounds, x)
		if exact {
			at++
		}
		return at
	}
}

// colors are for classes without a fixed colour.
var colors = append(slices.Clone(ofMany), blue, vermilion, green, pink, ochre, sky)

// looks gives each class a colour: algorithms have fixed ones, numbers are graded from
// light to dark. A user-defined algorithm has the look that it has everywhere, unless
// another class has it.
func (c *classes) looks(f *frame.Frame) {
	numeric := c.column != "" && f.Column(c.column).Numeric()
	for i, label := range c.labels {
		l := ith(i, label, colors)
		switch {
		case c.column == "":
			l.color = blue
		case numeric && strings.HasPrefix(label, "no "):
			l.color = grey
		case numeric:
			l.color = graded(i, len(c.labels))
		default:
			named, known := lineNamed(label)
			if known {
				l = named
			}
			own := lineOf(label)
			if !known && c.column == "algorithm" && !slices.ContainsFunc(c.lines, func(other line) bool {
				return other.color == own.color && other.dash == own.dash
			}) {
				l = own
			}
		}
		l.tone = tones[i%len(tones)]
		c.lines = append(c.lines, l.apart(c.lines))
	}
}

// apart returns the line with dots that differ from those of the others without colours, as long as there are shapes.
func (l line) apart(others []line) line {
	taken := map[string]bool{}
	for _, o := range others {
		taken[o.mark()] = true
	}
	if !taken[l.mark()] {
		return l
	}
	if i := slices.IndexFunc(shapes, func(shape string) bool { return !taken[shape] }); i >= 0 {
		l.shape, l.square = shapes[i], false
	}
	return l
}

// mark is the shape of a line's dots.
func (l line) mark() string {
	if l.shape == "" && l.square {
		return "rect"
	}
	return l.shape
}

// graded returns the i-th of n colours from light to dark.
func graded(i, n int) string {
	stops := [][3]float64{rgb("#e0a030"), rgb("#cc4a5a"), rgb("#5b3a9b")}
	at := float64(len(stops)-1) * float64(i) / float64(max(n-1, 1))
	k := min(int(at), len(stops)-2)
	var c [3]int
	for j := range c {
		c[j] = int(math.Round(stops[k][j] + (at-float64(k))*(stops[k+1][j]-stops[k][j])))
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
}

// The shapes of points, the dashes of lines and the strengths of areas, which differ without colours.
var (
	shapes = []string{"", "rect", "triangle", "diamond", "down", "plus", "cross"}
	dashes = []string{"", dashed, dotted, dashDot}
	tones  = []float64{1, 0.2, 0.6, 0.4} // of bars beside each other
)
