package export_test

import (
	"bytes"
	"testing"

	"github.com/focal-search/focal/engine/store/export"
)

// FuzzParse reads any input as a file of results: it neither panics nor runs out of
// memory, and every row that it accepts can be written again.
func FuzzParse(f *testing.F) {
	all := records(f)[:2]
	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return export.WriteCSV(b, all) },
		func(b *bytes.Buffer) error { return export.WriteParquet(b, all) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add(unsummed(parquetFile(f))) // in the others, checksums find a changed byte
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, _ := export.Parse("any", data)
		for _, line := range lines {
			var b bytes.Buffer
			if err := export.WriteCSV(&b, append(all[:0:0], line.Record)); err != nil {
				t.Fatalf("line %d: %v", line.Number, err)
			}
		}
	})
}
