package show

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/focal-search/focal/engine/progress"
)

// rowsOf returns a table of some rows.
type rowsOf int

func (n rowsOf) Table() Table {
	t := Table{Caption: "caption", Columns: []string{"name", "number"}, Notes: []string{"a note"}}
	for i := range int(n) {
		t.Rows = append(t.Rows, []any{fmt.Sprint("row ", i), i})
	}
	return t
}

func TestTabular(t *testing.T) {
	r := recorded(t)
	Value(rowsOf(2))
	if want := "caption\nname   number\n-----  ------\nrow 0       0\nrow 1       1\na note\n"; r.texts()[0] != want {
		t.Errorf("%q, want %q", r.texts()[0], want)
	}
	Value(rowsOf(still + 1234))
	if text := r.texts()[1]; strings.Count(text, "\nrow ") != still ||
		!strings.HasSuffix(text, "\n1,234 more rows\na note\n") {
		t.Errorf("a long table ends with %q", text[len(text)-50:])
	}
}

// Work that gets the session's context, or one derived from it, shows its progress.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := recorded(t)
		SetCell(t.Context())
		ctx, cancel := context.WithCancel(Context())
		defer cancel()
		report, end := progress.Watch(ctx, "study")
		start := time.Now()
		for made := range 101 {
			report(progress.Progress{Done: 1000 + made, Total: 1100, Stored: 1000, Solved: 500 + made, Elapsed: time.Since(start)})
			time.Sleep(20 * time.Millisecond)
		}
		end()
		texts := r.texts()
		if n := len(texts); n < 7 || texts[n-1] != "" {
			t.Fatalf("%q", texts)
		}
		if mid := texts[4]; !strings.Contains(mid, "1,052 of 1,100, 552 solved, 1.0 s left, 1.0 s, 50/s") ||
			!strings.Contains(mid, " 52 %") {
			t.Errorf("after 4 updates, 13 · 20 ms apart, it says %q", mid)
		}
	})
	report, end := progress.Watch(context.Background(), "nobody sees this")
	report(progress.Progress{})
	end()
}
