package domains_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/pancake"
	"github.com/focal-search/focal/engine"
)

// latency measures the time of one dependent access to main memory, by following pointers
// through 1 GiB in random order. Machines differ; the benchmarks below also report the
// cost of an expansion as a multiple of it.
var latency = sync.OnceValue(func() time.Duration {
	const cells = 1 << 27
	next := make([]uint64, cells)
	// A full cycle through all cells: a linear congruential generator with a period of the
	// table's size visits them in an order that no prefetcher predicts.
	r := rand.New(rand.NewPCG(1, 1))
	multiplier, increment := r.Uint64()&^7|5, r.Uint64()|1
	at := uint64(0)
	for range cells {
		to := (at*multiplier + increment) % cells
		next[at] = to
		at = to
	}
	const steps = 2_000_000
	start := time.Now()
	for range steps {
		at = next[at]
	}
	sink = at
	return time.Since(start) / steps
})

var sink uint64

// A work is a search whose speed is compared with other implementations.
type work struct {
	name      string
	problems  []*engine.Problem
	algorithm engine.Algorithm
	limits    engine.Limits
}

// works are Korf's instances on which other implementations were measured, A* on 48
// pancakes, and every algorithm that ends with its first solution on pancakes and tours,
// each run limited to the same number of insertions.
func works() (all []work) {
	easy := []int{55, 94, 16, 28, 65, 18, 5, 36, 4, 40}
	for _, w := range []struct {
		name      string
		variant   string
		algorithm engine.Algorithm
		ids       []int
	}{
		{"A*_unit", "unit", engine.AStar(), easy},
		{"A*_heavy", "heavy", engine.AStar(), easy[:7]},
		{"WA*_1.5_unit", "unit", engine.WAStar(1.5), []int{82, 63, 14, 72, 66, 59, 88, 56, 53, 33}},
		{"WA*_2_unit", "unit", engine.WAStar(2), []int{14, 1, 82, 29, 13, 63, 59, 66, 56, 53}},
		{"FS_1.5_unit", "unit", engine.FS(1.5), []int{5, 12, 20, 55}},
		{"PFS_1.5_p0.6_unit", "unit", engine.PFS(1.5, 0.6), []int{66, 17, 92, 49, 82}},
		{"DPS_1.5_unit", "unit", engine.DPS(1.5), []int{82, 63, 14, 72, 66, 59, 88, 56, 53, 33}},
		{"DPS_2_heavy", "heavy", engine.DPS(2), []int{14, 1, 82, 29, 13, 63, 59, 66, 56, 53}},
		{"FS_1.25_heavy_39", "heavy", engine.FS(1.25), []int{39}},
		{"DPS_1.25_inverse", "inverse", engine.DPS(1.25), []int{39, 55, 94}},
		{"FS_1.25_inverse", "inverse", engine.FS(1.25), []int{39, 55, 94}},
		{"A*_unit+lc", "unit+lc", engine.AStar(), easy},
	} {
		korf := work{name: "15-puzzle/" + w.name, algorithm: w.algorithm}
		for _, id := range w.ids {
			korf.problems = append(korf.problems, domains.Get(fmt.Sprintf("npuzzle/korf/%d:%s", id, w.variant)))
		}
		all = append(all, korf)
	}

	stacks := work{name: "pancake-48/A*", algorithm: engine.AStar()}
	for seed := range uint64(10) {
		p, err := pancake.New(pancake.Random(48, seed+1))
		if err != nil {
			p = &engine.Problem{Err: err}
		}
		stacks.problems = append(stacks.problems, p)
	}
	all = append(all, stacks)

	for _, set := range []struct {
		problems string
		w        float64
	}{
		{"pancake/40", 1.05},
		{"pancake/101", 1.11},
		{"tsp/40", 1.05},
		{"tsp/50", 1.05},
	} {
		for _, a := range []engine.Algorithm{
			engine.AStar(), engine.WAStar(set.w),
			engine.FS(set.w), engine.PFS(set.w, 0.7), engine.DPS(set.w), engine.PDPS(set.w, 0.7),
		} {
			w := work{
				name:      fmt.Sprintf("%s/%v", strings.ReplaceAll(set.problems, "/", "-"), a),
				algorithm: a, limits: engine.Limits{Inserted: 1_000_000},
			}
			for id := range 10 {
				w.problems = append(w.problems, domains.Get(fmt.Sprintf("%s/%d", set.problems, id+1)))
			}
			all = append(all, w)
		}
	}

	for _, set := range []struct{ name, problems string }{
		{"grid-512", "grid/random-10/1-5 grid/random-40/1-5 grid/rooms-16/1-5 grid/mazes-8/1-5"},
		{"vacuum-200", "vacuum/200/1-3"},
		{"racetrack-5", "racetrack/random-5/1-3"},
		{"topspin-16-4", "topspin/16-4/1-3"},
		{"sas-gripper", "sas/gripper/1-3:hmax"},
	} {
		var names []string
		for pattern := range strings.FieldsSeq(set.problems) {
			some, err := domains.Match(pattern)
			if err != nil {
				panic(err)
			}
			names = append(names, some...)
		}
		for _, a := range engine.Named("astar", "fs(w=1.5)", "pfs(w=1.5;p=0.7)", "dps(w=1.5)", "rrslack-boost-h-defer(w=1.5)") {
			w := work{name: fmt.Sprintf("%s/%v", set.name, a), algorithm: a, limits: engine.Limits{Inserted: 1_000_000}}
			for _, name := range names {
				w.problems = append(w.problems, domains.Get(name))
			}
			all = append(all, w)
		}
	}
	return all
}

// BenchmarkSearch reports for each work the CPU time per expansion (also in accesses to
// memory), expansions and generated nodes per second, peak bytes of the search's
// structures per node inserted, and the share of the time for which the garbage collector
// stopped everything.
func BenchmarkSearch(b *testing.B) {
	for _, w := range works() {
		b.Run(w.name, func(b *testing.B) {
			latency()
			b.ResetTimer()
			var expanded, generated, inserted, bytes int64
			var cpu time.Duration
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range b.N {
				for _, p := range w.problems {
					r := engine.Solve(context.Background(), p, w.algorithm, engine.Seed(1), engine.WithLimits(w.limits))
					if r.Status != engine.Solved && (r.Status != engine.LimitInserted || w.limits.Inserted == 0) {
						b.Fatal(r)
					}
					expanded, generated, inserted = expanded+r.Expanded, generated+r.Generated, inserted+r.Inserted
					bytes += r.PeakBytes
					cpu += r.CPU
				}
			}
			runtime.ReadMemStats(&after)
			each := float64(cpu.Nanoseconds()) / float64(expanded)
			b.ReportMetric(0, "ns/op") // meaningless here
			b.ReportMetric(each, "ns/expansion")
			b.ReportMetric(each/float64(latency().Nanoseconds()), "accesses/expansion")
			b.ReportMetric(float64(expanded)/cpu.Seconds(), "expansions/s")
			b.ReportMetric(float64(generated)/cpu.Seconds()/1e6, "Mgenerated/s")
			b.ReportMetric(float64(bytes)/float64(inserted), "B/node")
			b.ReportMetric(100*float64(after.PauseTotalNs-before.PauseTotalNs)/float64(cpu.Nanoseconds()), "%GC")
			b.ReportMetric(float64(expanded)/float64(b.N), "expansions")
		})
	}
}

// BenchmarkLatency prints the unit of accesses/expansion.
func BenchmarkLatency(b *testing.B) {
	for range b.N {
		latency()
	}
	b.ReportMetric(float64(latency().Nanoseconds()), "ns/access")
}
