package plot

import "math"

// A figure is what a plot is made of: panels in rows and columns, each with two
// axes and lines. It knows nothing of how it is drawn: option.go makes the live
// chart of it, svg.go the static picture.
type figure struct {
	title   string
	columns int
	heights []int   // of the rows' plotting areas, in pixels
	panels  []panel // row by row
}

type panel struct {
	title string // above the panel, "" for none
	color string // of the title
	x, y  axis
	lines []line
}

type axis struct {
	name     string // with its unit; "" leaves out the name and the numbers
	log      bool
	min, max float64
}

// A line draws one column of a table against another.
type line struct {
	name   string // what the tooltip calls it
	label  string // written at its end
	color  string
	dashed bool
	step   bool // holds its value until the next row
	data   *table
	x, y   int // columns
}

// A table holds the rows that lines share. The tooltip tells all of a row.
type table struct {
	columns []string
	words   map[string][]string // what the values 0, 1, ... of a column mean
	rows    [][]float64
}

// thinned is the table with at most n rows, evenly chosen, the last included.
func (t *table) thinned(n int) *table {
	if len(t.rows) <= n {
		return t
	}
	rows := make([][]float64, 0, n)
	for i := range n - 1 {
		rows = append(rows, t.rows[i*len(t.rows)/(n-1)])
	}
	rows = append(rows, t.rows[len(t.rows)-1])
	return &table{t.columns, t.words, rows}
}

// linear is an axis over values, widened to round numbers.
func linear(name string, low, high float64) axis {
	if low >= high {
		low, high = low-1, high+1
	}
	step := niceStep(high-low, 5)
	return axis{name: name, min: math.Floor(low/step) * step, max: math.Ceil(high/step) * step}
}

// logarithmic is a log axis over positive values, widened to powers of ten.
func logarithmic(name string, low, high float64) axis {
	a := math.Floor(math.Log10(low))
	b := math.Ceil(math.Log10(high))
	if b <= a {
		b = a + 1
	}
	return axis{name: name, log: true, min: math.Pow(10, a), max: math.Pow(10, b)}
}

// niceStep is 1, 2 or 5 times a power of ten, so that span has about n steps.
func niceStep(span float64, n int) float64 {
	raw := span / float64(n)
	unit := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if raw <= m*unit*1.0001 {
			return m * unit
		}
	}
	return 10 * unit
}

// ticks are the values to be marked on an axis, about n of them.
func (a axis) ticks(n int) []float64 {
	var t []float64
	if a.log {
		low, high := math.Round(math.Log10(a.min)), math.Round(math.Log10(a.max))
		every := max(1, math.Ceil((high-low)/float64(n)))
		for e := low; e <= high; e += every {
			t = append(t, math.Pow(10, e))
		}
		return t
	}
	step := niceStep(a.max-a.min, n)
	for k := math.Ceil(a.min/step - 1e-9); k*step <= a.max+step*1e-9; k++ {
		t = append(t, k*step)
	}
	return t
}

// at is a value's place on the axis, from 0 to 1.
func (a axis) at(v float64) float64 {
	if a.log {
		return math.Log(max(v, a.min)/a.min) / math.Log(a.max/a.min)
	}
	return (v - a.min) / (a.max - a.min)
}

// The layout, in pixels of the static picture. The live chart has the same
// heights and margins, and is as wide as its page.
const (
	width       = 900
	titleHeight = 36
	panelTitle  = 22 // above the first row of a band of panels
	nameHeight  = 26 // above each panel, for the vertical axis's name
	axisHeight  = 24 // numbers below a panel
	xNameHeight = 20
	leftMargin  = 78
	rightMargin = 56 // for the labels at the lines' ends
)

// box is a panel's plotting area.
type box struct{ left, top, width, height float64 }

// layout places the panels, and tells the height of the whole.
func (f *figure) layout() (boxes []box, height int) {
	y := titleHeight
	for i := range f.panels {
		row, col := i/f.columns, i%f.columns
		if col == 0 {
			if row > 0 {
				y += f.below(row - 1)
			}
			if f.panels[i].title != "" {
				y += panelTitle
			}
			y += nameHeight
		}
		slot := float64(width) / float64(f.columns)
		boxes = append(boxes, box{float64(col)*slot + leftMargin, float64(y), slot - leftMargin - rightMargin, float64(f.heights[row])})
	}
	last := (len(f.panels) - 1) / f.columns
	return boxes, y + f.below(last)
}

// below is the height of a row's plotting area and of what is written below it.
func (f *figure) below(row int) int {
	h := f.heights[row] + 6
	if f.panels[row*f.columns].x.name != "" {
		h += axisHeight + xNameHeight + 10
	}
	return h
}

// pad fills the last row with empty panels.
func (f *figure) pad() {
	for len(f.panels)%f.columns != 0 {
		f.panels = append(f.panels, panel{})
	}
}
