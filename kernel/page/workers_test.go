package page

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
)

// line is a problem of a family: to n, by steps of 1 for 2 and of 3 for 5.
func line(n int) *engine.Problem {
	return engine.Graph[int]{
		Goal: func(s int) bool { return s == n },
		Successors: func(s int) []engine.Edge[int] {
			return []engine.Edge[int]{{To: s + 1, Cost: 2}, {To: s + 3, Cost: 5}}
		},
		H: func(s int) engine.Cost { return engine.Cost(max(0, 5*(n-s)/3)) },
	}.Problem()
}

// lines is a study of a family.
var lines = study.Grid{Problems: "lines/*", Algorithms: engine.Named("fs", "pfs"), W: []float64{1.5}, P: []float64{0.5}}

// batch is a study of 32 runs, which the cells of TestWorkers know as g.
var batch = study.Grid{
	Problems: "npuzzle/random-8/1-2:heavy pancake/40/1 gctsp/small/1", Algorithms: engine.Named("fs", "pfs", "afs"),
	W: []float64{1.5, 2}, P: []float64{0.7}, Seeds: []uint64{1, 2}, Limits: engine.Limits{Expanded: 2000}, Trace: true,
}

// mixed is a study with an algorithm and a variant of the user's own.
var mixed = study.Grid{
	Problems: "npuzzle/random-8/1-7 npuzzle/random-8/8:same", Algorithms: append(engine.Named("altfs"),
		engine.Custom{Name: "fair", Queues: []engine.Queue{engine.LeastD, engine.LeastF}, Scheduler: fair}.Swept()),
	W: []float64{1.5}, P: []float64{0.5},
}

func fair() engine.Scheduler {
	turn := 0
	return func(*engine.Observation) int { turn++; return turn % 2 }
}

func same(p *engine.Problem) *engine.Problem { return p }

const batchCell = `import (
	"encoding/json"
	"fmt"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/show"
)

var g = study.Grid{
	Problems: "npuzzle/random-8/1-2:heavy pancake/40/1 gctsp/small/1", Algorithms: engine.Named("fs", "pfs", "afs"),
	W: []float64{1.5, 2}, P: []float64{0.7}, Seeds: []uint64{1, 2}, Limits: engine.Limits{Expanded: 2000}, Trace: true,
}

func made(store string) {
	runs := g.Run(show.Context(), store)
	for _, r := range runs.Results {
		trace, err := json.Marshal(r.Trace)
		fmt.Println(r.Problem, r.Algorithm, r.Seed, r.Status, r.Cost, r.LowerBound, r.Counters, len(trace), err)
	}
	if runs.Err != nil || runs.Missing > 0 {
		fmt.Println(runs)
	}
}

`

