package instant

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// The sequences of cells that were handed in.
func TestHandedCells(t *testing.T) {
	src, err := os.ReadFile("testdata/cells.json")
	if err != nil {
		t.Fatal(err)
	}
	var sequences map[string][]struct{ Cell, Prints string }
	if err := json.Unmarshal(src, &sequences); err != nil {
		t.Fatal(err)
	}
	for name, cells := range sequences {
		t.Run(name, func(t *testing.T) {
			var out, notes bytes.Buffer
			s := newSession(&out, &notes)
			for i, c := range cells {
				out.Reset()
				if _, err := s.run(context.Background(), i+1, c.Cell); err != nil {
					t.Fatalf("cell %d: %v", i+1, err)
				}
				if out.String() != c.Prints {
					t.Errorf("cell %d prints %q, want %q", i+1, &out, c.Prints)
				}
			}
		})
	}
}

// A deck writes cells that declare types and methods again, and a compiled program in which what a cell declares again
// is a variable of a function type. The types of variables that hold values of the types are any that Go has.
type deck struct {
	*rand.Rand
	kinds   *[]int   // of deckHolders, that all decks draw next: none comes again before each has
	held    []string // names of variables
	shows   []string // statements that print what is in them, $ for the variable
	version int
}

// Declarations of types, and functions by their names with parameters, and bodies, in which # is the version.
var (
	deckTypes = map[string]string{
		"P": "struct{ n int }", "Q": "struct { P; m int }", "R": "struct { *P; D }", "D": "int", "L": "[]int", "M": "map[string]int",
		"N": "struct { next *N; n int }", "E": "struct { code int }", "C": "chan int", "A": "[2]P",
	}
	deckFunctions = [][3]string{
		{"help", "() int", "return #"},
		{"show", "(p P) string", "return p.S() + fmt.Sprint(help())"},
		{"P.S", "(p P) () string", `return fmt.Sprint("P# ", p.n, help())`},
		{"P.Inc", "(p *P) () int", "p.n += #; return p.n"},
		{"P.String", "(p P) () string", `return fmt.Sprint("<P# ", p.n, ">")`},
		{"Q.T", "(q Q) () string", `return fmt.Sprint("Q# ", q.m, q.S())`},
		{"R.T", "(r *R) (s string) string", `r.Inc(); return fmt.Sprint("R# ", s, r.n, r.P.S(), r.D.S())`},
		{"D.S", "(d D) () string", `return fmt.Sprint("D# ", int(d))`},
		{"L.S", "(l L) () string", `return fmt.Sprint("L# ", len(l), l[0])`},
		{"L.Add", "(l *L) (n int) int", "*l = append(*l, n+#); return len(*l)"},
		{"M.S", "(m M) () string", `m["n"] += #; return fmt.Sprint("M# ", m["n"])`},
		{"N.S", "(n *N) () string", `if n == nil { return "nil#" }; return fmt.Sprint("N# ", n.n, n.next.S())`},
		{"E.Error", "(e E) () string", `return fmt.Sprint("E# ", e.code)`},
		{"C.S", "(c C) () string", `n := <-c; c <- n; return fmt.Sprint("C# ", n)`},
		{"A.S", "(a A) () string", `return fmt.Sprint("A# ", a[1].S())`},
	}
	deckKept = "type I interface{ S() string }\ntype Box[T any] struct{ v T }\nfunc (b Box[T]) Get() T { return b.v }\n" +
		"func each[T I](xs ...T) (s string) { for _, x := range xs { s += x.S() }; return s }\n"

	// How a variable gets a value, % is a number, and how that is seen.
	deckHolders = [][2]string{
		{"P{%}", "$.Inc(); fmt.Println($.S(), $, show($))"},
		{"&P{%}", "$.Inc(); fmt.Println($.S(), $)"},
		{"[]P{{%}, {2}}", "$[1].Inc(); fmt.Println($[1].S(), $)"},
		{"map[string]*P{\"a\": {%}}", "$[\"a\"].Inc(); fmt.Println($[\"a\"].S(), len($))"},
		{"map[P]D{{%}: 5}", "for k, v := range $ { fmt.Println(k.S(), v.S(), $[P{k.n}]) }"},
		{"[2]P{{1}, {%}}", "$[0].Inc(); fmt.Println($[0].S(), $[1].S())"},
		{"struct { p P; q *P; f func() string }{P{%}, &P{2}, P{3}.S}",
			"$.p.Inc(); $.q.Inc(); fmt.Println($.p.S(), $.q.S(), $.f())"},
		{"func() chan P { c := make(chan P, 2); c <- P{%}; return c }()", "{ x := <-$; x.Inc(); fmt.Println(x.S()); $ <- x }"},
		{"any(P{%})", "switch x := $.(type) { case P: x.Inc(); $ = x; fmt.Println(x.S(), $); default: fmt.Println(\"another\") }"},
		{"any(&P{%})", "if x, ok := $.(I); ok { fmt.Println(x.S()) }; $.(*P).Inc(); fmt.Println($)"},
		{"any(D(%))", "fmt.Println($ == any(D(1)), $.(D).S())"},
		{"[]any{P{%}, &P{2}, D(3), E{4}, L{5}, M{\"n\": 6}, &N{nil, 7}, Q{P{8}, 9}}",
			"for _, x := range $ { i, ok := x.(I); if ok { fmt.Println(i.S()) }; e, is := x.(error); fmt.Println(ok, is, e) }"},
		{"map[string]any{\"a\": []any{P{%}}}", "fmt.Println($[\"a\"].([]any)[0].(P).S(), $[\"a\"].([]any)[0])"},
		{"I(P{%})", "fmt.Println($.S(), $.(P).n); _, ok := $.(*P); fmt.Println(ok)"},
		{"[]I{P{%}, &P{2}, D(3), L{4}, &L{4}, M{\"n\": 1}, &N{&N{nil, 1}, 2}, Q{P{1}, 2}, &Q{P{1}, 2}, A{}}",
			"for _, x := range $ { fmt.Println(x.S()) }"},
		{"fmt.Stringer(P{%})", "fmt.Println($, $.String())"},
		{"error(E{%})", "{ var e E; fmt.Println($, $.Error(), errors.As($, &e), e.code) }"},
		{"fmt.Errorf(\"w %w\", E{%})", "{ var e E; fmt.Println(errors.As($, &e), e, e.code) }"},
		{"P{%}.S", "fmt.Println($())"},
		{"(&P{%}).Inc", "fmt.Println($())"},
		{"P.S", "fmt.Println($(P{%}))"},
		{"(*P).Inc", "{ p := P{%}; fmt.Println($(&p), p.n) }"},
		{"I.S", "fmt.Println($(P{%}), $(D(2)))"},
		{"I(D(%)).S", "fmt.Println($())"},
		{"func(p P) func() string { return func() string { p.Inc(); return p.S() } }(P{%})", "fmt.Println($())"},
		{"func(x any) func() string { return func() string { return x.(I).S() } }(P{%})", "fmt.Println($())"},
		{"Box[P]{P{%}}", "$.v.Inc(); fmt.Println($.Get().S(), $.v)"},
		{"Box[any]{P{%}}", "fmt.Println($.Get().(P).S())"},
		{"&Box[I]{&P{%}}", "$.v.(*P).Inc(); fmt.Println($.Get().S())"},
		{"Box[func() string]{D(%).S}", "fmt.Println($.Get()())"},
		{"each[P]", "fmt.Println($(P{%}, P{2}))"},
		{"Q{P{%}, 2}", "$.Inc(); fmt.Println($.S(), $.T(), $.P.S())"},
		{"&R{&P{%}, 3}", "fmt.Println($.T(\"x\"), $.P.Inc())"},
		{"(&R{&P{%}, 3}).T", "fmt.Println($(\"x\"))"},
		{"L{%}", "$.Add(1); fmt.Println($.S(), len($))"},
		{"M{\"n\": %}", "fmt.Println($.S(), $.S())"},
		{"&N{&N{nil, %}, 2}", "fmt.Println($.S(), $.next.S())"},
		{"func() C { c := make(C, 1); c <- %; return c }()", "fmt.Println($.S())"},
		{"A{{%}, {2}}", "$[1].Inc(); fmt.Println($.S(), each($[0], $[1]))"},
		{"func() chan chan string { c := make(chan chan string); go func(p P) { for x := range c { p.Inc(); x <- p.S() } }(P{%}); return c }()",
			"{ x := make(chan string); $ <- x; fmt.Println(<-x) }"},
		{"new(any)", "{ if *$ == nil { *$ = P{%} }; fmt.Println((*$).(P).S()) }"},
		{"sync.OnceValue(P{%}.S)", "fmt.Println($())"},
		{"[]func() string{P{%}.S, (&P{2}).S, func() string { return D(3).S() }}", "for _, f := range $ { fmt.Println(f()) }"},
		{"context.WithValue(context.Background(), \"key\", P{%})", "fmt.Println($.Value(\"key\").(P).S(), $.Value(1))"},
	}
)

