//go:build unix

package script

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var (
	fuzzPrograms = flag.Int("fuzz.programs", 30, "how many generated programs to run interpreted and compiled")
	fuzzSeed     = flag.Uint64("fuzz.seed", 1, "seed of the first generated program")
)

// A generator writes small well-typed functions that print what they compute. The
// results of goroutines are sorted before they are printed.
type generator struct {
	*rand.Rand
	out   strings.Builder
	depth int
	vars  []string // of type int, in scope
	n     int
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.out, strings.Repeat("\t", g.depth+1)+format+"\n", args...)
}

func (g *generator) fresh() string {
	g.n++
	if g.IntN(4) == 0 && len(g.vars) > 0 { // shadows another one
		return g.vars[g.IntN(len(g.vars))]
	}
	return fmt.Sprintf("v%d", g.n)
}

func (g *generator) variable() string { return g.vars[g.IntN(len(g.vars))] }

// expr is an expression of type int.
func (g *generator) expr(depth int) string {
	if depth <= 0 {
		return []string{g.variable(), fmt.Sprint(g.IntN(9)), g.variable()}[g.IntN(3)]
	}
	x, y := g.expr(depth-1), g.expr(depth-1)
	switch g.IntN(11) {
	case 0:
		return fmt.Sprintf("(%s + %s)", x, y)
	case 1:
		return fmt.Sprintf("(%s - %s)", x, y)
	case 2:
		return fmt.Sprintf("(%s * %s %% 1009)", x, y)
	case 3:
		return fmt.Sprintf("larger(%s, %s)", x, y)
	case 4:
		return fmt.Sprintf("(pair[int, string]{%s, \"s\"}).first()", x)
	case 5:
		return fmt.Sprintf("apply(func(a int) int { return a + %s }, %s)", g.variable(), x)
	case 6:
		return fmt.Sprintf("int(half * float64(id(%s)))", x)
	case 7:
		return fmt.Sprintf("measure(shape(square{side{%s}}))", x)
	case 8:
		return fmt.Sprintf("(id(%s) >> (uint(id(%s)) & 3))", x, y)
	case 9:
		return fmt.Sprintf("safe(func() int { return 100 / (id(%s) & 3) })", x)
	}
	return x
}

func (g *generator) block(statements int) {
	g.depth++
	outer := append([]string(nil), g.vars...)
	declared := map[string]bool{"p": g.depth == 0}
	for range statements {
		g.statement(declared)
	}
	g.vars = outer
	g.depth--
}

func (g *generator) define(declared map[string]bool, value string) {
	name := g.fresh()
	if declared[name] {
		g.line("%s = %s", name, value)
		return
	}
	declared[name] = true
	g.line("%s := %s", name, value)
	g.line("_ = %s", name)
	g.vars = append(g.vars, name)
}

