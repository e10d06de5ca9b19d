//go:build !js

package main

import (
	"fmt"
	"os"

	"github.com/focal-search/focal/kernel/internal/exit"
)

func main() {
	fmt.Fprintln(os.Stderr, "this is the kernel of a page: build it with GOOS=js GOARCH=wasm, as focal page does")
	os.Exit(exit.Usage)
}
