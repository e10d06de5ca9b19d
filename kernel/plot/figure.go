package plot

import (
	"cmp"
	"math"

	"github.com/focal-search/focal/engine/output"
)

// A figure describes a plot: panels in rows and columns, each with two axes, lines and
// blocks. It does not depend on how it is drawn: option.go makes the interactive chart
// from it, svg.go the static picture.
type figure struct {
	title   string
	width   int    // of the picture on paper, in pixels; 0 for the page's
	family  string // of the letters on paper
	key     string // of a figure that is drawn again, "" for any other
	legend  []line // entries between the title and the panels, one for each name of lines and blocks
	item    bool   // the tooltip shows only the mark under the pointer, not all marks at its x
	columns int
	widest  int     // greatest plotting width of a panel in pixels; 0 for any
	heights []int   // of the rows' plotting areas, in pixels
	panels  []panel // row by row
}

type panel struct {
	title  string // above the panel, "" for none
	color  string // of the title
	x, y   axis
	blocks []block // below the lines
	lines  []line
}

func (p *panel) empty() bool { return len(p.lines) == 0 && len(p.blocks) == 0 }

// data returns the dataset of a panel. Panels with the same dataset show the same rows.
func (p *panel) data() *dataset {
	if len(p.lines) > 0 {
		return p.lines[0].data
	}
	return p.blocks[0].data
}

type axis struct {
	name     string // with its unit; "" leaves out the name and the numbers
	log      bool
	min, max float64
	labels   []string // of the values 0, 1, ... on an axis of categories
	fixed    bool     // the interactive chart has the same ticks as the picture
}

// A line draws one column of a dataset against another.
type line struct {
	name   string // in the tooltip
	label  string // written at its end
	color  string
	dash   string  // "" for a solid line, else how long its dashes and gaps are, in pixels
	step   bool    // holds its value until the next row
	dots   bool    // marks each row with a dot
	bare   bool    // only dots
	legend bool    // the live legend shows dots, which another series draws
	square bool    // the dots are square
	shape  string  // of the dots: triangle, diamond, rect, or "" for what square says
	open   bool    // the dots are drawn as outlines
	few    int     // if above 0, a few marks along the line on paper, at places of this line
	tone   float64 // the strength of areas among others; 0 for the usual one
	icon   string  // in the live legend, "" for that of the first series of the name
	data   *dataset
	x, y   int // columns
}

// The usual dashes of a line.
const (
	dashed = "6 4"
	dotted = "2 3"
)

// A block draws each row of a dataset as a rectangle between two opposite corners.
// One without width or height is a stroke.
type block struct {
	name    string
	color   string
	fill    float64 // opacity of the area; the outline is solid
	data    *dataset
	corners [4]int  // columns of x and y of one corner, and of the other
	aside   float64 // so many pixels to the right
	cells   []shade // if given, the look of each row, without outline
}

// A shade is the look of one block: its colour, the colour's strength from 0 to 1, and a
// text in the middle.
type shade struct {
	Color   string  `json:"color"`
	Opacity float64 `json:"opacity"`
	Text    string  `json:"text"`
}

// A dataset holds the rows that lines share. The tooltip shows all columns of a row
// except those whose names start with an underscore.
type dataset struct {
	columns []string
	words   map[string][]string // the meaning of the values 0, 1, ... of a column
	rows    [][]float64
}

// thinned returns the dataset with at most n rows, evenly chosen, including the last.
func (t *dataset) thinned(n int) *dataset {
	if len(t.rows) <= n {
		return t
	}
	return &dataset{t.columns, t.words, thin(t.rows, n)}
}

// thin chooses at most n elements of a list evenly, including the last.
func thin[T any](all []T, n int) []T {
	if len(all) <= n {
		return all
	}
	chosen := make([]T, 0, n)
	for i := range n - 1 {
		chosen = append(chosen, all[i*len(all)/(n-1)])
	}
	return append(chosen, all[len(all)-1])
}

