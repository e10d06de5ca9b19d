package plot

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/stats"
	"github.com/focal-search/focal/kernel/frame"
	"github.com/focal-search/focal/kernel/show"
)

// ecdf draws the empirical cumulative distribution of x as a staircase.
func (l *layer) ecdf(c cell) error {
	var reached []float64
	bounds := 0
	for _, i := range c.rows {
		if l.xc.Bound(i) {
			bounds++
			continue
		}
		reached = append(reached, l.xc.Number(i))
	}
	slices.Sort(reached)
	t := l.dataset(l.named(l.spec.x), "rows (%)")
	n := float64(len(c.rows))
	for k, x := range reached {
		if k+1 < len(reached) && reached[k+1] == x {
			continue
		}
		if t.rows == nil {
			t.rows = append(t.rows, []float64{x, 0})
		}
		t.rows = append(t.rows, []float64{x, 100 * float64(k+1) / n})
	}
	texts := ""
	if len(reached) > 0 {
		median, _ := stats.Median(reached)
		texts = ", median of these " + report.Text(median)
		k := l.look(c).of(t.thinned(picturePoints), 0, 1)
		k.step = true
		l.chart.figure.panels[c.panel].lines = append(l.chart.figure.panels[c.panel].lines, k)
	}
	l.say(c, "%s of %s rows%s", show.Count(int64(len(reached))), show.Count(int64(len(c.rows))), texts)
	if bounds > 0 {
		l.chart.note("Rows that a limit ended count among all, and never as reached: lines end below 100 %.")
	}
	return nil
}

// distribution draws a box or a violin for the rows at each x.
func (l *layer) distribution(c cell) error {
	xs, rows := l.byX(c)
	k := l.look(c)
	p := &l.chart.figure.panels[c.panel]
	t := l.dataset(l.spec.x, "median", "lower quartile", "upper quartile", "whisker from", "whisker to", "rows", "_x0",
		"_x1", "_x")
	far := l.dataset("_x", l.named(l.y))
	open := l.dataset("_x", l.named(l.y))
	alone := l.spec.color == l.spec.x || l.spec.shape == l.spec.x // each position has one colour
	log := l.logarithmic()
	var texts []string
	for at, some := range rows {
		var values []float64
		var bounds int
		for _, i := range some {
			values = append(values, l.yc.Number(i))
			if l.yc.Bound(i) {
				bounds++
			}
		}
		slices.Sort(values)
		q := func(share float64) float64 { v, _ := stats.Quantile(values, share); return v }
		lower, upper := q(0.25), q(0.75)
		reach := 1.5 * (upper - lower)
		low, high := values[0], values[len(values)-1]
		from, wide := l.bar(c, xs[at])
		if alone {
			from, wide = xs[at]-0.4, 0.8
		}
		middle := from + wide/2
		if l.mark == boxes {
			low, high = math.Inf(1), math.Inf(-1)
			for _, v := range values {
				if v >= lower-reach && v <= upper+reach {
					low, high = min(low, v), max(high, v)
				}
			}
			for _, i := range some {
				if v := l.yc.Number(i); v < low || v > high {
					if l.yc.Bound(i) {
						open.rows = append(open.rows, []float64{middle, v})
					} else {
						far.rows = append(far.rows, []float64{middle, v})
					}
				}
			}
			low, high = min(low, lower), max(high, upper) // with few values a quartile may lie beyond the whiskers' ends
		}
		t.rows = append(t.rows, []float64{xs[at], q(0.5), lower, upper, low, high, float64(len(values)), from +
			0.1*wide, from + 0.9*wide, middle})
		if l.mark == violins {
			outline, err := violin(values, middle, 0.45*wide, log)
			if err != nil {
				return fmt.Errorf("%s at %s = %s: %w", l.name(c), l.spec.x, l.places.labels[int(xs[at])], err)
			}
			v := k.of(&dataset{columns: []string{"_x", "_y"}, rows: outline}, 0, 1)
			v.dash = ""
			p.lines = append(p.lines, v)
		}
		texts = append(texts, fmt.Sprintf("median %s at %s (%s%s)", report.Text(q(0.5)),
			l.places.labels[int(xs[at])], rowCount(len(values)), ends(bounds)))
		if bounds > 0 {
			l.chart.note("Boxes and violins take rows that a limit ended at what they had reached.")
		}
	}
	if l.mark == boxes {
		box := k.block(t, 7, 2, 8, 3)
		box.fill = 0.25
		low, high, median := k.block(t, 9, 4, 9, 2), k.block(t, 9, 3, 9, 5), k.block(t, 7, 1, 8, 1)
		p.blocks = append(p.blocks, low, high, box, median)
	} else {
		p.blocks = append(p.blocks, k.block(t, 9, 2, 9, 3))
		p.lines = append(p.lines, k.points(t, 9, 1, false))
	}
	l.dots(c, far.thinned(scatterPoints), open.thinned(scatterPoints))
	l.say(c, "%s", strings.Join(texts, ", "))
	return nil
}

