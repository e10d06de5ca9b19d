// Package frame implements tables for the analysis of runs: rows under named columns of
// numbers or text, made from results, reports, answers to SQL queries, CSV and Parquet
// files, and your own rows.
//
//	runs := frame.Of(results).Where("algorithm in (FS, PFS) and w <= 1.5")
//	runs.Group("algorithm", "w").Median("expanded").Show()
//	plot.Of(runs).X("w").Y("expanded").Color("algorithm").Panel("set").Median().LogY().Show()
//
// Frames are immutable: each operation returns a new one, which shares unchanged columns.
// A frame carries the first error of a chain of operations, so the chain is checked once
// at its end, by Err or by showing the frame.
//
// # Values
//
// A column holds numbers or text, and values may be missing. Booleans are 1 and 0,
// durations are in seconds. Integers that a float64 cannot represent are text.
//
// A number may be a lower bound: the effort of a run that a limit ended is at least what
// it had spent. Frames keep track of such numbers, and plots mark them.
package frame

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/provenance"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/table"
	"github.com/focal-search/focal/kernel/show"
)

// A Frame is a table. Its zero value has no columns and no rows.
type Frame struct {
	title   string
	columns []*Column
	rows    int
	notes   []string
	from    []provenance.File
	err     error
}

// A Column has a name and as many values as the frame has rows.
type Column struct {
	name    string
	unit    string    // of numbers, such as s; "" for counts and for what has none
	numbers []float64 // NaN if missing; nil in a column of text
	bound   []bool    // whether the number is only a bound; nil if none is
	loose   bool      // the bounds may be lower or upper ones, as they were computed from bounds
	words   []string  // nil in a column of numbers
	missing []bool    // of text; nil if none is
	scale   []string  // numbers are comparable only if this is equal; nil if all are
}

// Name returns the column's name.
func (c *Column) Name() string { return c.name }

// Unit returns the unit of the numbers, such as s; "" if they have none.
func (c *Column) Unit() string { return c.unit }

// Numeric reports whether the column holds numbers.
func (c *Column) Numeric() bool { return c.words == nil }

// Number returns a row's number; NaN if it is missing or if the column holds text.
func (c *Column) Number(row int) float64 {
	if c.words != nil {
		return math.NaN()
	}
	return c.numbers[row]
}

// Missing reports whether a row has no value in the column.
func (c *Column) Missing(row int) bool {
	if c.words == nil {
		return math.IsNaN(c.numbers[row])
	}
	return c.missing != nil && c.missing[row]
}

// Bound reports whether a row's number is only a bound, such as the effort of a run that
// a limit ended.
func (c *Column) Bound(row int) bool { return c.bound != nil && c.bound[row] }

// Loose reports whether bounds in the column may be lower or upper ones. That is so if
// Derive computed them from other bounds. All other bounds are lower bounds.
func (c *Column) Loose() bool { return c.loose }

// Scale names the scale of a row's number: for costs, the domain and the cost model. Only
// numbers with the same scale are comparable. It is "" if all numbers are.
func (c *Column) Scale(row int) string {
	if c.scale == nil {
		return ""
	}
	return c.scale[row]
}

// Text returns a row's value as text; "" if it is missing.
func (c *Column) Text(row int) string {
	switch {
	case c.Missing(row):
		return ""
	case c.words != nil:
		return c.words[row]
	}
	return numberText(c.numbers[row])
}

// exactly is Text with all digits of a number.
func (c *Column) exactly(row int) string {
	if c.words != nil || c.Missing(row) {
		return c.Text(row)
	}
	return exactText(c.numbers[row])
}

// value returns a row's value for a table that is shown.
func (c *Column) value(row int) any {
	switch {
	case c.Missing(row):
		return nil
	case c.words != nil:
		return c.words[row]
	case c.Bound(row) && c.loose:
		return show.Number("~ " + c.shown(row))
	case c.Bound(row):
		return show.Number("≥ " + c.shown(row))
	}
	return show.Number(c.shown(row))
}

// shown formats a number for a table, whole numbers with thousands separators.
func (c *Column) shown(row int) string {
	x := c.numbers[row]
	if whole(x) {
		return show.Count(int64(x))
	}
	return numberText(x)
}

// whole reports whether x is a whole number all of whose digits are known.
func whole(x float64) bool { return x == math.Trunc(x) && math.Abs(x) < exact }

