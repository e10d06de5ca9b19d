package plot

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/stats"
	"github.com/focal-search/focal/kernel/frame"
	"github.com/focal-search/focal/kernel/show"
)

// A layer holds what a Graphic is drawn from: its rows, divided into classes, with their
// positions.
type layer struct {
	spec
	chart                *Chart
	f                    *frame.Frame
	color, shape, panels classes
	places               *classes // of x on an axis of categories; nil if x is a number
	ys                   *classes // of y in a heat map
	x                    func(row int) float64
	xc, yc               *frame.Column
	words                map[string][]string
	id                   []*frame.Column // shown by the tooltip
	ids                  [][]float64     // their values
	holding              *frame.Column   // whether the condition of a share holds
	open                 bool            // there are open marks
	undrawn              int             // rows without x or y
}

// A cell holds the values of one panel, colour and shape.
type cell struct {
	panel, color, shape int
	rows                []int
}

func (g *Graphic) draw() *Chart {
	s := g.spec
	s.settle()
	if err := s.check(); err != nil {
		return failed(err)
	}
	l := &layer{spec: s, f: s.data, chart: &Chart{from: s.data.From()}, words: map[string][]string{}}
	if err := l.prepare(); err != nil {
		return failed(err)
	}
	if err := l.fill(); err != nil {
		return failed(err)
	}
	return l.finish()
}

// prepare divides the rows into classes.
func (l *layer) prepare() (err error) {
	if l.share != "" {
		shared := l.f.Holds(l.share)
		if err := shared.Err(); err != nil {
			return err
		}
		l.f, l.data = shared, shared
		l.holding = shared.Column(l.share)
	}
	if l.mark == pairs {
		if err := l.match(); err != nil {
			return err
		}
	}
	if l.color, err = classify(l.f, l.spec.color, mostColors, "color"); err != nil {
		return err
	}
	l.color.looks(l.f)
	if l.shape, err = classify(l.f, l.spec.shape, mostShapes, "shape"); err != nil {
		return err
	}
	if l.panels, err = classify(l.f, l.panel, mostPanels, "panel"); err != nil {
		return err
	}
	if c := l.f.Column(l.panel); c != nil && c.Numeric() {
		for i, label := range l.panels.labels {
			if !strings.HasPrefix(label, "no ") {
				l.panels.labels[i] = l.panel + " = " + label
			}
		}
	}
	l.xc, l.yc = l.f.Column(l.spec.x), l.f.Column(l.y)
	l.x = l.xc.Number
	if !l.xc.Numeric() || slices.Contains([]mark{bars, boxes, violins, heatMap}, l.mark) {
		places, err := classify(l.f, l.spec.x, mostPlaces, "x")
		if err != nil {
			return err
		}
		l.places = &places
		l.x = func(row int) float64 { return float64(places.of[row]) }
		l.words[l.spec.x] = places.labels
	}
	if l.mark == heatMap {
		ys, err := classify(l.f, l.y, mostPlaces, "y")
		if err != nil {
			return err
		}
		l.ys = &ys
		l.words[l.y] = ys.labels
		l.yc = l.f.Column(l.pair[0])
		if l.of == nil {
			l.of, l.ofName = frame.Median, "median"
		}
	}
	if l.holding != nil {
		l.yc = l.holding
	}
	for _, name := range []string{"problem", "instance", "algorithm", "w", "p", "seed", "status"} {
		c := l.f.Column(name)
		if c == nil || name == l.spec.x || name == l.y || name == "instance" && l.f.Has("problem") {
			continue
		}
		l.id = append(l.id, c)
		numbers, known := make([]float64, l.f.Rows()), vocabulary{}
		for i := range numbers {
			if numbers[i] = c.Number(i); !c.Numeric() {
				numbers[i] = known.number(c.Text(i))
			}
		}
		if l.ids = append(l.ids, numbers); !c.Numeric() {
			l.words[name] = known.words
		}
	}
	return nil
}

// cells groups the rows that can be drawn by panel, colour and shape.
func (l *layer) cells() []cell {
	all := map[[3]int][]int{}
	for i := range l.f.Rows() {
		if l.xc.Missing(i) && l.places == nil || l.yc != nil && l.yc.Missing(i) {
			l.undrawn++
			continue
		}
		key := [3]int{l.panels.of[i], l.color.of[i], l.shape.of[i]}
		all[key] = append(all[key], i)
	}
	var cells []cell
	for key, rows := range all {
		cells = append(cells, cell{key[0], key[1], key[2], rows})
	}
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Or(a.panel-b.panel, a.color-b.color, a.shape-b.shape) })
	return cells
}