// different returns the different values that elements have, in the order in which they first occur.
func different[T any, V comparable](all []T, of func(T) V) (values []V) {
	seen := map[V]bool{}
	for _, x := range all {
		if v := of(x); !seen[v] {
			seen[v] = true
			values = append(values, v)
		}
	}
	return values
}

// upTo lists the whole numbers from 0 on, n of them.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// A vocabulary numbers texts, for a column of a dataset whose values they are.
type vocabulary struct {
	words   []string
	numbers map[string]int
}

func (v *vocabulary) number(word string) float64 {
	n, known := v.numbers[word]
	if !known {
		if v.numbers == nil {
			v.numbers = map[string]int{}
		}
		n = len(v.words)
		v.words, v.numbers[word] = append(v.words, word), n
	}
	return float64(n)
}

// of returns the line over two columns of a dataset.
func (l line) of(data *dataset, x, y int) line {
	l.data, l.x, l.y = data, x, y
	return l
}

// block returns a block in the line's colour over four columns of a dataset.
func (l line) block(data *dataset, x0, y0, x1, y1 int) block {
	return block{name: l.name, color: l.color, data: data, corners: [4]int{x0, y0, x1, y1}}
}

// points returns the line's dots alone over two columns of a dataset, as outlines if they are open.
func (l line) points(data *dataset, x, y int, open bool) line {
	l.bare, l.dash, l.open = true, "", open
	return l.of(data, x, y)
}

// straight returns the line on which two things are equal, between two points.
func straight(x0, y0, x1, y1 float64) line {
	return line{name: "equal", color: grey, dash: dashed}.of(
		&dataset{columns: []string{"_x", "_y"}, rows: [][]float64{{x0, y0}, {x1, y1}}}, 0, 1)
}

// linear returns an axis from low to high, extended to round numbers. If low and high are
// equal, or too close to be distinguished at their magnitude, the axis is extended
// further.
func linear(name string, low, high float64) axis {
	if size := max(math.Abs(low), math.Abs(high)); high-low <= 1e-13*size {
		room := max(1, 1e-6*size)
		if 0 < size && size < 1 {
			room = size / 2
		}
		low, high = low-room, high+room
	}
	step := niceStep(high-low, 5)
	return axis{name: name, min: math.Floor(low/step) * step, max: math.Ceil(high/step) * step}
}

// logarithmic returns a logarithmic axis over positive values, extended to powers of ten.
func logarithmic(name string, low, high float64) axis {
	a := math.Floor(math.Log10(low))
	b := math.Ceil(math.Log10(high))
	if b <= a {
		b = a + 1
	}
	return axis{name: name, log: true, min: math.Pow(10, a), max: math.Pow(10, b)}
}

// categories returns an axis whose values 0, 1, ... have names.
func categories(name string, labels []string) axis {
	return axis{name: name, min: -0.5, max: float64(len(labels)) - 0.5, labels: labels, fixed: true}
}

// decades is the ratio of the greatest value to the least from which an axis is
// logarithmic.
const decades = 30

// spans reports whether an axis from low to high is logarithmic.
func spans(low, high float64) bool { return low > 0 && high >= decades*low }

// fit returns an axis over values: logarithmic if they span decades, else linear from 0.
func fit(name string, values ...float64) axis {
	low, high := math.Inf(1), 0.0
	for _, v := range values {
		if v > 0 {
			low = min(low, v)
		}
		high = max(high, v)
	}
	if spans(low, high) {
		return ratioAxis(name, low, high)
	}
	if high == 0 {
		high = 1
	}
	a := linear(name, 0, high)
	a.fixed = true
	return a
}

// ratioAxis returns a logarithmic axis over positive values, extended to 1, 2 or 5 times
// a power of ten.
func ratioAxis(name string, low, high float64) axis {
	a := axis{name: name, log: true, fixed: true, min: niceBelow(low), max: 1 / niceBelow(1/high)}
	if a.min == a.max {
		a.min, a.max = niceBelow(low/1.5), 1/niceBelow(1/(high*1.5))
	}
	return a
}

