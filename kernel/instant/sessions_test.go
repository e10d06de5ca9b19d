package instant

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A world is what the cells of a session have declared, as text in which @name stands for
// a name: in a cell for itself, and in the compiled program for name_k in the k-th cell.
// That program declares the whole world again in each cell, as GoNB does, and passes the
// values of variables on by conversion.
type world struct {
	rnd    *rand.Rand
	decls  map[string]string // functions, types, constants and methods, by name or T.m
	order  []string
	vars   map[string]string // types of variables
	owned  []string          // names of variables in order
	n      int               // cells so far
	lost   map[string]int    // variables whose type has got another structure, and the cell in which they lost their value
	since  map[string]int    // cells that have defined the variables of type int
	before map[string]int    // and those that had before
	values map[string]string // see declaring
}

func newWorld(seed uint64) *world {
	return &world{rnd: rand.New(rand.NewPCG(seed, 12)), decls: map[string]string{}, vars: map[string]string{},
		lost: map[string]int{}, since: map[string]int{}, before: map[string]int{}}
}

func (w *world) declare(name, text string) string {
	if w.decls[name] == "" {
		w.order = append(w.order, name)
	}
	w.decls[name] = text
	return text
}

func (w *world) define(name, typ string) {
	if w.vars[name] == "" {
		w.owned = append(w.owned, name)
	}
	w.vars[name] = typ
	if typ == "int" {
		w.before[name], w.since[name] = w.since[name], w.n
	}
}

// function returns a function that uses earlier declarations.
func (w *world) function(name string, below int) string {
	return fmt.Sprintf("func @%s(x int) int { return x*%d + %s }", name, 1+w.rnd.IntN(5), w.number("x", below))
}

// number returns an expression of type int over x and earlier declarations. Functions
// call only those with smaller numbers, so that none calls itself.
func (w *world) number(x string, below int) string {
	var forms []string
	add := func(name, form string) {
		if w.decls[name] != "" {
			forms = append(forms, form)
		}
	}
	for i := range below {
		add(fmt.Sprint("F", i), fmt.Sprintf("@F%d(%s+1)", i, x))
	}
	forms = append(forms, x, fmt.Sprint(w.rnd.IntN(9)))
	for _, v := range []string{"i0", "i1"} {
		if w.vars[v] != "" {
			forms = append(forms, "@"+v)
		}
	}
	add("K", "@K")
	if below > 0 {
		add("Twice", "@Twice("+x+")")
		add("Box", "@Box[int]{"+x+"}.Get()")
	}
	if below > 1 {
		add("T0", "@T0{a: "+x+"}.M(2)")
		add("Apply", "@Apply("+x+", func(y int) int { return y + @F0(y) })")
	}
	return forms[w.rnd.IntN(len(forms))]
}

func (w *world) structure(t string) string {
	fields := "a int"
	for i := range 1 + w.rnd.IntN(3) {
		fields += fmt.Sprintf("; b%d string", i)
	}
	text := fmt.Sprintf("type @%s struct { %s }", t, fields)
	for v, typ := range w.vars {
		if strings.Contains(typ, "@"+t) && w.decls[t] != text {
			w.lost[v] = w.n
		}
	}
	return text
}

func (w *world) method(t, m string) string {
	if m == "P" {
		return fmt.Sprintf("func (t *@%s) P() { t.a += %d }", t, 1+w.rnd.IntN(9))
	}
	return fmt.Sprintf("func (t @%s) M(x int) int { return t.a*%d + %s }", t, 1+w.rnd.IntN(9), w.number("x", 1))
}

