package plot

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/provenance"
)

// An Option changes how a chart looks, in Chart.With and Chart.Save.
type Option func(*Chart) error

// A paper is what a picture is drawn for.
type paper struct {
	width, height float64 // of the picture, in points; 0 for those of the page
	notes         float64 // the height of the notes below it, of the whole height
	family        string  // of its letters, "" for Go's sans-serif
	size          float64 // of most letters, in points; 0 for 12 pixels
}

// letters is the size of most letters of a picture, in pixels.
const letters = 12

// unit is the number of points that a pixel of the picture has.
func (p paper) unit() float64 {
	switch {
	case p.size > 0:
		return p.size / letters
	case p.width > 0 || p.height > 0:
		return 8. / letters
	}
	return 72. / 96
}

// pixels is the width of the picture.
func (p paper) pixels() int {
	if p.width == 0 {
		return pageWidth
	}
	return int(math.Round(p.width / p.unit()))
}

// ruler measures the text of pictures.
func (p paper) ruler() ruler { return ruler{p.family, p.print()} }

// print reports whether the picture is not the page's.
func (p paper) print() bool { return p != paper{} }

// With returns the chart with other looks. Titles change everywhere; width, height and font
// change pictures (.svg, .png and .pdf), not the interactive chart. An option that does not
// fit the chart is an error of the new chart.
//
//	plot.Success(results).With(plot.Title("Success"), plot.XLabel("bound w")).Show()
func (c *Chart) With(options ...Option) *Chart {
	if c.Err() != nil {
		return c
	}
	changed := *c
	changed.figure.panels = slices.Clone(c.figure.panels)
	if c.film != nil {
		f := *c.film
		changed.film = &f
	}
	for _, o := range options {
		if err := o(&changed); err != nil {
			return &Chart{err: err}
		}
	}
	return &changed
}

// Width sets a picture's width: a length such as "3.3in", "8.4cm", "84mm" or "240pt". Panels
// that are too narrow beside each other are drawn below each other. Letters keep their size,
// 8 points unless Font sets it.
func Width(length string) Option {
	return func(c *Chart) (err error) {
		c.paper.width, err = inPoints("width", length)
		return err
	}
}

// Height sets a picture's height, by the height of its panels. Charts of go-echarts and
// pictures of problems have the height that their width gives.
func Height(length string) Option {
	return func(c *Chart) (err error) {
		if c.film != nil || c.given != nil {
			return errors.New("plot.Height: pictures and charts of go-echarts have the height that their width gives")
		}
		c.paper.height, err = inPoints("height", length)
		return err
	}
}

// inPoints converts a length.
func inPoints(what, length string) (float64, error) {
	for unit, size := range map[string]float64{"in": 72, "cm": 72 / 2.54, "mm": 72 / 25.4, "pt": 1} {
		if number, ok := strings.CutSuffix(strings.TrimSpace(length), unit); ok {
			x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
			if x *= size; err == nil && x >= 36 && x <= 7200 {
				return x, nil
			}
		}
	}
	return 0, fmt.Errorf(`the %s %q: want a length from 0.5in to 100in, such as "3.3in", "8.4cm", "84mm" or "240pt"`, what,
		length)
}

// Font sets the letters of pictures: a family and the size of most letters in points.
// Times, Helvetica and Courier stand for the free fonts Liberation, which are as wide.
// Other families must be installed. A compiled program imports package fonts for all but Go's.
func Font(family string, size float64) Option {
	return func(c *Chart) error {
		if !(size >= 4 && size <= 40) {
			return fmt.Errorf("a font of %v points: want from 4 to 40", size)
		}
		c.paper.family, c.paper.size = family, size
		return nil
	}
}