// name returns a cell's name in the tooltip and the summary.
func (l *layer) name(c cell) string {
	var parts []string
	if l.color.column != "" {
		parts = append(parts, l.color.labels[c.color])
	}
	if l.shape.column != "" && l.shape.column != l.color.column {
		parts = append(parts, l.shape.labels[c.shape])
	}
	if parts == nil {
		return cmp.Or(l.spec.y, l.spec.x)
	}
	return strings.Join(parts, ", ")
}

// look returns the look of a cell.
func (l *layer) look(c cell) line {
	k := l.color.lines[c.color]
	if l.color.column == "" {
		k.name = l.name(c)
	}
	if l.shape.column != "" {
		k.shape, k.dash, k.square = shapes[c.shape%len(shapes)], dashes[c.shape%len(dashes)], false
	}
	k.name = l.name(c)
	return k
}

// say adds a line to the summary.
func (l *layer) say(c cell, format string, args ...any) {
	var where []string
	if p := l.panels.labels[c.panel]; p != "" {
		where = append(where, p)
	}
	if n := l.name(c); l.color.column != "" || l.shape.column != "" {
		where = append(where, n)
	}
	text := fmt.Sprintf(format, args...)
	if where != nil {
		text = strings.Join(where, ", ") + ": " + text
	}
	l.chart.summary = append(l.chart.summary, text)
}

