package output

import (
	"strings"

	"github.com/focal-search/focal/engine/input"
)

// Cell is a text for a cell of CSV that no spreadsheet runs: what would be a formula gets an apostrophe before it, as
// spreadsheets mark texts. [input.Cell] takes it away.
func Cell(text string) string {
	if input.IsFormula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}
