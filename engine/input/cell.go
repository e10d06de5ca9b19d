package input

import "strings"

// IsFormula reports whether spreadsheets run a text in a cell.
func IsFormula(text string) bool { return text != "" && strings.IndexByte("=+-@\t\r", text[0]) >= 0 }

// Cell is the text of a cell of CSV, without the apostrophe by which it was marked; see output.Cell.
func Cell(text string) string {
	if rest, marked := strings.CutPrefix(text, "'"); marked && IsFormula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return text
}
