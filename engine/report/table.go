package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
	"github.com/focal-search/focal/engine/table"
)

// chosen returns a table with only these columns.
func chosen(t table.Table, columns []string) (table.Table, error) {
	c := t
	c.Columns, c.Rows = columns, make([][]any, len(t.Rows))
	for _, name := range columns {
		i := slices.Index(t.Columns, name)
		if i < 0 {
			return t, fmt.Errorf("no column %q%s", name, engine.Suggest(name, t.Columns))
		}
		for r, row := range t.Rows {
			c.Rows[r] = append(c.Rows[r], row[i])
		}
	}
	return c, nil
}

// perSeed is a cell with one number for each seed, before newTable.
type perSeed []float64

// newTable makes a table in which perSeed cells are replaced by their median. If a cell
// of a column has several numbers, columns with the least and the greatest are added.
func newTable(columns []string, rows [][]any) table.Table {
	var t table.Table
	wide := make([]bool, len(columns))
	most := 1
	for _, row := range rows {
		for i, c := range row {
			if x, is := c.(perSeed); is {
				wide[i] = wide[i] || len(x) > 1
				most = max(most, len(x))
			}
		}
	}
	for i, name := range columns {
		t.Columns = append(t.Columns, name)
		if wide[i] {
			t.Columns = append(t.Columns, name+" min", name+" max")
		}
	}
	for _, row := range rows {
		var cells []any
		for i, c := range row {
			var least, greatest any
			if x, is := c.(perSeed); is {
				over := NewSpread(x)
				c, least, greatest = cell(over.Median), cell(over.Min), cell(over.Max)
			}
			cells = append(cells, c)
			if wide[i] {
				cells = append(cells, least, greatest)
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	if most > 1 {
		t.Notes = []string{fmt.Sprintf("%d seeds: each number is the median over the seeds, with the least and the "+
			"greatest beside the main ones.", most)}
	}
	return t
}

// each returns a number for each value, such as each seed's setting.
func each[V any](values []V, of func(V) float64) perSeed {
	var x perSeed
	for _, v := range values {
		x = append(x, of(v))
	}
	return x
}

// middle returns the median of a number over values; nil if there are none.
func middle[V any](values []V, of func(V) float64) any {
	return cell(NewSpread(each(values, of)).Median)
}

// A Spread summarizes a number over seeds by its median, least and greatest value. With
// one seed all three are equal.
type Spread struct{ Median, Min, Max float64 }

// NewSpread returns the spread of numbers. NaNs are left out; without any number the
// spread is NaN.
func NewSpread(x []float64) Spread {
	x = slices.DeleteFunc(slices.Clone(x), math.IsNaN)
	if len(x) == 0 {
		return Spread{math.NaN(), math.NaN(), math.NaN()}
	}
	return Spread{median(x), slices.Min(x), slices.Max(x)}
}

// Statistics of no numbers, or of infinite ones, are NaN.

func median(x []float64) float64 { return number(stats.Median(x)) }
func mean(x []float64) float64   { return number(stats.Mean(x)) }

func number(v float64, err error) float64 {
	if err != nil {
		return math.NaN()
	}
	return v
}

// cell returns a number as a cell: nil if it is not finite.
func cell(x float64) any {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return x
}

// percent returns k as a percentage of n.
func percent(k, n int) float64 { return 100 * float64(k) / float64(n) }