// logarithmic reports whether the vertical axis will be logarithmic, which changes
// densities.
func (l *layer) logarithmic() bool {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range l.f.Rows() {
		if !l.yc.Missing(i) {
			low, high = min(low, l.yc.Number(i)), max(high, l.yc.Number(i))
		}
	}
	return l.yScale.log(low, high)
}

// violin returns the outline of a density around x.
func violin(values []float64, x, wide float64, log bool) ([][]float64, error) {
	at := slices.Clone(values)
	if log {
		if at[0] <= 0 {
			return nil, errors.New("a logarithmic axis needs numbers above 0")
		}
		for i := range at {
			at[i] = math.Log(at[i])
		}
	}
	back := func(v float64) float64 {
		if log {
			return math.Exp(v)
		}
		return v
	}
	low, high := at[0], at[len(at)-1]
	if low == high {
		return [][]float64{{x - wide, back(low)}, {x + wide, back(low)}}, nil
	}
	mean, _ := stats.Mean(at)
	variance := 0.0
	for _, v := range at {
		variance += (v - mean) * (v - mean)
	}
	lower, _ := stats.Quantile(at, 0.25)
	upper, _ := stats.Quantile(at, 0.75)
	spread := math.Sqrt(variance / float64(max(len(at)-1, 1)))
	if d := (upper - lower) / 1.34; d > 0 {
		spread = min(spread, d)
	}
	h := 0.9 * spread * math.Pow(float64(len(at)), -0.2) // Silverman's rule
	h = max(h, (high-low)/40)                            // else the outline could not show it
	const steps = 48
	var heights, densities []float64
	most := 0.0
	for k := range steps + 1 {
		v := low + (high-low)*float64(k)/steps
		d := 0.0
		for _, u := range at {
			d += math.Exp(-0.5 * (v - u) * (v - u) / (h * h))
		}
		heights, densities, most = append(heights, v), append(densities, d), max(most, d)
	}
	var outline [][]float64
	for k, v := range heights {
		outline = append(outline, []float64{x + wide*densities[k]/most, back(v)})
	}
	for k := steps; k >= 0; k-- {
		outline = append(outline, []float64{x - wide*densities[k]/most, back(heights[k])})
	}
	return append(outline, outline[0]), nil
}