// numberText writes whole numbers with all digits, and others with six significant ones.
func numberText(x float64) string {
	if whole(x) {
		return fmt.Sprintf("%d", int64(x))
	}
	return fmt.Sprintf("%.6g", x)
}

// exactText is numberText, with as many digits as distinguish x from all other numbers.
func exactText(x float64) string {
	short := numberText(x)
	if y, err := strconv.ParseFloat(short, 64); err == nil && y == x {
		return short
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// picked returns the column with only some of the rows.
func (c *Column) picked(rows []int) *Column {
	d := &Column{name: c.name, unit: c.unit, loose: c.loose}
	if c.words != nil {
		d.words = pick(c.words, rows)
	} else {
		d.numbers = pick(c.numbers, rows)
	}
	d.bound, d.missing, d.scale = pick(c.bound, rows), pick(c.missing, rows), pick(c.scale, rows)
	return d
}

func pick[T any](all []T, rows []int) []T {
	if all == nil {
		return nil
	}
	some := make([]T, len(rows))
	for i, r := range rows {
		some[i] = all[r]
	}
	return some
}

// Err returns the error of the frame, or of a frame from which it was made; nil if there
// is none.
func (f *Frame) Err() error {
	if f == nil {
		return errors.New("the frame is nil")
	}
	return f.err
}

// Rows returns the number of rows.
func (f *Frame) Rows() int { return f.rows }

// Names returns the names of the columns in order.
func (f *Frame) Names() []string {
	var names []string
	for _, c := range f.columns {
		names = append(names, c.name)
	}
	return names
}

// Column returns the column with the given name; nil if there is none.
func (f *Frame) Column(name string) *Column {
	for _, c := range f.columns {
		if c.name == name {
			return c
		}
	}
	return nil
}

// Has reports whether there is a column with the given name.
func (f *Frame) Has(name string) bool { return f.Column(name) != nil }

// Need returns the column with the given name, or with that for which it is another name
// of runs; see [record.Find]. If there is none, the error lists the existing ones.
func (f *Frame) Need(name string) (*Column, error) {
	if err := f.Err(); err != nil {
		return nil, err
	}
	if c := f.Column(name); c != nil {
		return c, nil
	}
	if of := record.Find(name); of != nil && f.Has(of.Show) {
		if unit, size := of.Unit.Shown(); name == of.Name && size != 1 {
			return nil, fmt.Errorf("no column %q: here it is %s, in %s", name, of.Show, unit)
		}
		return f.Column(of.Show), nil
	}
	if len(f.columns) == 0 {
		return nil, fmt.Errorf("no column %q: the table has none", name)
	}
	return nil, fmt.Errorf("no column %q%s: there are %s", name, meant(name, f.Names()), strings.Join(f.Names(), ", "))
}

// meant suggests the most similar name, if one is similar.
func meant(name string, known []string) string {
	best := engine.Nearest(name, known)
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}

// failed returns a frame with an error.
func failed(err error) *Frame { return &Frame{err: err} }

// step returns the frame that a step of a chain makes from this one. An error of it begins with the step's name; one
// from before stays as it is.
func (f *Frame) step(name string, next func() (*Frame, error)) *Frame {
	if err := f.Err(); err != nil {
		return failed(err)
	}
	g, err := next()
	if err != nil {
		return failed(fmt.Errorf("%s: %w", name, err))
	}
	return g
}

// with returns the frame with other columns.
func (f *Frame) with(columns []*Column, rows int) *Frame {
	return &Frame{title: f.title, columns: columns, rows: rows, notes: f.notes, from: f.from}
}

// pick returns some rows of a frame, by number, in this order.
func (f *Frame) pick(rows []int) *Frame {
	columns := make([]*Column, len(f.columns))
	for i, c := range f.columns {
		columns[i] = c.picked(rows)
	}
	return f.with(columns, len(rows))
}

// Titled returns the frame with a title, which its tables and charts show.
func (f *Frame) Titled(title string) *Frame {
	return f.step("title", func() (*Frame, error) {
		g := *f
		g.title = title
		return &g, nil
	})
}

// Title returns the title set by Titled.
func (f *Frame) Title() string { return f.title }

// From returns the files that the rows were read from.
func (f *Frame) From() []provenance.File { return f.from }

// Notes returns remarks about the rows, such as why there are none.
func (f *Frame) Notes() []string { return f.notes }

// Select returns the named columns, in this order.
func (f *Frame) Select(names ...string) *Frame {
	return f.step("select", func() (*Frame, error) {
		columns, err := f.all(names)
		return f.with(columns, f.rows), err
	})
}

// Drop returns the frame without the named columns.
func (f *Frame) Drop(names ...string) *Frame {
	return f.step("drop", func() (*Frame, error) {
		dropped, err := f.all(names)
		kept := slices.DeleteFunc(slices.Clone(f.columns), func(c *Column) bool { return slices.Contains(dropped, c) })
		return f.with(kept, f.rows), err
	})
}

// Rename returns the frame with a column renamed.
func (f *Frame) Rename(from, to string) *Frame {
	return f.step("rename", func() (*Frame, error) {
		c, err := f.Need(from)
		if err != nil {
			return nil, err
		}
		if f.Has(to) {
			return nil, fmt.Errorf("there is a column %q already", to)
		}
		columns, renamed := slices.Clone(f.columns), *c
		renamed.name = to
		columns[slices.Index(columns, c)] = &renamed
		return f.with(columns, f.rows), nil
	})
}

// numbered lists the numbers of n rows.
func numbered(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// Head returns the first n rows, or all if there are fewer.
func (f *Frame) Head(n int) *Frame {
	return f.step("head", func() (*Frame, error) { return f.pick(numbered(max(0, min(n, f.rows)))), nil })
}

// Sort sorts the rows by the first column, then by the second, and so on. A minus sign
// before a name reverses the order. Numbers within text are compared by value, so 9 comes
// before 10. Missing values come last.
func (f *Frame) Sort(by ...string) *Frame {
	return f.step("sort", func() (*Frame, error) {
		type key struct {
			*Column
			down bool
		}
		var keys []key
		for _, name := range by {
			down := strings.HasPrefix(name, "-") && !f.Has(name)
			c, err := f.Need(strings.TrimPrefix(name, map[bool]string{true: "-"}[down]))
			if err != nil {
				return nil, err
			}
			keys = append(keys, key{c, down})
		}
		rows := numbered(f.rows)
		slices.SortStableFunc(rows, func(i, j int) int {
			for _, k := range keys {
				order := k.compare(i, j)
				if k.down && !k.Missing(i) && !k.Missing(j) {
					order = -order
				}
				if order != 0 {
					return order
				}
			}
			return 0
		})
		return f.pick(rows), nil
	})
}

// compare compares the values of two rows, of which missing ones come last.
func (c *Column) compare(i, j int) int {
	switch {
	case c.Missing(i) || c.Missing(j):
		return int(truth(c.Missing(i))) - int(truth(c.Missing(j)))
	case c.words != nil:
		return Compare(c.words[i], c.words[j])
	}
	return cmp.Compare(c.numbers[i], c.numbers[j])
}

// Compare compares texts, with numbers in them compared by value. It is 0 only for equal
// texts.
func Compare(a, b string) int { return report.ByName(a, b) }

// String returns the first rows of the frame as aligned text.
func (f *Frame) String() string {
	const most = 50
	t := f.Head(most).Table()
	if left := f.Rows() - most; left > 0 {
		t.Notes = append([]string{show.Count(int64(left)) + " more rows"}, t.Notes...)
	}
	return strings.TrimSuffix(show.TableText(t), "\n")
}

// Table returns the frame as notebooks and terminals show it.
func (f *Frame) Table() table.Table {
	if err := f.Err(); err != nil {
		return table.Table{Notes: []string{"error: " + err.Error()}}
	}
	t := table.Table{Caption: f.title, Notes: f.notes}
	for _, c := range f.columns {
		name := c.name
		if c.unit != "" {
			name += " (" + c.unit + ")"
		}
		t.Columns = append(t.Columns, name)
	}
	for i := range f.rows {
		row := make([]any, len(f.columns))
		for j, c := range f.columns {
			row[j] = c.value(i)
		}
		t.Rows = append(t.Rows, row)
	}
	if f.rows == 0 {
		t.Notes = append([]string{"no rows; columns: " + strings.Join(f.Names(), ", ")}, t.Notes...)
	}
	return t
}

// Show shows the frame as a table.
func (f *Frame) Show() { show.Value(f) }
