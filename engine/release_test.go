package engine

import (
	"flag"
	"os"
	"testing"
)

// graphsFor is how many random problems a test takes for a change, and where a release
// is proved, FOCAL_RELEASE=1.
func graphsFor(change, release int) int {
	if os.Getenv("FOCAL_RELEASE") == "1" {
		return release
	}
	return change
}

// TestMain sets how many graphs a property is tested on, unless -rapid.checks
// says so: some forty algorithms search each.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given && graphsFor(0, 1) == 0 {
		flag.Set("rapid.checks", "30")
	}
	os.Exit(m.Run())
}
