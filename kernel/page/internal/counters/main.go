// Command counters writes the results of the searches in package report or, with an
// argument, their times. The test of package page runs it under WebAssembly.
package main

import (
	"fmt"
	"os"

	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/page/internal/counters/report"
)

func main() {
	write := report.Write
	if len(os.Args) > 1 {
		write = report.Warm
	}
	if err := write(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exit.Wrong)
	}
}
