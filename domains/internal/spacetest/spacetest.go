// Package spacetest contains helpers for the tests of several domains.
package spacetest

import (
	"crypto/sha256"
	"fmt"
	"os"
	"testing"

	"github.com/focal-search/focal/engine"
)

// Pinned compares the first instances of sets with the beginnings of the SHA-256 of their
// contents, so that they never change.
func Pinned(t *testing.T, domain, variant string, instances int, want map[string]string) {
	t.Helper()
	for set, pin := range want {
		sum := sha256.New()
		for id := 1; id <= instances; id++ {
			p, err := engine.Lookup(fmt.Sprintf("%s/%s/%d%s", domain, set, id, variant))
			if err != nil {
				t.Fatal(err)
			}
			sum.Write([]byte(p.Content))
		}
		if got := fmt.Sprintf("%x", sum.Sum(nil)[:8]); got != pin {
			t.Errorf("set %s is %s, want %s", set, got, pin)
		}
	}
}

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

// Bounded solves a problem whose optimal cost is known, -1 if it has no solution, by the named
// algorithms, or by all of Algorithms. Each must keep its bound, and its result must verify.
func Bounded(t *testing.T, p *engine.Problem, optimal engine.Cost, names ...string) {
	t.Helper()
	if names == nil {
		names = Algorithms()
	}
	for _, name := range names {
		a, err := engine.NewAlgorithm(name, 1.25, 0.7)
		if err != nil {
			t.Fatal(err)
		}
		r := engine.Solve(t.Context(), p, a)
		if err := engine.Verify(p, r); err != nil || r.Err != nil || r.Solved() != (optimal >= 0) ||
			optimal >= 0 && (r.LowerBound > optimal || a.Schedule == nil && r.Cost > a.W.Floor(optimal)) {
			t.Fatalf("%s, %v: %v, %v; the optimum is %d", p.Name, a, r, err, optimal)
		}
	}
}
