package gonb_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine/provenance"
	"github.com/focal-search/focal/kernel/internal/svg"
	"github.com/focal-search/focal/kernel/setup"
)

// A cell is run by testdata/cells.py.
type cell struct {
	Code      string `json:"code"`
	Interrupt bool   `json:"interrupt"`
	History   bool   `json:"history"`
	Complete  bool   `json:"complete"`
	Until     string `json:"until"`
	Times     int    `json:"times"`
}

// said is the report of testdata/cells.py on a cell.
type said struct {
	Status         string
	Stdout, Stderr string
	Shown          []string // displays, in plain text
	Error          string
	Stopped        float64 // seconds from the interrupt to the end
}

// cells runs cells of a notebook in a folder. All temporary files go to temp.
func cells(t *testing.T, dir, temp string, cells ...cell) []said {
	t.Helper()
	script, err := filepath.Abs("testdata/cells.py")
	if err != nil {
		t.Fatal(err)
	}
	in, err := json.Marshal(cells)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(setup.Program(t, "python"), script, "focal-gonb")
	cmd.Dir = dir
	// These settings would break cells of an unmodified GoNB.
	cmd.Env = append(os.Environ(), "TMPDIR="+temp, "GOFLAGS=-mod=mod", "GOWORK=off")
	cmd.Stdin = bytes.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	if stderr.Len() > 0 {
		t.Errorf("on Jupyter's terminal: %s", stderr.Bytes())
	}
	var all []said
	for line := range strings.Lines(string(out)) {
		var s said
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// The first cell of a notebook: only imports, none of them GoNB's.
const imports = `import (
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)`

const search = `%%
r := engine.Solve(show.Context(), domains.Get("npuzzle/korf/39:heavy"), engine.FS(1.25), engine.Traced())
fmt.Println(r.Expanded)
show.Results(r)
plot.Trajectory(r).Show()`

// long is a search that takes minutes.
const long = `%%
r := engine.Solve(show.Context(), domains.Get("npuzzle/korf/88:heavy"), engine.FS(1.01), engine.OnProgress(show.Search("FS")))
show.Results(r)
fmt.Println(r.Status, r.Expanded > 0, r.FMin > 0, r.LowerBound > 0)`

// panics is run until a trace names its line: GoNB looks for the lines of a trace in what it
// reads at once, and so misses one that the process writes in two pieces. On busy cores it
// has missed three in a row.
var panics = cell{Code: "%%\nvar counts map[string]int\n\ncounts[\"x\"] = twice(1)", Until: "Line 4 ", Times: 12}

func TestKernel(t *testing.T) {
	setup.Needed(t)
	temp := t.TempDir()
	run := []cell{
		{Code: imports},
		{Code: search},
		{Code: long, Interrupt: true},
		{Code: "func twice(n int) int { return 2 * n }"},
		{Code: "%%\n\nfmt.Println(twic(1))"},
		panics,
		{Code: "%%\nfmt.Println(twice(21))"},
	}
	got := cells(t, filepath.Join(setup.Root(t), "kernel", "gonb", "testdata"), temp, run...)
	panicked, last := got[5:len(got)-1], got[len(got)-1]
	t.Run("imports", func(t *testing.T) {
		if s := got[0]; s.Status != "ok" || s.Stderr != "" {
			t.Errorf("%+v", s)
		}
	})
	t.Run("search", func(t *testing.T) {
		s := got[1]
		if s.Status != "ok" || s.Stdout != "444774\n" || s.Stderr != "" {
			t.Errorf("%+v", s)
		}
		if len(s.Shown) != 2 || !strings.Contains(s.Shown[0], "1,332,395") || !strings.HasPrefix(s.Shown[1], "Trajectory: ") {
			t.Errorf("shown: %q", s.Shown)
		}
	})
	t.Run("interrupt", func(t *testing.T) {
		s := got[2]
		if s.Status != "ok" || s.Stdout != "limit: cancelled true true true\n" {
			t.Errorf("%+v", s)
		}
		if s.Stopped <= 0 || s.Stopped > 1 {
			t.Errorf("stopped %.2f s after the interrupt", s.Stopped)
		}
		reached := strings.Join(s.Shown, "\n")
		for _, want := range []string{"was interrupted after ", " expansions: fmin ", "best lower bound "} {
			if !strings.Contains(reached, want) {
				t.Errorf("no %q in %s", want, reached)
			}
		}
	})
	t.Run("compile error", func(t *testing.T) {
		if s := got[4]; s.Status != "error" || !strings.Contains(s.Error, "Line 3\n") ||
			!strings.Contains(s.Error, "undefined: twic\n") || len(s.Shown) > 0 {
			t.Errorf("%+v", s)
		}
	})
	t.Run("panic", func(t *testing.T) {
		named := false
		for _, s := range panicked {
			if s.Status != "error" || !strings.Contains(s.Stderr, "assignment to entry in nil map") ||
				!strings.Contains(s.Stderr, "main.go:") {
				t.Errorf("%+v", s)
			}
			named = named || strings.Contains(s.Stderr, panics.Until)
		}
		if !named {
			t.Errorf("no trace names the cell's line: %+v", panicked)
		}
	})
	t.Run("goes on", func(t *testing.T) {
		if s := last; s.Status != "ok" || s.Stdout != "42\n" {
			t.Errorf("%+v", s)
		}
	})
	left, err := os.ReadDir(temp)
	if err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v, %v", left, err)
	}
}

// A notebook outside any checkout uses that of the installation.
func TestOutside(t *testing.T) {
	setup.Needed(t)
	got := cells(t, t.TempDir(), t.TempDir(), cell{Code: imports + "\n" + search})
	if got[0].Status != "ok" || got[0].Stdout != "444774\n" {
		t.Errorf("%+v", got[0])
	}
}

const studies = `import (
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/job"
	"github.com/focal-search/focal/kernel/show"
)

func init_own() {
	engine.Register(&engine.Domain{Name: "own", Sets: []engine.Set{{Name: "eight", Count: 1}},
		Problem: func(string, int, string) (*engine.Problem, error) { return domains.Get("npuzzle/random-8/3"), nil }})
	engine.RegisterAlgorithm(strict)
}

var strict = engine.Custom{
	Name:   "strict",
	Queues: []engine.Queue{engine.LeastD, engine.LeastF},
	Scheduler: func() engine.Scheduler {
		return func(o *engine.Observation) int { return int(o.Expanded % 2) }
	},
}
%%
g := study.Grid{Problems: "npuzzle/random-8/1-2 own/eight/1", Algorithms: engine.Named("astar", "strict"), W: []float64{1.5}}
runs := g.Run(show.Context(), "isolated.db", study.Isolated())
fmt.Println(runs.Err, len(runs.Results))
runs = job.Start(g, "job.db").Wait(show.Context())
fmt.Println(runs.Err, len(runs.Results))`

// Cells make isolated runs and start jobs without extra lines, and the domains and
// algorithms of cells are known to their processes.
func TestStudies(t *testing.T) {
	setup.Needed(t)
	got := cells(t, t.TempDir(), t.TempDir(), cell{Code: studies}, cell{Code: "%%\nfmt.Println(1)"})
	if got[0].Status != "ok" || got[0].Stdout != "<nil> 6\n<nil> 6\n" {
		t.Errorf("%+v", got[0])
	}
	if got[1].Stdout != "1\n" {
		t.Errorf("a cell without studies: %+v", got[1])
	}
}

// A client that asks for the history has an answer, and one that asks for completions has those of gopls. What a cell
// prints and displays is bounded. A picture is shown as such.
func TestPatched(t *testing.T) {
	setup.Needed(t)
	const prints = `%%
line := strings.Repeat("x", 1023) + "\n"
for range 8 << 10 {
	fmt.Print(line)
}`
	dir := t.TempDir()
	got := cells(t, dir, t.TempDir(), cell{History: true}, cell{Code: prints},
		cell{Code: "import (\"image\"; \"github.com/focal-search/focal/kernel/show\")\n%%\nfmt.Println(1)\n" +
			"show.Value(image.NewGray(image.Rect(0, 0, 3, 2)))"},
		cell{Code: "%%\nfor range 12 {\n\tshow.Display(show.MIME{show.HTMLType: strings.Repeat(\"x\", 3<<20), show.Plain: \"x\"})\n}"},
		cell{Code: "%%\nstrings.ToUpperS", Complete: true})
	if got[0].Status != "ok" {
		t.Errorf("history: %+v", got[0])
	}
	if s := got[1]; len(s.Stdout) != 1<<20 || strings.Count(s.Stderr, "has printed 1 MB") != 1 {
		t.Errorf("8 MB: %d bytes are shown, %s", len(s.Stdout), s.Stderr)
	}
	rest, err := os.ReadFile(filepath.Join(dir, "focal-out", "cell-1-stdout.txt"))
	line := strings.Repeat("x", 1023) + "\n"
	if all := got[1].Stdout + string(rest); err != nil || all != strings.Repeat(line, 8<<10) {
		t.Errorf("8 MB: %d bytes are in the file, %v", len(rest), err)
	}
	if s := got[2]; s.Stdout != "1\n" || !slices.Equal(s.Shown, []string{"picture of 3 x 2 pixels"}) {
		t.Errorf("a picture: %+v", s)
	}
	if s := got[3].Shown; len(s) != 3 || s[1] != "x" || !strings.Contains(s[2], "displays more than 8 MB") {
		t.Errorf("36 MB of displays: %+v", got[3])
	}
	if s := got[4]; s.Status != "ok" || !slices.Equal(s.Shown, []string{"ToUpperSpecial"}) {
		t.Errorf("completions: %+v", s)
	}
}

// A figure that a cell saves says by which code, as under the instant kernel.
func TestMadeBy(t *testing.T) {
	setup.Needed(t)
	const code = "err := plot.Of([]map[string]any{{\"x\": 1, \"y\": 2}}).X(\"x\").Y(\"y\").Save(\"fig.svg\")\nfmt.Println(err)"
	dir := t.TempDir()
	got := cells(t, dir, t.TempDir(), cell{Code: imports + "\nvar provenance, study = 1, 2"},
		cell{Code: "%%\n" + code})
	if got[1].Stdout != "<nil>\n" {
		t.Fatalf("%+v", got[1])
	}
	figure, err := os.ReadFile(filepath.Join(dir, "fig.svg"))
	if err != nil {
		t.Fatal(err)
	}
	about, _, err := svg.Source(figure)
	_, _, by := provenance.Read(about)
	lines := strings.Split(by, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	if by := strings.Join(lines, "\n"); err != nil || !strings.HasSuffix(by, code) {
		t.Errorf("made by %q, %v; want %q", by, err, code)
	}
}

// Without Go, or without the network that the first installation needs, the instant
// kernel is installed, and the exit code and a message say that the other is not.
func TestInstallWithout(t *testing.T) {
	focal := setup.Program(t, "focal")
	for what, c := range map[string]struct{ env, says string }{
		"Go":        {"PATH=", "it needs Go "},
		"a network": {"GOMODCACHE=" + t.TempDir(), "it needs a network"},
	} {
		prefix := t.TempDir()
		cmd := exec.Command(focal, "kernel", "install", "--prefix", prefix)
		cmd.Dir = setup.Root(t)
		cmd.Env = append(os.Environ(), "GOPROXY=off", c.env)
		out, err := cmd.CombinedOutput()
		if said := string(out); cmd.ProcessState.ExitCode() != 1 ||
			!strings.Contains(said, "the GoNB kernel is not installed: ") || !strings.Contains(said, c.says) {
			t.Errorf("without %s: %v: %s", what, err, out)
		}
		kernels, err := filepath.Glob(filepath.Join(prefix, "share", "jupyter", "kernels", "*"))
		if err != nil || len(kernels) != 1 || filepath.Base(kernels[0]) != "focal" {
			t.Errorf("without %s: installed %q, %v", what, kernels, err)
		}
	}
}

// A kernel whose building was left for later builds itself when it is first started.
func TestLater(t *testing.T) {
	setup.Needed(t)
	prefix := t.TempDir()
	cmd := exec.Command(setup.Program(t, "focal"), "kernel", "install", "--prefix", prefix, "--only", "gonb", "--later")
	cmd.Dir = setup.Root(t)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	gonb := filepath.Join(prefix, "share", "focal", "bin", "gonb")
	if _, err := os.Stat(gonb); !os.IsNotExist(err) {
		t.Errorf("built at once: %v", err)
	}
	t.Setenv("JUPYTER_PATH", filepath.Join(prefix, "share", "jupyter"))
	got := cells(t, t.TempDir(), t.TempDir(), cell{Code: imports + "\n" + search})
	if got[0].Status != "ok" || got[0].Stdout != "444774\n" {
		t.Errorf("%+v", got[0])
	}
	if _, err := os.Stat(gonb); err != nil {
		t.Error(err)
	}
}

// BenchmarkCell measures what a cell costs with a warm build cache.
func BenchmarkCell(b *testing.B) {
	python := setup.Program(b, "python")
	setup.Latency(b, func() *exec.Cmd {
		return exec.Command(python, "../instant/testdata/latency.py", "focal-gonb")
	})
}
