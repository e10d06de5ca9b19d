//go:build unix

package script

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// How a value gets from one place to another, written out: each way to have a value × each place where it can go ×
// each kind of type. Go's compiler says what is right.
var grammarOnly = flag.String("grammar.only", "", "run only the kind of type with this name")

// A kind is a kind of type, with the text of two of its values.
type kind struct {
	name, of string
	a, b     string // b is a zero value, or nil
	equal    bool
	pointer  bool   // values have methods with pointer receivers
	show     string // an expression for x that says what it holds
}

func kinds() (all []kind) {
	for _, k := range []kind{
		{name: "bool", of: "bool", a: "true", b: "false", equal: true},
		{name: "int8", of: "int8", a: "-7", b: "0", equal: true},
		{name: "uint16", of: "uint16", a: "65000", b: "0", equal: true},
		{name: "int", of: "int", a: "42", b: "0", equal: true},
		{name: "uint64", of: "uint64", a: "1 << 63", b: "0", equal: true},
		{name: "float32", of: "float32", a: "1.5", b: "0", equal: true},
		{name: "float64", of: "float64", a: "-2.25", b: "0", equal: true},
		{name: "complex", of: "complex128", a: "2 + 3i", b: "0", equal: true},
		{name: "string", of: "string", a: `"text"`, b: `""`, equal: true},
		{name: "array", of: "[2]int", a: "{1, 2}", b: "{}", equal: true},
		{name: "slice", of: "[]int", a: "{1, 2, 3}", b: "nil"},
		{name: "map", of: "map[string]int", a: `{"a": 1}`, b: "nil"},
		{name: "chan", of: "chan int", a: "make", b: "nil", equal: true, show: `fmt.Sprint(cap(x), x == nil)`},
		{name: "func", of: "func(int) int", a: "func(n int) int { return 2 * n }", b: "nil",
			show: `func() string { if x == nil { return "nil" }; return fmt.Sprint(x(21)) }()`},
		{name: "struct", of: "struct { A int; b string }", a: `{3, "b"}`, b: "{}", equal: true, show: `fmt.Sprint(x.A, x.b)`},
		{name: "empty", of: "struct{}", a: "{}", b: "{}", equal: true, show: `fmt.Sprint(len([]T{x}))`},
		{name: "embeds", of: "struct { inner; n int }", a: `{inner{5}, 6}`, b: "{}", equal: true, show: `fmt.Sprint(x.I, x.n)`},
		{name: "embedsAddress", of: "struct { *inner }", a: `{&inner{5}}`, b: "{}", show: `fmt.Sprint(x.inner == nil)`},
	} {
		if k.show == "" {
			k.show = "fmt.Sprint((" + k.of + ")(x))"
		}
		all = append(all, k)
		p := k
		p.name, p.pointer = k.name+"Pointer", true
		all = append(all, p)
	}
	return all
}

// value returns a value of type T as an expression.
func (k kind) value(text string) string {
	switch {
	case text == "make":
		return "T(make(chan int, 4))"
	case strings.HasPrefix(text, "{"):
		return "T" + text
	}
	return "T(" + text + ")"
}

// prelude declares what the ways and places use. M is a type with the methods: T itself, or a pointer to it.
func (k kind) prelude() string {
	m, r := "T", "T"
	wrap := "func wrap(x T) M { return x }\nfunc open(m M) T { return m }\n"
	if k.pointer {
		m, r = "*T", "*T"
		wrap = "func wrap(x T) M { return &x }\nfunc open(m M) T { return *m }\n"
	}
	return `
type inner struct{ I int }

func (i inner) Double() int { return 2 * i.I }

type T ` + k.of + `

type M = ` + m + `

` + wrap + `
func say(x T) string { return ` + k.show + ` }
func (x ` + r + `) String() string { return "S" + say(open(x)) }
func (x ` + r + `) Write(p []byte) (int, error) { return len(p), errors.New("W" + say(open(x)) + string(p)) }
func (x ` + r + `) Name(n int) string { return fmt.Sprint("N", n, say(open(x))) }

type namer interface{ Name(int) string }
type both interface {
	io.Writer
	Name(int) string
}
type holder struct {
	m  M
	f  func() M
	f2 func() (M, error)
	i  namer
	w  io.Writer
	a  any
}

func (h holder) get() M           { return h.m }
func (h *holder) getP() (M, bool) { return h.m, true }
func later() M                    { return shared }
func identity[V any](v V) V       { return v }
func make2(m M) (M, error)        { return m, nil }

var shared M

func viaNamer(n namer, k int) string {
	if n == nil {
		return "nil"
	}
	return n.Name(k)
}
func viaWriter(w io.Writer) string { _, err := w.Write([]byte("-")); return err.Error() }
func viaAny(a any) string {
	switch m := a.(type) {
	case nil:
		return "nil any"
	case M:
		return "M" + say(open(m))
	case namer:
		return "other namer"
	}
	return "other"
}
func viaMany(prefix string, ns ...namer) string {
	for _, n := range ns {
		prefix += n.Name(len(ns))
	}
	return prefix
}
func caught(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic", r)
		}
	}()
	f()
}
`
}

