package frame

import (
	"fmt"
	"slices"
)

// Append returns the rows of this frame followed by those of others. Columns with the
// same name must hold the same kind of values in the same unit. If a frame lacks a
// column, its rows have no value there.
func (f *Frame) Append(others ...*Frame) *Frame {
	all := append([]*Frame{f}, others...)
	sum := &Frame{title: f.Title()}
	for k, g := range all {
		if err := g.Err(); err != nil {
			return failed(err)
		}
		sum.rows += g.rows
		sum.from = append(sum.from, g.from...)
		for _, n := range g.notes {
			if !slices.Contains(sum.notes, n) {
				sum.notes = append(sum.notes, n)
			}
		}
		for _, c := range g.columns {
			have := sum.Column(c.name)
			switch {
			case have == nil:
				sum.columns = append(sum.columns, c)
			case have.Numeric() != c.Numeric():
				return failed(fmt.Errorf("append: column %q holds numbers in one table and text in another (number %d)",
					c.name, k+1))
			case have.unit != c.unit:
				return failed(fmt.Errorf("append: column %q is in %q in one table and in %q in another (number %d)", c.name,
					have.unit, c.unit, k+1))
			}
		}
	}
	for i, c := range sum.columns {
		of := make([]*Column, len(all)) // nil if a frame lacks it
		for k, g := range all {
			of[k] = g.Column(c.name)
		}
		model := like(slices.DeleteFunc(slices.Clone(of), func(c *Column) bool { return c == nil }))
		d, at := model.gaps(c.name, sum.rows), 0
		for k, g := range all {
			for r := range g.rows {
				if of[k] != nil {
					d.set(at+r, of[k], r)
				}
			}
			at += g.rows
		}
		sum.columns[i] = d
	}
	return sum
}
