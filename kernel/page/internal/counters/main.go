// Command counters writes what the searches of package report find, or with an argument
// how long they take. The test of package page runs it under WebAssembly.
package main

import (
	"fmt"
	"os"

	"github.com/focal-search/focal/kernel/page/internal/counters/report"
)

func main() {
	write := report.Write
	if len(os.Args) > 1 {
		write = report.Warm
	}
	if err := write(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