func (g *generator) statement(declared map[string]bool) {
	if g.depth > 3 {
		g.line("%s += %s", g.variable(), g.expr(1))
		return
	}
	g.n++
	n := g.n
	switch g.IntN(19) {
	case 0, 1:
		g.define(declared, g.expr(2))
	case 2:
		g.line("%s = %s", g.variable(), g.expr(2))
	case 3:
		g.line("%s, %s = %s, %s", "out", g.variable(), g.expr(1), g.expr(1))
	case 4:
		g.line("if %s > %s {", g.expr(1), g.expr(1))
		g.block(2)
		g.line("} else {")
		g.block(1)
		g.line("}")
	case 5:
		g.line("for i%d := 0; i%d < %d; i%d++ {", n, n, 1+g.IntN(3), n)
		g.vars = append(g.vars, fmt.Sprintf("i%d", n))
		g.line("\tfs = append(fs, func() int { return i%d*10 + %s })", n, g.variable())
		// The loop's variable may change only by itself, so that the loop ends.
		g.vars = g.vars[:len(g.vars)-1]
		g.block(2)
		g.line("}")
	case 6:
		g.line("res%d := make([]int, 4)", n)
		g.line("for w := 0; w < 4; w++ {")
		g.line("\tw, k := w, %s", g.expr(1))
		g.line("\twg.Add(1)")
		g.line("\tgo func() { defer wg.Done(); s := 0; for j := 0; j < 20; j++ { s += j*w + k }; res%d[w] = s }()", n)
		g.line("}")
		g.line("wg.Wait()")
		g.line("fmt.Println(res%d)", n)
	case 7:
		g.line("func() {")
		g.line("\tdefer func() { fmt.Println(\"deferred\", recover(), %s) }()", g.variable())
		g.block(2)
		g.line("\tif %s %% 2 == 0 { panic(%s) }", g.expr(1), g.expr(0))
		g.line("}()")
	case 8:
		g.line("switch x%d := any(%s).(type) {", n,
			[]string{g.expr(1), "\"text\"", "2.5", "[]int{1}", "error(nil)"}[g.IntN(5)])
		g.line("case int: out += x%d", n)
		g.line("case string: out += len(x%d)", n)
		g.line("case float64: out += int(x%d)", n)
		g.line("default: out--")
		g.line("}")
	case 9:
		g.line("for k, v := range []int{%s, %s} { out += k * v; m[v] += k; fs = append(fs, func() int { return k + v }) }",
			g.expr(0), g.expr(1))
	case 10:
		g.line("L%d: for a := range 4 { for b := range 4 { if a*b > %d { break L%d }; if b > a { continue L%d }; out += a - b } }", n, g.IntN(9), n, n)
	case 11:
		g.line("c%d := make(chan int, 1)", n)
		g.line("go func() { c%d <- %s; close(c%d) }()", n, g.expr(1), n)
		g.line("select { case v, ok := <-c%d: fmt.Println(v, ok) }", n)
	case 12:
		g.line("for x := range count(%d) { if x == 2 { continue }; out += x }", g.IntN(5))
	case 13:
		g.line("for k := range 4 {")
		g.line("\tif v, ok := m[k*%s%%7]; !ok || v > %s { out += v*2 + k } else { out -= v }", g.expr(0), g.expr(0))
		g.line("\tw, ok := m[k]")
		g.line("\tif !ok { m[k] = w + k }")
		g.line("\tout += w")
		g.line("}")
	case 14:
		g.line("for i%d, j%d := 0, %s; ; {", n, n, g.expr(1))
		g.line("\tif i%d > %d { out += i%d + j%d; break }", n, g.IntN(5), n, n)
		g.line("\ti%d += 1 + j%d&1", n, n)
		if g.IntN(2) == 0 {
			g.line("\tfs = append(fs, func() int { j%d++; return j%d })", n, n)
		}
		g.line("\tj%d = i%d * 3", n, n)
		g.line("}")
	case 15:
		g.line("a%d := [3]pair[int, string]{{%s, \"x\"}, {a: %s}}", n, g.expr(0), g.expr(0))
		g.line("b%d, s%d := a%d, a%d[:2]", n, n, n, n)
		g.line("s%d[0].a += %s", n, g.expr(0))
		g.line("s%d[0], s%d[1] = s%d[1], s%d[0]", n, n, n, n)
		g.line("out += a%d[0].a*3 + b%d[1].a + len(s%d)", n, n, n)
		g.line("if a%d == b%d { out++ }", n, n)
	case 16:
		g.line("u%d := uint8(id(%s))", n, g.expr(1))
		g.line("u%d += 200", n)
		g.line("out += int(u%d>>1) + int(^u%d) + int(int8(u%d)) + int(u%d<<(u%d&7)) - %s/3 + -7%%(1+int(u%d))", n, n, n, n, n,
			g.expr(1), n)
	case 17:
		g.line("x%d := []int{%s, %s, 3}", n, g.expr(0), g.expr(0))
		g.line("y%d := append(x%d[:1], %s)", n, n, g.expr(1))
		g.line("p%d := &x%d[%d]", n, n, g.IntN(3))
		g.line("*p%d++", n)
		g.line("x%d = append(x%d, *p%d)", n, n, n)
		g.line("*p%d++", n)
		g.line("out += x%d[1]*5 + y%d[1] + x%d[3]", n, n, n)
		g.line("out += copy(x%d, y%d) + x%d[1]", n, n, n)
	case 18: // := assigns to a result and to a parameter
		g.line("%s = func(a int) (r int) {", g.variable())
		if g.IntN(2) == 0 {
			g.line("	defer func() { r += a }()")
		}
		g.line("	k, r := %s, %s", g.expr(1), g.expr(1))
		g.line("	j, a := r + k, %s", g.expr(1))
		g.line("	_ = j")
		g.line("	return%s", []string{"", " j + a"}[g.IntN(2)])
		g.line("}(%s)", g.expr(1))
	}
}

