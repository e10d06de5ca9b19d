// Package table holds the one type of tables. A report has some, a study, a job
// and an answer to SQL are shown as one; package report writes them as Markdown, CSV
// and JSON, kernel/show puts them before a reader, and kernel/frame computes with
// them.
package table

// A Table has a name for each column and rows of cells of any type. A cell that is
// nil, or that a row lacks, is empty.
type Table struct {
	Caption string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	Notes   []string `json:"notes,omitempty"` // lines below the table
}
