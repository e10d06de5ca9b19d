package export_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store/export"
)

// TestUnknownDomain reads runs of a domain that the program has not linked, whose problem's names do
// not say which part is what. That is said once, and no row is called damaged.
func TestUnknownDomain(t *testing.T) {
	var b bytes.Buffer
	if err := export.WriteCSV(&b, records(t)); err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(b.String(), "npuzzle/random-8/1,npuzzle,random-8,1,", "nowhere/maps/a/b#1,nowhere,maps,a/b#1,")
	lines, err := export.Parse("runs.csv", []byte(text))
	if !errors.Is(err, record.ErrUnknownDomain) || strings.Count(err.Error(), "\n") > 0 ||
		!strings.Contains(err.Error(), `this program does not know the domain "nowhere"`) {
		t.Errorf("%d lines, %v", len(lines), err)
	}
}
