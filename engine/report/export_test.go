package report

import "github.com/focal-search/focal/engine/record"

// The names of instance sets, for the tests.
var (
	Cut   = record.Set
	BySet = bySet
)
