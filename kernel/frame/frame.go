// Package frame holds tables: rows under named columns of numbers or text, made of
// results, reports, answers to SQL, CSV and Parquet files, and your own rows.
//
//	runs := frame.Of(results).Where("algorithm in (FS, PFS) and w <= 1.5")
//	runs.Group("algorithm", "w").Median("expanded").Show()
//	plot.Of(runs).X("w").Y("expanded").Color("algorithm").Panel("set").Median().LogY().Show()
//
// Frames are immutable: each operation returns a new one, which shares unchanged columns.
// Errors are kept, so that a chain of operations is checked once at its end, by Err or
// by showing the frame.
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
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/focal-search/focal/engine/table"
	"github.com/focal-search/focal/kernel/show"
)

// A Frame is a table. Its zero value has no columns and no rows.
type Frame struct {
	title   string
	columns []*Column
	rows    int
	notes   []string
	err     error
}

// A Column has a name and as many values as the frame has rows.
type Column struct {
	name    string
	unit    string    // of numbers, such as s; "" for counts and for what has none
	numbers []float64 // NaN where missing; nil in a column of text
	bound   []bool    // the number is a bound only; nil where none is
	loose   bool      // the bounds are from either side: what they were computed of was one
	words   []string  // nil in a column of numbers
	missing []bool    // of text; nil where none is
	scale   []string  // numbers are comparable only where this is the same; nil where all are
}

// Name is the column's name.
func (c *Column) Name() string { return c.name }

// Unit is the unit of the numbers, such as s; "" if they have none.
func (c *Column) Unit() string { return c.unit }

// Numeric says whether the column holds numbers.
func (c *Column) Numeric() bool { return c.words == nil }

// Number is a row's number: NaN where it is missing, and in a column of text.
func (c *Column) Number(row int) float64 {
	if c.words != nil {
		return math.NaN()
	}
	return c.numbers[row]
}

// Missing says whether a row has no value here.
func (c *Column) Missing(row int) bool {
	if c.words == nil {
		return math.IsNaN(c.numbers[row])
	}
	return c.missing != nil && c.missing[row]
}

// Bound says whether a row's number is a bound only, as the effort of a run that
// was ended by a limit is.
func (c *Column) Bound(row int) bool { return c.bound != nil && c.bound[row] }

// Loose says whether numbers that are bounds only may be greater or less than the
// true ones: those that Derive has computed of bounds. Others are at most these.
func (c *Column) Loose() bool { return c.loose }

// Scale names what the number is comparable with: of costs their domain and cost
// model. It is "" where all numbers are comparable.
func (c *Column) Scale(row int) string {
	if c.scale == nil {
		return ""
	}
	return c.scale[row]
}

// Text is a row's value as text, "" where it is missing.
func (c *Column) Text(row int) string {
	switch {
	case c.Missing(row):
		return ""
	case c.words != nil:
		return c.words[row]
	}
	return numberText(c.numbers[row])
}

// value is a row's value for a table that is shown.
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

// shown is a number as a table shows it: plain digits for what is a name, such as
// a seed or a p, separators in what is a count.
func (c *Column) shown(row int) string {
	x := c.numbers[row]
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return show.Count(int64(x))
	}
	return numberText(x)
}

// numberText writes a number with all its digits, at least six.
func numberText(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return fmt.Sprintf("%d", int64(x))
	}
	return fmt.Sprintf("%.6g", x)
}

// picked is the column with some of the rows.
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

// Err says what is wrong with the frame, or with one that it was made of; nil if
// nothing is.
func (f *Frame) Err() error {
	if f == nil {
		return errors.New("the frame is nil")
	}
	return f.err
}

// Rows is the number of rows.
func (f *Frame) Rows() int { return f.rows }

// Names are those of the columns, in their order.
func (f *Frame) Names() []string {
	var names []string
	for _, c := range f.columns {
		names = append(names, c.name)
	}
	return names
}

// Column returns the column with the given name, nil if there is none.
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

// Need is the column with a name, or an error that says which there are.
func (f *Frame) Need(name string) (*Column, error) {
	if err := f.Err(); err != nil {
		return nil, err
	}
	if c := f.Column(name); c != nil {
		return c, nil
	}
	if len(f.columns) == 0 {
		return nil, fmt.Errorf("no column %q: the table has none", name)
	}
	return nil, fmt.Errorf("no column %q%s: there are %s", name, meant(name, f.Names()), strings.Join(f.Names(), ", "))
}

// meant names the most similar one, where one is.
func meant(name string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < least && d < len(name) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (%q is meant?)", best)
}

// distance is Levenshtein's.
func distance(a, b string) int {
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		diagonal := last[0]
		last[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = last[j+1]
			last[j+1] = min(cost, last[j]+1, last[j+1]+1)
		}
	}
	return last[len(b)]
}

