package script

// Sandboxed tells show that scripts of a sandbox bring no JavaScript along.
func (words) Sandboxed() {}
