// Package standard holds what interpreted code sees of the standard library:
// tables from names to compiled functions, variables and types.
//
// Elsewhere they are all of yaegi's. A page in a browser, which its reader has to
// load, has those of the packages that computing, searching and files need: copies
// of yaegi's, made by go generate; a test fails when they are stale.
package standard

import (
	"slices"

	"github.com/traefik/yaegi/interp"
)

//go:generate go run ./internal/generate

// Tables are the tables of symbols, of which the later ones add to the earlier.
func Tables() []interp.Exports { return append(slices.Clip(tables), newer) }