// niceBelow returns the greatest number of the form 1, 2 or 5 times a power of ten that
// is at most v.
func niceBelow(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)+1e-9))
	for _, m := range []float64{5, 2} {
		if m*unit <= v*(1+1e-9) {
			return m * unit
		}
	}
	return unit
}

// niceStep returns 1, 2 or 5 times a power of ten such that span has about n steps.
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

// ticks returns about n values to be marked on an axis.
func (a axis) ticks(n int) []float64 {
	var t []float64
	if a.labels != nil {
		for i := range a.labels {
			t = append(t, float64(i))
		}
		return t
	}
	if a.log {
		low, high := math.Ceil(math.Log10(a.min)-1e-9), math.Floor(math.Log10(a.max)+1e-9)
		if high-low < 2 {
			return a.between(n)
		}
		every := max(1, math.Ceil((high-low)/float64(n)))
		for e := low; e <= high; e += every {
			t = append(t, math.Pow(10, e))
		}
		return t
	}
	step := niceStep(a.max-a.min, n)
	first, last := math.Ceil(a.min/step-1e-9), math.Floor(a.max/step+1e-9)
	if last-first < 1 { // one mark gives no scale
		step = niceStep(a.max-a.min, 2*n)
		first, last = math.Ceil(a.min/step-1e-9), math.Floor(a.max/step+1e-9)
	}
	for i := range int(last-first) + 1 { // an int, since adding 1 does not change a large float64
		t = append(t, (first+float64(i))*step)
	}
	return t
}

// ticks returns the values to be marked on a panel's axes, in the chart and in the
// picture.
func (p *panel) ticks(b box) (x, y []float64) {
	apart := 40.0
	if p.y.log {
		apart = 22 // every power of ten if there is room
	}
	return p.x.ticks(max(3, int(b.width/60))), p.y.ticks(max(2, int(b.height/apart)))
}

// multiples of the powers of ten that mark a logarithmic axis over few decades, the coarsest first.
var multiples = [][]float64{{1}, {1, 3}, {1, 2, 5}, {1, 2, 3, 5, 7}, {1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9}}

// between returns the ticks of a logarithmic axis over few decades, at least three: about n multiples
// of the powers of ten, or equal steps where there are too few of them.
func (a axis) between(n int) (t []float64) {
	for i, ms := range multiples {
		if next := a.at10(ms); len(t) < 3 || i <= 2 && len(next) <= n {
			t = next
		}
	}
	if len(t) >= 3 {
		return t
	}
	step := niceStep(a.max-a.min, 4)
	t = nil
	for v := math.Ceil(a.min/step-1e-9) * step; v <= a.max*(1+1e-9); v += step {
		t = append(t, v)
	}
	return t
}

// at10 returns the multiples of the powers of ten on the axis.
func (a axis) at10(multiples []float64) (t []float64) {
	for e := math.Floor(math.Log10(a.min)); math.Pow(10, e) <= a.max*(1+1e-9); e++ {
		for _, m := range multiples {
			if v := m * math.Pow(10, e); v >= a.min*(1-1e-9) && v <= a.max*(1+1e-9) {
				t = append(t, v)
			}
		}
	}
	return t
}

// minor returns the ticks without numbers of a logarithmic axis over few decades.
func (a axis) minor() (all []float64) {
	if !a.log || a.max/a.min > 1e8 {
		return nil
	}
	for power := math.Pow(10, math.Floor(math.Log10(a.min))); power < a.max; power *= 10 {
		for m := 2.; m < 10; m++ {
			if v := m * power; v > a.min && v < a.max {
				all = append(all, v)
			}
		}
	}
	return all
}

// text formats a value for the axis.
func (a axis) text(v float64) string {
	if a.labels != nil {
		return a.labels[int(v)]
	}
	return tick(v)
}

// The greatest width of a category's name below a horizontal axis and beside a vertical
// one, in pixels.
const (
	widestBelow  = 210
	widestBeside = 336
)

// On paper there is less room for them.

func (f *figure) widestBelow() float64  { return min(widestBelow, f.across()/4) }
func (f *figure) widestBeside() float64 { return min(widestBeside, 0.6*f.across()) }

