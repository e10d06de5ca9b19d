package frame

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine/stats"
)

// Groups are sets of rows with equal values in some columns, in the order in which they
// first occur. The methods return frames with one row for each group.
type Groups struct {
	frame *Frame
	keys  []*Column
	rows  [][]int
}

// Group groups the rows by their values in the named columns. Without names all rows form
// one group.
func (f *Frame) Group(by ...string) *Groups {
	g := &Groups{}
	g.frame = f.step("group", func() (_ *Frame, err error) {
		g.keys, err = f.all(by)
		return f, err
	})
	if g.Err() != nil {
		return g
	}
	known := map[string]int{}
	for i := range f.rows {
		k := keyOf(g.keys, i)
		at, ok := known[k]
		if !ok {
			at = len(g.rows)
			known[k] = at
			g.rows = append(g.rows, nil)
		}
		g.rows[at] = append(g.rows[at], i)
	}
	return g
}

// keyOf returns a key that is equal for rows with equal values in some columns.
func keyOf(columns []*Column, row int) string {
	var b []byte
	for _, c := range columns {
		switch {
		case c.Missing(row):
			b = append(b, '-')
		case c.words != nil:
			b = append(strconv.AppendInt(b, int64(len(c.words[row])), 10), ':')
			b = append(b, c.words[row]...)
		default:
			b = append(strconv.AppendUint(b, math.Float64bits(c.numbers[row]+0), 16), ',') // -0 is 0
		}
	}
	return string(b)
}

// Err returns the error of the frame or of the grouping; nil if there is none.
func (g *Groups) Err() error { return g.frame.Err() }

// Each calls do with the rows of each group as a frame.
func (g *Groups) Each(do func(*Frame)) error {
	if err := g.Err(); err != nil {
		return err
	}
	for _, rows := range g.rows {
		do(g.frame.pick(rows))
	}
	return nil
}

// base returns a row for each group, with its values in the columns that define the
// groups.
func (g *Groups) base() *Frame {
	first := make([]int, len(g.rows))
	for i, rows := range g.rows {
		first[i] = rows[0]
	}
	f := &Frame{title: g.frame.title, notes: g.frame.notes, from: g.frame.from, rows: len(first)}
	for _, c := range g.keys {
		f.columns = append(f.columns, c.picked(first))
	}
	return f
}

// Count returns the number of rows of each group, in the column count.
func (g *Groups) Count() *Frame {
	return g.frame.step("count", func() (*Frame, error) {
		f, c := g.base(), &Column{name: "count"}
		if f.Has(c.name) {
			return nil, errors.New("the groups have a column count already: rename it first")
		}
		for _, rows := range g.rows {
			c.numbers = append(c.numbers, float64(len(rows)))
		}
		return f.put(c), nil
	})
}

// Median returns the median of each group in some columns, in new columns such as "median
// expanded". If values are bounds, the median may be one too and is marked as such.
func (g *Groups) Median(columns ...string) *Frame { return g.each("median", columns, Median) }

// Mean returns the arithmetic means.
func (g *Groups) Mean(columns ...string) *Frame { return g.each("mean", columns, Mean) }

// GeoMean returns the geometric means of values above 0.
func (g *Groups) GeoMean(columns ...string) *Frame {
	return g.each("geometric mean", columns, GeoMean)
}

// Sum returns the sums.
func (g *Groups) Sum(columns ...string) *Frame { return g.each("sum", columns, sum) }

// Min returns the least values.
func (g *Groups) Min(columns ...string) *Frame { return g.each("least", columns, Min) }

// Max returns the greatest values.
func (g *Groups) Max(columns ...string) *Frame { return g.each("greatest", columns, Max) }

// Quantile returns the q-quantile of each group, for q from 0 to 1.
func (g *Groups) Quantile(q float64, columns ...string) *Frame {
	return g.each(fmt.Sprintf("%.10g %%", 100*q), columns, Quantile(q))
}

// Share returns the percentage of each group's rows for which a condition holds, in a
// column named after the condition. Where the condition is on values that are only bounds,
// the percentage is marked as one that may be too high or too low.
func (g *Groups) Share(condition string) *Frame {
	if g.Err() != nil {
		return g.frame
	}
	holding := g.frame.Holds(condition)
	if err := holding.Err(); err != nil {
		return failed(fmt.Errorf("share %w", err))
	}
	h := holding.Column(condition)
	c := &Column{name: condition, unit: "%", loose: true, bound: make([]bool, len(g.rows))}
	for i, rows := range g.rows {
		n := 0.0
		for _, r := range rows {
			n += h.numbers[r]
			c.bound[i] = c.bound[i] || h.Bound(r)
		}
		c.numbers = append(c.numbers, 100*n/float64(len(rows)))
	}
	return g.base().put(c)
}

