package export_test

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

// The cost of a run between a file and a store: 50,000 runs with their moves.
func BenchmarkFiles(b *testing.B) {
	const n = 50_000
	runs := records(b)
	each := func(b *testing.B) { b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/n, "µs/run") }
	for form, make := range map[string]func(io.Writer) export.Writer{"csv": export.NewCSV, "parquet": export.NewParquet} {
		var file bytes.Buffer
		b.Run("write/"+form, func(b *testing.B) {
			for b.Loop() {
				file.Reset()
				w := make(&file)
				for i := range n {
					own, result := *runs[i%len(runs)], *runs[i%len(runs)].Result
					result.Algorithm, result.Seed, own.Result, own.Key = engine.PFS(1.5, 0.7), uint64(i), &result, ""
					own.Key, _ = own.Identity()
					if err := w.Write(&own); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
			}
			each(b)
		})
		b.Run("import/"+form, func(b *testing.B) {
			for b.Loop() {
				s, err := store.Open(filepath.Join(b.TempDir(), "study.db"))
				if err != nil {
					b.Fatal(err)
				}
				added, err := s.ImportEach(func(f func(*record.Record) error) error {
					return export.EachOf("runs", bytes.NewReader(file.Bytes()), int64(file.Len()),
						func(line export.Line) error { return f(line.Record) })
				})
				if err != nil || added != n {
					b.Fatal(added, err)
				}
				s.Close()
			}
			each(b)
		})
	}
}
