//go:build !js

package relay

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/gonb"
	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/show"
)

// TestScript: searches of what a script makes, or registers and asks for by name, go on compiled, and all that it prints
// is what the compiled script prints: counters, costs, moves, traces, and the results of a study.
func TestScript(t *testing.T) {
	for _, path := range []string{"testdata/own.go", "testdata/named.go"} {
		t.Run(path, func(t *testing.T) { testScript(t, path) })
	}
}

func testScript(t *testing.T, path string) {
	var out, notes bytes.Buffer
	if err := script.Run(t.Context(), path, []string{filepath.Join(t.TempDir(), "1.db")}, &out, &notes); err != nil {
		t.Fatal(err, notes.String())
	}
	program := compiled(t, path)
	want, err := exec.Command(program, filepath.Join(t.TempDir(), "2.db")).Output()
	if err != nil || len(want) == 0 || out.String() != string(want) {
		t.Errorf("interpreted\n%s\ncompiled, %v\n%s", &out, err, want)
	}
	const on = "this one goes on compiled, as all do after half a second; focal script --compile compiles them at once\n"
	if strings.Count(notes.String(), on) != 1 || strings.Count(notes.String(), "note: ") != 1 { // but for --compile's
		t.Errorf("it says %s", &notes)
	}
}

// compiled compiles a script.
func compiled(t *testing.T, path string) (program string) {
	t.Helper()
	command, err := exec.LookPath("go")
	module, ok := gonb.FindCheckout(".")
	if err != nil || !ok {
		t.Fatal(err, ok)
	}
	program, err = script.Build(t.Context(), command, module, path)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// TestLoad: a search of a family that a loaded script's init has registered, as with focal's --with, is asked for by
// name, goes on compiled, and has the result that the compiled script prints.
func TestLoad(t *testing.T) {
	const path = "testdata/own.go"
	program := compiled(t, path)
	want, err := exec.Command(program, filepath.Join(t.TempDir(), "compiled.db")).Output()
	if err != nil {
		t.Fatal(err)
	}
	var out, notes bytes.Buffer
	if err := script.Load(t.Context(), path, &out, &notes); err != nil {
		t.Fatal(err, notes.String())
	}
	t.Cleanup(func() { show.SetHandover(nil) })
	r := engine.Solve(show.Context(), domains.Get("countries/3"), engine.FS(1.2), engine.MaxExpanded(500_000),
		engine.Traced())
	have := fmt.Sprintln(r.Algorithm, r.Status, r.Cost, r.LowerBound, r.Counters, r.Moves, len(r.Trace.Samples),
		r.Trace.Plateaus, r.Err)
	if first, _, _ := strings.Cut(string(want), "\n"); have != first+"\n" || out.Len() > 0 {
		t.Errorf("loaded\n%s%s\ncompiled\n%s", &out, have, first)
	}
	const on = "countries/3 are interpreted, which makes it some 10 to 40 times slower; this one goes on compiled"
	if strings.Count(notes.String(), on) != 1 || strings.Count(notes.String(), "\n") != 1 {
		t.Errorf("it says %s", &notes)
	}
}

// TestScriptRefused: a search that may not be the same compiled stays interpreted, and a line says why; one of a
// built-in problem says nothing.
func TestScriptRefused(t *testing.T) {
	line := func(statement string) string {
		return "engine.Graph[int]{Name: `line`, Goal: func(s int) bool { return s < 0 }, Successors: func(s int) []engine.Edge[int] {\n" +
			statement + "\nreturn []engine.Edge[int]{{To: s + 1, Cost: 1}, {To: 2 * s, Cost: 1}}\n}}.Problem()"
	}
	for name, test := range map[string]struct{ declared, problem, why string }{
		"a counter":  {"var calls int\n\nfunc p() *engine.Problem { return " + line("if s < -1 {\ncalls++\n}") + " }", "p()", "its functions change calls, a variable of the script;"},
		"printing":   {"func p() *engine.Problem { return " + line("fmt.Print()") + " }", "p()", "its functions print or read;"},
		"a function": {"func p(each func()) *engine.Problem { return " + line("each()") + " }", "p(func() {})", "an argument of p is not plain data;"},
		"built in":   {"", "domains.Get(`npuzzle/korf/88:heavy`)", ""},
		"both at once": {"var calls int\n\nfunc p() *engine.Problem { return " + line("if s < -1 {\ncalls++\n}") + " }",
			"func() *engine.Problem { go engine.Solve(ctx, p(), engine.FS(1.01)); return domains.Get(`npuzzle/korf/88:heavy`) }()",
			"a search of line are interpreted"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "own.go")
			if err := os.WriteFile(path, []byte(`package main

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

`+test.declared+`

func main() {
	_ = domains.Get
	ctx, stop := context.WithCancel(show.Context())
	defer stop()
	r := engine.Solve(ctx, `+test.problem+`, engine.FS(1.01), engine.OnProgress(func(s engine.Snapshot) {
		if s.Elapsed.Seconds() > 1.5 {
			stop()
		}
	}))
	fmt.Println(r.Err)
}
`), 0o666); err != nil {
				t.Fatal(err)
			}
			var out, notes bytes.Buffer
			err := script.Run(t.Context(), path, nil, &out, &notes)
			if said := notes.String(); err != nil || test.why == "" && said != "" || !strings.Contains(said, test.why) ||
				strings.Count(said, "\n") > 1 {
				t.Errorf("%v, says %s; want %s", err, said, test.why)
			}
		})
	}
}
