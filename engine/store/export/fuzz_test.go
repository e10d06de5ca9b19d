package export_test

import (
	"bytes"
	"testing"

	"github.com/focal-search/focal/engine/store/export"
)

// FuzzParse reads anything as a file of results: it neither panics nor runs out of
// memory, and every row that it believes can be written again.
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
	f.Add(unsummed(parquetFile(f))) // a changed byte of the others is seen at once
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
