package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine/provenance"
	"github.com/focal-search/focal/engine/table"
)

// Markdown returns the report as Markdown: aligned tables and the counts.
func (r *Report) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", r.Title)
	for i, t := range r.Tables {
		if i > 0 && t.Caption != "" {
			fmt.Fprintf(&b, "## %s\n\n", table.PlainMarkdown(t.Caption))
		}
		t.Caption = ""
		b.WriteString(t.Markdown())
	}
	for _, line := range r.Counted.Lines() {
		fmt.Fprintf(&b, "%s\n\n", table.PlainMarkdown(line))
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// CSV returns the report for programs, with every number in full precision. Lines that
// begin with # contain the title, the counts and the notes. Tables are separated by an
// empty line and a title.
func (r *Report) CSV() (string, error) {
	var b strings.Builder
	for _, line := range append([]string{r.Title}, r.Counted.Lines()...) {
		b.WriteString(table.Comment(line))
	}
	for i, t := range r.Tables {
		if i == 0 {
			t.Caption = ""
		} else {
			b.WriteString("\n")
		}
		text, err := t.CSV()
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// LaTeX returns the report's tables for a paper, as table.Table.LaTeX writes them. The
// captions have the number of runs and their limits. Of P and D the better is bold: the
// greater success, else the lesser number; of a ranking's algorithms, the least ratio.
// Files are those that the results were read from.
func (r *Report) LaTeX(files ...provenance.File) string {
	var all []string
	for i, t := range r.Tables {
		if i == 0 && t.Caption == "" {
			t.Caption = r.Title
		}
		t.Caption = strings.TrimSuffix(t.Caption, ".") + ". " + strings.Join(r.Counted.Lines(), " ")
		t.Best = append(bests(t.Columns), t.Best...)
		all = append(all, t.LaTeXFrom(files...))
	}
	return strings.Join(all, "\n")
}

// bests are the rules for bold numbers.
func bests(columns []string) (rules []table.Best) {
	for _, name := range columns {
		p := " " + name + " "
		if d := strings.TrimSpace(strings.Replace(p, " P ", " D ", 1)); d != name && slices.Contains(columns, d) {
			rules = append(rules, table.Best{Columns: []string{name, d}, Greatest: strings.HasPrefix(name, "success") ||
				strings.HasPrefix(name, "solved")})
		}
		if slices.Contains([]string{"over the virtual best", "over the best other"}, name) && !slices.Contains(columns, "w") {
			rules = append(rules, table.Best{Columns: []string{name}})
		}
	}
	return rules
}

// JSON returns the report as one indented JSON object.
func (r *Report) JSON() (string, error) {
	text, err := json.MarshalIndent(r, "", " ")
	return string(text) + "\n", err
}

// Text formats a cell for reading: see table.Text.
func Text(cell any) string { return table.Text(cell) }

func grouped(n int) string { return table.Grouped(int64(n)) }