// below and beside are the texts of values on a panel's axes.

func (f *figure) below(p *panel, v float64) string  { return p.x.short(v, f.widestBelow(), f.ruler()) }
func (f *figure) beside(p *panel, v float64) string { return p.y.short(v, f.widestBeside(), f.ruler()) }

// ruler measures the figure's text.
func (f *figure) ruler() ruler { return ruler{f.family, f.width > 0} }

// short formats a value; the name of a category that is wider than widest is cut.
func (a axis) short(v float64, widest float64, r ruler) string {
	text := a.text(v)
	if a.labels == nil || r.text(text) <= widest {
		return text
	}
	chars := []rune(text)
	for r.text(string(chars)+"…") > widest {
		chars = chars[:len(chars)-1]
	}
	return string(chars) + "…"
}

// at returns a value's position on the axis, from 0 to 1.
func (a axis) at(v float64) float64 {
	if a.log {
		return math.Log(max(v, a.min)/a.min) / math.Log(a.max/a.min)
	}
	return (v - a.min) / (a.max - a.min)
}

// The layout, in pixels of the static picture. The interactive chart has the same heights
// and margins and is as wide as its page.
const (
	pageWidth   = 900
	titleHeight = 36
	legendLine  = 24
	titleLine   = 19 // a further line of the title
	nameLine    = 15 // a further line of other names
	panelTitle  = 22 // above the first row of a band of panels
	nameHeight  = 26 // above each panel, for the name of the vertical axis
	axisHeight  = 24 // numbers below a panel
	xNameHeight = 20
	margin      = 24 // right of a panel, and left of its labels
	endMargin   = 56 // right of a panel, for the labels at the lines' ends
)

// titleSize is that of the title's letters, in pixels.
const titleSize = 15

// box is a panel's plotting area.
type box struct{ left, top, width, height float64 }

// x and y are where a value of an axis is in the picture.

func (b box) x(a axis, v float64) float64 { return b.left + a.at(v)*b.width }
func (b box) y(a axis, v float64) float64 { return b.top + (1-a.at(v))*b.height }

// across returns the width of the picture.
func (f *figure) across() float64 { return float64(cmp.Or(f.width, pageWidth)) }

// slot returns the width that a panel and its margins have.
func (f *figure) slot() float64 { return f.across() / float64(f.columns) }

// indent returns where the title, the legend and the panels' names begin, beside the left margin of the first panel.
// On paper they need the room.
func (f *figure) indent(left int) float64 {
	if f.width > 0 {
		return 4
	}
	return float64(left)
}

// titles returns the lines of the title.
func (f *figure) titles() []string {
	left, _ := f.margins()
	return f.broken(f.title, f.across()-f.indent(left), f.ruler().title)
}

// top returns the height of the title.
func (f *figure) top() int {
	lines := len(f.titles())
	if lines == 0 && f.width > 0 {
		return 8
	}
	return titleHeight + titleLine*max(0, lines-1)
}

// margins returns the margins beside each panel. They make room for the values of the
// vertical axes, for half of the last value of a horizontal axis, and for the labels at
// the lines' ends.
func (f *figure) margins() (left, right int) {
	beside := margin
	left, right = 2*margin, margin
	if f.width > 0 {
		left, right, beside = margin, margin/2, margin/2
	}
	r := f.ruler()
	for i := range f.panels {
		p := &f.panels[i]
		for _, v := range p.y.ticks(5) {
			left = max(left, int(math.Ceil(r.text(f.beside(p, v))))+beside)
		}
		if p.x.labels == nil && p.x.name != "" {
			right = max(right, int(r.text(p.x.text(p.x.max)))/2+4)
		}
		for _, l := range p.lines {
			switch {
			case l.label == "":
			case f.width > 0:
				right = max(right, int(r.text(l.label))+9)
			default:
				right = max(right, endMargin)
			}
		}
	}
	return left, right
}

