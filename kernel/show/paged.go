package show

import (
	_ "embed"
	"fmt"
	"html"
	"strings"
	"time"

	"github.com/focal-search/focal/kernel/internal/packed"
)

// How many rows of a long table are shown.
const (
	fits      = 30     // rows of a table that is not paged
	still     = 50     // rows of a longer table without scripts
	maxRows   = 500    // rows on a terminal
	mostPaged = 20_000 // rows in a notebook; longer tables are for programs
)

// table.js is a function that takes packed.UnpackJS.
//
//go:embed table.js
var tableJS string

// cut returns a table with at most n rows and a note of how many more there are.
func cut(t Table, n int) Table {
	if more := len(t.Rows) - n; more > 0 {
		t.Rows = t.Rows[:n]
		t.Notes = append([]string{Count(int64(more)) + " more rows"}, t.Notes...)
	}
	return t
}

// pages describes a table to table.js.
type pages struct {
	Columns []string     `json:"columns"`
	Numeric []bool       `json:"numeric"`
	Rows    [][]string   `json:"rows"`
	Keys    [][]*float64 `json:"keys"` // sort keys of columns that are not sorted by text; null for others
	Held    int          `json:"held"` // total number of rows, of which these are the first
}

// paged returns a table with its first rows, and a script that replaces these by pages. A
// click on a column's name sorts them, and a text field filters them. Nothing is loaded
// from the network.
func paged(t Table) string {
	held := t
	held.Rows = t.Rows[:min(len(t.Rows), mostPaged)]
	texts, numeric := cells(held)
	data := pages{t.Columns, numeric, texts, make([][]*float64, len(t.Columns)), len(t.Rows)}
	for j := range t.Columns {
		for i, row := range held.Rows {
			if j >= len(row) {
				continue
			}
			if d, ok := row[j].(time.Duration); ok {
				if data.Keys[j] == nil {
					data.Keys[j] = make([]*float64, len(held.Rows))
				}
				x := d.Seconds()
				data.Keys[j][i] = &x
			}
		}
	}
	bare := t
	bare.Notes = nil
	table := tableHTML(bare, texts[:still], numeric, measured(t.Columns, texts, numeric))
	text, err := packed.JSON(data)
	if err != nil { // impossible: there are only text and numbers
		panic(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="focal-table">%s<div>%s of %s rows</div><script>(%s)(%s,document.currentScript,"%s")</script></div>`,
		table, Count(still), Count(int64(len(t.Rows))), strings.TrimSpace(tableJS), packed.UnpackJS, text)
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "<div>%s</div>", html.EscapeString(n))
	}
	return b.String()
}
