package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/internal/exit"
)

// In the scripts "focal" is this test binary, which runs main.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"focal": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			root, err := checkout()
			if err != nil {
				return err
			}
			focal, err := exec.LookPath("focal")
			env.Setenv("CHECKOUT", root)
			env.Setenv("HOSTTMP", os.TempDir()) // where the test's focal is
			env.Setenv("FOCAL", filepath.Dir(focal))
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": exitCmd,
			"json": jsonCmd,
			"spec": specCmd,
		},
	})
}

// Names that are not UTF-8 are refused, and not changed into other names.
func TestNotUTF8(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "in\xff.jsonl")
	if err := os.WriteFile(name, []byte("{}"), 0o644); err != nil {
		t.Skipf("the file system does not take such names: %v", err)
	}
	for _, args := range [][]string{
		{"verify", name},
		{"solve", "npuzzle/korf/79", "--alg", "fs", "-w", "2", "-o", filepath.Join(dir, "out\xff.jsonl")},
		{"sweep", "--problems", "npuzzle/korf/79", "--alg", "fs", "-w", "2", "--store=" + filepath.Join(dir, "out\xff.db")},
	} {
		cmd := exec.Command("focal", args...)
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != exit.Usage || !strings.Contains(string(out), `\xff.`) ||
			!strings.Contains(string(out), "is not UTF-8") {
			t.Errorf("%q: exit code %d, %s", args, code, out)
		}
	}
	if entries, err := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

// exitCmd runs a command that must leave an exit code: exit CODE ARGS...
func exitCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE COMMAND ARGS...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		code, ok := strings.CutPrefix(err.Error(), "exit status ")
		if !ok {
			ts.Fatalf("%v: %v", args[1:], err)
		}
		got, _ = strconv.Atoi(code)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
	if stderr := ts.ReadFile("stderr"); strings.Contains(stderr, "goroutine ") {
		ts.Fatalf("a Go stack on standard error")
	}
}

// jsonCmd asserts a value in a line of JSON: json FILE LINE PATH VALUE, where PATH is
// keys and indices joined with dots. The value "*" asserts that there is one.
func jsonCmd(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 4 {
		ts.Fatalf("usage: json FILE LINE PATH VALUE")
	}
	lines := strings.Split(strings.TrimSpace(ts.ReadFile(args[0])), "\n")
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 1 || n > len(lines) {
		ts.Fatalf("no line %s in %s, which has %d", args[1], args[0], len(lines))
	}
	assertJSON(ts, neg, lines[n-1], args[2], args[3])
}

// specCmd asserts a value in a file that is one JSON value: spec FILE PATH VALUE.
func specCmd(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: spec FILE PATH VALUE")
	}
	assertJSON(ts, neg, ts.ReadFile(args[0]), args[1], args[2])
}

func assertJSON(ts *testscript.TestScript, neg bool, text, path, want string) {
	in := json.NewDecoder(strings.NewReader(text))
	in.UseNumber()
	var value any
	ts.Check(in.Decode(&value))
	got, ok := lookup(value, path)
	if match := ok && (want == "*" || got == want); match == neg {
		ts.Fatalf("%s is %q (there: %v), want %q (negated: %v)", path, got, ok, want, neg)
	}
}

func lookup(value any, path string) (string, bool) {
	for key := range strings.SplitSeq(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			child, ok := v[key]
			if !ok {
				return "", false
			}
			value = child
		case []any:
			if key == "length" {
				value = len(v)
				continue
			}
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(v) {
				return "", false
			}
			value = v[i]
		default:
			return "", false
		}
	}
	return fmt.Sprint(value), true
}

// The domain "toy" has what no puzzle here has: a problem without a solution, and one
// whose replay contradicts the search.
func init() {
	engine.Register(&engine.Domain{
		Name:    "toy",
		Doc:     "for the tests of this command",
		Sets:    []engine.Set{{Name: "unsolvable", Count: 1}, {Name: "contradicted", Count: 1}},
		Problem: toy,
	})
}

func toy(set string, _ int, _ string) (*engine.Problem, error) {
	return &engine.Problem{
		Unit: 1, Content: "toy " + set, Optimal: -1,
		NewSpace: func() engine.Space { return line{goal: set == "contradicted"} },
		Replay:   func(moves []engine.Move) (engine.Cost, error) { return engine.Cost(len(moves)) + 1, nil },
		MoveName: func(engine.Move) string { return "on" },
		Picture:  func([]engine.Move) string { return "0 1 2 3\n" },
	}, nil
}

// line is the space 0 -> 1 -> 2 -> 3, with the goal 3 or none.
type line struct{ goal bool }

func (line) Shape() engine.Shape {
	return engine.Shape{Words: 1, Key: 1, Successors: 1, SmallCosts: true}
}
func (line) Start(state []uint64)                      { state[0] = 0 }
func (line) Evaluate(n engine.Node) (h, d engine.Cost) { return 0, 3 - engine.Cost(n.State[0]) }
func (l line) IsGoal(n engine.Node) bool               { return l.goal && n.State[0] == 3 }
func (line) Expand(n engine.Node, out *engine.Successors) {
	if x := n.State[0]; x < 3 {
		out.Add(engine.Successor{Cost: 1, D: 2 - engine.Cost(x)})[0] = x + 1
	}
}

// A newline in a file's name does not make a message of its own.
func TestUnbroken(t *testing.T) {
	name := "a\nfocal: all is well"
	have := unbroken(name+": no such file", []string{"focal", "verify", name})
	if have != `a\nfocal: all is well: no such file` {
		t.Errorf("%q", have)
	}
}

// Control characters in names, here of an instance and of a store, reach no terminal,
// whichever command prints them.
func TestNamesAreEscaped(t *testing.T) {
	t.Chdir(t.TempDir())
	const tsp, db = "\x1b[31mfour.tsp", "\x1b]0;x\x07study.db"
	four := "TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 3 4\n4 0 4\nEOF\n"
	if err := os.WriteFile(tsp, []byte(four), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{
		{"problems", "tsp/file/" + tsp},
		{"solve", tsp, "--alg", "fs", "-w", "2"},
		{"solve", tsp, "--alg", "fs,astar", "-w", "2"},
		{"sweep", "--problems", "tsp/file/" + tsp, "--alg", "fs", "-w", "2", "--store", db},
		{"sql", db, "SELECT problem FROM runs"},
		{"verify", db},
		{"report", db, "success"},
		{"export", db, "--csv", db + ".csv"},
		{"import", db, db + ".csv"},
	} {
		shown, err := os.Create("shown")
		if err != nil {
			t.Fatal(err)
		}
		stdout, stderr := os.Stdout, os.Stderr
		os.Stdout, os.Stderr = shown, shown
		code := run(command)
		os.Stdout, os.Stderr = stdout, stderr
		shown.Close()
		text, err := os.ReadFile("shown")
		if err != nil || code != exit.OK || bytes.ContainsAny(text, "\x1b\x07") {
			t.Errorf("%q: exit code %d, %v, %q", command, code, err, text)
		}
	}
}
