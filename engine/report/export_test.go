package report

// The names of instance sets, for the tests.
var (
	Cut   = cut
	BySet = bySet
)
