// Package domains provides the problems that come with Focal, by name. Get makes the
// problem of a name "domain/set/id[:variant]", such as npuzzle/korf/39:heavy, and Match
// lists the problems that match a pattern such as npuzzle/korf/*:heavy.
package domains

import (
	"github.com/focal-search/focal/engine"

	_ "github.com/focal-search/focal/domains/gctsp" // these register themselves
	_ "github.com/focal-search/focal/domains/grid"
	_ "github.com/focal-search/focal/domains/npuzzle"
	_ "github.com/focal-search/focal/domains/pancake"
	_ "github.com/focal-search/focal/domains/paper"
	_ "github.com/focal-search/focal/domains/racetrack"
	_ "github.com/focal-search/focal/domains/sas"
	_ "github.com/focal-search/focal/domains/topspin"
	_ "github.com/focal-search/focal/domains/tsp"
	_ "github.com/focal-search/focal/domains/vacuum"
)

// Get makes the problem of a name. It never returns nil: if there is no such
// problem, its Err says why, and a search on it returns that error.
func Get(name string) *engine.Problem {
	p, err := engine.Lookup(name)
	if err != nil {
		return &engine.Problem{Name: name, Err: err, Optimal: -1}
	}
	return p
}

// Lookup is like Get, but returns the error separately.
func Lookup(name string) (*engine.Problem, error) { return engine.Lookup(name) }

// Match lists the problems that match a pattern: ids may be a list of
// numbers and ranges such as 1-10,39 or * for all, and the set may be *.
func Match(pattern string) ([]string, error) { return engine.Match(pattern) }

// List returns the domains with their sets.
func List() []*engine.Domain { return engine.Domains() }
