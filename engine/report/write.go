package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/focal-search/focal/engine/table"
)

// Markdown returns the report as Markdown: aligned tables and the counts.
func (r *Report) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", r.Title)
	for i, t := range r.Tables {
		if i > 0 && t.Caption != "" {
			fmt.Fprintf(&b, "## %s\n\n", plainMarkdown(t.Caption))
		}
		markdown(&b, t)
		for _, n := range t.Notes {
			fmt.Fprintf(&b, "%s\n\n", plainMarkdown(n))
		}
	}
	for _, line := range r.Counted.Lines() {
		fmt.Fprintf(&b, "%s\n\n", plainMarkdown(line))
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// plainMarkdown is a text on one line of Markdown, in which no HTML begins.
func plainMarkdown(text string) string {
	return strings.NewReplacer("<", "&lt;", "&", "&amp;", "\r", "", "\n", " ").Replace(text)
}

func markdown(b *strings.Builder, t table.Table) {
	escape := func(text string) string { return strings.ReplaceAll(plainMarkdown(text), "|", `\|`) }
	numeric := make([]bool, len(t.Columns))
	var header []string
	for _, name := range t.Columns {
		header = append(header, escape(name))
	}
	rows := [][]string{header}
	for _, row := range t.Rows {
		cells := make([]string, len(t.Columns))
		for i, cell := range row {
			cells[i] = escape(Text(cell))
			if _, isText := cell.(string); !isText && cell != nil {
				numeric[i] = true
			}
		}
		rows = append(rows, cells)
	}
	width := make([]int, len(t.Columns))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell), 3)
		}
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
}

// CSV returns the report for programs, with every number in full precision. Lines that
// begin with # contain the title, the counts and the notes. Tables are separated by an
// empty line and a title.
func (r *Report) CSV() (string, error) {
	var b strings.Builder
	comment := func(lines ...string) {
		for _, line := range lines {
			fmt.Fprintf(&b, "# %s\n", strings.NewReplacer("\r", "", "\n", " ").Replace(line))
		}
	}
	marked := false
	comment(r.Title)
	comment(r.Counted.Lines()...)
	for i, t := range r.Tables {
		if i > 0 {
			b.WriteString("\n")
			comment(t.Caption)
		}
		comment(t.Notes...)
		w := csv.NewWriter(&b)
		w.Write(t.Columns)
		for _, row := range t.Rows {
			fields := make([]string, len(row))
			for j, cell := range row {
				if text, isText := cell.(string); isText {
					fields[j] = harmless(text)
					marked = marked || strings.HasPrefix(fields[j], "'") && !strings.HasPrefix(text, "'")
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
	}
	if marked {
		comment("Texts that a spreadsheet would run as formulas have an apostrophe before them.")
	}
	return b.String(), nil
}

// JSON returns the report as one indented JSON object.
func (r *Report) JSON() (string, error) {
	text, err := json.MarshalIndent(r, "", " ")
	return string(text) + "\n", err
}

// Text formats a cell for reading: counts with thousands separators, reals with four
// significant digits or fewer if these are exact.
func Text(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case int:
		return grouped(v)
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
		return grouped(int(x))
	}
	_, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', 3, 64), "e") // of the rounded number: 999.96 becomes 1,000
	n, _ := strconv.Atoi(exponent)
	if n >= 3 {
		return grouped(int(math.Round(x)))
	}
	rounded := strconv.FormatFloat(x, 'f', 3-n, 64)
	if exact := strconv.FormatFloat(x, 'f', -1, 64); len(exact) < len(rounded) {
		return exact
	}
	return rounded
}

// grouped formats an integer with thousands separators.
func grouped(n int) string {
	s := strconv.Itoa(n)
	first := 1 // no separator after the sign
	if n >= 0 {
		first = 0
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// harmless is a text for a cell that a spreadsheet does not run: what would be a formula gets an apostrophe before
// it, as spreadsheets mark texts.
func harmless(text string) string {
	text = strings.NewReplacer("\r", "", "\n", " ").Replace(text)
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
