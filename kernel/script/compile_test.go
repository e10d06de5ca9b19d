//go:build unix

package script

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/show"
)

// compiled builds a script in the checkout and runs it.
func compiled(t testing.TB, path string, args ...string) (string, error) {
	t.Helper()
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	program, err := Build(t.Context(), "go", filepath.Join("..", ".."), path)
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(program, cache) {
		t.Errorf("the program is %s, not in the cache %s", program, cache)
	}
	out, err := exec.Command(program, args...).Output()
	return string(out), err
}

func TestBuild(t *testing.T) {
	t.Setenv("GOCACHE", goCache(t))
	have, err := compiled(t, write(t, `#!/usr/bin/env -S focal script
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/focal-search/focal/engine"
)

func main() {
	s := []int{2, 1}
	slices.Sort(s)
	fmt.Println(s, engine.FS(1.5), os.Args[1:])
}
`), "-w", "1")
	if want := "[1 2] FS(w=1.5) [-w 1]\n"; err != nil || have != want {
		t.Errorf("printed %q, %v; want %q", have, err, want)
	}
	path := write(t, "#!/usr/bin/env -S focal script\npackage main\n\nfunc main() {\n\tx := 1\n\tprintln(y)\n}\n")
	_, err = compiled(t, path)
	var wrong *Error
	if want := path + ":5:2: declared and not used: x\n" + path + ":6:10: undefined: y"; !errors.As(err, &wrong) ||
		err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
}

// A compiled script that registers its own algorithm, h and d before it calls
// study.Main is its own worker. If it is interpreted other processes would not have
// them, which is reported before anything runs.
func TestBuildOwn(t *testing.T) {
	t.Setenv("GOCACHE", goCache(t))
	path := write(t, `package main

import (
	"context"
	"fmt"
	"os"

	_ "github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
)

func misplaced(b npuzzle.Board) (n engine.Cost) {
	for i, t := range b {
		if t != 0 && t != i {
			n++
		}
	}
	return n
}

func main() {
	npuzzle.RegisterHD(npuzzle.HD{Name: "misplaced", D: misplaced})
	engine.RegisterAlgorithm(engine.Custom{Name: "mine", Queues: []engine.Queue{engine.LeastD}})
	study.Main()
	runs := study.Grid{
		Problems: "npuzzle/random-8/1:misplaced", Algorithms: engine.Named("fs", "mine"), W: []float64{1.5},
	}.Run(context.Background(), os.Args[1], study.Isolated())
	fmt.Println(runs.Err)
	for _, r := range runs.Results {
		if r.Err != nil { // a study that cannot begin has one result, which says why
			continue
		}
		fmt.Println(r.Problem, r.Algorithm, r.Counters == runs.Results[0].Counters, r.Solved())
	}
}
`)
	have, err := compiled(t, path, filepath.Join(t.TempDir(), "own.db"))
	const want = "<nil>\nnpuzzle/random-8/1:misplaced FS(w=1.5) true true\nnpuzzle/random-8/1:misplaced mine(w=1.5) true true\n"
	if err != nil || have != want {
		t.Errorf("printed %s, %v; want %s", have, err, want)
	}
	study.Main() // as the command does before it interprets a script
	out, _, err := runs(Run, t.Context(), path, filepath.Join(t.TempDir(), "own.db"))
	if err != nil || !strings.HasPrefix(out, "mine was registered after study.Main was called") ||
		strings.Count(out, "\n") != 1 {
		t.Errorf("interpreted it prints %s, %v", out, err)
	}
}

// A script may have any name; errors and panics name it.
func TestBuildNames(t *testing.T) {
	t.Setenv("GOCACHE", goCache(t))
	dir := t.TempDir()
	for _, name := range []string{"noext", "_u.go", "x_test.go", "x_plan9.go", "main.go", "a script.go"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			for _, test := range []struct{ src, wrong, panics string }{
				{"#!/usr/bin/env -S focal script\n//go:build ignore\n\npackage main\n\nfunc main() { print(\"x\"); panic(1) }\n",
					"", path + ":6 "},
				{"package main\n\nfunc main() { x() }\n", path + ":3:15: undefined: x", ""},
				{"package main\n\nimport \"nowhere\"\n\nfunc main() {}\n", path + ":3:8: package nowhere is not in std", ""},
				{"package main\n\nimport \"fmt\n\nfunc main() {}\n", path + ":3:8: string literal not terminated", ""},
				{"package main\n\nfunc main() {\n\tif }\n}\n", path + ":4:5: syntax error", ""},
			} {
				if err := os.WriteFile(path, []byte(test.src), 0o644); err != nil {
					t.Fatal(err)
				}
				_, err := compiled(t, path)
				var ran *exec.ExitError
				var wrong *Error
				switch {
				case errors.As(err, &ran):
					if said := string(ran.Stderr); test.panics == "" || !strings.HasPrefix(said, "x") ||
						!strings.Contains(said, test.panics) {
						t.Errorf("says\n%s\nwant %q", said, test.panics)
					}
				case test.wrong == "" || !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), test.wrong):
					t.Errorf("error %v, want %s", err, test.wrong)
				}
			}
		})
	}
	if entries, err := os.ReadDir(dir); len(entries) != 6 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

