// Package standard contains the symbol tables of the standard library for interpreted
// code. They map names to compiled functions, variables and types.
//
// Elsewhere they are all of yaegi's. A page in a browser, which its reader has to
// load, has those of the packages that computing, searching and files need: copies
// of yaegi's, made by go generate; a test fails when they are stale.
package standard

import (
	"reflect"
	"slices"
)

// A Table holds symbols by import path and package name, as "math/rand/rand", and by their names.
type Table = map[string]map[string]reflect.Value

//go:generate go run ./internal/generate

// Tables are the tables of symbols, of which the later ones add to the earlier.
func Tables() []Table { return append(slices.Clip(tables), newer) }
