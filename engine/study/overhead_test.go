//go:build linux

package study_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/process"
)

// processCPU is the CPU time of all threads of this process.
func processCPU(b *testing.B) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// searchCPU adds up the CPU time of searches, from making their tables to giving
// the memory back.
func searchCPU(total *atomic.Int64) (after func()) {
	runtime.LockOSThread() // CPU time is measured per thread
	now := func() int64 {
		var t unix.Timespec
		unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
		return t.Nano()
	}
	start := now()
	return func() {
		total.Add(now() - start)
		runtime.UnlockOSThread()
	}
}

// Studies of 2,000 runs of different sizes, and the share of their CPU time that is not
// spent in searches: making problems, verifying, writing, syncing, collecting, reading
// back, and garbage collection.
func BenchmarkOverhead(b *testing.B) {
	for _, expanded := range []int64{1_000, 10_000, 50_000} {
		b.Run(fmt.Sprintf("expanded=%d", expanded), func(b *testing.B) {
			g := study.Grid{
				Problems:   "npuzzle/korf/1-100",
				Algorithms: engine.Named("pfs"),
				W:          []float64{1.05},
				P:          []float64{0.5},
				Seeds:      []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20},
				Limits:     engine.Limits{Expanded: expanded},
				Jobs:       4,
			}
			var searching atomic.Int64
			defer func() { process.Searches = engine.Solve }()
			process.Searches = func(ctx context.Context, p *engine.Problem, a engine.Algorithm,
				opts ...engine.Option) *engine.Result {
				defer searchCPU(&searching)()
				return engine.Solve(ctx, p, a, opts...)
			}
			for b.Loop() {
				searching.Store(0)
				path := filepath.Join(b.TempDir(), "korf.db")
				before := processCPU(b)
				runs := g.Run(context.Background(), path)
				total, searches := processCPU(b)-before, time.Duration(searching.Load())
				if runs.Err != nil || runs.Missing > 0 || runs.Total != 2000 {
					b.Fatal(runs)
				}
				start := time.Now()
				if again := g.Run(context.Background(), path); again.Stored != 2000 {
					b.Fatal(again)
				}
				b.ReportMetric(100*float64(total-searches)/float64(total), "%outside")
				b.ReportMetric(float64(searches.Microseconds())/2000, "µs/search")
				b.ReportMetric(float64((total-searches).Microseconds())/2000, "µs-outside/run")
				b.ReportMetric(time.Since(start).Seconds()*1000, "ms-again")
			}
		})
	}
}

// A batch of 200 searches of some 15 ms: the share of its CPU time that is not spent in
// searches, and how much faster two workers are than one. This needs two idle cores.
func BenchmarkBatch(b *testing.B) {
	g := study.Grid{
		Problems: "npuzzle/korf/1-100", Algorithms: engine.Named("pfs"), W: []float64{1.05}, P: []float64{0.5},
		Seeds: []uint64{1, 2}, Limits: engine.Limits{Expanded: 35_000},
	}
	var searching atomic.Int64
	defer func() { process.Searches = engine.Solve }()
	process.Searches = func(ctx context.Context, p *engine.Problem, a engine.Algorithm, opts ...engine.Option) *engine.Result {
		defer searchCPU(&searching)()
		return engine.Solve(ctx, p, a, opts...)
	}
	for b.Loop() {
		var took [2]time.Duration
		for i := range took {
			g.Jobs = i + 1
			searching.Store(0)
			start, before := time.Now(), processCPU(b)
			runs := g.Run(context.Background(), filepath.Join(b.TempDir(), "korf.db"))
			took[i] = time.Since(start)
			total, searches := processCPU(b)-before, time.Duration(searching.Load())
			if runs.Err != nil || runs.Missing > 0 || runs.Total != 200 {
				b.Fatal(runs)
			}
			b.ReportMetric(100*float64(total-searches)/float64(searches), fmt.Sprintf("%%outside-%d", g.Jobs))
		}
		b.ReportMetric(float64(searching.Load())/200e6, "ms/search")
		b.ReportMetric(took[0].Seconds()/took[1].Seconds(), "speedup")
	}
}
