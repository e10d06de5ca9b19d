// Command generate writes manifest.csv, the files of the known data sets with their
// SHA-256, into the working directory, from the folder that tests use. If that folder
// is missing, the manifest does not change. Run it through go generate.
package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"log"
	"os"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/data/datatest"
)

// sets are the files of each data set, which all must be there.
var sets = []struct {
	name     string
	patterns []string
}{
	{"korf", []string{"korf/korf100.csv"}},
	{"tsplib", []string{"tsplib/*.tsp", "tsplib/*.opt.tour"}},
	{"tsplib-optima", []string{"tsplib/optima_le200.csv"}},
	{"gctsp", []string{"gctsp/index.csv", "gctsp/*/*.gctsp"}},
	{"shaelaie", []string{"gctsp_shaelaie/best_known.csv", "gctsp_shaelaie/paper/*/*.txt"}},
	{"movingai", []string{"movingai/*/*.map", "movingai/*/*.map.scen"}},
}

func main() {
	folder := datatest.Folder()
	if _, err := os.Stat(folder); err != nil {
		log.Printf("manifest.csv is not changed: %v: set FOCAL_DATA to the folder with all data sets", err)
		return
	}
	table, err := manifest(os.DirFS(folder))
	if err == nil {
		err = os.WriteFile("manifest.csv", table, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// manifest is the table of the files in a folder.
func manifest(folder fs.FS) ([]byte, error) {
	var table bytes.Buffer
	w := csv.NewWriter(&table)
	w.Write([]string{"set", "file", "sha256"})
	for _, set := range sets {
		for _, pattern := range set.patterns {
			files, err := fs.Glob(folder, pattern)
			if err != nil {
				return nil, err
			}
			if len(files) == 0 {
				return nil, fmt.Errorf("no %s in the data folder: set FOCAL_DATA to one that holds all sets", pattern)
			}
			for _, file := range files {
				content, err := fs.ReadFile(folder, file)
				if err != nil {
					return nil, err
				}
				w.Write([]string{set.name, file, data.Sum(content)})
			}
		}
	}
	w.Flush()
	return table.Bytes(), w.Error()
}
