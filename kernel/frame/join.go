package frame

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Join combines each row with the rows of another frame that have the same values in the
// named columns. Rows without a match are left out, and a note gives their number. All
// other columns must have different names: see Rename, Drop and Select.
func (f *Frame) Join(other *Frame, by ...string) *Frame {
	if f.Err() != nil {
		return f
	}
	if err := other.Err(); err != nil {
		return failed(err)
	}
	if len(by) == 0 {
		return failed(errors.New("join: by which columns?"))
	}
	mine, err := f.all(by)
	if err != nil {
		return failed(fmt.Errorf("join: %w", err))
	}
	theirs, err := other.all(by)
	if err != nil {
		return failed(fmt.Errorf("join, the other table: %w", err))
	}
	for i, c := range mine {
		if c.Numeric() != theirs[i].Numeric() {
			return failed(fmt.Errorf("join: column %q holds numbers in one table and text in the other", c.name))
		}
		if c.unit != theirs[i].unit {
			return failed(fmt.Errorf("join: column %q is in %q in one table and in %q in the other", c.name, c.unit,
				theirs[i].unit))
		}
	}
	for _, c := range other.columns {
		if !slices.Contains(by, c.name) && f.Has(c.name) {
			return failed(fmt.Errorf("join: both tables have a column %q: rename or drop one of them", c.name))
		}
	}
	partners := map[string][]int{}
	for i := range other.rows {
		k := keyOf(theirs, i)
		partners[k] = append(partners[k], i)
	}
	var left, right []int
	lonely := 0
	for i := range f.rows {
		all := partners[keyOf(mine, i)]
		if all == nil {
			lonely++
		}
		for _, j := range all {
			left, right = append(left, i), append(right, j)
		}
	}
	joined := f.pick(left)
	joined.from = append(slices.Clip(joined.from), other.from...)
	for _, c := range other.columns {
		if !slices.Contains(by, c.name) {
			joined.columns = append(joined.columns, c.picked(right))
		}
	}
	if lonely > 0 {
		joined.notes = append(slices.Clone(joined.notes), fmt.Sprintf("%d of %d rows have no partner with the same "+
			"%s, and are left out", lonely, f.rows, strings.Join(by, ", ")))
	}
	return joined
}

// Over adds a column ratio: each row's number in a column over that of the row which is equal in the columns by and has
// a base there in the column of, as an algorithm's mean over another's in each setting:
//
//	means := runs.Group("set", "w", "algorithm").GeoMean("expanded")
//	means.Over("geometric mean expanded", "algorithm", "RRFS", "set", "w").Where("algorithm = 'RRFS-boost'").Show()
func (f *Frame) Over(value, of, base string, by ...string) *Frame {
	if f.Err() != nil {
		return f
	}
	if _, err := f.all([]string{value, of}); err != nil {
		return failed(fmt.Errorf("over: %w", err))
	}
	below := f.Filter(func(r Row) bool { return r.Text(of) == base }).Select(append(slices.Clone(by), value)...)
	if below.Err() == nil && below.rows == 0 {
		return failed(fmt.Errorf("over: no row has the %s %q", of, base))
	}
	const its = "its base"
	return f.Join(below.Rename(value, its), by...).Derive("ratio", "`"+value+"` / `"+its+"`").Drop(its)
}

