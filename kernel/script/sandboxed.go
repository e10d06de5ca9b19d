package script

// Sandboxed marks the backend as one of a sandbox, whose scripts provide no JavaScript.
func (words) Sandboxed() {}