// failed is a frame with an error.
func failed(err error) *Frame { return &Frame{err: err} }

// with is the frame with other columns.
func (f *Frame) with(columns []*Column, rows int) *Frame {
	return &Frame{title: f.title, columns: columns, rows: rows, notes: f.notes}
}

// Rows of a frame by their numbers, in this order.
func (f *Frame) pick(rows []int) *Frame {
	columns := make([]*Column, len(f.columns))
	for i, c := range f.columns {
		columns[i] = c.picked(rows)
	}
	return f.with(columns, len(rows))
}

// Titled is the frame with a title, which tables and charts of it bear.
func (f *Frame) Titled(title string) *Frame {
	if f.Err() != nil {
		return f
	}
	g := *f
	g.title = title
	return &g
}

// Title is what Titled has set.
func (f *Frame) Title() string { return f.title }

// Notes are lines about the rows, such as why there are none.
func (f *Frame) Notes() []string { return f.notes }

// Select has the named columns, in this order.
func (f *Frame) Select(names ...string) *Frame {
	if f.Err() != nil {
		return f
	}
	var columns []*Column
	for _, name := range names {
		c, err := f.Need(name)
		if err != nil {
			return failed(fmt.Errorf("select: %w", err))
		}
		columns = append(columns, c)
	}
	return f.with(columns, f.rows)
}

// Drop is the frame without the named columns.
func (f *Frame) Drop(names ...string) *Frame {
	if f.Err() != nil {
		return f
	}
	for _, name := range names {
		if _, err := f.Need(name); err != nil {
			return failed(fmt.Errorf("drop: %w", err))
		}
	}
	var columns []*Column
	for _, c := range f.columns {
		if !slices.Contains(names, c.name) {
			columns = append(columns, c)
		}
	}
	return f.with(columns, f.rows)
}

// Rename is the frame with another name for a column.
func (f *Frame) Rename(from, to string) *Frame {
	if f.Err() != nil {
		return f
	}
	if _, err := f.Need(from); err != nil {
		return failed(fmt.Errorf("rename: %w", err))
	}
	if f.Has(to) {
		return failed(fmt.Errorf("rename: there is a column %q already", to))
	}
	columns := slices.Clone(f.columns)
	for i, c := range columns {
		if c.name == from {
			d := *c
			d.name = to
			columns[i] = &d
		}
	}
	return f.with(columns, f.rows)
}

// Head has the first n rows, or all where there are fewer.
func (f *Frame) Head(n int) *Frame {
	if f.Err() != nil {
		return f
	}
	rows := make([]int, max(0, min(n, f.rows)))
	for i := range rows {
		rows[i] = i
	}
	return f.pick(rows)
}

// Sort has the rows in the order of columns, the first one first. A minus before a
// name turns the order round. Text is sorted as people read it, 9 before 10; what
// is missing comes last.
func (f *Frame) Sort(by ...string) *Frame {
	if f.Err() != nil {
		return f
	}
	type key struct {
		*Column
		down bool
	}
	var keys []key
	for _, name := range by {
		down := strings.HasPrefix(name, "-") && !f.Has(name)
		c, err := f.Need(strings.TrimPrefix(name, map[bool]string{true: "-"}[down]))
		if err != nil {
			return failed(fmt.Errorf("sort: %w", err))
		}
		keys = append(keys, key{c, down})
	}
	rows := make([]int, f.rows)
	for i := range rows {
		rows[i] = i
	}
	sort.SliceStable(rows, func(a, b int) bool {
		for _, k := range keys {
			i, j := rows[a], rows[b]
			if mi, mj := k.Missing(i), k.Missing(j); mi || mj {
				if mi != mj {
					return mj
				}
				continue
			}
			if d := k.compare(i, j); d != 0 {
				return d < 0 != k.down
			}
		}
		return false
	})
	return f.pick(rows)
}

// compare orders two rows that are not missing.
func (c *Column) compare(i, j int) int {
	if c.words != nil {
		return Compare(c.words[i], c.words[j])
	}
	switch a, b := c.numbers[i], c.numbers[j]; {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Compare orders texts as people read them: numbers in them by their values.
func Compare(a, b string) int {
	for a != "" && b != "" {
		if digit(a[0]) && digit(b[0]) {
			m, n := digits(a), digits(b)
			x, y := strings.TrimLeft(a[:m], "0"), strings.TrimLeft(b[:n], "0")
			if d := len(x) - len(y); d != 0 {
				return d
			}
			if d := strings.Compare(x, y); d != 0 {
				return d
			}
			a, b = a[m:], b[n:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func digits(s string) int {
	n := 0
	for n < len(s) && digit(s[n]) {
		n++
	}
	return n
}

// Table is how notebooks and terminals show the frame.
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
