//go:build js

// Command worker is Focal's kernel in a page. It runs in a web worker.
package main

import "github.com/focal-search/focal/kernel/instant"

func main() { instant.ServePage() }
