package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store/export"
	"github.com/focal-search/focal/engine/study"
)

// wide is a study of 50 runs with each seed, on 10 instances.
func wide(runs int) study.Grid {
	g := study.Grid{
		Problems: "npuzzle/korf/1-10:heavy", Algorithms: engine.Named("pfs"), W: []float64{1.05, 1.1, 1.25, 1.5, 2},
		P: []float64{0.7}, Limits: engine.Limits{Inserted: 5_000_000, Time: 300 * time.Second},
	}
	for seed := range runs / 50 {
		g.Seeds = append(g.Seeds, uint64(seed))
	}
	return g
}

// writeWide writes the runs of a study with invented outcomes.
func writeWide(b *testing.B, g study.Grid, name string) int {
	runs, err := g.Runs()
	if err != nil {
		b.Fatal(err)
	}
	file, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	digests := map[string]string{}
	w := export.NewParquet(file)
	for i, run := range runs {
		digest, known := digests[run.Problem]
		if !known {
			p, err := engine.Lookup(run.Problem)
			if err != nil {
				b.Fatal(err)
			}
			digest = p.Digest()
			digests[run.Problem] = digest
		}
		n := int64(1000 + i*7919%100_003)
		r := &engine.Result{
			Problem: run.Problem, Digest: digest, Algorithm: run.Algorithm, Seed: run.Seed, Limits: run.Limits,
			Status: engine.Solved, Unit: 1, Cost: 60, FMin: 50, LowerBound: 50, PeakBytes: 40 * n,
			Wall: time.Duration(400 * n), CPU: time.Duration(390 * n),
			Counters: engine.Counters{Expanded: n, Generated: 3 * n, Inserted: 2 * n, Guided: n},
			Moves:    make([]engine.Move, 50),
		}
		for j := range r.Moves {
			r.Moves[j] = engine.Move((i + j) % 4)
		}
		r.Incumbents = []engine.Incumbent{{Cost: r.Cost, FMin: r.FMin, W: r.Algorithm.W, Expanded: n, Wall: r.Wall}}
		rec := &record.Record{Key: run.Key, Result: r, Origin: record.ThisOrigin(), Finished: time.UnixMilli(int64(i)).UTC()}
		if err := w.Write(rec); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	if err := file.Close(); err != nil {
		b.Fatal(err)
	}
	return len(runs)
}

// BenchmarkScale measures what commands take for each run of a large study: CPU and
// wall time, and the peak of the process's memory. FOCAL_RUNS is the number of runs.
func BenchmarkScale(b *testing.B) {
	n := 50_000
	if all, err := strconv.Atoi(os.Getenv("FOCAL_RUNS")); err == nil {
		n = all
	}
	dir := b.TempDir()
	g := wide(n)
	if err := g.Write(filepath.Join(dir, "study.yaml")); err != nil {
		b.Fatal(err)
	}
	runs := writeWide(b, g, filepath.Join(dir, "runs.parquet"))
	for _, command := range []struct{ line, says string }{
		{"import study.db runs.parquet", fmt.Sprintf("%d new", runs)},
		{"sweep study.yaml --store study.db --json", `"missing":0`},
		{"report study.db success", ""},
		{"export study.db --parquet again.parquet", ""},
		{"export study.db --csv again.csv", ""},
		{"sql study.db --csv", strconv.Itoa(runs)},
	} {
		args := strings.Fields(command.line)
		if args[0] == "sql" {
			args = append(args, "SELECT count(*) FROM runs")
		}
		b.Run(strings.Join(args[:min(len(args), 4)], "_"), func(b *testing.B) {
			for b.Loop() {
				if args[0] == "import" { // each time into a new store
					for _, part := range []string{"", "-wal", "-shm", ".shards"} {
						if err := os.RemoveAll(filepath.Join(dir, "study.db"+part)); err != nil {
							b.Fatal(err)
						}
					}
				}
				cmd := exec.Command("focal", args...)
				cmd.Dir = dir
				begin := time.Now()
				var said strings.Builder
				cmd.Stdout, cmd.Stderr = &said, &said
				if err := cmd.Start(); err != nil {
					b.Fatal(err)
				}
				peak := peakMemory(cmd.Process.Pid)
				err, out := cmd.Wait(), said.String()
				if err != nil || !strings.Contains(string(out), command.says) {
					b.Fatalf("%s: %v: %s", command.line, err, out)
				}
				state := cmd.ProcessState
				per := float64(runs)
				b.ReportMetric(float64((state.UserTime()+state.SystemTime()).Microseconds())/per, "cpu-µs/run")
				b.ReportMetric(float64(time.Since(begin).Microseconds())/per, "wall-µs/run")
				if most := <-peak; most > 0 {
					b.ReportMetric(float64(most)/per, "B/run")
				}
			}
		})
	}
}
