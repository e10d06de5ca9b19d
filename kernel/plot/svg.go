package plot

import (
	"cmp"
	"fmt"
	"html"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/focal-search/focal/kernel/internal/svg"
	"github.com/focal-search/focal/kernel/show"
)

// picturePoints is the greatest number of points of a line in the static picture. More
// than one for each pixel of a panel would not be visible.
const picturePoints = 400

// Inks of the static picture: a dark one for print, and a grey that is legible on white
// and on black, for notebooks whose theme is unknown.
const (
	darkInk = "#333"
	greyInk = "#7a7a7a"
)

// anyInk is a placeholder for the colour of text and axes. It is replaced in the finished
// picture, since drawing one for each colour would take too long.
const anyInk = "#7b7a79"

// inked returns a picture in an ink.
func inked(picture, ink string) string {
	return strings.Map(inXML, strings.ReplaceAll(picture, anyInk, ink))
}

// inXML drops the characters that XML forbids, such as control characters in names.
func inXML(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
		return -1
	}
	return r
}

// svg draws a figure as a static picture on a transparent background. It takes about a
// millisecond; ECharts' server-side rendering in a JavaScript interpreter takes a hundred
// times as long.
func (f *figure) svg() string {
	boxes, height := f.layout()
	var d drawing
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="12" fill="%s">`,
		int(f.across()), height, int(f.across()), height, anyInk)
	left, _ := f.margins()
	for i, line := range f.titles() {
		d.text(f.indent(left), float64(22+i*titleLine), "start", line, `font-size="15" font-weight="bold"`)
	}
	d.legend(f)
	for i := range f.panels {
		if !f.panels[i].empty() {
			d.panel(f, &f.panels[i], boxes[i])
		}
	}
	d.WriteString("</svg>")
	return d.String()
}

type drawing struct{ strings.Builder }

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(d, format, args...) }

func (d *drawing) text(x, y float64, anchor, s, attributes string) {
	d.printf(`<text x="%s" y="%s" text-anchor="%s" %s>%s</text>`, px(x), px(y), anchor, attributes, html.EscapeString(s))
}

func (d *drawing) rule(x1, y1, x2, y2, opacity float64) {
	d.printf(`<path d="M%s %sL%s %s" stroke="%s" stroke-opacity="%g"/>`, px(x1), px(y1), px(x2), px(y2), anyInk, opacity)
}

// legend draws the names, each beside a sample of its line.
func (d *drawing) legend(f *figure) {
	places, _ := f.legendPlaces()
	for i, e := range f.legend {
		x, y := places[i][0], places[i][1]
		if !e.bare {
			d.stroke(fmt.Sprintf("M%s %sh24", px(x), px(y-4)), &e)
		}
		if e.icon == "rect" {
			d.printf(`<path d="M%s %sh14v10h-14Z" fill="%s" fill-opacity="%g" stroke="%s"/>`, px(x+6), px(y-9), e.color,
				0.5*cmp.Or(e.tone, 1), e.color)
		} else if (e.dots || e.bare) && (e.shape != "" || e.open) {
			d.marks(&e, e.outline(x+12, y-4, 4), 1)
		} else if e.dots || e.bare {
			d.printf(`<path d="M%s %sh0" stroke="%s" stroke-width="8" stroke-linecap="%s"/>`, px(x+12), px(y-4), e.color,
				e.cap())
		}
		d.text(x+30, y, "start", e.name, "")
	}
}

// stroke draws a path in the look of a line.
func (d *drawing) stroke(path string, l *line) {
	dashes := ""
	if l.dash != "" {
		dashes = fmt.Sprintf(` stroke-dasharray="%s"`, l.dash)
	}
	d.printf(`<path d="%s" fill="none" stroke="%s" stroke-width="1.8" stroke-linejoin="round"%s/>`, path, l.color, dashes)
}

// cap returns the line cap that turns a stroke without length into a dot of the line's
// shape.
func (l *line) cap() string {
	if l.square {
		return "square"
	}
	return "round"
}

// A ruler measures text, in pixels: on paper by the widths of its font's letters, and elsewhere by an estimate, since
// the reader's browser chooses the font.
type ruler struct {
	family string
	paper  bool
}

func (r ruler) text(s string) float64  { return r.wide(s, letters, false) }
func (r ruler) bold(s string) float64  { return r.wide(s, letters, true) }
func (r ruler) title(s string) float64 { return r.wide(s, titleSize, true) }

func (r ruler) wide(s string, size float64, bold bool) float64 {
	if r.paper {
		if ems, ok := svg.Width(s, r.family, bold); ok {
			return ems * size
		}
	}
	if bold {
		size *= 1.04
	}
	return textWidth(s) * size / letters
}

// textWidth estimates the width of a text in pixels.
func textWidth(s string) (wide float64) {
	for _, r := range s {
		switch {
		case r >= 0x2e80: // Chinese, Japanese and Korean
			wide += 13
		case unicode.IsUpper(r):
			wide += 9
		default:
			wide += 7
		}
	}
	return wide
}

// panel draws a panel.
func (d *drawing) panel(f *figure, p *panel, b box) {
	bottom := b.top + b.height
	turned, more := f.turned(p) // labels that are turned take more pixels
	title, yName, xName := f.names(p)
	color := ""
	if p.color != "" {
		color = fmt.Sprintf(` fill="%s"`, p.color)
	}
	left, _ := f.margins()
	begin := b.left - float64(left) + f.indent(left)
	names, lift := nameLine*(max(1, len(yName))-1), 10
	if f.width > 0 {
		lift = 13 // above the uppermost number
	}
	for i, line := range title {
		d.text(begin, b.top-float64(nameHeight+4+names+nameLine*(len(title)-1-i)), "start", line, `font-weight="bold"`+color)
	}
	for i, line := range yName {
		d.text(begin-min(8, f.indent(left)-4), b.top-float64(lift+nameLine*(len(yName)-1-i)), "start", line, "")
	}
	xs, ys := p.ticks(b)
	for _, v := range ys {
		y := b.y(p.y, v)
		if p.y.labels == nil {
			d.rule(b.left, y, b.left+b.width, y, 0.2)
		}
		d.text(b.left-8, y+4, "end", f.beside(p, v), "")
	}
	written := f.written(p, b, xs)
	for _, v := range xs {
		x := b.x(p.x, v)
		if p.y.labels != nil && p.x.labels == nil {
			d.rule(x, b.top, x, bottom, 0.2)
		}
		d.rule(x, bottom, x, bottom+4, 0.6)
		switch {
		case !slices.Contains(written, v):
		case turned:
			d.text(x+4, bottom+8, "end", f.below(p, v), fmt.Sprintf(`transform="rotate(-90 %s %s)"`, px(x+4), px(bottom+8)))
		default:
			d.text(x, bottom+18, "middle", f.below(p, v), "")
		}
	}
	d.rule(b.left, bottom, b.left+b.width, bottom, 0.6)
	for i, line := range xName {
		d.text(b.left+b.width/2, bottom+float64(axisHeight+14+more+nameLine*i), "middle", line, "")
	}
	d.minor(p, b)
	for i := range p.blocks {
		d.blocks(p, &p.blocks[i], b)
	}
	for i := range p.lines {
		d.line(p, &p.lines[i], b)
	}
	for l, y := range p.labels(b) {
		d.printf(`<text x="%s" y="%s" dx="5" dy="4" fill="%s">%s</text>`, px(b.left+b.width), px(y), l.color,
			html.EscapeString(l.label))
	}
}

// written returns the values whose texts have room below a panel.
func (f *figure) written(p *panel, b box, xs []float64) (all []float64) {
	if p.x.name == "" {
		return nil
	}
	turned, _ := f.turned(p)
	end := math.Inf(-1) // of the last text
	for _, v := range xs {
		half := f.ruler().text(f.below(p, v)) / 2
		if turned {
			half = 5
		}
		if x := b.x(p.x, v); x-half > end {
			all, end = append(all, v), x+half
		}
	}
	return all
}

// minor draws ticks without numbers on logarithmic axes: at 2 to 9 times the powers of ten.
func (d *drawing) minor(p *panel, b box) {
	for _, v := range p.x.minor() {
		x := b.x(p.x, v)
		d.rule(x, b.top+b.height, x, b.top+b.height+3, 0.4)
	}
	for _, v := range p.y.minor() {
		y := b.y(p.y, v)
		d.rule(b.left-3, y, b.left, y, 0.4)
	}
}

// end returns the height at which a line ends.
func (p *panel) end(l *line, b box) float64 {
	rows := l.data.rows
	if len(rows) == 0 {
		return 0
	}
	return b.y(p.y, rows[len(rows)-1][l.y])
}

// labels returns the lines with labels and the heights of the labels: the heights of the
// lines' ends, or lower if labels would overlap.
func (p *panel) labels(b box) iter.Seq2[*line, float64] {
	var heights []float64
	var labelled []*line
	for i := range p.lines {
		if l := &p.lines[i]; l.label != "" {
			heights, labelled = append(heights, p.end(l, b)), append(labelled, l)
		}
	}
	spread(heights)
	return func(yield func(*line, float64) bool) {
		for i, l := range labelled {
			if !yield(l, heights[i]) {
				return
			}
		}
	}
}

// spread moves labels down if they would overlap the one above.
func spread(heights []float64) []float64 {
	order := upTo(len(heights))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(heights[i], heights[j]) })
	const lineHeight = 14
	for k := 1; k < len(order); k++ {
		heights[order[k]] = max(heights[order[k]], heights[order[k-1]]+lineHeight)
	}
	return heights
}

// blocks draws the rectangles of a block.
func (d *drawing) blocks(p *panel, k *block, b box) {
	var path strings.Builder
	for i, row := range k.data.rows {
		x0, y0 := b.x(p.x, row[k.corners[0]])+k.aside, b.y(p.y, row[k.corners[1]])
		x1, y1 := b.x(p.x, row[k.corners[2]])+k.aside, b.y(p.y, row[k.corners[3]])
		corners := fmt.Sprintf("M%s %sH%sV%sH%sZ", px(x0), px(y0), px(x1), px(y1), px(x0))
		if k.cells == nil {
			path.WriteString(corners)
			continue
		}
		cell := k.cells[i]
		fill := cell.onPaper()
		d.printf(`<path d="%s" fill="%s"/>`, corners, fill)
		if cell.Text != "" {
			d.text((x0+x1)/2, (y0+y1)/2+4, "middle", cell.Text, fmt.Sprintf(`font-size="11" fill="%s"`, inkOn(fill)))
		}
	}
	if k.cells == nil {
		d.printf(`<path d="%s" fill="%s" fill-opacity="%g" stroke="%s" stroke-width="1.6"/>`, path.String(), k.color, k.fill,
			k.color)
	}
}

// dots marks the rows of a line: one path, whose strokes of no length are round or square.
func (d *drawing) dots(p *panel, l *line, rows [][]float64, b box) {
	var path strings.Builder
	if l.shape != "" || l.open {
		for _, row := range rows {
			path.WriteString(l.outline(b.x(p.x, row[l.x]), b.y(p.y, row[l.y]), 3))
		}
		d.marks(l, path.String(), 0.9)
		return
	}
	for _, row := range rows {
		fmt.Fprintf(&path, "M%s %sh0", px(b.x(p.x, row[l.x])), px(b.y(p.y, row[l.y])))
	}
	size, opacity := 6.0, 1.0
	if l.bare && len(rows) > 30 {
		size, opacity = 5, 0.6
	}
	d.printf(`<path d="%s" fill="none" stroke="%s" stroke-width="%g" stroke-opacity="%g" stroke-linecap="%s"/>`,
		path.String(), l.color, size, opacity, l.cap())
}

// marks draws outlines of dots, filled unless they are open.
func (d *drawing) marks(l *line, path string, opacity float64) {
	fill := l.color
	if l.open {
		fill = "none"
	}
	d.printf(`<path d="%s" fill="%s" stroke="%s" stroke-width="1.2" fill-opacity="%g"/>`, path, fill, l.color, opacity)
}

// outline returns the outline of a dot, r pixels from its centre.
func (l *line) outline(x, y, r float64) string {
	polygon := func(corners ...float64) string {
		text, command := "", "M"
		for i := 0; i < len(corners); i += 2 {
			text, command = text+command+px(x+r*corners[i])+" "+px(y+r*corners[i+1]), "L"
		}
		return text + "Z"
	}
	switch {
	case l.shape == "down":
		return polygon(-1, -1, 1, -1, 0, 1)
	case l.shape == "plus":
		return polygon(-.3, -1.1, .3, -1.1, .3, -.3, 1.1, -.3, 1.1, .3, .3, .3, .3, 1.1, -.3, 1.1, -.3, .3, -1.1, .3,
			-1.1, -.3, -.3, -.3)
	case l.shape == "cross":
		return polygon(0, -.4, .7, -1.1, 1.1, -.7, .4, 0, 1.1, .7, .7, 1.1, 0, .4, -.7, 1.1, -1.1, .7, -.4, 0, -1.1, -.7,
			-.7, -1.1)
	case l.shape == "triangle":
		return fmt.Sprintf("M%s %sL%s %sH%sZ", px(x), px(y-r), px(x+r), px(y+r), px(x-r))
	case l.shape == "diamond":
		return fmt.Sprintf("M%s %sL%s %sL%s %sL%s %sZ", px(x), px(y-r-1), px(x+r), px(y), px(x), px(y+r+1), px(x-r), px(y))
	case l.mark() == "rect":
		return fmt.Sprintf("M%s %sH%sV%sH%sZ", px(x-r), px(y-r), px(x+r), px(y+r), px(x-r))
	}
	return fmt.Sprintf("M%s %sa%s %s 0 1 0 %s 0a%[3]s %[3]s 0 1 0 -%[5]s 0Z", px(x-r), px(y), px(r), px(r), px(2*r))
}

// line draws a line.
func (d *drawing) line(p *panel, l *line, b box) {
	if l.bare {
		d.dots(p, l, l.data.rows, b)
		return
	}
	rows := l.data.thinned(picturePoints).rows
	if l.step {
		rows = l.data.rows // steps at the same height merge into one
	}
	var path strings.Builder
	var y string
	for i, row := range rows {
		x := b.x(p.x, row[l.x])
		ny := y
		if i == 0 || row[l.y] != rows[i-1][l.y] {
			ny = px(b.y(p.y, row[l.y]))
		}
		switch {
		case i == 0:
			path.WriteString("M" + px(x) + " " + ny)
		case !l.step:
			path.WriteString("L" + px(x) + " " + ny)
		case ny != y:
			path.WriteString("H" + px(x) + "V" + ny)
		case i == len(rows)-1:
			path.WriteString("H" + px(x))
		}
		y = ny
	}
	d.stroke(path.String(), l)
	if l.dots {
		d.dots(p, l, rows, b)
	}
	if l.few > 0 {
		d.dots(p, l, l.marked(p), b)
	}
}

// marked returns a few points of a line, elsewhere than those of other lines.
func (l *line) marked(p *panel) (rows [][]float64) {
	const each = 4
	for i := range each {
		at := (float64(i) + 0.5 + math.Mod(0.19*float64(l.few), 1)) / each // along the axis, from 0 to 1
		for k := 1; k < len(l.data.rows); k++ {
			a, b := l.data.rows[k-1], l.data.rows[k]
			from, to := p.x.at(a[l.x]), p.x.at(b[l.x])
			if !(from <= at && at < to) {
				continue
			}
			row := slices.Clone(a)
			share := (at - from) / (to - from)
			if row[l.x] = p.x.value(at); !l.step {
				row[l.y] = p.y.value(p.y.at(a[l.y]) + share*(p.y.at(b[l.y])-p.y.at(a[l.y])))
			}
			rows = append(rows, row)
			break
		}
	}
	return rows
}

// px formats a coordinate with a precision of a tenth of a pixel.
func px(v float64) string { return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0") }

// tick formats a value on an axis as the interactive chart does.
func tick(v float64) string {
	size := math.Abs(v)
	switch {
	case size >= 1e15 || v != 0 && size < 1e-6:
		return exponential(rounded(v, 15))
	case v == math.Trunc(v):
		return show.Count(int64(v))
	default:
		return strconv.FormatFloat(rounded(v, 6), 'f', -1, 64)
	}
}

// rounded rounds a number to a number of significant digits.
func rounded(v float64, digits int) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	return r
}

// exponential formats a number as 1.5e+15 or 2e-7.
func exponential(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'e', -1, 64), "e-0", "e-", 1)
}
