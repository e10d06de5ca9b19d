// Command generate writes the generated parts of the pages in the working
// directory. Run it through go generate.
package main

import (
	"log"
	"os"

	"github.com/focal-search/focal/kernel/docs"
)

func main() {
	for name := range docs.Generated {
		page, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		fresh, err := docs.Fresh(name, string(page))
		if err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(fresh), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