// cell returns the next cell: what it declares, and what it runs before and after.
func (w *world) cell() (decls []string, stmts []string) {
	w.n++
	if w.n == 1 {
		for _, d := range []struct{ name, text string }{
			{"K", "const @K = 3"}, {"F0", "func @F0(x int) int { return x + @K }"},
			{"Twice", "func @Twice[E int | float64](x E) E { return x + x }"},
			{"Box", "type @Box[E any] struct { v E }"}, {"Box.Get", "func (b @Box[E]) Get() E { return b.v }"},
			{"T0", "type @T0 struct { a int }"}, {"T0.M", "func (t @T0) M(x int) int { return t.a + @F0(x) }"},
			{"T0.P", "func (t *@T0) P() { t.a++ }"},
			{"T1", "type @T1 struct { a int }"}, {"T1.M", "func (t @T1) M(x int) int { return -t.a * x }"},
			{"T1.P", "func (t *@T1) P() { t.a-- }"},
			{"Apply", "func @Apply[A, R any](x A, f func(A) R) R { return f(x) }"},
			{"I", "type @I interface { M(int) int }"},
			{"Sum", "func @Sum(xs ...@I) (s int) { for _, x := range xs { s += x.M(1) }; return s }"},
		} {
			decls = append(decls, w.declare(d.name, d.text))
		}
		for v, init := range map[string]string{"i0": "1", "i1": "2"} {
			w.define(v, "int")
			stmts = append(stmts, "@"+v+" := "+init)
		}
		return decls, stmts
	}
	done := map[string]bool{} // a cell declares a name once
	once := func(name string) bool {
		again := done[name]
		done[name] = true
		return !again
	}
	for range 1 + w.rnd.IntN(3) {
		i := w.rnd.IntN(2)
		t := fmt.Sprint("T", i)
		f := fmt.Sprint("F", w.rnd.IntN(4))
		switch w.rnd.IntN(11) {
		case 0, 1:
			if once(f) {
				decls = append(decls, w.declare(f, w.function(f, int(f[1]-'0'))))
			}
		case 2:
			if once(t) {
				decls = append(decls, w.declare(t, w.structure(t)))
			}
		case 3, 4:
			if m := []string{"M", "P"}[w.rnd.IntN(2)]; once(t + "." + m) {
				decls = append(decls, w.declare(t+"."+m, w.method(t, m)))
			}
		case 5:
			if once("Twice") {
				decls = append(decls, w.declare("Twice",
					fmt.Sprintf("func @Twice[E int | float64](x E) E { return x + x + %d }", w.rnd.IntN(7))))
			}
		case 6:
			if once("Box.Get") {
				decls = append(decls, w.declare("Box.Get", []string{"func (b @Box[E]) Get() E { return b.v }",
					"func (b @Box[E]) Get() (e E) { p := &e; *p = b.v; @I0(); return *p }"}[w.rnd.IntN(2)]))
				if w.decls["I0"] == "" {
					decls = append(decls, w.declare("I0", "func @I0() int { return 1 }"))
				}
			}
		case 7:
			if once("K") {
				decls = append(decls, w.declare("K", fmt.Sprintf("const @K = %d", w.rnd.IntN(50))))
			}
		case 8:
			if v := fmt.Sprint("i", i); once(v) {
				stmts = append(stmts, fmt.Sprintf("@%s := @@%s + %d", v, v, w.rnd.IntN(9)))
				w.define(v, "int")
			}
		case 9:
			if v := fmt.Sprint("s", i); once(v) && !done[t] {
				typ := []string{"@" + t, "@Box[int]", "string", "*@" + t}[w.rnd.IntN(4)]
				if !(typ == "@Box[int]" && done["Box.Get"]) {
					init := map[string]string{"@" + t: "@" + t + "{a: 4}", "*@" + t: "&@" + t + "{a: 6}", "@Box[int]": "@Box[int]{7}",
						"string": `"text"`}[typ]
					stmts = append(stmts, fmt.Sprintf("@%s := %s", v, init))
					w.define(v, typ)
				}
			}
		case 10:
			if once("Sum") {
				decls = append(decls, w.declare("Sum",
					fmt.Sprintf("func @Sum(xs ...@I) (s int) { defer func() { s += %d }(); for _, x := range xs { s += x.M(1) }; return s }", w.rnd.IntN(9))))
			}
		}
	}
	if w.rnd.IntN(4) == 0 {
		stmts = append(stmts, []string{`panic("on purpose")`, "var none []int; @i0 = none[@i1]",
			"@i1++; var m map[string]int; m[\"a\"] = 1"}[w.rnd.IntN(3)])
	}
	stmts = append(stmts, fmt.Sprintf("fmt.Println(%s, %s)", w.number("1", 4), w.number("@i0", 4)),
		"fmt.Println(@Sum(@T0{a: 1}, @T1{a: 2}))")
	for _, v := range w.owned {
		switch typ := w.vars[v]; {
		case strings.Contains(typ, "@T"):
			stmts = append(stmts, fmt.Sprintf("@%s.P(); fmt.Println(@%s.M(3), @%s.a)", v, v, v))
		case typ == "@Box[int]":
			stmts = append(stmts, fmt.Sprintf("@%s.v++; fmt.Println(@%s.Get())", v, v))
		default:
			stmts = append(stmts, fmt.Sprintf("fmt.Println(@%s)", v))
		}
	}
	return decls, stmts
}

// written returns a text of the k-th cell of the compiled program.
func (w *world) written(text string, k int) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "@")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		n := 0
		for n < len(rest) && isWord(rune(rest[n])) {
			n++
		}
		at := k
		if w.since[rest[:n]] != 0 {
			at = w.since[rest[:n]] // one that all share
		}
		fmt.Fprintf(&b, "%s_%d", rest[:n], at)
		text = rest[n:]
	}
}

