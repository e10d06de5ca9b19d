package show

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/kernel/setup"
)

// long returns a table of n rows.
func long(n int) Table {
	t := Table{Caption: "many", Columns: []string{"name", "number", "took"}, Notes: []string{"a note"}}
	for i := range n {
		t.Rows = append(t.Rows, []any{fmt.Sprint("row ", i), (i * 7919) % n, time.Duration((i*31)%n) * time.Millisecond})
	}
	return t
}

// TestPaged: a long table holds its first rows in full, and the others in little space; a
// very long one only the first of them, with a note.
func TestPaged(t *testing.T) {
	if b := tableMIME(long(fits)); strings.Contains(b[HTMLType].(string), "script") ||
		strings.Count(b[HTMLType].(string), "<tr>") != fits {
		t.Error("a table that fits is not shown in full")
	}
	b := tableMIME(long(1000))
	text, html := b[Plain].(string), b[HTMLType].(string)
	if strings.Count(html, "<tr>") != still || !strings.Contains(html, "50 of 1,000 rows") ||
		!strings.Contains(html, "a note") || !strings.Contains(text, "500 more rows\na note\n") {
		t.Errorf("%d rows, text %q", strings.Count(html, "<tr>"), text[len(text)-100:])
	}
	start := time.Now()
	html = tableMIME(long(100_000))[HTMLType].(string)
	if len(html) > 1<<20 || !strings.Contains(html, "50 of 100,000 rows") {
		t.Errorf("100,000 rows are %d bytes of HTML", len(html))
	}
	t.Logf("100,000 rows: %d bytes, %v", len(html), time.Since(start))
}

// TestPagedInBrowser turns pages, sorts and filters.
func TestPagedInBrowser(t *testing.T) {
	setup.Needed(t)
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, []byte("<!DOCTYPE html><body>"+tableMIME(long(100_000))[HTMLType].(string)),
		0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "testdata/table.mjs", page)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var seen map[string]string
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	for what, want := range map[string]string{
		"first":   "row 0|0|0 s of 20: 1 to 20 of 20,000 rows; the notebook holds the first 20,000 of 100,000 rows",
		"next":    "row 20|58,380|620 ms of 20: 21 to 40 of 20,000 rows; the notebook holds the first 20,000 of 100,000 rows",
		"upwards": "row 0|0|0 s of 20: 1 to 20 of 20,000 rows; the notebook holds the first 20,000 of 100,000 rows",
		// 1999, 11999 and 19990 to 19999.
		"filtered": fmt.Sprintf("row 1999|%s|%s of 12: 1 to 12 of 12 rows that have these words, of 20,000; the notebook holds the first 20,000 of 100,000 rows",
			Count(1999*7919%100_000), Duration(time.Duration(1999*31%100_000)*time.Millisecond)),
		"console": "",
	} {
		if seen[what] != want {
			t.Errorf("%s: %q, want %q", what, seen[what], want)
		}
	}
	if strings.HasPrefix(seen["downwards"], "row 0|") {
		t.Errorf("downwards %q", seen["downwards"])
	}
}