// ways are expressions of type M for the value in m. They may use the statements before them.
var ways = []struct{ name, before, expr string }{
	{"variable", "", "m"},
	{"call", "", "wrap(open(m))"},
	{"method", "hW := holder{m: m}", "hW.get()"},
	{"field", "hW := &holder{m: m}", "hW.m"},
	{"field call", "hW := holder{f: func() M { return m }}", "hW.f()"},
	{"variable call", "fW := func() M { return m }", "fW()"},
	{"literal call", "", "func() M { return m }()"},
	{"slice", "sW := []M{m, m}", "sW[1]"},
	{"map", "tW := map[string]M{\"k\": m}", "tW[\"k\"]"},
	{"array", "aW := [2]M{m, m}", "aW[1]"},
	{"receive", "cW := make(chan M, 9); for range 9 { cW <- m }", "<-cW"},
	{"pointer", "pW := &m", "*pW"},
	{"assertion", "var aW any = m", "aW.(M)"},
	{"own interface", "var nW namer = m", "nW.(M)"},
	{"package variable", "shared = m", "shared"},
	{"later function", "shared = m", "later()"},
	{"generic", "", "identity(m)"},
	{"conversion", "", "M(m)"},
	{"captured", "kW := m; change := func() { kW = m }; change()", "kW"},
}

