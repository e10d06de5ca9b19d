//go:build js

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