// declared is a function or method as a cell declares it, and as the assignment of the compiled program.
func (d *deck) declared(f [3]string) (cell, assignment string) {
	d.version++
	body := strings.ReplaceAll(f[2], "#", fmt.Sprint(d.version))
	recv, name, method := strings.Cut(f[0], ".")
	if !method {
		return fmt.Sprintf("func %s%s { %s }", f[0], f[1], body), fmt.Sprintf("%s = func%s { %s }", f[0], f[1], body)
	}
	_ = recv
	of, rest, _ := strings.Cut(f[1], ") ")
	return fmt.Sprintf("func %s) %s%s { %s }", of, name, rest, body), fmt.Sprintf("%s_%s = func%s { %s }", recv, name,
		joined(of, rest), body)
}

// joined has the receiver as the first parameter.
func joined(of, rest string) string {
	if strings.HasPrefix(rest, "()") {
		return of + rest[1:]
	}
	return of + ", " + rest[1:]
}

// base is the compiled program's declarations.
func (d *deck) base() string {
	var b strings.Builder
	for name, t := range deckTypes {
		fmt.Fprintf(&b, "type %s %s\n", name, t)
	}
	for _, f := range deckFunctions {
		recv, name, method := strings.Cut(f[0], ".")
		if !method {
			fmt.Fprintf(&b, "var %s func%s\n", f[0], f[1])
			continue
		}
		of, rest, _ := strings.Cut(f[1], ") ")
		call := strings.Fields(of[1:])[0]
		if param := strings.Fields(strings.Trim(rest, "()")); !strings.HasPrefix(rest, "()") {
			call += ", " + param[0]
		}
		fmt.Fprintf(&b, "var %s_%s func%s\nfunc %s) %s%s { return %s_%s(%s) }\n", recv, name, joined(of, rest), of, name, rest,
			recv, name, call)
	}
	return b.String() + deckKept
}

