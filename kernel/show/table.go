package show

import (
	"fmt"
	"html"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/focal-search/focal/engine/table"
)

// A Table is a table. Value shows it as HTML in the notebook's colours and as aligned
// text. A column in which every cell is a number is right-aligned. Integers have
// thousands separators, reals up to four decimals; a time.Duration has a suitable unit,
// and a Number is unchanged.
type Table = table.Table

// A Number is a number that is already formatted. It is aligned like other numbers.
type Number string

// Tabular is implemented by values that can be shown as a table, such as the runs of a
// study and the answer to a query.
type Tabular interface{ Table() Table }

// dropColumn removes a column.
func dropColumn(t *Table, i int) {
	t.Columns = slices.Delete(slices.Clone(t.Columns), i, i+1)
	for r, row := range t.Rows {
		t.Rows[r] = slices.Delete(slices.Clone(row), i, i+1)
	}
}

// tableMIME returns a table as HTML and as text. In the notebook a long table has pages
// and can be sorted and filtered; its text, which is for exports such as LaTeX, is short.
func tableMIME(t Table) MIME {
	if len(t.Rows) <= fits {
		return MIME{HTMLType: TableHTML(t), Plain: TableText(t)}
	}
	rows := still
	if onTerminal() {
		rows = maxRows
	}
	return MIME{HTMLType: paged(t), Plain: TableText(cut(t, rows))}
}

