package report

// Set is the instance set of a problem, such as npuzzle/korf:heavy, and which
// instance of it the problem is: of npuzzle/korf/39:heavy the one with the id 39.
func Set(problem string) (set, id string) { return cut(problem) }