// legendPlaces returns the positions of the legend's entries and the number of lines that
// they need.
func (f *figure) legendPlaces() (places [][2]float64, lines int) {
	left, _ := f.margins()
	x := f.across()
	for _, e := range f.legend {
		wide := 30 + f.ruler().text(e.name)
		if x+wide > f.across() {
			x, lines = f.indent(left), lines+1
		}
		places = append(places, [2]float64{x, float64(f.top() + 10 + (lines-1)*legendLine)})
		x += wide + 18
	}
	return places, lines
}

// wide returns the width of each panel's plotting area.
func (f *figure) wide() float64 {
	left, right := f.margins()
	wide := f.slot() - float64(left+right)
	if f.widest > 0 {
		wide = min(wide, float64(f.widest))
	}
	return wide
}

// turned reports whether the names of the categories below a panel are written
// vertically, because they do not fit side by side, and how many more pixels they then
// need below it.
func (f *figure) turned(p *panel) (turned bool, more int) {
	if p.x.labels == nil || p.x.name == "" {
		return false, 0
	}
	step := f.wide() / float64(len(p.x.labels))
	longest, end := 0.0, math.Inf(-1)
	for i := range p.x.labels {
		wide := f.ruler().text(f.below(p, float64(i)))
		middle := (float64(i) + 0.5) * step
		turned = turned || middle-wide/2 <= end
		longest, end = max(longest, wide), middle+wide/2
	}
	if !turned {
		return false, 0
	}
	return true, max(0, int(longest)-axisHeight+12)
}

// layout returns the positions of the panels and the total height.
func (f *figure) layout() (boxes []box, height int) {
	y := f.top()
	_, lines := f.legendPlaces()
	y += lines * legendLine
	left, _ := f.margins()
	for i := range f.panels {
		row, col := i/f.columns, i%f.columns
		if col == 0 {
			if row > 0 {
				y += f.under(row - 1)
			}
			y += f.above(row)
		}
		boxes = append(boxes, box{float64(col)*f.slot() + float64(left), float64(y), f.wide(), float64(f.heights[row])})
	}
	last := (len(f.panels) - 1) / f.columns
	return boxes, y + f.under(last)
}

// names returns the lines of a panel's title, and those of the names of its axes.
func (f *figure) names(p *panel) (title, y, x []string) {
	_, right := f.margins()
	wide := f.slot() - 8
	r := f.ruler()
	return f.broken(p.title, wide, r.bold), f.broken(p.y.name, wide, r.text),
		f.broken(p.x.name, f.wide()+2*float64(right), r.text)
}

// broken breaks a text into lines on paper, where names may be wider than their place.
func (f *figure) broken(text string, wide float64, width func(string) float64) []string {
	if f.width == 0 && text != "" {
		return []string{text}
	}
	return output.Lines(text, wide, width)
}

// above returns the height of the text above a row.
func (f *figure) above(row int) int {
	titles, names := 0, 1
	for i := row * f.columns; i < min((row+1)*f.columns, len(f.panels)); i++ {
		title, y, _ := f.names(&f.panels[i])
		titles, names = max(titles, len(title)), max(names, len(y))
	}
	h := nameHeight + nameLine*(names-1)
	if titles > 0 {
		h += panelTitle + nameLine*(titles-1)
	}
	return h
}

// under returns the height of a row's plotting area and of the text below it.
func (f *figure) under(row int) int {
	h := f.heights[row] + 6
	if f.panels[row*f.columns].x.name != "" {
		h += axisHeight + xNameHeight + 10
	}
	more := 0
	for i := row * f.columns; i < min((row+1)*f.columns, len(f.panels)); i++ {
		_, m := f.turned(&f.panels[i])
		_, _, x := f.names(&f.panels[i])
		more = max(more, m+nameLine*max(0, len(x)-1))
	}
	return h + more
}

// pad fills the last row with empty panels.
func (f *figure) pad() {
	for len(f.panels)%f.columns != 0 {
		f.panels = append(f.panels, panel{})
	}
}

// value returns the value at a position on the axis, the inverse of at.
func (a axis) value(at float64) float64 {
	if a.log {
		return a.min * math.Pow(a.max/a.min, at)
	}
	return a.min + at*(a.max-a.min)
}
