// Command counters writes what the searches of package report find. The test of
// package page runs it under WebAssembly.
package main

import (
	"fmt"
	"os"

	"github.com/focal-search/focal/kernel/page/internal/counters/report"
)

func main() {
	if err := report.Write(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
