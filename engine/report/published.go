package report

import (
	"encoding/csv"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Published figures are shown beside ours: in a separate row with the source "paper", or
// in a column. They are given as CSV. A record is
//
//	REPORT,KEY,...,=,FIGURE,...
//
// where the keys are a pair or an algorithm, then a family or an instance set, then w and
// p if the report depends on them. In a key, * and ? stand for any characters except a
// slash, as in gctsp/*small:*. A figure is a number, a text (in Go's quotes if it could
// be mistaken for a number) or empty. A record NOTE,REPORT,TEXT adds a note to the report
// if any of its figures is shown.

// A figure is a record of published figures.
type figure struct {
	report string
	keys   []string
	cells  []any
}

var (
	figures []figure
	notes   = map[string][]string{}
)

// Publish adds published figures, given as CSV, to the reports. It is called during
// package initialisation.
func Publish(text string) error {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		return err
	}
	for i, record := range records {
		if record[0] == "NOTE" && len(record) == 3 {
			notes[record[1]] = append(notes[record[1]], record[2])
			continue
		}
		equals := slices.Index(record, "=")
		if equals < 1 {
			return fmt.Errorf("record %d: want REPORT,KEY,...,=,FIGURE,...", i+1)
		}
		f := figure{report: record[0], keys: record[1:equals]}
		for _, text := range record[equals+1:] {
			f.cells = append(f.cells, published(text))
		}
		figures = append(figures, f)
	}
	return nil
}

// published returns a figure as a cell: an int, a float64, a string or nil.
func published(text string) any {
	if quoted, err := strconv.Unquote(text); err == nil {
		return quoted
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x
	}
	if text == "" {
		return nil
	}
	return text
}

// paper returns the published figures of a report for given keys; nil if there are none.
func paper(report string, keys ...any) []any {
	for _, f := range figures {
		if f.report == report && slices.EqualFunc(f.keys, keys, matches) {
			return f.cells
		}
	}
	return nil
}

func matches(pattern string, key any) bool {
	ok, err := path.Match(pattern, fmt.Sprint(key))
	return ok && err == nil
}
