//go:build unix

package script

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A deferrer writes functions that defer functions, and panic and recover in them.
type deferrer struct {
	*rand.Rand
	ends bool // its functions end goroutines and do not panic: together, Go itself crashes ("bad recovery")
	out  strings.Builder
	n    int
}

func (g *deferrer) line(depth int, format string, args ...any) {
	fmt.Fprintf(&g.out, strings.Repeat("\t", depth)+format+"\n", args...)
}

func (g *deferrer) mark() string { g.n++; return fmt.Sprintf("%q", fmt.Sprint("m", g.n)) }

// panics is a statement that panics, or not.
func (g *deferrer) panics() string {
	if g.ends {
		return "runtime.Goexit()"
	}
	return []string{"panic(" + g.mark() + ")", "panic(own{x})", "panic(fmt.Errorf(\"e%d\", x))", "_ = []int{1}[x+len(list)+1]",
		"var none map[int]int; none[x] = 1", "panic(&own{x})"}[g.IntN(6)]
}

// body is what a deferred function, or a function that defers, does.
func (g *deferrer) body(depth, below, nested int, results bool) {
	for range 1 + g.IntN(3) {
		switch g.IntN(13) {
		case 0:
			g.line(depth, "if x%%%d == 0 { %s }", 2+g.IntN(3), g.panics())
		case 1:
			g.line(depth, "if v := recover(); v != nil { say(%s, text(v)) }", g.mark())
		case 2:
			g.line(depth, "say(%s, text(recover()), x)", g.mark())
		case 3:
			g.line(depth, "func() { say(%s, text(recover())) }()", g.mark())
		case 4, 5:
			if results {
				g.line(depth, "r, s = r*2+x, s+%s", g.mark())
			}
		case 6:
			if below > 0 {
				g.line(depth, "say(f%d(x - 1))", g.IntN(below))
			}
		case 7:
			if below > 0 {
				g.line(depth, "safe(func() { say(f%d(x - 2)) })", g.IntN(below))
			}
		case 8:
			g.line(depth, "if x > %d { return%s }", g.IntN(4), map[bool]string{true: []string{"", " r + 1, s"}[g.IntN(2)]}[results && nested == 0])
		case 9:
			g.line(depth, "x++")
		default:
			if nested < 2 {
				g.deferred(depth, below, nested, results)
			}
		}
	}
}

func (g *deferrer) deferred(depth, below, nested int, results bool) {
	switch g.IntN(16) {
	case 0, 1, 2:
		g.line(depth, "defer func() {")
		g.body(depth+1, below, nested+1, results)
		g.line(depth, "}()")
	case 3:
		g.line(depth, "defer func(x int, list ...string) {")
		g.body(depth+1, below, nested+1, results)
		g.line(depth, "}(x*2, %s)", g.mark())
	case 4:
		g.line(depth, "for i := range 3 {")
		g.line(depth+1, "defer func() {")
		g.line(depth+2, "say(i, x)")
		g.body(depth+2, below, nested+1, results)
		g.line(depth+1, "}()")
		g.line(depth+1, "if i == x { break }")
		g.line(depth, "}")
	case 5:
		g.line(depth, "for i := range count(3) { defer say(%s, i, x); if i == x { return%s } }", g.mark(),
			map[bool]string{true: " i, s"}[results && nested == 0])
	case 6:
		if below > 0 {
			g.line(depth, "defer f%d(x)", g.IntN(below))
		}
	case 7:
		g.line(depth, "defer recovering(%s)", g.mark())
	case 8:
		g.line(depth, "defer recover()")
	case 9:
		g.line(depth, "defer own{x}.value(%s)", g.mark())
	case 10:
		m := g.mark()
		g.line(depth, "o%d := &own{x}", g.n)
		g.line(depth, "defer o%d.pointer(%s)", g.n, m)
	case 11:
		g.line(depth, "defer talker(&own{x}).pointer(%s)", g.mark())
	case 12:
		m := g.mark()
		g.line(depth, "g%d := recovering", g.n)
		g.line(depth, "defer g%d(%s)", g.n, m)
	case 13:
		g.line(depth, "if x%%2 == 0 { defer say(%s, x) } else { defer fmt.Println(%s, x) }", g.mark(), g.mark())
	case 14:
		if g.ends {
			return
		}
		g.line(depth, "if x == %d { var none func(); defer none() }", g.IntN(5))
	case 15:
		g.line(depth, "mu.Lock()")
		g.line(depth, "defer mu.Unlock()")
		g.line(depth, "x++")
	}
}

const deferPrelude = `package main

import (
	"fmt"
	"runtime"
	"sync"
)

type own struct{ n int }

func (o own) value(m string)    { say(m, "value", o.n); o.n++ }
func (o *own) pointer(m string) { o.n++; say(m, "pointer", o.n, text(recover())) }

type talker interface{ pointer(string) }

type lock struct{ n int }

func (l *lock) Lock()   { l.n++ }
func (l *lock) Unlock() { l.n-- }

var (
	mu   lock
	list []string
	_    sync.Mutex
	_    = runtime.Goexit
)

func say(args ...any) { fmt.Println(args...) }

func text(v any) string {
	if e, ok := v.(runtime.Error); ok {
		return e.Error()
	}
	if o, ok := v.(*own); ok {
		return fmt.Sprint("pointer to ", *o)
	}
	return fmt.Sprint(v)
}

func recovering(m string) { say(m, text(recover())) }

func count(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

func safe(f func()) {
	defer func() { say("safe", text(recover())) }()
	f()
}

func alone(f func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		safe(f)
	}()
	wg.Wait()
	say("lock", mu.n)
	mu.n = 0
}
`

func deferring(seed uint64, functions int) string {
	g := &deferrer{Rand: rand.New(rand.NewPCG(seed, 50)), ends: seed%4 == 0}
	for f := range functions {
		results := g.IntN(3) > 0
		g.line(0, "func f%d(x int) (r int, s string) {", f)
		g.line(1, "if x < -2 { return x, \"deep\" }")
		g.deferred(1, f, 0, results)
		g.deferred(1, f, 0, results)
		g.body(1, f, 0, results)
		g.line(1, "return x, s + %s", g.mark())
		g.line(0, "}\n")
	}
	return g.out.String()
}

// What functions defer runs as in Go, with their panics, results and ends of goroutines.
func TestDefers(t *testing.T) {
	const functions = 6
	path := filepath.Join(t.TempDir(), "main.go")
	for i := range max(1, *fuzzPrograms/10) {
		seed := *fuzzSeed + uint64(i)
		program := deferPrelude + deferring(seed, functions) + "func main() {\n"
		for x := range 5 {
			for f := range functions {
				program += fmt.Sprintf("\tsay(\"f%d\", %d)\n\talone(func() { say(f%d(%d)) })\n\tfmt.Print(\"\\x00\")\n", f, x, f, x)
			}
		}
		program += "}\n"
		want := compiledOutputs(t, path, program)
		if err := os.WriteFile(path, []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		out, _, err := runs(Run, context.Background(), path)
		have := strings.Split(out, "\x00")
		if err != nil || len(have) != len(want) {
			t.Errorf("seed %d: %v, %d parts, want %d", seed, err, len(have), len(want))
		}
		for k := range min(len(have), len(want)) {
			if have[k] != want[k] {
				t.Errorf("seed %d prints\n%swant\n%s", seed, have[k], want[k])
				break
			}
		}
	}
}
