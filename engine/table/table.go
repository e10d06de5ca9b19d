// Package table defines the type of all tables in the project. A report consists of
// tables; a study, a job and the answer to an SQL query are shown as one. Tables are
// written as Markdown, CSV and LaTeX, kernel/show displays them, and kernel/frame computes
// with them.
package table

// A Table has a name for each column and rows of cells of any type. A cell that is
// nil, or that a row lacks, is empty.
type Table struct {
	Caption string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	Notes   []string `json:"notes,omitempty"` // lines below the table
	Best    []Best   `json:"-"`               // which numbers are bold in LaTeX
}
