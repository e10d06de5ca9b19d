//go:build unix

package script

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/build/constraint"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Go's own tests are the reference for scripts. A program below GOROOT/test whose
// header is // run prints the contents of the .out file beside it, or nothing, and
// exits with 0. Here each is interpreted in its own process.
var (
	conformAll  = flag.Bool("conformance", false, "run all of Go's own tests, not a sample")
	conformOnly = flag.String("conformance.only", "", "run only the programs of Go's own tests that match")
	conformTo   = flag.String("conformance.json", "", "write what became of each program to a file")
)

// Outcomes of a program.
const (
	same    = "same"
	refused = "refused"
	differs = "differs"
	slowed  = "too slow" // it exceeded its time or its stack
)

const (
	exitRefused    = 98 // of a test process: the program was refused
	conformSeconds = 10 // of CPU time for a program
	conformMemory  = 2 << 30
	sampleSize     = 200
)

type verdict struct {
	Program string
	Verdict string
	Reason  string
	Runtime bool // it imports unsafe or packages of Go's runtime
}

// conformProgram runs a program as focal script does, within limits. The test binary calls
// it in place of the tests.
func conformProgram(path string) {
	limit := func(what int, to uint64) { syscall.Setrlimit(what, &syscall.Rlimit{Cur: to, Max: to}) }
	seconds := uint64(conformSeconds)
	if n, err := strconv.Atoi(os.Getenv("FOCAL_TEST_SECONDS")); err == nil {
		seconds = uint64(n)
	}
	limit(syscall.RLIMIT_CPU, seconds)
	limit(syscall.RLIMIT_DATA, conformMemory)
	limit(syscall.RLIMIT_CORE, 0)
	stderr := os.Stderr
	if os.Getenv("FOCAL_TEST_OUTPUT") != "" {
		os.Stderr, _ = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	}
	err := Run(context.Background(), path, nil, os.Stdout, os.Stderr)
	var e *Error
	switch {
	case err == nil:
		os.Exit(0)
	case errors.As(err, &e) && !e.Panic:
		fmt.Fprintln(stderr, err)
		os.Exit(exitRefused)
	}
	fmt.Fprintln(stderr, err)
	os.Exit(2)
}

// goTests are the programs, by their path below GOROOT/test.
func goTests(t testing.TB) (root string, programs []string) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	root = filepath.Join(strings.TrimSpace(string(out)), "test")
	if _, statErr := os.Stat(root); err != nil || statErr != nil {
		t.Skipf("Go's own tests are not here: there is no %s", root)
	}
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasSuffix(path, ".dir") {
			return fs.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".go") && isRun(path) {
			if src, err := os.ReadFile(path); err != nil || needsHarness.Match(src) {
				return nil
			}
			rel, _ := filepath.Rel(root, path)
			programs = append(programs, rel)
		}
		return nil
	})
	return root, programs
}

// needsHarness matches programs that need Go's own test harness: the archives of the library,
// or options of the compiler.
var needsHarness = regexp.MustCompile(`STDLIB_IMPORTCFG|(?m)^// run -gcflags=-d=maymorestack`)

var runHeader = regexp.MustCompile(`^// run( -gcflags=\S+)*$`)

// isRun reports whether a file is a program to be run on this machine.
func isRun(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	is := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "package ") {
			break
		}
		is = is || runHeader.MatchString(line)
		if expr, err := constraint.Parse(line); err == nil && !expr.Eval(func(tag string) bool {
			return tag == runtime.GOOS || tag == runtime.GOARCH || tag == "unix" || tag == "gc" || tag == "cgo" ||
				strings.HasPrefix(tag, "go1.")
		}) {
			return false
		}
	}
	return is
}

var runtimeImport = regexp.MustCompile(`(?m)^(import )?\s*([\w.]+ )?"(unsafe|runtime|runtime/\w+|internal/.*|syscall|reflect/internal.*)"`)

// conform runs one of the programs.
func conform(root, program string, seconds int) verdict {
	path := filepath.Join(root, program)
	want, err := os.ReadFile(strings.TrimSuffix(path, ".go") + ".out")
	if err != nil {
		want = nil
	}
	v := conforms(root, path, want, seconds, bytes.Equal)
	v.Program = program
	return v
}