// A study in a page has the same results whether its runs are made in further workers or
// in the kernel's own, and they are those of engine.Solve on this machine. What only the
// cell knows is run in the kernel's worker. An interrupt ends the workers' searches and
// keeps the finished runs, and the next study goes on from there.
func TestWorkers(t *testing.T) {
	kernel := kernelOfPage(t)
	seen := kernel.run(t, 2, 0,
		batchCell+`made("/tmp/first.db")`,
		`made("/tmp/second.db")`,
		"g.Jobs = 1\nmade(\"/tmp/alone.db\")",
		`func fair() engine.Scheduler {
	turn := 0
	return func(*engine.Observation) int { turn++; return turn % 2 }
}

engine.RegisterVariant("npuzzle", "same", func(p *engine.Problem) *engine.Problem { return p })
g = study.Grid{
	Problems: "npuzzle/random-8/1-7 npuzzle/random-8/8:same", Algorithms: append(engine.Named("altfs"),
		engine.Custom{Name: "fair", Queues: []engine.Queue{engine.LeastD, engine.LeastF}, Scheduler: fair}.Swept()),
	W: []float64{1.5}, P: []float64{0.5},
}
made("/tmp/own.db")`,
		`g = study.Grid{Problems: "npuzzle/random-8/1-10 npuzzle/korf/88:heavy", Algorithms: engine.Named("fs"), W: []float64{1.05}}
g.Run(show.Context(), "/tmp/stopped.db", study.OnProgress(func(p study.Progress) {
	if p.Done == 10 {
		fmt.Println("interrupt me")
	}
}))`,
		`runs := g.Stored("/tmp/stopped.db")
fmt.Println(len(runs.Results), "kept,", runs.Missing, "missing,", runs.Err)
g.Problems = "npuzzle/random-8/1-20"
runs = g.Run(show.Context(), "/tmp/stopped.db")
fmt.Println(runs.Stored, "stored,", len(runs.Results), "in all,", runs.Err)`,
		`func line(n int) *engine.Problem {
	return engine.Graph[int]{
		Goal: func(s int) bool { return s == n },
		Successors: func(s int) []engine.Edge[int] {
			return []engine.Edge[int]{{To: s + 1, Cost: 2}, {To: s + 3, Cost: 5}}
		},
		H: func(s int) engine.Cost { return engine.Cost(max(0, 5*(n-s)/3)) },
	}.Problem()
}

engine.RegisterFamily(engine.Family{Name: "lines", Count: 8, Make: line})
g = study.Grid{Problems: "lines/*", Algorithms: engine.Named("fs", "pfs"), W: []float64{1.5}, P: []float64{0.5}}
made("/tmp/lines.db")`,
		`import (
	"os"
	"strconv"

	"github.com/focal-search/focal/domains"
)

func read(file string) *engine.Problem {
	text, err := os.ReadFile(file)
	n, _ := strconv.Atoi(string(text))
	p := line(n)
	p.Err = err
	return p
}

os.Mkdir("/tmp/maps", 0o755)
for name, n := range map[string]string{"a1": "10", "a2": "20", "a10": "100"} {
	os.WriteFile("/tmp/maps/"+name+".txt", []byte(n), 0o644)
}
engine.RegisterFamily(engine.Family{Name: "maps", Files: "/tmp/maps/*.txt", Read: read})
for _, name := range []string{"maps/1", "maps/2", "maps/3"} {
	r := engine.Solve(show.Context(), domains.Get(name), engine.AStar())
	fmt.Println(r.Problem, r.Cost)
}`,
		"kept := 7\nfmt.Println(\"interrupt me\")\nfor {\n\tfmt.Println(\"on\")\n}", // without end
		"fmt.Println(kept)",
	)
	want := undisturbed(batch)
	for i := range 3 {
		if text := seen[i].Text; text != want {
			t.Errorf("cell %d: here\n%s\nin the page\n%s", i+1, want, text)
		}
	}
	engine.RegisterVariant("npuzzle", "same", same)
	if want, text := undisturbed(mixed), seen[3].Text; text != want {
		t.Errorf("own algorithm and variant: here\n%s\nin the page\n%s", want, text)
	}
	engine.RegisterFamily(engine.Family{Name: "lines", Count: 8, Make: line})
	if want, text := undisturbed(lines), seen[6].Text; text != want {
		t.Errorf("a family: here\n%s\nin the page\n%s", want, text)
	}
	if text := seen[7].Text; text != "maps/a1 17\nmaps/a2 34\nmaps/a10 167\n" {
		t.Errorf("a family in files: %s", text)
	}
	if text := seen[5].Text; text != "10 kept, 1 missing, <nil>\n10 stored, 20 in all, <nil>\n" {
		t.Errorf("after the interrupt: %s", text)
	}
	if text := seen[8].Text; !strings.Contains(text, "interrupted: the cell was cut off") || seen[9].Text != "7\n" {
		t.Errorf("endless printing ends with %q, and then %q", text[max(0, len(text)-200):], seen[9].Text)
	}
	var orders []int
	for i, cell := range seen[1:8] {
		orders = append(orders, cell.Orders-seen[i].Orders)
	}
	if want := []int{32, 0, 8, 11, 10, 16, 0}; !slices.Equal(orders, want) || seen[4].Workers != 2 {
		t.Errorf("%v runs in %d further workers, want %v in 2", orders, seen[4].Workers, want)
	}
	t.Logf("the interrupt took %.0f ms", seen[4].Interrupted)

	// If the browser refuses a worker, the others make the runs; if there is none, the kernel's own does. The
	// study takes longer than a worker to start.
	long := batch
	long.Limits.Expanded = 30_000
	want = undisturbed(long)
	for refused, workers := range map[int]int{1: 1, 2: 0} {
		seen := kernel.run(t, 2, refused, batchCell+"g.Limits.Expanded = 30_000\n"+`made("/tmp/first.db")`)[0]
		if seen.Text != want || seen.Workers != workers || (seen.Orders > 0) != (workers > 0) {
			t.Errorf("%d refused workers: %d runs in %d others, want some in %d; here\n%s\nin the page\n%s", refused, seen.Orders,
				seen.Workers, workers, want, seen.Text)
		}
	}
}

// undisturbed are the lines of a study's results, without a store.
func undisturbed(g study.Grid) string {
	runs, err := g.Runs()
	if err != nil {
		return err.Error()
	}
	var lines strings.Builder
	for _, run := range runs {
		opts := []engine.Option{engine.Seed(run.Seed), engine.WithLimits(run.Limits)}
		if g.Trace {
			opts = append(opts, engine.Traced())
		}
		r := engine.Solve(context.Background(), domains.Get(run.Problem), run.Algorithm, opts...)
		trace, err := json.Marshal(r.Trace)
		fmt.Fprintln(&lines, r.Problem, r.Algorithm, r.Seed, r.Status, r.Cost, r.LowerBound, r.Counters, len(trace), err)
	}
	return lines.String()
}

// A cell is what testdata/node.mjs saw of one.
type cell struct {
	Text        string
	Interrupted float64 // milliseconds from the interrupt to the end
	Workers     int     // further ones that have been started by its end
	Orders      int     // to them
}

// A pageKernel is a folder with the kernel of a page.
type pageKernel string

func kernelOfPage(t testing.TB) pageKernel {
	return pageKernel(filepath.Join(quickstart(t), "extensions", extensionName, "static"))
}

// run runs cells with web workers for so many cores, of which the first few are refused.
func (k pageKernel) run(t testing.TB, cores, refused int, cells ...string) (seen []cell) {
	t.Helper()
	text, err := json.Marshal(cells)
	if err != nil {
		t.Fatal(err)
	}
	// Node's optimising compiler takes 10 s of CPU time for the largest function of SQLite, and these searches
	// are short.
	cmd := exec.Command("node", "--liftoff-only", "testdata/node.mjs", string(k), strconv.Itoa(cores),
		strconv.Itoa(refused))
	cmd.Stdin = bytes.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &seen)
	}
	if err != nil || len(seen) != len(cells) {
		t.Fatalf("%v\n%s\n%s", err, stderr.Bytes(), out)
	}
	return seen
}