// histogram counts the values of x in ranges, which are the same for all cells.
func (l *layer) histogram(cells []cell) error {
	var values []float64
	for _, c := range cells {
		for _, i := range c.rows {
			values = append(values, l.xc.Number(i))
		}
	}
	low, high := slices.Min(values), slices.Max(values)
	log := l.xScale.log(low, high)
	if log && low <= 0 {
		return noLogarithm(l.spec.x, l.spec.x, low)
	}
	whole := !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
	edges := rangesOf(low, high, log, whole, len(values))
	for _, c := range cells {
		counts, bounds := make([]float64, len(edges)-1), make([]float64, len(edges)-1)
		for _, i := range c.rows {
			at, exact := slices.BinarySearch(edges, l.xc.Number(i))
			if !exact {
				at--
			}
			at = max(0, min(at, len(counts)-1))
			if l.xc.Bound(i) {
				bounds[at]++
			} else {
				counts[at]++
			}
		}
		k := l.look(c)
		filled := l.dataset("from", "to", "rows", "_foot")
		open := l.dataset("from", "to", "ended by a limit", "_foot", "_top")
		for at := range counts {
			if counts[at] > 0 {
				filled.rows = append(filled.rows, []float64{edges[at], edges[at+1], counts[at], 0})
			}
			if bounds[at] > 0 {
				open.rows = append(open.rows, []float64{edges[at], edges[at+1], bounds[at], counts[at], counts[at] + bounds[at]})
				l.open = true
			}
		}
		fill := 0.5
		if len(l.color.labels) > 1 {
			fill = 0.2
		}
		p := &l.chart.figure.panels[c.panel]
		if len(filled.rows) > 0 {
			b := k.block(filled, 0, 3, 1, 2)
			b.fill = fill * cmp.Or(k.tone, 1)
			p.blocks = append(p.blocks, b)
		}
		if len(open.rows) > 0 {
			p.blocks = append(p.blocks, k.block(open, 0, 3, 1, 4))
		}
		s, err := l.xc.Summary(c.rows, frame.Median)
		if err != nil {
			return err
		}
		l.say(c, "%s, %s from %s to %s, median %s%s", rowCount(len(c.rows)), l.spec.x,
			report.Text(slices.Min(s.Values)), report.Text(slices.Max(s.Values)), report.Text(s.Value), ends(s.Bounds))
	}
	return nil
}

// rangesOf returns the edges of a histogram's ranges: round numbers, about as many as the
// square root of the number of values, from 10 to 40.
func rangesOf(low, high float64, log, whole bool, n int) []float64 {
	count := min(40, max(10, int(math.Sqrt(float64(n)))))
	var edges []float64
	if log {
		each := max(1, math.Round(float64(count)/math.Log10(high/low*1.0001)))
		for k := math.Floor(each * math.Log10(low)); ; k++ {
			edges = append(edges, math.Pow(10, k/each))
			if edges[len(edges)-1] > high {
				return edges
			}
		}
	}
	if high-low <= 5e-15*max(math.Abs(low), math.Abs(high)) { // no more than rounding
		return []float64{low - 0.5, high + 0.5}
	}
	step := niceStep(high-low, count)
	if whole {
		step = max(1, math.Round(step))
	}
	for k := math.Floor(low / step); ; k++ {
		edges = append(edges, k*step)
		if edges[len(edges)-1] > high {
			return edges
		}
	}
}

// heat draws a cell for each pair of x and y.
func (l *layer) heat(c cell) error {
	at := map[[2]int][]int{}
	for _, i := range c.rows {
		key := [2]int{l.places.of[i], l.ys.of[i]}
		at[key] = append(at[key], i)
	}
	order := slices.SortedFunc(maps.Keys(at), func(a, b [2]int) int { return cmp.Or(a[1]-b[1], a[0]-b[0]) })
	value, factor := l.together()+l.named(l.pair[0]), 1.0
	if l.share != "" {
		value, factor = l.yName(), 100
	}
	t := l.dataset(l.spec.x, l.y, value, "rows", "_x0", "_y0", "_x1", "_y1")
	var texts []string
	var bounds []bool
	low, high := math.Inf(1), math.Inf(-1)
	var groups [][]int
	for _, key := range order {
		groups = append(groups, at[key])
	}
	l.pooled(groups)
	for _, key := range order {
		s, err := l.yc.Summary(at[key], l.of)
		if err != nil {
			return err
		}
		s.Value *= factor
		x, y := float64(key[0]), float64(key[1])
		t.rows = append(t.rows, []float64{x, y, s.Value, float64(len(at[key])), x - 0.48, y - 0.46, x + 0.48, y + 0.46})
		bounds = append(bounds, s.Bound)
		low, high = min(low, s.Value), max(high, s.Value)
		texts = append(texts, fmt.Sprintf("%s at %s, %s", report.Text(s.Value), l.places.labels[key[0]], l.ys.labels[key[1]]))
	}
	b := line{name: value, color: violet}.block(t, 4, 5, 6, 7)
	b.cells = []shade{}
	scale := axis{log: spans(low, high), min: low, max: high}
	for i, row := range t.rows {
		strength := 0.5
		if low != high {
			strength = scale.at(row[2])
		}
		text := compact(row[2])
		if bounds[i] {
			text = map[bool]string{false: "≥", true: "~"}[l.loose()] + text
		}
		b.cells = append(b.cells, shade{"#6a3fa0", 0.06 + 0.74*strength, text})
	}
	p := &l.chart.figure.panels[c.panel]
	p.blocks = append(p.blocks, b)
	if len(texts) > 12 {
		texts = append(texts[:12:12], fmt.Sprintf("and %d more", len(texts)-12))
	}
	l.say(c, "%s", strings.Join(texts, "; "))
	return nil
}