// TableText returns a table as aligned text.
func TableText(t Table) string {
	cells, numeric := cells(t)
	width := make([]int, len(t.Columns))
	for _, row := range append([][]string{t.Columns}, cells...) {
		for i, c := range row {
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	var b strings.Builder
	line := func(row []string) {
		var l strings.Builder
		for i, c := range row {
			if i > 0 {
				l.WriteString("  ")
			}
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if numeric[i] {
				l.WriteString(pad + c)
			} else {
				l.WriteString(c + pad)
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	if t.Caption != "" {
		b.WriteString(t.Caption + "\n")
	}
	if len(cells) > 0 {
		line(t.Columns)
		rules := make([]string, len(width))
		for i, w := range width {
			rules[i] = strings.Repeat("-", w)
		}
		line(rules)
		for _, row := range cells {
			line(row)
		}
	}
	for _, n := range t.Notes {
		b.WriteString(n + "\n")
	}
	return b.String()
}

// TableHTML returns a table as HTML. It inherits colours and fonts and so suits light and
// dark notebooks. Its styles are inline, so they are kept where style sheets and scripts
// are removed. On a screen a table that is wider than the window scrolls; on paper it has
// a smaller font.
func TableHTML(t Table) string {
	cells, numeric := cells(t)
	return tableHTML(t, cells, numeric, measured(t.Columns, cells, numeric))
}

// tableHTML returns a table as HTML, with its rows as text and its widths.
func tableHTML(t Table, cells [][]string, numeric []bool, w widths) string {
	var b strings.Builder
	cell := func(tag string, i int, text string) {
		style := "text-align:left;padding:.2em .6em"
		if numeric[i] {
			style = "text-align:right;padding:.2em .6em;font-variant-numeric:tabular-nums"
			if tag == "td" {
				style += ";white-space:nowrap"
			}
		}
		fmt.Fprintf(&b, `<%s style="%s">%s</%s>`, tag, style, html.EscapeString(text), tag)
	}
	if len(cells) > 0 {
		b.WriteString(w.open() + `<table style="color:inherit;border-collapse:collapse">`)
		if t.Caption != "" {
			fmt.Fprintf(&b, `<caption style="text-align:left;padding:.2em .6em">%s</caption>`, html.EscapeString(t.Caption))
		}
		b.WriteString(`<thead><tr style="border-bottom:1px solid">`)
		for i, c := range t.Columns {
			cell("th", i, c)
		}
		b.WriteString("</tr></thead><tbody>")
		for _, row := range cells {
			b.WriteString("<tr>")
			for i, c := range row {
				cell("td", i, c)
			}
			b.WriteString("</tr>")
		}
		b.WriteString("</tbody></table></div>")
	} else if t.Caption != "" {
		fmt.Fprintf(&b, "<div>%s</div>", html.EscapeString(t.Caption))
	}
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "<div>%s</div>", html.EscapeString(n))
	}
	return b.String()
}

// widths are estimates of a table's width on paper, in em: with each cell on one line,
// and with text broken between words.
type widths struct{ whole, words float64 }

// measured returns the widths of a table.
func measured(columns []string, cells [][]string, numeric []bool) (w widths) {
	// Digits are 0.56 em wide in most sans-serif fonts; headers are bold.
	const character, bold, padding = 0.57, 0.63, 0.6
	for i, c := range columns {
		whole, words := bold*float64(utf8.RuneCountInString(c)), bold*float64(longestWord(c))
		for _, row := range cells {
			all := character * float64(utf8.RuneCountInString(row[i]))
			whole = max(whole, all)
			if !numeric[i] {
				all = character * float64(longestWord(row[i]))
			}
			words = max(words, all)
		}
		w.whole += whole + padding
		w.words += words + padding
	}
	return w
}

// longestWord returns the number of characters in the longest word of a text.
func longestWord(s string) (n int) {
	for _, word := range strings.Fields(s) {
		n = max(n, utf8.RuneCountInString(word))
	}
	return n
}

// narrow is the width in em of a table that fits on any paper.
const narrow = 40

// onPaper is the style sheet of wide tables: a font so small that each cell fits on one
// line, but not below 0.65 em, where text is first broken between words.
const onPaper = `<style>@media print{div.focal-wide{container-type:inline-size;overflow:visible!important}` +
	`div.focal-wide>table{font-size:min(.85em,max(100cqw/var(--whole),min(.65em,100cqw/var(--words))))}` +
	`div.focal-wide>table :is(td,th){padding:.2em .3em!important}div.focal-wide>table th{white-space:normal!important}}</style>`

// open returns the tag that opens the box of a table, and its style sheet.
func (w widths) open() string {
	if w.whole <= narrow {
		return `<div style="overflow-x:auto">`
	}
	return fmt.Sprintf(`<div class="focal-wide" style="overflow-x:auto;--whole:%.0f;--words:%.0f">%s`,
		math.Ceil(w.whole), math.Ceil(w.words), onPaper)
}

// cells returns the rows as text, each padded to the number of columns, and which columns
// are numeric.
func cells(t Table) (rows [][]string, numeric []bool) {
	n := len(t.Columns)
	numeric = make([]bool, n)
	some := make([]bool, n) // an empty column is not numeric
	for i := range numeric {
		numeric[i] = true
	}
	for _, values := range t.Rows {
		row := make([]string, n)
		for i := range min(n, len(values)) {
			if values[i] == nil {
				continue
			}
			var isNumber bool
			row[i], isNumber = cellText(values[i])
			some[i] = true
			numeric[i] = numeric[i] && isNumber
		}
		rows = append(rows, row)
	}
	for i := range numeric {
		numeric[i] = numeric[i] && some[i]
	}
	return rows, numeric
}

// cellText formats a cell on one line and reports whether it is a number.
func cellText(v any) (text string, isNumber bool) {
	switch v := v.(type) {
	case Number:
		return string(v), true
	case time.Duration:
		return Duration(v), true
	case fmt.Stringer:
		return oneLine(v.String()), false
	}
	switch x := reflect.ValueOf(v); {
	case x.CanInt():
		return Count(x.Int()), true
	case x.CanUint() && x.Uint() < 1<<63:
		return Count(int64(x.Uint())), true
	case x.CanUint():
		return fmt.Sprint(v), true
	case x.CanFloat():
		return number(x.Float()), true
	}
	return oneLine(fmt.Sprint(v)), false
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