// compiled returns the k-th cell as a part of a program: the whole world, and a function.
func (w *world) compiled(stmts []string, had map[string]string) string {
	var b strings.Builder
	for _, s := range stmts {
		if v, _, ok := strings.Cut(s, " := "); ok {
			delete(had, strings.TrimPrefix(v, "@"))
		}
	}
	for _, name := range w.order {
		b.WriteString(w.written(w.decls[name], w.n) + "\n")
	}
	var moved []string
	for _, v := range w.owned {
		typ := w.vars[v]
		if typ == "int" {
			if had[v] == "" {
				fmt.Fprintf(&b, "var %s int\n", w.written("@"+v, w.n))
			}
			continue
		}
		fmt.Fprintf(&b, "var %s_%d %s\n", v, w.n, w.written(typ, w.n))
		if had[v] == typ && w.lost[v] != w.n {
			moved = append(moved, fmt.Sprintf("%s_%d = (%s)(%s_%d)", v, w.n, w.written(typ, w.n), v, w.n-1))
		}
	}
	var run []string
	for _, s := range stmts {
		if v, value, ok := strings.Cut(s, " := "); ok && strings.HasPrefix(v, "@") {
			value = strings.ReplaceAll(value, "@@"+v[1:], fmt.Sprintf("%s_%d", v[1:], w.before[v[1:]]))
			s = v + " = " + value
		}
		run = append(run, w.written(s, w.n))
	}
	fmt.Fprintf(&b, "func cell%d() {\n%s\n}\nfunc run%d() {\n%s\ncell%d()\n}\n", w.n, strings.Join(run, "\n"), w.n,
		strings.Join(moved, "\n"), w.n)
	return b.String()
}

var sessions = flag.Int("sessions", 3, "sessions of fifty cells that TestSessions runs")

// Fifty cells in a row that redefine types, functions, variables, generic declarations
// and methods in any order, with panics in between, print what a compiled program prints.
func TestSessions(t *testing.T) {
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Skip("Go is not installed: there is nothing to compare with")
	}
	for seed := range uint64(*sessions) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(seed)
			program := "package main\n\nimport \"fmt\"\n\nfunc guarded(k int, f func()) {\n\tdefer func() {\n\t\tif recover() != nil {\n\t\t\tfmt.Println(\"panicked\")\n\t\t}\n\t}()\n\tfmt.Println(\"cell\", k)\n\tf()\n}\n\n"
			main := "func main() {\n"
			var cells []string
			var have bytes.Buffer
			session := newSession(&have, io.Discard) // notes say which variables have lost their values
			for k := 1; k <= 50; k++ {
				had := map[string]string{}
				maps.Copy(had, w.vars)
				decls, stmts := w.cell()
				program += w.compiled(stmts, had)
				main += fmt.Sprintf("\tguarded(%d, run%d)\n", k, k)
				all := append(append([]string{}, decls...), stmts...)
				if w.rnd.IntN(2) == 0 && k > 1 { // functions may come after their uses
					all = append(append([]string{}, stmts...), decls...)
				}
				cell := strings.ReplaceAll(strings.Join(all, "\n"), "@", "")
				cells = append(cells, cell)
				fmt.Fprintln(&have, "cell", k)
				if _, err := session.run(context.Background(), k, cell); err != nil {
					if !strings.Contains(err.Error(), "panic: ") {
						t.Fatalf("cell %d\n%s\n%v", k, cell, err)
					}
					fmt.Fprintln(&have, "panicked")
				}
			}
			file := filepath.Join(t.TempDir(), "main.go")
			if err := os.WriteFile(file, []byte(program+main+"}\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			want, err := exec.Command(goCommand, "run", file).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, want)
			}
			compareSessions(t, cells, strings.Split(have.String(), "\n"), strings.Split(string(want), "\n"))
		})
	}
}

func compareSessions(t *testing.T, cells, have, want []string) {
	k := 0
	for i := range min(len(have), len(want)) {
		fmt.Sscanf(want[i], "cell %d", &k)
		if have[i] != want[i] {
			if testing.Verbose() {
				for j := range k {
					t.Logf("%d:\n%s", j+1, cells[j])
				}
			}
			t.Fatalf("cell %d\n%s\nprints %q, want %q", k, cells[k-1], have[i], want[i])
		}
	}
	if len(have) != len(want) {
		t.Fatalf("%d lines, want %d", len(have), len(want))
	}
}
