//go:build js

// Command worker is Focal's kernel in a page. It runs in a web worker. With an argument it
// runs in another one, and makes runs of studies for the kernel.
package main

import (
	"os"

	"github.com/focal-search/focal/kernel/instant"
	"github.com/focal-search/focal/kernel/page/internal/workers"
)

func main() {
	if len(os.Args) > 1 {
		workers.Serve()
	}
	workers.Use()
	instant.ServePage()
}