// compact formats a number for a cell of a heat map.
func compact(v float64) string {
	switch size := math.Abs(v); {
	case size >= 1e9:
		return fmt.Sprintf("%.3gG", v/1e9)
	case size >= 1e6:
		return fmt.Sprintf("%.3gM", v/1e6)
	case size >= 1e4:
		return fmt.Sprintf("%.3gk", v/1e3)
	case size >= 100:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// match joins the rows of the first value of a pair with those of the second.
func (l *layer) match() error {
	column, err := l.f.Need(l.spec.x)
	if err != nil {
		return err
	}
	shared := []string{"domain", "set", "instance", "problem", "w"}
	if l.spec.x != "algorithm" { // two algorithms need not both have a p
		shared = append(shared, "algorithm", "p")
	}
	var keys []string
	for _, name := range append(shared, l.panel, l.spec.color, l.spec.shape) {
		if name != "" && name != l.spec.x && l.f.Has(name) && !slices.Contains(keys, name) {
			keys = append(keys, name)
		}
	}
	if len(keys) == 0 {
		return errors.New("pairs of what? There is neither a column problem nor w, by which rows belong together, nor " +
			"a colour or panel")
	}
	var halves [2]*frame.Frame
	var ps []string // of the halves that have one
	for k, value := range l.pair {
		half := l.f.Filter(func(r frame.Row) bool { return r.Text(l.spec.x) == value })
		if half.Rows() == 0 {
			return fmt.Errorf("pairs: no row has the %s %s: there are %s", l.spec.x, value,
				strings.Join(valuesOf(column, l.f.Rows()), ", "))
		}
		if p := half.Column("p"); p != nil && l.spec.x != "p" && !slices.Contains(keys, "p") {
			if several := valuesOf(p, half.Rows()); len(several) > 1 {
				return fmt.Errorf("pairs: %s has runs at p = %s: keep one of them, as by Where(\"p = %s or missing(p)\")",
					value, strings.Join(several, ", "), several[0])
			} else if ps = append(ps, several...); len(ps) == 2 && ps[0] != ps[1] {
				return fmt.Errorf("pairs: %s has p = %s and %s has p = %s: want the same for both", l.pair[0], ps[0], l.pair[1],
					ps[1])
			}
		}
		halves[k] = half.Group(keys...).Median(l.y).Rename("median "+l.y, value)
	}
	for _, half := range halves {
		if err := half.Err(); err != nil {
			return err
		}
	}
	both := halves[0].Join(halves[1], keys...)
	if err := both.Err(); err != nil {
		return err
	}
	if both.Rows() == 0 {
		return fmt.Errorf("pairs: %s and %s have no %s in common", l.pair[0], l.pair[1], strings.Join(keys, ", "))
	}
	// Rows of the second value without a partner are counted as well.
	lonely := halves[1].Rows() - both.Rows()
	if lonely > 0 {
		l.chart.notes = append(l.chart.notes, fmt.Sprintf("%d of %s have no partner of %s.", lonely, l.pair[1], l.pair[0]))
	}
	what := l.y
	l.f = both
	l.spec.x, l.y = l.pair[0], l.pair[1]
	l.spec.title = cmp.Or(l.spec.title, fmt.Sprintf("%s: %s against %s", capital(what), l.pair[1], l.pair[0]))
	l.data = both
	return nil
}

// valuesOf returns the different values of a column.
func valuesOf(c *frame.Column, rows int) []string {
	var texts []string
	for i := range rows {
		if !c.Missing(i) {
			texts = append(texts, c.Text(i))
		}
	}
	return different(texts, func(t string) string { return t })
}