// papers are the places that a picture may be for: the width, and the letters. The widths are those of the style files.
// aaai24.sty has a text of 7 in and 0.375 in between its columns, and AAAI's instructions say 3.3 in for a column;
// ijcai23.sty has 7 in and 0.25 in. jair.cls of 2025, for volumes from 83 on, takes the page of acmart's acmlarge:
// letter paper with 81 TeX points on each side, which leaves 6.26 in (jair.sty before it had 6 in). For half of that
// and for a talk there is no such rule.
var papers = map[string][]Option{
	"aaai":       {Width("3.3in"), Font("Times", 8)},
	"aaai-wide":  {Width("7in"), Font("Times", 8)},
	"ijcai":      {Width("3.375in"), Font("Times", 8)},
	"ijcai-wide": {Width("7in"), Font("Times", 8)},
	"jair":       {Width("6.25in"), Font("Times", 9)},
	"jair-half":  {Width("3in"), Font("Times", 8)},
	"talk":       {Width("10in"), Font("Helvetica", 18)},
}

// Papers lists what Paper knows.
func Papers() []string { return slices.Sorted(maps.Keys(papers)) }

// Paper sets width and font for a column of AAAI or IJCAI ("aaai", "ijcai"), for both columns
// ("aaai-wide", "ijcai-wide"), for the text of JAIR or half of its width ("jair", "jair-half")
// or for slides ("talk").
func Paper(name string) Option {
	return func(c *Chart) error {
		if papers[name] == nil {
			return fmt.Errorf("no paper %q%s", name, engine.Suggest(name, Papers()))
		}
		for _, o := range papers[name] {
			if err := o(c); err != nil {
				return err
			}
		}
		return nil
	}
}

// Title replaces the title; "" leaves it out, as for a figure with a caption.
func Title(title string) Option {
	return func(c *Chart) error {
		switch {
		case c.given != nil:
			return errors.New("plot.Title: a chart of go-echarts has its own option for that, opts.Title")
		case c.explored != nil:
			return errors.New("plot.Title: set the title of each chart, in the function that draws them")
		case c.film != nil:
			c.film.title = title
		}
		c.figure.title = title
		return nil
	}
}

// XLabel replaces the name of the horizontal axis. If the panels have different ones, there
// is a label for each, in their order.
func XLabel(labels ...string) Option {
	return relabel("XLabel", labels, func(p *panel) *axis { return &p.x })
}

// YLabel replaces the name of the vertical axis, like XLabel.
func YLabel(labels ...string) Option {
	return relabel("YLabel", labels, func(p *panel) *axis { return &p.y })
}

