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
	for i, like := range sum.columns {
		model := *like
		for _, g := range all { // the attributes that any of them has
			if c := g.Column(like.name); c != nil && c.bound != nil {
				model.bound, model.loose = c.bound, model.loose || c.loose
			}
			if c := g.Column(like.name); c != nil && c.scale != nil {
				model.scale = c.scale
			}
		}
		d, at := model.gaps(like.name, sum.rows), 0
		for _, g := range all {
			c := g.Column(like.name)
			for r := range g.rows {
				switch {
				case c == nil:
				case c.words != nil:
					d.words[at+r], d.missing[at+r] = c.words[r], c.Missing(r)
				default:
					d.numbers[at+r] = c.numbers[r]
					if d.bound != nil {
						d.bound[at+r] = c.Bound(r)
					}
					if d.scale != nil {
						d.scale[at+r] = c.Scale(r)
					}
				}
			}
			at += g.rows
		}
		sum.columns[i] = d
	}
	return sum
}
