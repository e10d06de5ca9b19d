// Command extension builds the JupyterLite extension with the compiled kernel, for the
// Python package, in a folder.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/page"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: extension FOLDER, in the checkout")
		os.Exit(exit.Usage)
	}
	if err := page.Extension(context.Background(), ".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exit.Wrong)
	}
}