const fuzzPrelude = `
const half = 1 / 2.0

type number interface{ ~int | ~float64 }

func larger[T number](x, y T) T { if x > y { return x }; return y }

type pair[A, B any] struct { a A; b B }

func (p pair[A, B]) first() A { return p.a }

func id(x int) int { return x }

func apply(f func(int) int, x int) int { return f(x) }

type shape interface{ area() int }
type side struct{ n int }
func (s side) length() int { return s.n }
type square struct{ side }
func (s square) area() int { return s.length() * s.length() % 997 }
func measure(s shape) int { return s.area() }

func safe(f func() int) (n int) {
	defer func() { if recover() != nil { n = -1 } }()
	return f()
}

func count(n int) func(func(int) bool) {
	return func(yield func(int) bool) { for i := 0; i < n && yield(i); i++ {} }
}
`

// generated returns the function for a seed.
func generated(seed uint64, name string) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7)), vars: []string{"p"}}
	g.out.WriteString("func " + name + "(p int) (out int) {\n")
	g.line("var fs []func() int")
	g.line("var wg sync.WaitGroup")
	g.line("m := map[int]int{}")
	g.line("_, _, _ = fs, &wg, m")
	g.depth--
	g.block(6)
	g.depth++
	g.line("for _, f := range fs { out += f() }")
	g.line("fmt.Println(%q, out, len(m))", name)
	g.line("return out")
	g.out.WriteString("}\n\n")
	return g.out.String()
}

// compiledOutputs compiles a program, in a file at path, and returns what it prints, divided at NUL bytes.
func compiledOutputs(t *testing.T, path, program string) []string {
	t.Helper()
	if err := os.WriteFile(path, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", path)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	return strings.Split(string(out), "\x00")
}

// Generated programs print the same interpreted and compiled. All are compiled into one
// binary.
func TestGenerated(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("it needs Go")
	}
	header := "package main\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n)\n" + fuzzPrelude
	var all, calls strings.Builder
	dir := t.TempDir()
	for i := range *fuzzPrograms {
		name := fmt.Sprintf("f%d", i)
		all.WriteString(generated(*fuzzSeed+uint64(i), name))
		fmt.Fprintf(&calls, "\tfmt.Println(\"=\", %s(%d))\n\tfmt.Print(\"\\x00\")\n", name, i%7)
	}
	path := filepath.Join(dir, "all.go")
	want := compiledOutputs(t, path, header+all.String()+"func main() {\n"+calls.String()+"}\n")
	for i := range *fuzzPrograms {
		name := fmt.Sprintf("f%d", i)
		src := header + generated(*fuzzSeed+uint64(i), name) +
			fmt.Sprintf("func main() {\n\tfmt.Println(\"=\", %s(%d))\n}\n", name, i%7)
		if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		have, _, err := runs(Run, context.Background(), path)
		if err != nil || have != want[i] {
			t.Errorf("seed %d: %v, prints\n%swant\n%s\n%s", *fuzzSeed+uint64(i), err, have, want[i], src[len(header):])
		}
	}
}
