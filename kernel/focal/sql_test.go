package main

import (
	"strings"
	"testing"
)

// TestWithComment: at the place of the query a comment is no flag.
func TestWithComment(t *testing.T) {
	const query = "-- which?\nSELECT 1"
	for args, want := range map[string]string{
		"sql|s.db|" + query + "|--csv": "sql|s.db|\n" + query + "|--csv",
		"sql|--csv|s.db|" + query:      "sql|--csv|s.db|\n" + query,
		"sql|s.db|SELECT ?|" + query:   "sql|s.db|SELECT ?|" + query,
		"sql|s.db|--json|SELECT 1":     "sql|s.db|--json|SELECT 1",
		"sql|" + query:                 "sql|" + query,
	} {
		if got := strings.Join(withComment(strings.Split(args, "|")), "|"); got != want {
			t.Errorf("%q: %q, want %q", args, got, want)
		}
	}
}
