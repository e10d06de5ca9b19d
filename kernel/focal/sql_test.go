package main

import (
	"strings"
	"testing"
)

// TestShielded: in place of the query a comment is not a flag, and after it a negative
// number is not one.
func TestShielded(t *testing.T) {
	const query = "-- which?\nSELECT 1"
	for args, want := range map[string]string{
		"sql|s.db|" + query + "|--csv":  "sql|s.db|\n" + query + "|--csv",
		"sql|--csv|s.db|" + query:       "sql|--csv|s.db|\n" + query,
		"sql|s.db|SELECT ?|" + query:    "sql|s.db|SELECT ?|" + query,
		"sql|s.db|--json|SELECT 1":      "sql|s.db|--json|SELECT 1",
		"sql|" + query:                  "sql|" + query,
		"sql|s.db|SELECT ?|-5|x|-1.5e3": "sql|s.db|SELECT ?|\n-5|x|\n-1.5e3",
	} {
		if got := strings.Join(shielded(strings.Split(args, "|")), "|"); got != want {
			t.Errorf("%q: %q, want %q", args, got, want)
		}
	}
}