// conforms runs a program and compares its output with what Go's is.
func conforms(root, path string, want []byte, seconds int, equal func(have, want []byte) bool) verdict {
	src, _ := os.ReadFile(path)
	v := verdict{Runtime: runtimeImport.Match(src)}
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(6*seconds)*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), "FOCAL_TEST_PROGRAM="+path, "FOCAL_TEST_SECONDS="+strconv.Itoa(seconds), "GOMAXPROCS=2",
		"GOTRACEBACK=single")
	cmd.Dir = root
	var out limited
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	have := bytes.ReplaceAll(out.Bytes(), []byte("\r"), nil)
	switch {
	case ctx.Err() != nil:
		v.Verdict, v.Reason = slowed, "it waits"
	case errors.As(err, &exit) && exit.ExitCode() == exitRefused:
		v.Verdict, v.Reason = refused, firstLine(have)
		if i := strings.Index(v.Reason, ".go:"); i >= 0 { // without the position
			if parts := strings.SplitN(v.Reason[i+4:], ": ", 2); len(parts) == 2 {
				v.Reason = parts[1]
			}
		}
	case errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() &&
		exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL,
		errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() &&
			exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGXCPU:
		v.Verdict, v.Reason = slowed, fmt.Sprintf("more than %d s of CPU time", seconds)
	case bytes.Contains(have, []byte(ErrRecursion.Error()+": the stack has grown")):
		v.Verdict, v.Reason = slowed, "more stack than a script has"
	case err != nil:
		v.Verdict, v.Reason = differs, fmt.Sprintf("%v: %s", err, failureLine(have))
	case !equal(have, want):
		v.Verdict, v.Reason = differs, "other output: "+firstDifference(have, want)
	default:
		v.Verdict = same
	}
	return v
}

// limited keeps the beginning of what a program prints.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if l.Len() < 4<<20 {
		l.Buffer.Write(p)
	}
	return len(p), nil
}

func firstLine(out []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return line
}

// failureLine returns the line in which a failed program prints why.
func failureLine(out []byte) string {
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "panic") || strings.Contains(line, "fatal error") ||
			strings.Contains(line, "goroutine stack") {
			return strings.TrimSpace(line)
		}
	}
	return firstLine(out)
}

func firstDifference(have, want []byte) string {
	h, w := strings.Split(string(have), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(h), len(w)) {
		var x, y string
		if i < len(h) {
			x = h[i]
		}
		if i < len(w) {
			y = w[i]
		}
		if x != y {
			return fmt.Sprintf("line %d is %.100q, Go's is %.100q", i+1, x, y)
		}
	}
	return ""
}

// sample takes programs from each folder and spreads them evenly.
func sample(programs []string, n int) []string {
	var taken []string
	for i := range n {
		taken = append(taken, programs[i*len(programs)/n])
	}
	return slices.Compact(taken)
}

// A program of Go's tests behaves as in Go, or is refused before it runs.
func TestConformance(t *testing.T) {
	root, programs := goTests(t)
	seconds := conformSeconds
	switch {
	case *conformOnly != "":
		only := regexp.MustCompile(*conformOnly)
		programs = slices.DeleteFunc(programs, func(p string) bool { return !only.MatchString(p) })
	case !*conformAll:
		programs, seconds = sample(programs, sampleSize), 2
	}
	verdicts := each(len(programs), func(i int) verdict { return conform(root, programs[i], seconds) })
	for _, v := range verdicts {
		if v.Verdict == differs {
			t.Errorf("%s: %s", v.Program, v.Reason)
		}
	}
	t.Log("\n" + table(verdicts) + reasons(verdicts))
	if *conformAll && *conformOnly == "" {
		publish(t, table(verdicts))
	}
	if *conformTo != "" {
		text, _ := json.MarshalIndent(verdicts, "", "\t")
		if err := os.WriteFile(*conformTo, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The page with the table of a whole run, and the lines around the table.
const (
	conformPage  = "../docs/interpreted.md"
	conformBegin = "<!-- generated by make conformance -->\n"
	conformEnd   = "<!-- end of what make conformance generates -->\n"
)

// publish puts the table into the documentation.
func publish(t *testing.T, table string) {
	text, err := os.ReadFile(conformPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), conformBegin)
	_, after, ends := strings.Cut(rest, conformEnd)
	if !begins || !ends {
		t.Fatalf("%s does not say where the table stands", conformPage)
	}
	if err := os.WriteFile(conformPage, []byte(before+conformBegin+"\n"+table+"\n"+conformEnd+after), 0o666); err != nil {
		t.Fatal(err)
	}
}

// table counts the verdicts.
func table(verdicts []verdict) string {
	counts, plain := map[string]int{}, map[string]int{}
	total := 0
	for _, v := range verdicts {
		counts[v.Verdict]++
		if !v.Runtime {
			total++
			plain[v.Verdict]++
		}
	}
	var s strings.Builder
	fmt.Fprintf(&s, "Of %s's %d programs %d import neither unsafe nor Go's runtime; %.1f %% of these are the same.\n\n",
		runtime.Version(), len(verdicts), total, 100*float64(plain[same])/float64(max(total, 1)))
	fmt.Fprintf(&s, "| | all | without unsafe and runtime |\n|---|---|---|\n")
	for _, k := range []string{same, refused, slowed, differs} {
		fmt.Fprintf(&s, "| %s | %d | %d |\n", k, counts[k], plain[k])
	}
	return s.String()
}

// reasons counts the reasons of refusals.
func reasons(verdicts []verdict) string {
	counts := map[string]int{}
	for _, v := range verdicts {
		if v.Verdict == refused {
			counts[v.Reason]++
		}
	}
	all := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	var s strings.Builder
	for _, r := range all[:min(len(all), 40)] {
		fmt.Fprintf(&s, "%4d %s\n", counts[r], r)
	}
	return s.String()
}
