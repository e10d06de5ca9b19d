package domains_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/data/datatest"
	"github.com/focal-search/focal/engine"
)

// inconsistent reports whether h is known to be inconsistent, from a domain and the word of a
// variant.
func inconsistent(domain, word string) bool {
	return word == "all" || domain == "vacuum" || word == "pdb-4"
}

// TestCheckBuiltIn: in the built-in domains the check finds nothing, with any word of a
// variant, but an h that is known to be inconsistent.
func TestCheckBuiltIn(t *testing.T) {
	t.Setenv("FOCAL_DATA", datatest.Folder())
	var absent error
	for _, d := range domains.List() {
		for _, s := range d.Sets {
			if s.Given != nil {
				continue
			}
			path := engine.Path(d.Name, s.Name)
			for _, word := range append([]string{""}, s.Words()...) {
				id := "1"
				if s.Names != nil {
					id = s.Names[0]
				}
				if strings.HasPrefix(word, "pdb-") && path+word != "npuzzle/random-8pdb-4" {
					continue // other databases take longer, and differ in nothing else
				}
				name := path + "/" + id
				if word != "" {
					name += ":" + word
				}
				p, err := domains.Lookup(name)
				if err != nil && word == "inverse" && strings.Contains(err.Error(), "no common unit that fits") {
					continue // of more than 24 tiles
				}
				if errors.Is(err, fs.ErrNotExist) {
					absent = err
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				c := engine.Check(t.Context(), p, engine.MaxInserted(2000), engine.TimeLimit(time.Minute))
				for _, f := range c.Findings {
					if f.Kind != "h is inconsistent" || !inconsistent(d.Name, word) {
						t.Errorf("%s: %v", name, c)
					}
				}
				if c.Err != nil || c.States < 20 && !c.Complete {
					t.Errorf("%s: %v", name, c)
				}
			}
		}
	}
	if absent != nil {
		t.Skipf("all but problems of published data: %v", absent)
	}
}
