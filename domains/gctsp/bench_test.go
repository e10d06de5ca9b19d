package gctsp

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
)

// works are the searches whose speed is measured, each run limited to the same number of
// insertions.
var works = []struct {
	set       string
	ids       []int
	variant   Variant
	algorithm engine.Algorithm
}{
	{"small", []int{63, 69, 72, 78, 81}, Covering, engine.AStar()},
	{"small", []int{63, 69, 72, 78, 81}, Covering, engine.APFS(0.7)},
	{"small", []int{63, 69, 72, 78, 81}, All, engine.FS(1.25)},
	{"medium", []int{17, 39, 93, 126, 150, 225}, Covering, engine.AStar()},
	{"medium", []int{17, 39, 93, 126, 150, 225}, Covering, engine.AFS()},
	{"medium", []int{17, 39, 93, 126, 150, 225}, Covering, engine.APFS(0.7)},
	{"medium", []int{17, 39, 93, 126, 150, 225}, Covering, engine.APDPS(0.7)},
}

const benchInserted = 2_000_000

// BenchmarkSearch reports expansions and generated nodes per second of CPU time, and peak
// bytes of the search's structures per node inserted.
func BenchmarkSearch(b *testing.B) {
	for _, w := range works {
		b.Run(fmt.Sprintf("%s_%s_%s", w.set, w.variant, w.algorithm.Name), func(b *testing.B) {
			var expanded, generated, inserted, bytes int64
			var cpu time.Duration
			for range b.N {
				for _, id := range w.ids {
					in, err := Random(w.set, id)
					if err != nil {
						b.Fatal(err)
					}
					p, err := New(in, w.variant)
					if err != nil {
						b.Fatal(err)
					}
					r := engine.Solve(context.Background(), p, w.algorithm, engine.MaxInserted(benchInserted), engine.Seed(42))
					if err := engine.Verify(p, r); err != nil {
						b.Fatal(err)
					}
					expanded, generated, inserted = expanded+r.Expanded, generated+r.Generated, inserted+r.Inserted
					bytes += r.PeakBytes
					cpu += r.CPU
				}
			}
			b.ReportMetric(0, "ns/op") // meaningless here
			b.ReportMetric(float64(expanded)/cpu.Seconds(), "expansions/s")
			b.ReportMetric(float64(generated)/cpu.Seconds()/1e6, "Mgenerated/s")
			b.ReportMetric(float64(bytes)/float64(inserted), "B/node")
			b.ReportMetric(float64(expanded)/float64(b.N), "expansions")
		})
	}
}