func relabel(option string, labels []string, of func(*panel) *axis) Option {
	return func(c *Chart) error {
		switch {
		case c.given != nil:
			return fmt.Errorf("plot.%s: a chart of go-echarts has its own options for that, opts.XAxis and opts.YAxis", option)
		case c.explored != nil:
			return fmt.Errorf("plot.%s: set the names of each chart's axes, in the function that draws them", option)
		case c.film != nil:
			return fmt.Errorf("plot.%s: a picture has no axes", option)
		}
		var names []string
		for i := range c.figure.panels {
			if name := of(&c.figure.panels[i]).name; name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if len(labels) != len(names) {
			return fmt.Errorf("plot.%s has %d labels: want %d, for %s", option, len(labels), len(names),
				strings.Join(names, ", "))
		}
		for i := range c.figure.panels {
			a := of(&c.figure.panels[i])
			if k := slices.Index(names, a.name); k >= 0 {
				a.name = cmp.Or(labels[k], " ") // without any name an axis has no numbers
			}
		}
		return nil
	}
}

// onPaper returns a figure's layout for a paper.
func (f figure) onPaper(p paper) *figure {
	f.legend, _ = f.coinciding(true)
	if !p.print() {
		return &f
	}
	f.width, f.family, f.heights = p.pixels(), p.family, slices.Clone(f.heights)
	f.stack()
	f.mark()
	if f.columns == 1 {
		f.widest = 0
	}
	free := 0
	for row := range f.heights {
		if f.panels[row*f.columns].y.labels == nil { // else each name needs its line
			f.heights[row] = min(f.heights[row], int(0.7*f.wide()))
			free += f.heights[row]
		}
	}
	if p.height > 0 && free > 0 {
		_, height := f.layout()
		scale := max(0, 1+(p.height/p.unit()-float64(height))/float64(free))
		for row := range f.heights {
			if f.panels[row*f.columns].y.labels == nil {
				f.heights[row] = max(leastHeight, int(scale*float64(f.heights[row])))
			}
		}
	}
	return &f
}

// leastHeight is that of a panel, in pixels.
const leastHeight = 40

// stack puts fewer panels beside each other if they would be too narrow. Panels that stand below each other because
// they belong together, under one title, stay so.
func (f *figure) stack() {
	columns := f.columns
	for left, right := f.margins(); columns > 1 && f.width/columns-left-right < leastWidth; {
		columns--
	}
	if columns == f.columns {
		return
	}
	var stacks [][]panel
	rows, deep := len(f.heights), 0
	for row := 0; row < rows; {
		end := row + 1
		for end < rows && f.panels[end*f.columns].title == "" && f.panels[row*f.columns].title != "" {
			end++
		}
		deep = max(deep, end-row)
		for column := range f.columns {
			var stack []panel
			for r := row; r < end; r++ {
				stack = append(stack, f.panels[r*f.columns+column])
			}
			if slices.ContainsFunc(stack, func(p panel) bool { return !p.empty() }) {
				stacks = append(stacks, stack)
			}
		}
		row = end
	}
	heights := f.heights[:deep]
	f.panels, f.heights, f.columns = nil, nil, columns
	for band := range slices.Chunk(stacks, columns) {
		for depth := range deep {
			for _, stack := range band {
				f.panels = append(f.panels, stack[depth])
			}
			f.pad()
		}
		f.heights = append(f.heights, heights...)
	}
}

// mark gives the lines in the legend marks, if they have none, so that they differ without colours.
func (f *figure) mark() {
	for i := range f.panels {
		f.panels[i].lines = slices.Clone(f.panels[i].lines)
	}
	for k := range f.legend {
		e := &f.legend[k]
		if e.bare || e.dots || len(f.legend) == 1 {
			continue
		}
		e.dots = true
		for i := range f.panels {
			for j := range f.panels[i].lines {
				if l := &f.panels[i].lines[j]; l.color == e.color && l.dash == e.dash && !l.bare {
					l.few = k + 1
				}
			}
		}
	}
}

// leastWidth is that of a panel on paper beside another one, in pixels.
const leastWidth = 100

// points returns where each name's lines go in a panel.
func (p *panel) points() map[string][][]float64 {
	of := map[string][][]float64{}
	for _, l := range p.lines {
		if l.bare {
			continue
		}
		for _, row := range l.data.rows {
			of[l.name] = append(of[l.name], []float64{row[l.x], row[l.y]})
		}
	}
	return of
}

// coinciding returns the legend, in which a line that another one covers everywhere says so, if that is said there, and
// the others that coincide, by panel.
func (f *figure) coinciding(there bool) (entries []line, notes []string) {
	entries = slices.Clone(f.legend)
	var everywhere []string
	points := make([]map[string][][]float64, len(f.panels))
	for i := range f.panels {
		points[i] = f.panels[i].points()
	}
	equal := func(i int, a, b string) bool {
		return slices.EqualFunc(points[i][a], points[i][b], slices.Equal[[]float64])
	}
	covered := map[string]bool{}
	for k, e := range f.legend {
		for _, other := range f.legend[:k] {
			same, some := true, false
			for i := range points {
				same, some = same && equal(i, e.name, other.name), some || len(points[i][e.name]) > 0
			}
			if same && some {
				covered[e.name] = true
				entries[k].name += " (= " + other.name + ")"
				everywhere = append(everywhere, e.name+" = "+other.name)
				break
			}
		}
	}
	if everywhere != nil && !there {
		notes = []string{strings.Join(everywhere, ", ")}
	}
	title := ""
	for i, p := range f.panels {
		var groups []string
		place := cmp.Or(p.title, title)
		if p.title == "" && place != "" { // it belongs to the panel before it
			place += ", " + cmp.Or(p.x.name, p.y.name)
		}
		title = cmp.Or(p.title, title)
		done := map[string]bool{}
		for k, e := range f.legend {
			group := []string{e.name}
			for _, other := range f.legend[k+1:] {
				if !done[e.name] && !covered[e.name] && !covered[other.name] && len(points[i][e.name]) > 0 &&
					equal(i, e.name, other.name) {
					group, done[other.name] = append(group, other.name), true
				}
			}
			if len(group) > 1 {
				groups = append(groups, strings.Join(group, " = "))
			}
		}
		if groups != nil {
			notes = append(notes, strings.TrimPrefix(place+": ", ": ")+strings.Join(groups, ", "))
		}
	}
	if notes != nil {
		notes = []string{"Lines that coincide: " + strings.Join(notes, "; ") + "."}
	}
	return entries, notes
}

// The notes below a picture, in pixels.
const noteSize, noteLine, noteIndent = 10, 14, 4

// footnotes returns the notes in lines for a picture's width, and their height.
func (c *Chart) footnotes(width float64) (lines []string, height float64) {
	notes := c.notes
	if c.given != nil {
		notes = append(slices.Clip(notes), c.given.leftOut(c.paper)...)
	}
	if c.paper.print() {
		_, said := c.figure.coinciding(true)
		notes = append(slices.Clip(notes), said...)
	}
	for _, n := range notes {
		lines = append(lines, output.Lines(n, (width-2*noteIndent)*letters/noteSize, c.paper.ruler().text)...)
	}
	if lines == nil {
		return nil, 0
	}
	return lines, float64(noteLine*len(lines) + noteIndent)
}

// framed returns a picture as a file: on its paper, with the chart's notes below it and with what it was made from.
func (c *Chart) framed(picture string) (string, error) {
	s, err := newState(picture)
	if err != nil {
		return "", err
	}
	family := cmp.Or(c.paper.family, "sans-serif")
	if c.paper.family != "" {
		named := html.EscapeString(family)
		fonts := strings.NewReplacer("font-family:sans-serif", "font-family:"+named,
			`font-family="sans-serif"`, `font-family="`+named+`"`)
		s.open, s.content = fonts.Replace(s.open), fonts.Replace(s.content)
	}
	notes, below := c.footnotes(s.width)
	height := s.height + below
	size := func(pixels float64) string {
		if !c.paper.print() {
			return px(pixels)
		}
		unit := c.paper.unit()
		if c.paper.width > 0 {
			unit = c.paper.width / float64(c.paper.pixels()) // exactly
		}
		return strconv.FormatFloat(rounded(pixels*unit, 6), 'f', -1, 64) + "pt"
	}
	var d drawing
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" font-family="%s" `+
		`font-size="12" fill="%s">`, px(s.width), px(height), size(s.width), size(height), html.EscapeString(family), darkInk)
	d.printf("<title>%s</title><metadata>%s</metadata>\n", html.EscapeString(c.content().heading()),
		html.EscapeString(provenance.Words(c.from...)))
	d.WriteString(s.placed(0, 0, s.width, s.height))
	for i, n := range notes {
		d.text(noteIndent, s.height+float64(noteLine*(i+1))-2, "start", n, fmt.Sprintf(`font-size="%d"`, noteSize))
	}
	d.WriteString("</svg>")
	return strings.Map(inXML, d.String()), nil
}

// From names the files that a chart's data was read from, whose hashes a saved picture then
// contains. A chart of a file, as plot.Of("runs.csv"), knows its own.
func From(paths ...string) Option {
	return func(c *Chart) error {
		for _, path := range paths {
			if _, err := os.Stat(path); err != nil {
				return err
			}
			c.from = append(slices.Clip(c.from), provenance.From(path))
		}
		return nil
	}
}
