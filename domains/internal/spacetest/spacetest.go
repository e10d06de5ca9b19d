// Package spacetest contains helpers for the tests of several domains.
package spacetest

import (
	"fmt"
	"os"

	"github.com/focal-search/focal/engine"
)

// Release reports whether everything is tested that proves a release: FOCAL_RELEASE=1.
func Release() bool { return os.Getenv("FOCAL_RELEASE") == "1" }

// Algorithms returns the names of the algorithms that a test runs on a domain: all of them
// for a release, otherwise one for each set of queues. Package engine tests each
// algorithm against another implementation; here they stand for the orders in which
// they expand nodes.
func Algorithms() (names []string) {
	seen := map[string]bool{}
	for _, d := range engine.Descriptions() {
		queues := fmt.Sprint(len(d.Queues), d.Guidance, d.Anytime)
		if !seen[queues] || Release() {
			seen[queues] = true
			names = append(names, d.Name)
		}
	}
	return names
}
