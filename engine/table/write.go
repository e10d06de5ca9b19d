package table

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
)

// Text formats a cell for reading: counts with thousands separators, reals with four
// significant digits or fewer if these are exact.
func Text(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case int:
		return Grouped(int64(v))
	case float64:
		return real4(v)
	}
	return fmt.Sprint(cell)
}

func real4(x float64) string {
	size := math.Abs(x)
	switch {
	case size >= 1e15 || size > 0 && size < 1e-4:
		return strconv.FormatFloat(x, 'g', 3, 64)
	case x == math.Trunc(x):
		return Grouped(int64(x))
	}
	_, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', 3, 64), "e") // of the rounded number: 999.96 becomes 1,000
	n, _ := strconv.Atoi(exponent)
	if n >= 3 {
		return Grouped(int64(math.Round(x)))
	}
	rounded := strconv.FormatFloat(x, 'f', 3-n, 64)
	if exact := strconv.FormatFloat(x, 'f', -1, 64); len(exact) < len(rounded) {
		return exact
	}
	return rounded
}

// Grouped formats an integer with thousands separators.
func Grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	first := 1 // no separator after the sign
	if n >= 0 {
		first = 0
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// texts returns the cells as text, each row with one for each column, and which columns hold numbers.
func (t Table) texts() (rows [][]string, numeric []bool) {
	numeric = make([]bool, len(t.Columns))
	for _, row := range t.Rows {
		cells := make([]string, len(t.Columns))
		for i, cell := range row[:min(len(row), len(cells))] {
			cells[i] = input.Brief(Text(cell))
			if _, isText := cell.(string); !isText && cell != nil {
				numeric[i] = true
			}
		}
		rows = append(rows, cells)
	}
	return rows, numeric
}

// Markdown returns the table as Markdown, aligned: its caption, its rows and its notes.
func (t Table) Markdown() string {
	var b strings.Builder
	if t.Caption != "" {
		fmt.Fprintf(&b, "%s\n\n", PlainMarkdown(t.Caption))
	}
	rows, numeric := t.texts()
	rows = append([][]string{t.Columns}, rows...)
	width := make([]int, len(t.Columns))
	for i, row := range rows {
		escaped := make([]string, len(row))
		for j, cell := range row {
			escaped[j] = strings.ReplaceAll(PlainMarkdown(input.Brief(cell)), "|", `\|`)
			width[j] = max(width[j], utf8.RuneCountInString(escaped[j]), 3)
		}
		rows[i] = escaped
	}
	for i, row := range rows {
		for j, cell := range row {
			pad := strings.Repeat(" ", width[j]-utf8.RuneCountInString(cell))
			if numeric[j] {
				cell = pad + cell
			} else {
				cell += pad
			}
			b.WriteString("| " + cell + " ")
		}
		b.WriteString("|\n")
		if i == 0 {
			for j := range t.Columns {
				rule := strings.Repeat("-", width[j])
				if numeric[j] {
					rule = rule[1:] + ":"
				}
				b.WriteString("| " + rule + " ")
			}
			b.WriteString("|\n")
		}
	}
	b.WriteString("\n")
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "%s\n\n", PlainMarkdown(n))
	}
	return b.String()
}

// PlainMarkdown is a text on one line of Markdown, in which no HTML begins and a backslash stands for itself. What a
// stranger's file makes very long is cut.
func PlainMarkdown(text string) string {
	return strings.NewReplacer(`\`, `\\`, "<", "&lt;", "&", "&amp;", "\r", "", "\n", " ").Replace(input.Cut(text, 16<<10))
}

// Comment is a text as lines of CSV that begin with #.
func Comment(text string) string {
	return "# " + strings.NewReplacer("\r", "", "\n", " ").Replace(text) + "\n"
}

// CSV returns the table for programs, with every number in full precision. Lines that begin
// with # contain the caption and the notes.
func (t Table) CSV() (string, error) {
	if err := t.check(); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, line := range append([]string{t.Caption}, t.Notes...) {
		if line != "" {
			b.WriteString(Comment(line))
		}
	}
	marked := false
	w := csv.NewWriter(&b)
	plain := func(text string) string {
		text = strings.NewReplacer("\r", "", "\n", " ").Replace(text)
		marked = marked || output.Cell(text) != text
		return output.Cell(text)
	}
	names := make([]string, len(t.Columns))
	for i, name := range t.Columns {
		names[i] = plain(name)
	}
	w.Write(names)
	for _, row := range t.Rows {
		fields := make([]string, len(row))
		for j, cell := range row {
			if text, isText := cell.(string); isText {
				fields[j] = plain(text)
			} else if cell != nil {
				fields[j] = fmt.Sprint(cell)
			}
			if x, real := cell.(float64); real {
				fields[j] = strconv.FormatFloat(x, 'f', -1, 64)
			}
		}
		w.Write(fields)
	}
	if w.Flush(); w.Error() != nil {
		return "", w.Error()
	}
	if marked {
		b.WriteString(Comment("Texts that a spreadsheet would run as formulas have an apostrophe before them."))
	}
	return b.String(), nil
}
