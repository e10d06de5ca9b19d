package report

// Set returns the instance set of a problem and the instance's id within it: for
// npuzzle/korf/39:heavy, the set npuzzle/korf:heavy and the id 39.
func Set(problem string) (set, id string) { return cut(problem) }