// next writes a cell, and what the compiled program declares and does for it.
func (d *deck) next(first bool) (cell, globals, does string) {
	add := func(part, program string) { cell, does = cell+part+"\n", does+program+"\n" }
	if first {
		cell = deckKept
		for name, t := range deckTypes {
			add("type "+name+" "+t, "")
		}
		for _, f := range deckFunctions {
			add(d.declared(f))
		}
	}
	types := []string{"P", "P", "P", "Q", "R", "D", "L", "M", "N", "E", "C", "A"}
	done := map[string]bool{}
	for range d.IntN(3) {
		if first {
			break
		}
		name := types[d.IntN(len(types))]
		if !done[name] && d.IntN(3) > 0 {
			add("type "+name+" "+deckTypes[name], "")
		}
		done[name] = true
		for _, f := range deckFunctions {
			of, _, _ := strings.Cut(f[0], ".")
			if !done[f[0]] && (of == name && d.IntN(2) == 0 || d.IntN(20) == 0) {
				done[f[0]] = true
				add(d.declared(f))
			}
		}
	}
	for range 1 + d.IntN(3) {
		if len(*d.kinds) == 0 {
			*d.kinds = d.Perm(len(deckHolders))
		}
		h := deckHolders[(*d.kinds)[0]]
		*d.kinds = (*d.kinds)[1:]
		name, n := fmt.Sprint("v", len(d.held)), fmt.Sprint(1+d.IntN(9))
		value := strings.ReplaceAll(h[0], "%", n)
		add(fmt.Sprintf("var %s = %s", name, value), fmt.Sprintf("%s = %s", name, value))
		globals += fmt.Sprintf("var %s = %s\n", name, value)
		d.held = append(d.held, name)
		d.shows = append(d.shows, strings.ReplaceAll(strings.ReplaceAll(h[1], "%", n), "$", name))
	}
	for _, show := range d.shows {
		add("{ "+show+" }", "{ "+show+" }")
	}
	return cell, globals, does
}

