package store_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
)

// synthetic are runs as a study of tiles makes them, of ten instances with ten settings
// and many seeds.
func synthetic(n int) (results []*engine.Result) {
	for i := range n {
		expanded := int64(1000 + i*7919%100_000)
		r := &engine.Result{
			Problem: fmt.Sprintf("npuzzle/korf/%d:heavy", 1+i%10), Digest: fmt.Sprintf("%064x", i%10),
			Algorithm: engine.PFS(1.25, float64(i/10%10)/10), Seed: uint64(i / 100),
			Limits: engine.Limits{Inserted: 5_000_000, Time: 300 * time.Second}, Status: engine.Solved, Unit: 1,
			Cost: 60, FMin: 50, LowerBound: 50, PeakBytes: 40 * expanded, Wall: time.Duration(400 * expanded),
			CPU:      time.Duration(390 * expanded),
			Counters: engine.Counters{Expanded: expanded, Generated: 3 * expanded, Inserted: 2 * expanded, Guided: expanded},
		}
		for j := range 40 + i%20 {
			r.Moves = append(r.Moves, engine.Move(j%4))
		}
		r.Incumbents = []engine.Incumbent{{Cost: r.Cost, FMin: r.FMin, W: r.Algorithm.W, Expanded: expanded, Wall: r.Wall}}
		results = append(results, r)
	}
	return results
}

// What a run costs on its way into a store and out of it.
func BenchmarkStore(b *testing.B) {
	const n = 50_000
	results := synthetic(n)
	each := func(b *testing.B) { b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/n, "µs/run") }
	path := filepath.Join(b.TempDir(), "study.db")
	sh, err := store.NewShard(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("append", func(b *testing.B) {
		for b.Loop() {
			if err := sh.Append(results...); err != nil {
				b.Fatal(err)
			}
		}
		each(b)
	})
	sh.Close()
	s, err := store.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	b.Run("collect", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Collect(); err != nil {
				b.Fatal(err)
			}
		}
		each(b)
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if all, err := s.Results(store.WithMoves()); err != nil || len(all) != n {
				b.Fatal(len(all), err)
			}
		}
		each(b)
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if err := s.Check(); err != nil {
				b.Fatal(err)
			}
		}
		each(b)
	})
}
