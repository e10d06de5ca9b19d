package show_test

import (
	"testing"

	"github.com/focal-search/focal/kernel/show"
)

func ExampleClaims() {
	fs, pfs := 444_774.0, 44_828.0
	var claims show.Claims
	claims.Holds("PFS expands less than an eighth of FS", 8*pfs < fs)
	claims.Figure("FS's expansions", fs, "444,774")
	claims.Figure("PFS's ratio to FS", pfs/fs, "0.10")
	claims.Check()
	// Output:
	// holds: PFS expands less than an eighth of FS
	// holds: 2 figures of the text
}

// TestClaims: Check reports all claims that do not hold.
func TestClaims(t *testing.T) {
	var claims show.Claims
	claims.Holds("one is two", false)
	claims.Holds("one is one", true)
	for text, value := range map[string]float64{"1.14": 1.1449, "3": 2.5001, "-0.5": -0.46, "1,234": 1233.7, "0.00": -0.001} {
		claims.Figure(text, value, text)
	}
	claims.Figure("the ratio", 1.146, "1.14")
	claims.Figure("the count", 12, "12.0")
	claims.Figure("nothing", 0, "")
	defer func() {
		const want = "does not hold: one is two; the ratio is 1.15 and not 1.14; nothing is 0 and not "
		if got := recover(); got != want {
			t.Errorf("it panics with %q, want %q", got, want)
		}
	}()
	claims.Check()
}
