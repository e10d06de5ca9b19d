package engine

import (
	"flag"
	"os"
	"testing"
)

// graphsFor returns the number of random problems of a test for a change, and for a
// release (FOCAL_RELEASE=1).
func graphsFor(change, release int) int {
	if os.Getenv("FOCAL_RELEASE") == "1" {
		return release
	}
	return change
}

// TestMain sets the number of graphs on which a property is tested, unless -rapid.checks
// is given: some forty algorithms search each of them.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given && graphsFor(0, 1) == 0 {
		flag.Set("rapid.checks", "30")
	}
	os.Exit(m.Run())
}
