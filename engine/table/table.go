// Package table defines the type of all tables in the project. A report consists of
// tables; a study, a job and the answer to an SQL query are shown as one. Tables are
// written as Markdown, CSV and LaTeX, kernel/show displays them, and kernel/frame computes
// with them.
package table

import (
	"fmt"
	"slices"
	"strings"
)

// A Table has a name for each column and rows of cells of any type. A cell that is
// nil, or that a row lacks, is empty; CSV and LaTeX want as many as there are columns.
type Table struct {
	Caption string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	Notes   []string `json:"notes,omitempty"` // lines below the table
	Best    []Best   `json:"-"`               // which numbers are bold in LaTeX
}

// check returns an error if a row does not have a cell for each column, or if a rule names a column that is not there.
func (t Table) check() error {
	there := "the columns are " + strings.Join(t.Columns, ", ")
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return fmt.Errorf("row %d has %d of %d cells: %s", i+1, len(row), len(t.Columns), there)
		}
	}
	for _, rule := range t.Best {
		for _, name := range rule.Columns {
			if !slices.Contains(t.Columns, name) {
				return fmt.Errorf("the best of what? There is no column %q: %s", name, there)
			}
		}
	}
	return nil
}