func (f *Frame) all(names []string) (columns []*Column, err error) {
	for _, name := range names {
		c, err := f.Need(name)
		if err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	return columns, nil
}

// Pivot makes a column for each value of the column names, and fills it from the column
// values. Rows with equal values in the columns by become one row.
//
//	wide := runs.Pivot("algorithm", "expanded", "problem", "w").Derive("ratio", "PFS / FS")
//
// It is an error if two rows belong in the same place: Group them first, or add a column
// to by.
func (f *Frame) Pivot(names, values string, by ...string) *Frame {
	if f.Err() != nil {
		return f
	}
	heads, err := f.Need(names)
	if err != nil {
		return failed(fmt.Errorf("pivot: %w", err))
	}
	v, err := f.Need(values)
	if err != nil {
		return failed(fmt.Errorf("pivot: %w", err))
	}
	g := f.Group(by...)
	if g.err != nil {
		return failed(fmt.Errorf("pivot: %w", g.err))
	}
	wide := g.base()
	for i := range f.rows {
		if name := heads.exactly(i); name != "" && !wide.Has(name) {
			wide.columns = append(wide.columns, v.gaps(name, len(g.rows)))
		}
	}
	type place struct {
		row    int
		column string
	}
	filled := map[place]bool{}
	for at, rows := range g.rows {
		for _, r := range rows {
			name := heads.exactly(r)
			if name == "" {
				continue
			}
			if slices.Contains(by, name) {
				return failed(fmt.Errorf("pivot: the value %q of %s is the name of a column already", name, names))
			}
			key := place{at, name}
			if filled[key] {
				return failed(fmt.Errorf("pivot: two rows have %s and the %s %s: take a median by Group first, or add to %q "+
					"a column that distinguishes them",
					f.describe(r, g.keys), names, name, strings.Join(by, ", ")))
			}
			filled[key] = true
			wide.Column(name).set(at, v, r)
		}
	}
	return wide
}

// gaps returns a column like this one in which all values are missing.
func (c *Column) gaps(name string, rows int) *Column {
	d := &Column{name: name, unit: c.unit, loose: c.loose}
	if c.words != nil {
		d.words, d.missing = make([]string, rows), make([]bool, rows)
		for i := range d.missing {
			d.missing[i] = true
		}
		return d
	}
	d.numbers = make([]float64, rows)
	for i := range d.numbers {
		d.numbers[i] = nan
	}
	if c.bound != nil {
		d.bound = make([]bool, rows)
	}
	if c.scale != nil {
		d.scale = make([]string, rows)
	}
	return d
}

// set copies a value from another column of the same kind.
func (c *Column) set(row int, from *Column, r int) {
	if c.words != nil {
		c.words[row], c.missing[row] = from.words[r], from.Missing(r)
		return
	}
	c.numbers[row] = from.numbers[r]
	if c.bound != nil {
		c.bound[row] = from.bound[r]
	}
	if c.scale != nil {
		c.scale[row] = from.scale[r]
	}
}

// Long is the inverse of Pivot: each row becomes several, one for each of the given
// columns, with the column's name in the column name and its value in the column value.
func (f *Frame) Long(name, value string, columns ...string) *Frame {
	if f.Err() != nil {
		return f
	}
	some, err := f.all(columns)
	if err == nil && len(some) == 0 {
		err = errors.New("of which columns?")
	}
	if err != nil {
		return failed(fmt.Errorf("long: %w", err))
	}
	for _, c := range some[1:] {
		if c.Numeric() != some[0].Numeric() || c.unit != some[0].unit {
			return failed(fmt.Errorf("long: the columns %q and %q do not hold the same kind of values, or not in the "+
				"same unit", some[0].name, c.name))
		}
	}
	rest := f.Drop(columns...)
	var rows []int
	for i := range f.rows {
		for range some {
			rows = append(rows, i)
		}
	}
	long := rest.pick(rows)
	names := &Column{name: name, words: make([]string, len(rows))}
	like := *some[0]
	for _, c := range some { // the attributes that any of them has
		like.loose = like.loose || c.loose
		if c.bound != nil {
			like.bound = c.bound
		}
		if c.scale != nil {
			like.scale = c.scale
		}
	}
	values := like.gaps(value, len(rows))
	for i := range rows {
		c := some[i%len(some)]
		names.words[i] = c.name
		if c.words != nil {
			values.words[i], values.missing[i] = c.words[rows[i]], c.Missing(rows[i])
			continue
		}
		values.numbers[i] = c.numbers[rows[i]]
		if c.bound != nil {
			values.bound[i] = c.bound[rows[i]]
		}
		if values.scale != nil {
			values.scale[i] = c.Scale(rows[i])
		}
	}
	return long.put(names).put(values)
}

var nan = math.NaN()