var (
	decks    = flag.Int("decks", 6, "sequences of cells that TestDecks runs, twice as many for a release")
	deckSeed = flag.Uint64("decks.seed", 1, "seed of the first")
)

const deckCells = 8

// Cells that declare types as they are, and methods and functions again, print what a compiled program does in which
// these are variables: whatever holds values of the types has the new methods.
func TestDecks(t *testing.T) {
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Skip("Go is not installed: there is nothing to compare with")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	imports, runs := "", ""
	if setup.Release() {
		*decks *= 2
	}
	sequences := make([][]string, *decks)
	var kinds []int
	for i := range sequences {
		d := &deck{Rand: rand.New(rand.NewPCG(*deckSeed+uint64(i), 50)), kinds: &kinds}
		globals, does := d.base(), ""
		for k := range deckCells {
			cell, more, run := d.next(k == 0)
			sequences[i] = append(sequences[i], cell)
			globals += more
			does += fmt.Sprintf("\tfmt.Println(\"cell %d\")\n%s", k+1, run)
		}
		write(fmt.Sprintf("s%d/s.go", i), fmt.Sprintf("package s%d\n\nimport (\n\t\"context\"\n\t\"errors\"\n\t\"fmt\"\n\t\"sync\"\n)\n\n"+
			"var _, _, _ = context.Background, errors.As, sync.OnceFunc\n\n%s\nfunc Run() {\n%s}\n", i, globals, does))
		imports += fmt.Sprintf("import \"m/s%d\"\n", i)
		runs += fmt.Sprintf("\ts%d.Run()\n\tprint(\"\\x00\")\n", i)
	}
	write("go.mod", "module m\n\ngo 1.26\n")
	write("main.go", "package main\n\nimport \"os\"\n\n"+imports+"\nfunc main() {\n"+
		strings.ReplaceAll(runs, "print(", "os.Stdout.WriteString(")+"}\n")
	command := exec.Command(goCommand, "run", ".")
	command.Dir = dir
	out, err := command.Output()
	if err != nil {
		if e, ok := err.(*exec.ExitError); ok {
			t.Fatalf("%s", e.Stderr[:min(len(e.Stderr), 3000)])
		}
		t.Fatal(err)
	}
	for i, want := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		t.Run(fmt.Sprint(*deckSeed+uint64(i)), func(t *testing.T) {
			var have, notes bytes.Buffer
			s := newSession(&have, &notes)
			for k, cell := range sequences[i] {
				fmt.Fprintf(&have, "cell %d\n", k+1)
				if _, err := s.run(context.Background(), k+1, cell); err != nil {
					t.Fatalf("cell %d\n%s\n%v", k+1, cell, err)
				}
			}
			if notes.Len() > 0 {
				t.Errorf("the notes are %q, want none", &notes)
			}
			compareSessions(t, sequences[i], strings.Split(have.String(), "\n"), strings.Split(want, "\n"))
		})
	}
}