// places are statements that take an expression E of type M and print what arrives. The order says what a compiler
// evaluates first.
var places = []struct{ name, text string }{
	{"local", "x := E; fmt.Println(say(open(x)))"},
	{"typed", "var x M = E; fmt.Println(x.Name(1))"},
	{"assigned", "var x M; x = E; fmt.Println(say(open(x)))"},
	{"any", "var x any = E; fmt.Println(viaAny(x))"},
	{"own interface", "var x namer = E; fmt.Println(x.Name(2), x == nil)"},
	{"package interface", "var x io.Writer = E; fmt.Println(viaWriter(x), x == nil)"},
	{"Stringer", "var x fmt.Stringer = E; fmt.Println(x.String())"},
	{"both", "var x both = E; fmt.Println(viaWriter(x), viaNamer(x, 3))"},
	{"converted", "fmt.Println(viaWriter(io.Writer(E)), viaNamer(namer(E), 4), viaAny(any(E)))"},
	{"argument", "fmt.Println(say(open(E)), viaNamer(E, 5), viaWriter(E), viaAny(E))"},
	{"variadic", "fmt.Println(viaMany(\"v\", E, E))"},
	{"of a package", "n, err := io.WriteString(E, \"abc\"); fmt.Println(n, err)"},
	{"of a package, several", "n, err := io.MultiWriter(E, E).Write([]byte(\"z\")); fmt.Println(n, err)"},
	{"in its struct", "x := io.MultiReader(io.TeeReader(strings.NewReader(\"tee\"), E)); _, err := io.ReadAll(x); fmt.Println(err)"},
	{"own struct", "x := holder{m: E, i: E, w: E, a: E}; fmt.Println(say(open(x.m)), x.i.Name(6), viaWriter(x.w), viaAny(x.a))"},
	{"own field", "var x holder; x.m = E; x.i = E; x.w = E; x.a = E; fmt.Println(say(open(x.m)), x.i.Name(7), viaWriter(x.w), viaAny(x.a))"},
	{"slices", "x, y, z := []namer{E}, []io.Writer{E}, []any{E}; fmt.Println(x[0].Name(8), viaWriter(y[0]), viaAny(z[0]))"},
	{"append", "var x []namer; var y []any; var z []M; x = append(x, E, E); y = append(y, E); z = append(z, E, E); fmt.Println(x[1].Name(9), viaAny(y[0]), say(open(z[1])))"},
	{"map element", "x := map[int]namer{1: E}; x[2] = E; y := map[int]any{}; y[1] = E; fmt.Println(x[1].Name(1), x[2].Name(2), viaAny(y[1]))"},
	{"sent", "x, y := make(chan namer, 1), make(chan any, 1); x <- E; y <- E; fmt.Println((<-x).Name(3), viaAny(<-y))"},
	{"selected", "x := make(chan namer, 1); select { case x <- E: default: }; select { case v := <-x: fmt.Println(v.Name(4)) }"},
	{"returned", "f := func() M { return E }; fmt.Println(say(open(f())))"},
	{"returned with others", "f := func() (M, int, error) { return E, 1, nil }; x, n, err := f(); fmt.Println(say(open(x)), n, err)"},
	{"returned as interfaces", "f := func() (namer, io.Writer, any) { return E, E, E }; x, y, z := f(); fmt.Println(x.Name(5), viaWriter(y), viaAny(z))"},
	{"returned as one interface", "f := func() namer { return E }; g := func() io.Writer { return E }; h := func() any { return E }; fmt.Println(f().Name(6), viaWriter(g()), viaAny(h()))"},
	{"named result", "f := func() (x namer, err error) { x = E; return }; x, err := f(); fmt.Println(x.Name(7), err)"},
	{"several results", "x, err := make2(E); fmt.Println(say(open(x)), err); fmt.Println(make2(E))"},
	{"method", "fmt.Println((E).Name(8))"},
	{"method value", "f := (E).Name; fmt.Println(f(9))"},
	{"method expression", "f := M.Name; fmt.Println(f(E, 1))"},
	{"deferred", "func() { defer fmt.Println(\"deferred\"); defer viaMany(\"\", E); defer func(n namer) { fmt.Println(n.Name(2)) }(E) }()"},
	{"goroutine", "c := make(chan string); go func(n namer) { c <- n.Name(3) }(E); fmt.Println(<-c); go func() { c <- viaWriter(E) }(); fmt.Println(<-c)"},
	{"ranged", "for _, x := range []M{E, E} { fmt.Print(say(open(x)), \" \") }; fmt.Println()"},
	{"condition", "if x := namer(E); x.Name(4) != \"\" && viaNamer(E, 5) != \"\" || false { fmt.Println(\"yes\") }"},
	{"loop", "for i := 0; i < len(viaNamer(E, 6))-len(viaNamer(E, 6))+2; i++ { fmt.Print(viaNamer(E, i)) }; fmt.Println()"},
	{"switch", "switch (E).Name(7) { case viaNamer(E, 8): fmt.Println(\"8\"); case viaNamer(E, 7): fmt.Println(\"7\") }"},
	{"type switch", "var a any = E; switch x := a.(type) { case io.Closer: fmt.Println(\"closer\"); case namer: fmt.Println(x.Name(9)) }"},
	{"panic", "caught(func() { panic(say(open(E))) })"},
	{"formatted", "fmt.Printf(\"%v %s\\n\", E, E); fmt.Println(fmt.Sprint(E))"},
	{"two ways", "x, y := E, E; x, y = y, x; fmt.Println(x.Name(1), y.Name(2))"},
	{"generic", "fmt.Println(identity[namer](E).Name(3), viaAny(identity[any](E)), viaWriter(identity[io.Writer](E)))"},
	{"closure", "x := E; f := func(n int) string { return x.Name(n) }; x = E; fmt.Println(f(1))"},
}

// snippet returns the function that takes a value from one place to another.
func (k kind) snippet(name, way, value, place string) string {
	return fmt.Sprintf("func %s() {\n\tfmt.Print(%q, \" \")\n\tm := wrap(%s)\n\t_ = m\n\t%s\n}\n", name, name, k.value(value), way+"\n\t"+place)
}