// A Statistic computes one number from several.
type Statistic func([]float64) (float64, error)

// The statistics of groups and plots.
var (
	Median  Statistic = stats.Median
	Mean    Statistic = stats.Mean
	GeoMean Statistic = stats.GeometricMean
	Min     Statistic = func(x []float64) (float64, error) { return slices.Min(x), nil }
	Max     Statistic = func(x []float64) (float64, error) { return slices.Max(x), nil }
)

// Quantile returns the statistic that computes the q-quantile.
func Quantile(q float64) Statistic {
	return func(x []float64) (float64, error) { return stats.Quantile(x, q) }
}

func sum(x []float64) (s float64, err error) {
	for _, v := range x {
		s += v
	}
	return s, nil
}

// numeric returns a column of numbers.
func (f *Frame) numeric(name string) (*Column, error) {
	c, err := f.Need(name)
	if err == nil && !c.Numeric() {
		err = fmt.Errorf("column %q holds text: %s", name, values(c))
	}
	return c, err
}

// Number returns a statistic of a column, as in table.Number(frame.Max, "worst"), and NaN if
// it has no values. It panics if there is no such column of numbers.
func (f *Frame) Number(of Statistic, column string) float64 {
	c, err := f.numeric(column)
	var s Summary
	if err == nil {
		s, err = c.Summary(numbered(f.rows), of)
	}
	if err != nil {
		panic(err)
	}
	return s.Value
}

func (g *Groups) each(what string, columns []string, of Statistic) *Frame {
	return g.frame.step(what, func() (*Frame, error) {
		f := g.base()
		if len(columns) == 0 {
			return nil, fmt.Errorf("of which columns? There are %s", strings.Join(g.frame.Names(), ", "))
		}
		for _, name := range columns {
			c, err := g.frame.numeric(name)
			if err != nil {
				return nil, err
			}
			d := &Column{name: what + " " + name, unit: c.unit, loose: c.loose, numbers: make([]float64, len(g.rows))}
			for i, rows := range g.rows {
				s, err := c.Summary(rows, of)
				if err != nil {
					return nil, err
				}
				d.numbers[i] = s.Value
				if s.Bound {
					d.mark(i)
				}
				if c.scale != nil {
					d.scale = append(d.scale, s.scale)
				}
			}
			f = f.put(d)
		}
		return f, nil
	})
}

// A Summary is a statistic over some rows of a column.
type Summary struct {
	Value  float64   // NaN if no row has a value
	Bound  bool      // Value depends on values that are only bounds
	Values []float64 // of the rows that have one
	Bounds int       // how many of them are only bounds
	scale  string
}

// Summary computes a statistic over the rows that have a value. It is an error if the
// values are not comparable.
func (c *Column) Summary(rows []int, of Statistic) (s Summary, err error) {
	top := 0.0
	for _, r := range rows {
		if c.Missing(r) {
			continue
		}
		v := c.numbers[r]
		s.Values = append(s.Values, v)
		top = max(top, math.Abs(v))
		if len(s.Values) > 1 && c.Scale(r) != s.scale {
			return s, fmt.Errorf("column %q has the units of %s and of %s: keep one of them by Where, or distinguish "+
				"them by the set", c.name, s.scale, c.Scale(r))
		}
		s.scale = c.Scale(r)
		if c.Bound(r) {
			s.Bounds++
		}
	}
	if len(s.Values) == 0 {
		s.Value = math.NaN()
		return s, nil
	}
	if s.Value, err = of(s.Values); err != nil {
		return s, fmt.Errorf("column %q: %w", c.name, err)
	}
	if s.Bounds == 0 {
		return s, nil
	}
	changes := func(to float64) bool {
		var others []float64
		for _, r := range rows {
			switch {
			case c.Missing(r):
			case c.Bound(r):
				others = append(others, to)
			default:
				others = append(others, c.numbers[r])
			}
		}
		x, err := of(others)
		return err != nil || x != s.Value
	}
	s.Bound = changes(1e6*(top+1)) || c.loose && changes(-1e6*(top+1))
	return s, nil
}