// goCache returns the build cache, regardless of the cache folder's setting.
func goCache(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// A script that is slow because it is interpreted prints a note, once; a script that
// spends its time in a search prints none.
func TestSlowNote(t *testing.T) {
	defer func(before time.Duration) { slow = before }(slow)
	slow = 200 * time.Millisecond
	for name, test := range map[string]struct {
		body string
		told int
	}{
		"a loop":   {`for start := time.Now(); time.Since(start) < 3 * time.Second; { for i := 0; i < 1000; i++ { n++ } }`, 1},
		"a sleep":  {`time.Sleep(600 * time.Millisecond)`, 0},
		"a search": {`for start := time.Now(); time.Since(start) < 600 * time.Millisecond; { engine.Solve(context.Background(), p, engine.FS(1.25)) }`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, `package main

import (
	"context"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
)

var n, p, ctx = 0, domains.Get("npuzzle/korf/39:heavy"), context.Background()

func main() {
	engine.Solve(ctx, p, engine.FS(9))
	`+test.body+`
	println(n > 0, time.Second)
}
`)
			_, stderr, err := runs(Run, t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if have := strings.Count(stderr, fmt.Sprintf(slowNote, path, slow)); have != test.told {
				t.Errorf("told %d times, want %d: %s", have, test.told, stderr)
			}
		})
	}
}

// TestSame checks that programs print the same interpreted and compiled.
func TestSame(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: make test runs it")
	}
	paths, err := filepath.Glob("testdata/same/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	t.Setenv("GOCACHE", goCache(t))
	compiled := compiledTogether(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want, err := compiled(t, path)
			if err != nil {
				t.Fatal(err)
			}
			var stderr string
			have := printed(t, func() { _, stderr, err = runs(toStandard, t.Context(), path) })
			if err != nil || have != want {
				t.Errorf("interpreted it prints\n%s%s%v\ncompiled\n%s", have, stderr, err, want)
			}
		})
	}
}

// toStandard is Run with the standard output to which kernel/show prints.
func toStandard(ctx context.Context, path string, args []string, _, stderr io.Writer) error {
	return Run(ctx, path, args, os.Stdout, stderr)
}

// printed returns what a function writes to the standard output of this process.
func printed(t *testing.T, f func()) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	before := os.Stdout
	os.Stdout = file
	show.SetBackend(nil) // one for this output
	defer func() {
		os.Stdout = before
		show.SetBackend(nil)
	}()
	f()
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// BenchmarkLoops measures how much faster a script's loops are when they are
// compiled: the geometric mean over those in testdata/loops.go.
func BenchmarkLoops(b *testing.B) {
	b.Setenv("GOCACHE", goCache(b))
	path := filepath.Join("testdata", "loops.go")
	for b.Loop() {
		interpreted, _, err := runs(Run, b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		fast, err := compiled(b, path)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(0, "ns/op") // the time of the whole measurement means nothing
		slow, quick := strings.Fields(interpreted), strings.Fields(fast)
		product, n := 1.0, 0
		for i := 0; i < len(slow); i += 3 {
			var before, after float64
			if _, err := fmt.Sscan(slow[i+2]+" "+quick[i+2], &before, &after); err != nil || slow[i] != quick[i] ||
				slow[i+1] != quick[i+1] {
				b.Fatalf("interpreted %q, compiled %q: %v", slow[i:i+3], quick[i:i+3], err)
			}
			b.ReportMetric(before/after, "x/"+slow[i])
			product, n = product*before/after, n+1
		}
		b.ReportMetric(math.Pow(product, 1/float64(n)), "x/all")
	}
}