type grammarCase struct {
	kind
	name, text string // a function
}

// cases are all combinations, or some of them.
func grammarCases(share float64) (all []grammarCase) {
	random := rand.New(rand.NewPCG(1, uint64(time.Now().YearDay())))
	for _, k := range kinds() {
		if *grammarOnly != "" && k.name != *grammarOnly {
			continue
		}
		for i, w := range ways {
			for j, p := range places {
				for v, value := range []string{k.a, k.b} {
					if random.Float64() > share {
						continue
					}
					name := fmt.Sprintf("t_%s_%d_%d_%d", k.name, i, j, v)
					all = append(all, grammarCase{k, name, k.snippet(name, w.before, value, strings.ReplaceAll(p.text, "E", w.expr))})
				}
			}
		}
	}
	return all
}

// program is a program that calls functions.
func grammarProgram(cases []grammarCase) string {
	var s strings.Builder
	s.WriteString("package main\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n\t\"io\"\n\t\"strings\"\n)\n\nfunc main() {\n\tstrings.ToUpper(\"\")\n")
	for _, c := range cases {
		fmt.Fprintf(&s, "\tcaught(%s)\n", c.name)
	}
	s.WriteString("}\n" + cases[0].prelude())
	for _, c := range cases {
		s.WriteString("\n" + c.text)
	}
	return s.String()
}

// TestGrammar compares what arrives with what arrives in compiled Go: a sample in every run, all with -conformance.
func TestGrammar(t *testing.T) {
	share := .01
	if *conformAll || *grammarOnly != "" {
		share = 1
	}
	const together = 60
	var programs [][]grammarCase
	for _, c := range grammarCases(share) {
		last := len(programs) - 1
		if last < 0 || programs[last][0].kind.name != c.kind.name || len(programs[last]) == together {
			programs = append(programs, nil)
			last++
		}
		programs[last] = append(programs[last], c)
	}
	dir := t.TempDir()
	var paths []string
	for i, p := range programs {
		path := filepath.Join(dir, fmt.Sprintf("p%03d.go", i))
		if err := os.WriteFile(path, []byte(grammarProgram(p)), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	run := compiledTogether(t, paths)
	counts := map[string]int{}
	for i, path := range paths {
		want, err := run(t, path)
		if err != nil {
			t.Fatalf("%v: %s", err, want)
		}
		compareGrammar(t, path, programs[i], strings.SplitAfter(want, "\n"), counts)
	}
	t.Log(counts)
}

// compareGrammar interprets a program, and its functions one by one if the output differs.
func compareGrammar(t *testing.T, path string, cases []grammarCase, want []string, counts map[string]int) {
	have, err := interpretGrammar(t, path)
	if err == nil && have == strings.Join(want, "") {
		counts[same] += len(cases)
		return
	}
	if len(cases) > 1 {
		for _, half := range [][]grammarCase{cases[:len(cases)/2], cases[len(cases)/2:]} {
			one := filepath.Join(t.TempDir(), "half.go")
			os.WriteFile(one, []byte(grammarProgram(half)), 0o666)
			var lines []string
			for _, c := range half {
				begin := slices.IndexFunc(want, func(line string) bool { return strings.HasPrefix(line, c.name+" ") })
				end := begin + 1
				for end < len(want) && !strings.HasPrefix(want[end], "t_"+c.kind.name+"_") {
					end++
				}
				lines = append(lines, want[begin:end]...)
			}
			compareGrammar(t, one, half, lines, counts)
		}
		return
	}
	var e *Error
	if errors.As(err, &e) && e.Refused && !strings.Contains(e.Message, "ʹ") && !strings.Contains(e.Message, "report") {
		counts[refused]++
		t.Logf("%s is refused: %v", cases[0].name, e.Message)
		return
	}
	counts[differs]++
	if counts[differs] < 40 {
		t.Errorf("it prints %q, error %v, want %q:\n%s", have, err, strings.Join(want, ""), cases[0].text)
	}
}

func interpretGrammar(t *testing.T, path string) (string, error) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	stdout, _, err := runs(Run, ctx, path)
	return stdout, err
}
