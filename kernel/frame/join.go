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
	if err := other.Err(); err != nil && f.Err() == nil {
		return failed(err)
	}
	return f.step("join", func() (*Frame, error) {
		if len(by) == 0 {
			return nil, errors.New("by which columns?")
		}
		mine, err := f.all(by)
		if err != nil {
			return nil, err
		}
		theirs, err := other.all(by)
		if err != nil {
			return nil, fmt.Errorf("the other table: %w", err)
		}
		for i, c := range mine {
			if c.Numeric() != theirs[i].Numeric() {
				return nil, fmt.Errorf("column %q holds numbers in one table and text in the other", c.name)
			}
			if c.unit != theirs[i].unit {
				return nil, fmt.Errorf("column %q is in %q in one table and in %q in the other", c.name, c.unit, theirs[i].unit)
			}
		}
		rest := other.Drop(by...).columns
		for _, c := range rest {
			if f.Has(c.name) {
				return nil, fmt.Errorf("both tables have a column %q: rename or drop one of them", c.name)
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
		for _, c := range rest {
			joined.columns = append(joined.columns, c.picked(right))
		}
		if lonely > 0 {
			joined.notes = append(slices.Clone(joined.notes), fmt.Sprintf("%d of %d rows have no partner with the same "+
				"%s, and are left out", lonely, f.rows, strings.Join(by, ", ")))
		}
		return joined, nil
	})
}

// Over adds a column ratio: each row's number in a column over that of the row which is equal in the columns by and has
// a base there in the column of, as an algorithm's mean over another's in each setting:
//
//	means := runs.Group("set", "w", "algorithm").GeoMean("expanded")
//	means.Over("geometric mean expanded", "algorithm", "RRFS", "set", "w").Where("algorithm = 'RRFS-boost'").Show()
func (f *Frame) Over(value, of, base string, by ...string) *Frame {
	const its = "its base"
	below := f.step("over", func() (*Frame, error) {
		if _, err := f.all([]string{value, of}); err != nil {
			return nil, err
		}
		rows := f.Filter(func(r Row) bool { return r.Text(of) == base })
		if rows.rows == 0 {
			return nil, fmt.Errorf("no row has the %s %q", of, base)
		}
		return rows, nil
	}).Select(append(slices.Clone(by), value)...).Rename(value, its)
	return f.Join(below, by...).Derive("ratio", "`"+value+"` / `"+its+"`").Drop(its)
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
	return f.step("pivot", func() (*Frame, error) {
		of, err := f.all([]string{names, values})
		g := f.Group(by...)
		if err == nil {
			err = g.Err()
		}
		if err != nil {
			return nil, err
		}
		heads, v, wide := of[0], of[1], g.base()
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
					return nil, fmt.Errorf("the value %q of %s is the name of a column already", name, names)
				}
				key := place{at, name}
				if filled[key] {
					return nil, fmt.Errorf("two rows have %s and the %s %s: take a median by Group first, or add to %q "+
						"a column that distinguishes them", f.describe(r, g.keys), names, name, strings.Join(by, ", "))
				}
				filled[key] = true
				wide.Column(name).set(at, v, r)
			}
		}
		return wide, nil
	})
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
		d.numbers[i] = math.NaN()
	}
	if c.bound != nil {
		d.bound = make([]bool, rows)
	}
	if c.scale != nil {
		d.scale = make([]string, rows)
	}
	return d
}

// like returns a column without values, with the attributes that any of some columns has.
func like(columns []*Column) Column {
	c := *columns[0]
	for _, other := range columns {
		if other.bound != nil {
			c.bound, c.loose = other.bound, c.loose || other.loose
		}
		if other.scale != nil {
			c.scale = other.scale
		}
	}
	return c
}

// set copies a value from another column of the same kind.
func (c *Column) set(row int, from *Column, r int) {
	if c.words != nil {
		c.words[row], c.missing[row] = from.words[r], from.Missing(r)
		return
	}
	c.numbers[row] = from.numbers[r]
	if c.bound != nil {
		c.bound[row] = from.Bound(r)
	}
	if c.scale != nil {
		c.scale[row] = from.Scale(r)
	}
}

// Long is the inverse of Pivot: each row becomes several, one for each of the given
// columns, with the column's name in the column name and its value in the column value.
func (f *Frame) Long(name, value string, columns ...string) *Frame {
	return f.step("long", func() (*Frame, error) {
		some, err := f.all(columns)
		if err == nil && len(some) == 0 {
			err = errors.New("of which columns?")
		}
		if err != nil {
			return nil, err
		}
		for _, c := range some[1:] {
			if c.Numeric() != some[0].Numeric() || c.unit != some[0].unit {
				return nil, fmt.Errorf("the columns %q and %q do not hold the same kind of values, or not in the same unit",
					some[0].name, c.name)
			}
		}
		var rows []int
		for i := range f.rows {
			for range some {
				rows = append(rows, i)
			}
		}
		names := &Column{name: name, words: make([]string, len(rows))}
		model := like(some)
		values := model.gaps(value, len(rows))
		for i := range rows {
			c := some[i%len(some)]
			names.words[i] = c.name
			values.set(i, c, rows[i])
		}
		return f.Drop(columns...).pick(rows).put(names).put(values), nil
	})
}