// fill draws the marks into panels, whose axes are added later.
func (l *layer) fill() error {
	l.chart.figure.panels = make([]panel, len(l.panels.labels))
	for i, title := range l.panels.labels {
		l.chart.figure.panels[i].title = title
	}
	cells := l.cells()
	if len(cells) == 0 {
		return fmt.Errorf("no row has both %s and %s", l.spec.x, l.yName())
	}
	l.chart.figure.item = true
	if err := l.scales(cells); err != nil {
		return err
	}
	if l.mark == histogram {
		return l.histogram(cells)
	}
	for _, c := range cells {
		var err error
		switch {
		case l.mark == ecdf:
			err = l.ecdf(c)
		case l.mark == heatMap:
			err = l.heat(c)
		case l.mark == boxes || l.mark == violins:
			err = l.distribution(c)
		case l.of != nil:
			err = l.aggregated(c)
		case l.mark == lines || l.mark == bars:
			err = l.joined(c)
		default:
			l.scattered(c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scales returns an error if numbers along one axis have different units.
func (l *layer) scales(cells []cell) error {
	for _, column := range []*frame.Column{l.xc, l.yc} {
		if column == nil || !column.Numeric() {
			continue
		}
		first := map[int]string{}
		for _, c := range cells {
			for _, i := range c.rows {
				k := column.Scale(i)
				if at, known := first[c.panel]; known && at != k {
					return fmt.Errorf("%s has the units of %s and of %s in one panel: keep one of them by Where, or draw "+
						"Panel(\"set\")", column.Name(), at, k)
				}
				first[c.panel] = k
			}
		}
		if scales := slices.Compact(slices.Sorted(maps.Values(first))); len(scales) > 1 {
			l.chart.notes = append(l.chart.notes, "The panels' axes differ: "+column.Name()+" is in the units of each.")
		}
	}
	return nil
}

// dataset returns an empty dataset for a mark.
func (l *layer) dataset(columns ...string) *dataset {
	return &dataset{columns: columns, words: l.words}
}

// scattered draws each row as a point.
func (l *layer) scattered(c cell) {
	columns := []string{l.named(l.spec.x), l.named(l.y)}
	if l.places != nil {
		columns[0] = l.spec.x
	}
	for _, id := range l.id {
		columns = append(columns, id.Name())
	}
	exact, open := l.dataset(columns...), l.dataset(columns...)
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range c.rows {
		row := []float64{l.x(i), l.yc.Number(i)}
		for k := range l.id {
			row = append(row, l.ids[k][i])
		}
		low, high = min(low, row[1]), max(high, row[1])
		if l.yc.Bound(i) || l.places == nil && l.xc.Bound(i) {
			open.rows = append(open.rows, row)
		} else {
			exact.rows = append(exact.rows, row)
		}
	}
	for _, t := range []*dataset{exact, open} {
		if len(t.rows) > scatterPoints {
			l.chart.notes = append(l.chart.notes, fmt.Sprintf("%s: of %s points %s are drawn, an even choice", l.name(c),
				show.Count(int64(len(t.rows))), show.Count(scatterPoints)))
			slices.SortFunc(t.rows, func(a, b []float64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
		}
	}
	l.dots(c, exact.thinned(scatterPoints), open.thinned(scatterPoints))
	l.say(c, "%s, %s from %s to %s%s", rowCount(len(c.rows)), l.y, report.Text(low), report.Text(high),
		ends(len(open.rows)))
}

// dots draws rows as dots, and those that are only bounds as open ones.
func (l *layer) dots(c cell, exact, bounds *dataset) {
	p := &l.chart.figure.panels[c.panel]
	for _, t := range []*dataset{exact, bounds} {
		if len(t.rows) > 0 {
			l.open = l.open || t == bounds
			p.lines = append(p.lines, l.look(c).points(t, 0, 1, t == bounds))
		}
	}
}

func rowCount(n int) string {
	if n == 1 {
		return "1 row"
	}
	return show.Count(int64(n)) + " rows"
}

// ends describes how many of the rows are only bounds.
func ends(bounds int) string {
	if bounds == 0 {
		return ""
	}
	return fmt.Sprintf(", %s of them a bound only", show.Count(int64(bounds)))
}

// byX groups the rows of a cell by x, in order.
func (l *layer) byX(c cell) (places []float64, rows [][]int) {
	at := map[float64][]int{}
	for _, i := range c.rows {
		at[l.x(i)] = append(at[l.x(i)], i)
	}
	places = slices.Sorted(maps.Keys(at))
	for _, x := range places {
		rows = append(rows, at[x])
	}
	return places, rows
}

// joined draws a line through the rows, of which there is one at each x.
func (l *layer) joined(c cell) error {
	xs, rows := l.byX(c)
	t := l.dataset(l.places.label(l.spec.x, l.named(l.spec.x)), l.named(l.y))
	var open []bool
	for k, at := range rows {
		if len(at) > 1 {
			return fmt.Errorf("%d rows of %s have %s = %s: choose how to aggregate them (Median, Mean, GeoMean, "+
				"Quantile, Count), separate them by Color, Shape or Panel, or draw Points",
				len(at), l.name(c), l.spec.x, l.f.Column(l.spec.x).Text(at[0]))
		}
		t.rows = append(t.rows, []float64{xs[k], l.yc.Number(at[0])})
		open = append(open, l.yc.Bound(at[0]))
	}
	l.series(c, t, open)
	return nil
}

// label returns the first name for an axis of categories, else the second.
func (c *classes) label(category, number string) string {
	if c != nil {
		return category
	}
	return number
}

// aggregated draws the aggregate at each x.
func (l *layer) aggregated(c cell) error {
	xs, rows := l.byX(c)
	t := l.dataset(l.places.label(l.spec.x, l.named(l.spec.x)), l.yName(), "rows", "_low", "_high")
	if l.level > 0 {
		t.columns[3], t.columns[4] = "from", "to"
	}
	factor := 1.0
	if l.share != "" {
		factor = 100
	}
	var open []bool
	l.pooled(rows)
	for k, at := range rows {
		sum, err := l.summary(at)
		if err != nil {
			return err
		}
		low, high, err := l.interval(at, sum.Value)
		if err != nil {
			return err
		}
		t.rows = append(t.rows, []float64{xs[k], factor * sum.Value, float64(len(at)), factor * low, factor * high})
		open = append(open, sum.Bound)
	}
	l.series(c, t, open)
	return nil
}

// pooled adds a note if aggregated rows differ in another column, which may be
// unintended.
func (l *layer) pooled(groups [][]int) {
	if l.ofName == "count" {
		return
	}
	for _, name := range []string{"set", "algorithm", "w", "p"} {
		c := l.f.Column(name)
		if c == nil || slices.Contains([]string{l.spec.x, l.spec.color, l.spec.shape, l.panel}, name) ||
			l.mark == heatMap && name == l.y {
			continue
		}
		for _, rows := range groups {
			seen := different(rows, c.Text)
			if seen = slices.DeleteFunc(seen, func(t string) bool { return t == "" }); len(seen) > 1 {
				number := func(t string) float64 { x, _ := strconv.ParseFloat(t, 64); return x }
				slices.SortFunc(seen, func(a, b string) int {
					return cmp.Or(cmp.Compare(number(a), number(b)),
						frame.Compare(a, b))
				})
				note := fmt.Sprintf("Rows of %d values of %s are aggregated: %s.", len(seen), name, strings.Join(seen, ", "))
				l.chart.note(note)
				break
			}
		}
	}
}

// summary aggregates rows.
func (l *layer) summary(rows []int) (frame.Summary, error) {
	if l.yc == nil { // they are counted
		return frame.Summary{Value: float64(len(rows))}, nil
	}
	return l.yc.Summary(rows, l.of)
}

// resamples is the number of resamples for an interval. It is less than the study's
// 10,000, since a chart may have hundreds of intervals and is drawn while the user waits.
const resamples = 1000

// interval returns the bootstrap interval over problems, each with all its rows.
func (l *layer) interval(rows []int, value float64) (low, high float64, err error) {
	if l.level == 0 || l.yc == nil {
		return value, value, nil
	}
	problems := l.f.Column("problem")
	var known vocabulary
	var groups [][]float64
	var which []float64
	for _, i := range rows {
		key := fmt.Sprint(i)
		if problems != nil {
			key = problems.Text(i)
		}
		at := known.number(key)
		if int(at) == len(groups) {
			groups, which = append(groups, nil), append(which, at)
		}
		groups[int(at)] = append(groups[int(at)], l.yc.Number(i))
	}
	var drawn []float64
	statistic := func(a, _ []float64) (float64, error) {
		drawn = drawn[:0]
		for _, i := range a {
			drawn = append(drawn, groups[int(i)]...)
		}
		return l.of(drawn)
	}
	r := stats.PaperResampling()
	r.Resamples, r.Level = resamples, l.level
	in, err := stats.Bootstrap(which, which, statistic, r)
	return in.Low, in.High, err
}

// series draws rows of x and y as a line, points or bars. If there are five columns, the
// last two are the ends of intervals.
func (l *layer) series(c cell, t *dataset, open []bool) {
	p := &l.chart.figure.panels[c.panel]
	k := l.look(c)
	bound := &dataset{columns: t.columns, words: t.words}
	exact := &dataset{columns: t.columns, words: t.words}
	var texts []string
	for i, row := range t.rows {
		at := axis{}.text(row[0])
		if l.places != nil {
			at = l.places.labels[int(row[0])]
		}
		text := report.Text(row[1])
		if open[i] {
			bound.rows, text = append(bound.rows, row), l.atLeast()+text
		} else {
			exact.rows = append(exact.rows, row)
		}
		texts = append(texts, fmt.Sprintf("%s at %s", text, at))
	}
	if len(texts) > 12 {
		texts = append(texts[:11:11], "…", texts[len(texts)-1])
	}
	l.say(c, "%s", strings.Join(texts, ", "))
	if l.level > 0 {
		p.blocks = append(p.blocks, l.strokes(c, k, t))
	}
	if l.mark == bars {
		l.open = l.open || len(bound.rows) > 0
		l.bars(c, k, exact, 0.65)
		l.bars(c, k, bound, 0)
		return
	}
	if l.mark == lines {
		all := k.of(t, 0, 1)
		all.legend = true
		p.lines = append(p.lines, all)
	}
	l.dots(c, exact, bound)
}

// strokes are the intervals of a series: in the middle of its bars, or beside those of other series at the same x.
func (l *layer) strokes(c cell, k line, t *dataset) block {
	b := k.block(t, 0, 3, 0, 4)
	if l.mark != bars {
		others := float64(len(l.color.labels)*len(l.shape.labels) - 1)
		b.aside = (float64(l.number(c)) - others/2) * min(4, 16/max(others, 1))
		return b
	}
	b.data = &dataset{columns: append(slices.Clone(t.columns), "_middle"), words: t.words}
	b.corners[0], b.corners[2] = len(t.columns), len(t.columns)
	for _, row := range t.rows {
		from, wide := l.bar(c, row[0])
		b.data.rows = append(b.data.rows, append(slices.Clone(row), from+wide/2))
	}
	return b
}

// number is that of a series among those of all colours and shapes.
func (l *layer) number(c cell) int { return c.color*len(l.shape.labels) + c.shape }

// bar is where the bar of a series begins, and how wide it is.
func (l *layer) bar(c cell, x float64) (from, wide float64) {
	wide = 0.8 / float64(len(l.color.labels)*len(l.shape.labels))
	return x - 0.4 + wide*float64(l.number(c)), wide
}

// loose reports whether bounds may be lower or upper ones.
func (l *layer) loose() bool {
	return l.yc != nil && l.yc.Loose() || l.xc != nil && l.xc.Numeric() && l.xc.Loose()
}

// atLeast returns the words before a number that is only a bound.
func (l *layer) atLeast() string {
	if l.loose() {
		return "not finally "
	}
	return "at least "
}

// bars draws bars from the lower end of the axis, those of different colours side by
// side.
func (l *layer) bars(c cell, k line, t *dataset, fill float64) {
	if len(t.rows) == 0 {
		return
	}
	b := &dataset{columns: append(slices.Clone(t.columns), "_x0", "_x1", "_foot"), words: t.words}
	for _, row := range t.rows {
		from, wide := l.bar(c, row[0])
		b.rows = append(b.rows, append(slices.Clone(row), from+0.04*wide, from+0.96*wide, 0))
	}
	m, p := len(t.columns), &l.chart.figure.panels[c.panel]
	all := k.block(b, m, m+2, m+1, 1)
	all.fill = fill * cmp.Or(k.tone, 1)
	p.blocks = append(p.blocks, all)
}

// finish adds the axes of the panels and the chart's texts.
func (l *layer) finish() *Chart {
	c := l.chart
	c.figure.title = l.heading()
	if l.color.column != "" && l.mark != heatMap {
		for i, k := range l.color.lines {
			k.name = l.color.labels[i]
			k.bare = l.mark != lines && l.mark != ecdf
			k.dots = l.mark == lines
			k.square = k.square || slices.Contains([]mark{bars, histogram, boxes, violins}, l.mark)
			if k.bare {
				switch {
				case l.mark != points && l.mark != pairs:
					k.icon, k.shape = "rect", ""
				case k.mark() != "":
					k.icon = k.path()
				default:
					k.icon = "circle"
				}
			}
			if l.shape.column == "" || l.shape.column == l.color.column {
				c.figure.legend = append(c.figure.legend, k)
			}
		}
	}
	if l.shape.column != "" && l.shape.column != l.color.column {
		seen := map[string]bool{}
		for _, p := range c.figure.panels {
			for _, k := range p.lines {
				if !seen[k.name] && !k.open {
					seen[k.name] = true
					k.dots = !k.bare
					c.figure.legend = append(c.figure.legend, k)
				}
			}
		}
	}
	if err := l.axes(); err != nil {
		return failed(err)
	}
	across, rows, only := 3, 230, 300 // only is the height of a panel without others
	if l.mark == heatMap {
		rows = max(60, min(36*len(l.ys.labels), 500))
		only = rows
		if len(l.places.labels) > 5 {
			across = 2 // so that numbers fit into the cells
		}
	}
	c.figure.tile(across, rows)
	if len(l.panels.labels) == 1 {
		c.figure.widest, c.figure.heights[0] = 700, only
	}
	if l.mark == pairs {
		c.figure.widest, c.figure.heights[0] = 300, 300
	}
	if l.open {
		note := "Open marks: ended by a limit, so that the true value is farther out."
		if l.loose() {
			note = "Open marks: of runs that a limit ended, so that the true value is not known."
		}
		c.notes = append(c.notes, note)
	}
	if l.undrawn > 0 {
		what := strings.TrimSuffix(l.spec.x+" or "+l.y, " or ")
		c.notes = append(c.notes, fmt.Sprintf("%s of %s rows have no %s and are not drawn.",
			show.Count(int64(l.undrawn)), show.Count(int64(l.f.Rows())), what))
	}
	if equal := l.equal(); equal != "" {
		c.notes = append(c.notes, equal)
	}
	if p := l.f.Column("problem"); l.level > 0 && p != nil && len(different(upTo(l.f.Rows()), p.Text)) == 1 {
		c.notes = append(c.notes, "No interval: there is one problem only.")
	} else if l.level > 0 {
		c.notes = append(c.notes, fmt.Sprintf("Strokes: intervals of %g %% (bootstrap over problems, %s resamples).",
			100*l.level, show.Count(resamples)))
	}
	c.notes = append(c.notes, l.f.Notes()...)
	return c
}

// equal says that all values that are drawn are the same, "" if they are not, or if there is one.
func (l *layer) equal() string {
	c := l.yc
	if c == nil {
		c = l.xc
	}
	if c == nil || !c.Numeric() || l.mark == heatMap || l.mark == pairs || l.holding != nil {
		return ""
	}
	first, n := -1, 0
	for i := range l.f.Rows() {
		switch x := c.Number(i); {
		case math.IsNaN(x):
			continue
		case first < 0:
			first = i
		case x != c.Number(first):
			return ""
		}
		n++
	}
	if n < 2 {
		return ""
	}
	return fmt.Sprintf("All %s values of %s are %s.", show.Count(int64(n)), c.Name(), c.Text(first))
}

// axes fits the axes to the data. All panels have the same axes unless their units
// differ.
func (l *layer) axes() error {
	c := l.chart
	var drawn []panel
	for _, p := range c.figure.panels {
		if !p.empty() {
			drawn = append(drawn, p)
		} else if p.title != "" {
			c.notes = append(c.notes, p.title+": nothing to draw, as all values are only bounds.")
		}
	}
	c.figure.panels = drawn
	if len(drawn) == 0 {
		return fmt.Errorf("there is nothing to draw: every row's %s is only a bound, of a run that a limit ended", l.spec.x)
	}
	apart := slices.ContainsFunc(c.notes, func(n string) bool { return strings.HasPrefix(n, "The panels' axes differ") })
	fitted := func(some []panel) (x, y axis, err error) {
		xs, ys := extent(some)
		xName, yName := l.named(l.spec.x), l.yName()
		if l.mark == pairs {
			xName, yName = l.pair[0], l.pair[1]
		}
		switch {
		case l.places != nil:
			x = categories(l.spec.x, l.places.labels)
		case l.mark == pairs: // one scale for both
			x, err = l.fit(xName, slices.Concat(xs, ys), max(l.xScale, l.yScale), 2)
			return x, x, err
		default:
			if x, err = l.fit(xName, xs, l.xScale, 5); err != nil {
				return x, y, err
			}
		}
		switch {
		case l.ys != nil:
			y = categories(l.y, l.ys.labels)
		case l.share != "" || l.mark == ecdf:
			y = axis{name: yName, max: 100, fixed: true}
			if l.mark == ecdf {
				y.name = "rows (%)"
			}
		case l.mark == histogram:
			y, err = l.fit("rows", ys, linearScale, 1)
		default:
			from := 2.0
			if l.mark == bars {
				from = 1
			}
			y, err = l.fit(yName, ys, l.yScale, from)
		}
		return x, y, err
	}
	x, y, err := fitted(drawn)
	if err != nil {
		return err
	}
	for i := range drawn {
		if apart {
			if x, y, err = fitted(drawn[i : i+1]); err != nil {
				return err
			}
		}
		p := &drawn[i]
		p.x, p.y = x, y
		if l.mark == pairs {
			p.x.name, p.y.name = l.pair[0], l.pair[1]
			low, high := max(p.x.min, p.y.min), min(p.x.max, p.y.max)
			p.lines = append([]line{straight(low, low, high, high)}, p.lines...)
		}
		for _, k := range p.blocks { // bars begin at the lower end of the axis
			for _, row := range k.data.rows {
				if from := &row[k.corners[1]]; y.log {
					*from = max(*from, y.min)
				}
			}
		}
	}
	return nil
}

// extent returns the numbers that panels draw along both axes.
func extent(panels []panel) (xs, ys []float64) {
	for _, p := range panels {
		for _, k := range p.lines {
			for _, row := range k.data.rows {
				xs, ys = append(xs, row[k.x]), append(ys, row[k.y])
			}
		}
		for _, b := range p.blocks {
			for _, row := range b.data.rows {
				xs, ys = append(xs, row[b.corners[0]], row[b.corners[2]]), append(ys, row[b.corners[3]])
				if y0 := b.corners[1]; b.data.columns[y0] != "_foot" {
					ys = append(ys, row[y0])
				}
			}
		}
	}
	return xs, ys
}

// fit returns an axis over values. A linear axis begins at 0 if the greatest value is at least zero times
// the least.
func (l *layer) fit(name string, values []float64, s scale, zero float64) (axis, error) {
	low, high := slices.Min(values), slices.Max(values)
	log := s.log(low, high)
	switch {
	case log && low <= 0:
		column, _, _ := strings.Cut(name, " (")
		return axis{}, noLogarithm(name, strings.TrimSpace(column), low)
	case log:
		return ratioAxis(name, low, high), nil
	case low > 0 && high >= zero*low:
		low = 0
	case high < 0 && zero == 1:
		high = 0
	}
	a := linear(name, low, high)
	a.fixed = true
	return a, nil
}

// noLogarithm is why an axis of a column's numbers cannot be logarithmic.
func noLogarithm(name, column string, least float64) error {
	return fmt.Errorf("a logarithmic axis cannot show %s = %s: leave such rows out by Where(\"%s > 0\"), or take a linear "+
		"axis", name, report.Text(least), column)
}
