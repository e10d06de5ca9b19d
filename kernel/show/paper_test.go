package show

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// counters returns a table with a column of text and n columns of counters.
func counters(n, rows int) Table {
	t := Table{Columns: []string{"algorithm"}}
	for j := range n {
		t.Columns = append(t.Columns, fmt.Sprintf("counter %d of it", j+1))
	}
	for i := range rows {
		row := []any{fmt.Sprintf("PFS(w=1.25, p=0.7) number %d", i+1)}
		for j := range n {
			row = append(row, 1_000_003*(i+1)*(j+1)%10_000_000)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// A wide table is whole on paper, in a smaller font: long text is broken, and numbers are
// not. A narrow one looks as on a screen.
func TestWideOnPaper(t *testing.T) {
	setup.Needed(t)
	text := Table{Columns: []string{"claim", "value"},
		Rows: [][]any{{strings.Repeat("the lower bound is at most the cost, and ", 12), 1234567}}}
	var page strings.Builder
	page.WriteString(`<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;font:14px sans-serif">`)
	for _, table := range []Table{counters(1, 2), counters(8, 4), counters(16, 4), counters(24, 4), text, counters(16, 40)} {
		page.WriteString(tableMIME(table)[HTMLType].(string))
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	shots := filepath.Join(setup.Root(t), "kernel", "setup", "screenshots")
	if err := os.MkdirAll(shots, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/paper.mjs", file, filepath.Join(shots, "wide-tables.png"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var seen []struct {
		Screen, Paper float64 // font sizes in pixels
		Over          int     // pixels by which the table is wider than the paper
	}
	if err := json.Unmarshal(out, &seen); err != nil || len(seen) != 6 {
		t.Fatalf("%v in %q", err, out)
	}
	t.Logf("%+v", seen)
	for i, table := range seen {
		if table.Over > 0 {
			t.Errorf("table %d is %d pixels wider than the paper", i+1, table.Over)
		}
		if i == 0 && table.Paper != table.Screen || i > 0 && table.Paper >= table.Screen {
			t.Errorf("table %d has a font of %v pixels on the screen and %v on paper", i+1, table.Screen, table.Paper)
		}
	}
}
