package export_test

import (
	"path/filepath"
	"testing"

	"github.com/focal-search/focal/engine/store/export"
)

// Every row of the published results has a correct checksum, and is the run that its key
// names.
func TestPublishedResults(t *testing.T) {
	files, err := filepath.Glob("../../../notebooks/results/*.parquet")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, file := range files {
		lines, err := export.ReadLines(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			if _, err := line.Identity(); err != nil || !line.Checked {
				t.Fatalf("%s: run %d: checked %v, %v: run make checksums", file, line.Number, line.Checked, err)
			}
		}
		total += len(lines)
	}
	// The paper's studies, that of all algorithms, those of p, those of ties, and those of domains, boost and maps.
	if total != 62_860+856_800+214_200+178_500+4_900+42_000+41_040+14_400+9_520 {
		t.Errorf("%d runs in %d files", total, len(files))
	}
}
