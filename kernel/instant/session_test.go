package instant

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/kernel/script"
)

// A step is a cell with its expected outcome.
type step struct {
	cell  string
	print string // what it prints
	value string // of its last expression, "" if it has none
	err   string // beginning of the error, with the position
}

func (s step) run(t *testing.T, session *session, out *bytes.Buffer, count int) {
	t.Helper()
	out.Reset()
	value, err := session.run(context.Background(), count, s.cell)
	message := ""
	if err != nil {
		message = err.Error()
	}
	if s.err == "" && err != nil || !strings.HasPrefix(message, s.err) {
		t.Fatalf("cell %d\n%s\nerror %q, want %q", count, s.cell, message, s.err)
	}
	have := ""
	if value.IsValid() {
		have = fmt.Sprint(value)
	}
	if have != s.value {
		t.Errorf("cell %d\n%s\nvalue %q, want %q", count, s.cell, have, s.value)
	}
	if out.String() != s.print {
		t.Errorf("cell %d\n%s\nprinted %q, want %q", count, s.cell, out.String(), s.print)
	}
}

func TestCells(t *testing.T) {
	tests := map[string][]step{
		"values persist": {
			{cell: "x := 1\ny := x + 1\nfmt.Println(x, y)", print: "1 2\n"},
			{cell: "x + y", value: "3"},
			{cell: "x = 40\nx + y", value: "42"},
			{cell: `strconv.Atoi("4")`},
			{cell: `strconv.Atoi("four")`, value: `strconv.Atoi: parsing "four": invalid syntax`},
			{cell: "type bad struct{}\nfunc (bad) Error() string { return \"bad\" }"},
			{cell: "func both(n int) (int, string, error) {\n\tif n > 0 {\n\t\treturn n, \"\", bad{}\n\t}\n\treturn n, \"\", nil\n}\nboth(1)",
				value: "bad"},
			{cell: "both(0)"},
			{cell: "func() (error, int) { return bad{}, 1 }()"},
		},
		"instances after a cell without code": {
			{cell: "type Opt[T any] struct{ v T }\nvar x any = Opt[int]{3}"},
			{cell: "import \"time\""},
			{cell: "// a note"},
			{cell: "_, ok := x.(Opt[int])\nok", value: "true"},
			{cell: "func f(o Opt[int]) int { return o.v }"},
			{cell: ""},
			{cell: "m := map[any]int{x: 1}\nfmt.Println(m[Opt[int]{3}], f(Opt[int]{4}))", print: "1 4\n"},
		},
		"a method that hides a promoted one": {
			{cell: "type Base struct{ n int }\nfunc (b Base) Hi() string { return \"base\" }\ntype D struct{ Base }\nd := D{}"},
			{cell: "fmt.Println(d.Hi())", print: "base\n"},
			{cell: "func (d D) Hi() string { return \"derived\" }"},
			{cell: "fmt.Println(D{}.Hi(), d.Hi(), d.Base.Hi())", print: "derived derived base\n"},
			{cell: "type E struct{ error }\nfunc (e E) Unwrap() error { return e.error }"},
			{cell: "func (e E) Error() string { return \"mine\" }"},
			{cell: "fmt.Println(E{io.EOF})", print: "mine\n"},
		},
		"packages without an import": {
			{cell: "xs := []int{3, 1, 2}\nslices.Sort(xs)\nfmt.Println(xs, slices.Sorted(maps.Keys(map[int]bool{2: true, 1: true})))", print: "[1 2 3] [1 2]\n"},
			{cell: "var n atomic.Int64\nn.Add(2)\nfmt.Println(n.Load(), big.NewInt(7), utf8.RuneLen('é'), cmp.Compare(1, 2))", print: "2 7 2 -1\n"},
			{cell: "var seq iter.Seq[int] = slices.Values(xs)\nlist := 3 // a name of one's own comes first\nfor x := range seq {\n\tfmt.Print(x, list, \" \")\n}",
				print: "1 3 2 3 3 3 "},
		},
		"what was had, wanted and meant": {
			{cell: "height := 1\ntype tower struct{ level int }\nfunc half(n int) (int, error) { return n / 2, nil }"},
			{cell: `strings.Repeat("a")`, err: "2/cell.go:1:19: not enough arguments in call to strings.Repeat (have (string), want (string, int))\n"},
			{cell: "func g() int { return half(1) }", err: "3/cell.go:1:23: too many return values (have (int, error), want (int))\n"},
			{cell: "heigth", err: "4/cell.go:1:1: undefined: heigth: did you mean height?\n"},
			{cell: "fmt.Pritnln()", err: "5/cell.go:1:5: undefined: fmt.Pritnln: did you mean Println?\n"},
			{cell: "study.Grid{Problem: `x`}", err: "6/cell.go:1:12: unknown field Problem in struct literal of type study.Grid: did you mean Problems?\n"},
			{cell: "tower{}.levle", err: "7/cell.go:1:9: undefined method: levle (type tower has no field or method levle): did you mean level?\n"},
			{cell: "domains.Get(``).Nam", err: "8/cell.go:1:17: undefined method: Nam (type *engine.Problem has no field or method Nam): did you mean Name?\n"},
			{cell: "strigns.Repeat(`a`, 2)", err: "9/cell.go:1:1: undefined: strigns: did you mean strings?\n"},
			{cell: "quite_another", err: "10/cell.go:1:1: undefined: quite_another\n"},
			{cell: "done := true"},
			{cell: "!done", value: "false"},
		},
		"states that are shown": {
			{cell: "type place struct{ x, y int }\nfunc (p place) String() string { return fmt.Sprint(p.x, \"|\", p.y) }\n" +
				"p := engine.AnyGraph{Name: `line`, Start: place{1, 2}, Goal: func(s any) bool { return s == any(place{2, 2}) },\n" +
				"\tSuccessors: func(s any) []engine.AnyEdge { return []engine.AnyEdge{{To: place{s.(place).x + 1, 2}, Cost: 1}} }}.Problem()"},
			{cell: "p.Picture(nil)", value: "1|2\n"},
			{cell: "engine.Solve(context.Background(), p, engine.AStar()).Path", value: "[to 2|2]"},
		},
		"the mark of GoNB": {
			{cell: "%%\nx := 3\nx", value: "3"},
			{cell: "func f() int { return x }\n\n%% with words\nf() + 1", value: "4"},
			{cell: "s := `\n%%\n`\nlen(s)", value: "4"},
			{cell: "%cd elsewhere", err: "GoNB's command %cd is not known here"},
		},
		"a function without a body": {
			{cell: "x := 1"},
			{cell: "func f() int\nx = 2", err: "2/cell.go:1:6: missing function body"},
			{cell: "x", value: "1"},
		},
		"what a map does not have": {
			{cell: "m := map[string]int{\"a\": 1}\nv, ok := m[\"a\"]\nfmt.Println(v, ok)", print: "1 true\n"},
			{cell: "v, ok = m[\"b\"]\nfmt.Println(v, ok)", print: "0 false\n"},
			{cell: "v, ok := m[\"a\"]\nw, has := m[\"c\"]\nfmt.Println(v, ok, w, has)", print: "1 true 0 false\n"},
			{cell: "w, has := m[\"a\"]\nw, has = m[\"c\"]\nfmt.Println(w, has)", print: "0 false\n"},
			{cell: "type T struct{ n int }\nm := map[int]*T{1: {2}}\nfunc get(k int) (*T, bool) { t, ok := m[k]; return t, ok }"},
			{cell: "for _, k := range []int{1, 2} {\n\tt, ok := get(k)\n\tu, has := m[k]\n" +
				"\tfmt.Print(t == nil, ok, u == nil, has, \" \")\n}", print: "false true false true true false true false "},
			{cell: "type T struct{ s string }\nm := map[int]T{1: {\"x\"}}\n" +
				"func get(k int) (T, bool) { t, ok := m[k]; return t, ok }"},
			{cell: "get(1)\nif t, ok := m[1]; !ok || t.s == \"x\" {\n\tfmt.Print(t)\n}\nfmt.Print(get(2))", print: "{x}{} false"},
			{cell: "var got, found = m[3]\nfmt.Print(got, found)", print: "{} false"},
		},
		"fields by the names of variables": {
			{cell: "xs := []int{1}\nname := \"n\""},
			{cell: "s := struct{ xs []int }{xs}\nfmt.Println(s)", print: "{[1]}\n"},
			{cell: "cases := []struct {\n\tname string\n\txs   []int\n}{{name, xs}, {\"b\", nil}}\nlen(cases)", value: "2"},
			{cell: "cases[1].xs = append(xs, 2)\nvar none struct{ xs, name int }\nfmt.Println(cases, none)",
				print: "[{n [1]} {b [1 2]}] {0 0}\n"},
			{cell: "cases = cases[1:]\ns = struct{ xs []int }{nil}\nfmt.Println(cases, s)", print: "[{b [1 2]}] {[]}\n"},
		},
		"a loop with only a first clause": {
			{cell: "n := 0\nfor i := 0; ; {\n\tif i > 3 {\n\t\tbreak\n\t}\n\ti = 2*i + 1\n\tn += i\n}\nn", value: "11"},
			{cell: "n := \"\"\nfor i := range 2 {\n\tfor j := i; ; {\n\t\tj++\n\t\tn += fmt.Sprint(j)\n" +
				"\t\tif j > 2 {\n\t\t\tbreak\n\t\t}\n\t}\n}\nn", value: "12323"},
		},
		"indices that are constants of another cell": {
			{cell: "type Op int\nconst (\n\tUp Op = iota\n\tDown\n)"},
			{cell: "var names = [...]string{Down: \"down\", Up: \"up\"}\nfmt.Print(len(names), names[Down])", print: "2down"},
			{cell: "const (\n\tDown Op = iota + 1\n\tUp\n)\nvar names = []string{Up: \"up\", Down: \"down\"}\nfmt.Printf(\"%q\", names)",
				print: "[\"\" \"down\" \"up\"]"},
		},
		"generic types of packages": {
			{cell: "type pos struct{ x, y int }\n" +
				"g := engine.Graph[pos]{Name: \"walk\", Goal: func(p pos) bool { return p == pos{1, 1} }}"},
			{cell: "g.Successors = func(p pos) []engine.Edge[pos] {\n" +
				"\treturn []engine.Edge[pos]{{To: pos{p.x + 1, p.y}, Cost: 1}, {To: pos{p.x, p.y + 1}, Cost: 1}}\n}"},
			{cell: "engine.Solve(context.Background(), g.Problem(), engine.AStar()).Path", value: "[to {1 0} to {1 1}]"},
			{cell: "type pos struct{ z int }\nh := engine.Graph[pos]{Name: \"other\"}\nh.Problem().Err",
				print: "note: the value of g is dropped: its type has other fields now\n",
				value: "graph other: Goal is missing: a function that says whether a state is a goal"},
			{cell: "h = g\nh.Name == \"\"", value: "true"},
			{cell: "fmt.Printf(\"%T %T\", g, []engine.Edge[pos]{})", print: "engine.Graph[main.pos] []engine.Edge[main.pos]"},
			{cell: "import \"sync/atomic\"\nvar best atomic.Pointer[engine.Ratio]"},
			{cell: "best.Store(&engine.Ratio{Num: 1, Den: 2})\nbest.CompareAndSwap(nil, nil)", value: "false"},
			{cell: "best.Load().Den", value: "2"},
		},
		"a condition that begins with a struct": {
			{cell: "type pair struct{ a, b int }\nfunc first(p pair) bool { return p.a > 0 }\nfunc second(p pair) bool { return p.b > 0 }"},
			{cell: "p := pair{1, 0}\nfirst(p) && second(p)", value: "false"},
			{cell: "first((p)) || second(p)", value: "true"},
		},
		"functions that recover are of other cells": {
			{cell: "func named() { fmt.Print(\"recovered \", recover()) }\ntype R struct{ n int }\n" +
				"func (r *R) done() { r.n++; fmt.Print(\"done \", recover()) }\nfunc indirect() { named() }"},
			{cell: "func f() { defer named(); panic(\"f\") }\nf()", print: "recovered f"},
			{cell: "r := &R{}\nfunc() { defer r.done(); panic(\"x\") }()\nr.n", print: "done x", value: "1"},
			{cell: "func() { defer indirect(); panic(\"z\") }()", print: "recovered <nil>", err: "4/cell.go:1:28: panic: z"},
			{cell: "func named() { fmt.Print(\"no longer\") }"},
			{cell: "f()", print: "no longer", err: "2/cell.go:1:27: panic: f"},
		},
		"iterators": {
			{cell: "import \"iter\"\nfunc count(n int) iter.Seq[int] {\n\treturn func(yield func(int) bool) {\n\t\tfor i := range n {\n" +
				"\t\t\tif !yield(i) {\n\t\t\t\treturn\n\t\t\t}\n\t\t}\n\t}\n}"},
			{cell: "for i := range count(3) {\n\tfmt.Print(i)\n}", print: "012"},
			{cell: "s := count(2)\nnext, stop := iter.Pull(s)"},
			{cell: "v, ok := next()\nfmt.Print(v, ok)\nstop()\nv, ok = next()\nfmt.Print(v, ok)", print: "0 true0 false"},
			{cell: "func count(n int) iter.Seq[int] { return func(yield func(int) bool) { yield(-n) } }"},
			{cell: "import \"slices\"\nfmt.Print(slices.Collect(count(4)), slices.Collect(s))", print: "[-4] [0 1]"},
		},
		"a function literal among several values": {
			{cell: "c, f := \"x\", func() int { return 2 }\nfmt.Print(c, f())", print: "x2"},
			{cell: "f, c = func() int { return len(c) }, \"three\"\nfmt.Print(c, f())", print: "three5"},
		},
		"an array that no machine holds": {
			{cell: "x := 1"},
			{cell: "var y [1 << 40]int", err: "2/cell.go:1:5: the interpreter has no arrays of more than 1 GiB"},
			{cell: "x", value: "1"},
		},
		"a definition may use the one before": {
			{cell: "x := 1"},
			{cell: "x := x + 10\nx", value: "11"},
			{cell: `x := fmt.Sprint("was ", x)` + "\nx", value: "was 11"},
		},
		"the same name again in one cell": {
			{cell: "a, err := strconv.Atoi(\"3\")\nb, err := strconv.Atoi(\"no\")\nfmt.Println(a, b, err != nil)",
				print: "3 0 true\n"},
			{cell: "a := 1\na := 2", err: "2/cell.go:2:3: no new variables on left side of :="},
			{cell: "a, err := strconv.Atoi(\"5\")\na", value: "5"},
		},
		"scopes as in main": {
			{cell: "for i := 0; i < 2; i++ {\n\ti := i\n\tfmt.Print(i)\n}", print: "01"},
			{cell: "i := 7\nif i := 3; i > 2 {\n\tfmt.Print(i)\n}\ni", print: "3", value: "7"},
			{cell: "defer fmt.Print(\"end\")\nfmt.Print(\"begin \")\nz := 1\nz", print: "begin end", value: "1"},
			{cell: "if z == 1 {\n\treturn\n}\nfmt.Println(\"not reached\")\nz"},
			{cell: "outer:\nfor {\n\tfor {\n\t\tbreak outer\n\t}\n}\n5", value: "5"},
		},
		"goroutines": {
			{cell: "c := make(chan int)\ngo func() { c <- 4 }()\n<-c", value: "4"},
			{cell: "go func() { c <- 5 }()\nx := <-c\nx = x + 1\nx++\nx", value: "7"},
			{cell: "x += 2\nx", value: "9"},
			{cell: "c2 := make(chan int)\nfor w := range 3 {\n\tgo func() {\n\t\tfor k := range 4 {\n\t\t\tselect {\n\t\t\tcase c2 <- 10*w + k:\n\t\t\t}\n\t\t}\n\t}()\n}\nsum := 0\nfor range 12 { sum += <-c2 }\nsum", value: "138"},
			{cell: "select {\ncase x = <-c2:\ncase <-time.After(time.Millisecond):\n\tx = 8\n}\nx", value: "8"},
		},
		"control flow as in scripts": {
			{cell: "a, b := 3, 4\nxs := []int{1, 5}\nswitch {\ncase a == 4, b == 4:\n\tfmt.Print(\"yes \")\ndefault:\n\tfmt.Print(\"no \")\n}\nswitch 5 {\ncase xs[0], xs[1]:\n\tfmt.Print(\"yes\")\n}", print: "yes yes"},
			{cell: "switch x := any(a); x {\ndefault:\n\tfmt.Print(\"no\")\ncase \"3\", 4, a:\n\tfmt.Print(x)\n}", print: "3"},
			{cell: "m := map[string]int{}\nvar err error\nm[\"a\"], err = strconv.Atoi(\"7\")\nfmt.Print(m, err)",
				print: "map[a:7] <nil>"},
			{cell: "if m[\"b\"], err = strconv.Atoi(\"x\"); err != nil {\n\tfmt.Print(\"no \", m)\n}\nm[\"c\"], a = a, m[\"a\"]\na", print: "no map[a:7 b:0]", value: "7"},
			{cell: "var p, q any = 1, \"two\"\np, q = q, p\nfmt.Print(p, q)", print: "two1"},
			{cell: "func catch(f func()) (s string) {\n\tdefer func() {\n\t\tif v, ok := recover().(string); ok {\n\t\t\ts = v\n\t\t}\n\t}()\n\tf()\n\treturn \"\"\n}\ncatch(func() { panic(\"text\") })", value: "text"},
			{cell: "var k, v int\nfor k, v = range xs {\n}\nfmt.Print(k, v, \" \")\nfor i, r := range \"ñ\\xffb\" {\n\tk = i\n\tif r == 'b' {\n\t\tbreak\n\t}\n}\nk", print: "1 5 ", value: "3"},
			{cell: "type counter struct{ n int }\nfunc (c counter) tell() { fmt.Print(c.n, \" \") }\nfunc twice() {\n\tfor i := range 2 {\n\t\tdefer counter{i}.tell()\n\t}\n\tc := counter{7}\n\tdefer c.tell()\n\tc.n = 8\n}\ntwice()", print: "7 1 0 "},
			{cell: "c := counter{4}\ndefer c.tell()\nc.n = 5", print: "4 "},
			{cell: "const (\n\tc0, d0 = iota, iota + 10\n\tc1, d1\n)\nfmt.Print(c1, d1)", print: "1 11"},
			{cell: "d1 + c1", value: "12"},
			{cell: "panic(fmt.Errorf(\"wrong %d\", c.n))", err: "12/cell.go:1:1: panic: wrong 5"},
		},
		"two values of one operation": {
			{cell: "m := map[string]int{\"a\": 1}\nv, ok := m[\"a\"]\n_, there := m[\"b\"]\nv++\nfmt.Println(v, ok, there)",
				print: "2 true false\n"},
			{cell: "var i any = 3\nn, ok := i.(int)\ns, ok := i.(string)\nfmt.Println(n, s, ok)", print: "3  false\n"},
			{cell: "c := make(chan int, 1)\nc <- 4\nclose(c)\nw, ok := <-c\nw++\n_, ok = <-c\nfmt.Println(w, ok)",
				print: "5 false\n"},
			{cell: "v, more := m[\"a\"]\nv + n", value: "4"},
		},
		"values with a method String, and interfaces": {
			{cell: "type Color int\nfunc (c Color) String() string { return [...]string{\"red\", \"green\"}[c] }\nfunc next(c Color) Color { return c + 1 }\nColor(1)", value: "green"},
			{cell: "c := Color(0)\nfmt.Println(c, next(c))\nnext(c)", print: "red green\n", value: "green"},
			{cell: "var a any = c\nvar b any = Color(0)\nfmt.Println(a == b, a != b, a == Color(1))\na",
				print: "true false false\n", value: "red"},
			{cell: "type P struct{ x int }\nfunc (p *P) String() string { return fmt.Sprint(\"P\", p.x) }\n&P{3}", value: "P3"},
			{cell: "P{4}", value: "{x:4}"},
			{cell: "type Color int8\nfunc (c Color) String() string { return fmt.Sprint(\"colour \", int(c)) }\nColor(3)",
				print: "note: the value of c is dropped: its type has other fields now\n" +
					"note: interfaces in a, b hold values of the earlier type Color, which are not of the new one: make them again\n",
				value: "colour 3"},
			{cell: "c := next(5)\nvar a any = c\nfmt.Println(a, a == Color(6))\nc", print: "colour 6 true\n", value: "colour 6"},
			{cell: "text, _ := json.Marshal(P{5})\nstring(text)", value: "{}"},
			{cell: "f := (*P).String\nf(&P{6})", value: "P6"},
			{cell: "{\n\ttype P string\n\tfmt.Println(P(\"inner\"))\n}\nP{7}.x", print: "inner\n", value: "7"},
		},
		"defer": {
			{cell: "say := func(s string) { fmt.Print(s, \" \") }\ndefer say(\"last\")\ndefer func() { say(\"first\") }()\nx := 1\ndefer fmt.Print(x, \" \")\nx = 2", print: "1 first last "},
			{cell: "func f() (err error) {\n\twrap := func(v any) error { return fmt.Errorf(\"wrapped %v\", v) }\n\tdefer func() { err = wrap(recover()) }()\n\tpanic(x)\n}\nf()", value: "wrapped 2"},
		},
		"functions, also of variables of their cell": {
			{cell: "z := 4\nfunc sq(n int) int { return n * z }\nsq(3)", value: "12"},
			{cell: "z := 5\nsq(3)", value: "15"},
			{cell: "func sq(n int) int { return n * n }\nsq(3)", value: "9"},
		},
		"functions that are compiled again": {
			{cell: "k := 1\nfunc total() (s int) {\n\tfor i := range 4 {\n\t\ts += i * k\n\t}\n\treturn s\n}\nfunc twice() int { return 2 * total() }\ntwice()", value: "12"},
			{cell: "k := 2\ntwice()", value: "24"},
			{cell: "type L []int\nfunc (l L) Len() int { return len(l) }\nfunc mk() L { return L{1, 2} }\nmk().Len()",
				value: "2"},
			{cell: "func (l L) Len() int { return 10 * len(l) }\nmk().Len()", value: "20"},
		},
		"functions that use a redeclared one": {
			{cell: "func g() int { return 1 }\nfunc f() int { return g() }\nf()", value: "1"},
			{cell: "func g() int { return 2 }\nf()", value: "2"},
			{cell: "func g() string { return \"s\" }\nf()", value: "2",
				print: "note: f of an earlier cell does not fit the new declarations and keeps using the old ones: " +
					"cannot use g() (value of type string) as int value in return statement\n" +
					"cell [1], line 2, column 23:\nfunc f() int { return g() }\n                      ^\n"},
			{cell: "g()", value: "s"},
		},
		"interfaces know the types of other cells": {
			{cell: "type shape interface { area() int }\nfunc isShape(x any) bool { _, ok := x.(shape); return ok }\n" +
				"func kind(x any) string {\n switch y := x.(type) {\n case shape: return fmt.Sprint(\"shape \", y.area())\n case float64: return \"number\"\n }\n return fmt.Sprintf(\"%T\", x) }"},
			{cell: "type square int\nfunc (s square) area() int { return int(s * s) }\ntype circle struct{ r int }\n" +
				"func (c *circle) area() int { return 3 * c.r }\ntype other struct{ r int }\nfunc (o other) area(int) int { return 0 }"},
			{cell: "fmt.Println(isShape(square(2)), isShape(&circle{1}), isShape(circle{1}), isShape(other{}), isShape(nil), isShape(4))",
				print: "true true false false false false\n"},
			{cell: "fmt.Println(kind(square(3)), kind(&circle{2}), kind(2.5), kind(other{}))",
				print: "shape 9 shape 6 number main.other\n"},
			{cell: "type celsius float64\nvar t any = celsius(20)\n_, number := t.(float64)\n_, hot := t.(celsius)", print: ""},
			{cell: "fmt.Println(number, hot, t == any(20.0), t == any(celsius(20)), kind(t), t)",
				print: "false true false true main.celsius 20\n"},
			{cell: "m := map[any]int{celsius(1): 1, 1.0: 2}"},
			{cell: "fmt.Println(m[celsius(1)], m[1.0], len(m))", print: "1 2 2\n"},
			{cell: "type kelvin float64\nfmt.Println(t == any(kelvin(20)), m[kelvin(1)])", print: "false 0\n"},
			{cell: "t", value: "20"},
			{cell: "type celsius float64\n_, same := t.(celsius)\nsame", value: "true"}, // it is what it was
			{cell: "func (c circle) name() string { return \"circle\" }\ntype namer interface { name() string }\nvar c any = circle{4}\n_, named := c.(namer)\nnamed", value: "true"},
			{cell: "t.(string)", err: "13/cell.go:1:1: panic: interface conversion: interface {} is main.celsius, not string"},
			{cell: "type celsius struct{ degrees float64 }\n_, again := t.(celsius)\nagain", value: "false",
				print: "note: interfaces in m, t hold values of the earlier type celsius, which are not of the new one: make them again\n"},
		},
		"types": {
			{cell: "type T struct{ A int }\nfunc (t T) Hi() string { return fmt.Sprint(\"hi \", t.A) }\nfunc mk() T { return T{3} }\nmk().Hi()", value: "hi 3"},
			{cell: "old := mk()"},
			{cell: "type T struct{ A, B int }\nT{B: 4}.Hi()", value: "hi 0",
				print: "note: mk of an earlier cell does not fit the new declarations and keeps using the old ones: " +
					"too few values in struct literal of type T\ncell [1], line 3, column 25:\nfunc mk() T { return T{3} }\n                        ^\n" +
					"note: the value of old is dropped: its type has other fields now\n"},
			{cell: "func (t T) Hi() string { return fmt.Sprint(\"B \", t.B) }\nT{B: 4}.Hi()", value: "B 4"},
			{cell: "func (t *T) Inc() { t.B++ }\np := &T{}\np.Inc()\np.B", value: "1"},
			{cell: "old.Hi()", value: "B 0"},
		},
		"keys of literals": {
			{cell: "k := \"a\""},
			{cell: "k := \"b\""},
			{cell: "type Grid map[string]int\ntype P struct{ k int }"},
			{cell: "fmt.Println(map[string]int{k: 1}, Grid{k: 2}, P{k: 3}.k, []P{{k: 4}}[0].k)",
				print: "map[b:1] map[b:2] 3 4\n"},
		},
		"constants and variables": {
			{cell: "const (\n\tA = iota\n\tB\n)\nvar (\n\tq    = B + 2\n\tr, t float64\n)\nq", value: "3"},
			{cell: "var e error\ne == nil", value: "true"},
		},
		"a whole program": {
			{cell: "package main\n\nimport \"os\"\n\nfunc init() { fmt.Print(\"init \") }\n\nfunc main() { fmt.Print(len(os.Args) > 0) }", print: "init true"},
			{cell: "1", value: "1"},
			{cell: "func main() { fmt.Print(\"again\") }", print: "again"},
			{cell: "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nvar n = 3\n\nfunc main() {\n\tdefer fmt.Print(\" end\")\n\tfmt.Print(n, len(os.Args) > 0)\n}", print: "3 true end"},
			{cell: "n", value: "3"},
		},
		"imports": {
			{cell: "import (\n\t\"math/rand\"\n\tstr \"strings\"\n)"},
			{cell: "import \"math/rand\"\nstr.ToUpper(\"a\") + fmt.Sprint(rand.Intn(1))", value: "A0"},
			{cell: "import \"math/rand/v2\"\nrand.IntN(1)", value: "0"},
			{cell: "import . \"strings\"\nToLower(\"A\")", value: "a"},
			{cell: "\nimport \"nosuch/pkg\"", err: "5/cell.go:2:8: package nosuch/pkg is not compiled in"},
			{cell: "engine.FS(1.25).String()", value: "FS(w=1.25)"},
		},
		"what yaegi lacks": {
			{cell: "for i := range 2 { fmt.Print(i) }\nn := int64(2)", print: "01"},
			{cell: "for i := range n { fmt.Print(i + n) }\nfor range n { fmt.Print(\"r\") }\nfor i := range []string{\"a\"} { fmt.Print(i) }", print: "23rr0"},
			{cell: "var fs []func() int\nfor i := 0; i < 3; i++ { fs = append(fs, func() int { return i }) }\nfor _, v := range \"ab\" { fs = append(fs, func() int { return int(v) }) }\nfor _, f := range fs { fmt.Print(f(), \" \") }", print: "0 1 2 97 98 "},
			{cell: "r := engine.Solve(context.Background(), domains.Get(\"npuzzle/korf/79\"), engine.FS(2))\nk := strings.Count(\"aa\", \"a\")\nfor i := range k { fmt.Print(i) }", print: "01"},
			{cell: "func last(r *engine.Result) (i int) {\n\tfor i = range len(r.Path) {\n\t}\n\treturn i\n}"},
			{cell: "m := int64(0)\nfor range r.Expanded { m++ }\nfor range k { m++ }\nfor range last(r) + 1 { m++ }\nm == r.Expanded + 2 + int64(len(r.Path))", value: "true"},
			{cell: "x := min(3, 4)\nx + max(5, 6)", value: "9"},
			{cell: "m := map[int]int{1: 2}\nclear(m)\nlen(m)", value: "0"},
			{cell: "for i := range func(yield func(int) bool) { yield(1) } { fmt.Print(i) }", print: "1"},
			{cell: "func Map[T, U any](xs []T, f func(T) U) []U {\n\tvar r []U\n\tfor _, x := range xs {\n\t\tr = append(r, f(x))\n\t}\n\treturn r\n}\nys := Map([]int{1}, func(i int) int { return i + 1 })\nys", value: "[2]"},
		},
		"names of what is predeclared, and of the library's variables": {
			{cell: "import \"slices\"\n\nnew := []int{1}\nmax := 2\nmake, copy := 3, 4\nfunc min(a, b int) int { return 100 }"},
			{cell: "n := 0\nfunc count() func() int { n := max; return func() int { n++; return n } }\ncount()()", value: "3"},
			{cell: "sum := func() int { k := len(new); up := func() { k++ }; up(); return k + make + copy }\nsum()", value: "9"},
			{cell: "fmt.Print(slices.Collect(slices.Chunk([]int{1, 2, 3}, max)), min(1, 2))", print: "[[1 2] [3]] 100"},
			{cell: "slices.Insert(new, 0, max)", value: "[2 1]"},
			{cell: "max = slices.Max([]int{max, 7})\nmax", value: "7"},
			{cell: "copy := \"a\"\ncopy + fmt.Sprint(slices.Max([]int{1, 5}))", value: "a5"},
			{cell: "type byte struct{ n int }\nbyte{3}", value: "{n:3}"},
			{cell: "fmt.Sprintf(\"%T\", byte{})", value: "main.byte"},
			{cell: "func panic(s string) {}\nfunc fail() { var xs []int; xs[3]++ }\nfail()",
				err: "10/cell.go:2:29: panic: runtime error: index out of range"},
			{cell: "type state struct{ x int }\np := engine.Graph[state]{Name: \"line\", Goal: func(s state) bool { return s.x == 9 }, " +
				"H: func(s state) engine.Cost { return 0 }, Successors: func(s state) []engine.Edge[state] { " +
				"return []engine.Edge[state]{{To: state{s.x + 1}, Cost: 2}} }}.Problem()\n" +
				"engine.Solve(context.Background(), p, engine.FS(2)).Cost", value: "18"},
			{cell: "type s state\ntype i = int\nslices.IndexFunc([]s{{1}, {2}}, func(v s) bool { return v.x == 2 }) + slices.Max([]i{1})", value: "2"},
		},
		"what has no value": {
			{cell: "fmt.Print(\"\")"},
			{cell: "func nothing() {}\nnothing()"},
			{cell: "func() {}()"},
			{cell: "new(strings.Builder).Reset()"},
			{cell: "strconv.Atoi(\"1\")"},
			{cell: "println()", print: "\n"},
			{cell: "// nothing but words"},
			{cell: ""},
		},
		"errors give the cell's lines": {
			{cell: "y := 1\n\n\tfoo(y)", err: "1/cell.go:3:2: undefined: foo\n\tfoo(y)\n\t^"},
			{cell: "y", err: "2/cell.go:1:1: undefined: y"},
			{cell: "s := \"a", err: "3/cell.go:1:6: string literal not terminated"},
			{cell: "n := 1\nif n > 0 {\n\tn = \"a\"\n}",
				err: "4/cell.go:3:6: cannot use \"a\" (untyped string constant) as int value in assignment"},
			{cell: "fmt", err: "5/cell.go:1:1: use of package fmt not in selector"},
			{cell: "func f() {\n\tbar()\n}", err: "6/cell.go:2:2: undefined: bar"},
			{cell: "for {", err: "7/cell.go:1:6: expected '}', found the end\nfor {\n     ^"},
			{cell: "func f() {}\nvar f = 1", err: "8/cell.go:2:5: f redeclared in this cell"},
			{cell: "x := 1 +\n\n", err: "9/cell.go:1:9: expected operand, found the end\nx := 1 +\n        ^"},
			{cell: "func f() {\n", err: "10/cell.go:1:11: expected '}', found the end"},
			{cell: "x := 1\n}\ny := 2", err: "11/cell.go:2:1: unexpected }: no { is open\n}\n^"},
			{cell: "func f() {}\n}\n", err: "12/cell.go:2:1: unexpected }: no { is open"},
			{cell: "f(1))", err: "13/cell.go:1:5: expected"},
		},
		"a panic keeps the variables": {
			{cell: "v := []int{1, 2}\nfunc at(i int) int {\n\treturn v[i]\n}"},
			{cell: "w := 3\nfmt.Println(at(1))\nfmt.Println(at(9))", print: "2\n",
				err: "1/cell.go:3:2: panic: runtime error: index out of range\n\treturn v[i]\n\t^"},
			{cell: "panic(fmt.Sprint(\"boom \", w))", err: "3/cell.go:1:1: panic: boom 3"},
			{cell: "var m map[string]int\nm[\"a\"] = 1", err: "4/cell.go:2:1: panic: assignment to entry in nil map"},
			{cell: "func() {\n\tdefer func() { fmt.Print(recover()) }()\n\tpanic(\"caught\")\n}()\nw", print: "caught",
				value: "3"},
		},
		"a cell that does not compile changes nothing": {
			{cell: "x := 1\nfunc f() int { return 1 }"},
			{cell: "x := \"other\"\nfunc f() string { return x }\nundefined()", err: "2/cell.go:3:1: undefined: undefined"},
			{cell: "x + f()", value: "2"},
			{cell: "x := \"other\"\nx = 5", err: "4/cell.go:2:5: cannot"},
			{cell: "x + f()", value: "2"},
		},
	}
	for name, steps := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			session := newSession(&out, &out)
			for i, s := range steps {
				s.run(t, session, &out, i+1)
			}
		})
	}
}

// A cutting is an output at which a cell is cut off.
type cutting struct {
	bytes.Buffer
	cancel context.CancelFunc
}

func (c *cutting) Write(p []byte) (int, error) {
	n, err := c.Buffer.Write(p)
	if c.cancel != nil {
		c.cancel()
	}
	return n, err
}

// cut runs a cell until it prints, and discards what it printed.
func (c *cutting) cut(s *session, count int, src string) error {
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	_, err := s.run(ctx, count, src)
	c.cancel = nil
	c.Reset()
	return err
}

// Statements that are not reached in time are cut off; earlier ones have their effect.
func TestCut(t *testing.T) {
	out := &cutting{}
	session := newSession(out, out)
	err := out.cut(session, 1, "n := 0\nfor {\n\tif n++; n == 100 {\n\t\tfmt.Print(n)\n\t}\n}")
	if !errors.Is(err, script.ErrCut) {
		t.Fatalf("error %v, want %v", err, script.ErrCut)
	}
	step{cell: "n >= 100", value: "true"}.run(t, session, &out.Buffer, 2)
}

// Functions made by cells before one that was cut off, or in it, keep working.
func TestCutKeepsClosures(t *testing.T) {
	out := &cutting{}
	session := newSession(out, out)
	step{cell: `k := 3
f := func() int { k++; return k }
func maker() func() int { z := 8; return func() int { z++; return z } }
made := maker()
byName := map[string]func() int{"a": func() int { return 77 }}`}.run(t, session, &out.Buffer, 1)
	step{cell: "[]int{f(), made(), byName[`a`]()}", value: "[4 9 77]"}.run(t, session, &out.Buffer, 2)
	for i := range 3 {
		err := out.cut(session, 3+i,
			"byName[`b`] = func() int { return 88 }\ngo func() { fmt.Print(1); for { } }()\nfor { }")
		if !errors.Is(err, script.ErrCut) {
			t.Fatalf("error %v, want %v", err, script.ErrCut)
		}
		for deadline := time.Now().Add(time.Minute); session.in.Running() && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond) // as the kernel does
		}
	}
	step{cell: "[]int{f(), made(), byName[`a`](), byName[`b`]()}", value: "[5 10 77 88]"}.run(t, session, &out.Buffer, 7)
	if err := out.cut(session, 8, "var mu sync.Mutex\nmu.Lock()\ngo func() { fmt.Print(1); mu.Lock() }()\nfor { }"); !errors.Is(
		err, script.ErrCut) {
		t.Fatalf("error %v, want %v", err, script.ErrCut)
	}
	for deadline := time.Now().Add(time.Minute); session.in.Running() && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	out.Reset()
	if _, err := session.run(context.Background(), 9, "1"); err != nil ||
		!strings.Contains(out.String(), "function values that were made before no longer work") {
		t.Errorf("%v, and the kernel says %q", err, out.String())
	}
}

func TestComplete(t *testing.T) {
	var out bytes.Buffer
	session := newSession(&out, &out)
	step{cell: "import \"strings\"\nkeep := engine.FS(1.25)\nfunc keeper() {}\n" +
		"type Tower struct{ Height int }\nfunc (t *Tower) Grow() {}\nfunc (t Tower) Groan() {}\nvar tower = &Tower{}"}.run(t,
		session, &out, 1)
	korf3 := "npuzzle/korf/3"
	for i := 30; i < 40; i++ {
		korf3 += fmt.Sprintf(" npuzzle/korf/%d", i)
	}
	for code, want := range map[string]string{
		"ke":                       "keep keeper",
		"x := 1; conti":            "continue",
		"strings.ToUpperS":         "ToUpperSpecial",
		"engine.Solv":              "Solve Solved",
		"fmt.Println(keep.Na":      "Name",
		"keep.Dra":                 "Draws",
		"engine.PFS(1.5, 0.5).W.N": "Num",
		"tower.Gro":                "Groan Grow",
		"tower.He":                 "Height",
		"nothing.":                 "",
		"engine.Limits{Ex":         "Expanded",
		"&study.Grid{Problems: `x`, Limits: engine.Limits{Inserted: 1, Ti": "Time",
		"study.Grid{\n\tProblems: `x`,\n\tSe":                              "Seeds",
		"Tower{He":                                                         "Height",
		"study.Grid{Problems: Se":                                          "",
		`domains.Get("np`:                                                  "npuzzle/",
		`domains.Get("npuzzle/ko`:                                          "npuzzle/korf/",
		`domains.Get("npuzzle/korf/3`:                                      korf3,
		`domains.Get("npuzzle/korf/39:h`:                                   "npuzzle/korf/39:heavy",
		`domains.Get("tsp/tsplib/burma`:                                    "tsp/tsplib/burma14",
		"domains.Get(`np":                                                  "npuzzle/",
		`fmt.Println("npuzzle", "no such thin`:                             "",
		`fmt.Println("npuzzle/", ke`:                                       "keep keeper",
		`import "path/fi`:                                                  "path/filepath",
		"import (\n\t\"fmt\"\n\tr \"math/r":                                "math/rand math/rand/v2",
		`import "github.com/focal-search/focal/kernel/sh`:                  "github.com/focal-search/focal/kernel/show",
	} {
		r := session.complete(code, len(code))
		if have := texts(r.Matches); have != want {
			t.Errorf("%q: %s, want %s", code, have, want)
		}
		if r.To != len(code) {
			t.Errorf("%q: replaces up to %d", code, r.To)
		}
	}
}

// texts returns the texts of candidates.
func texts(all []candidate) string {
	var names []string
	for _, c := range all {
		names = append(names, c.Text)
	}
	return strings.Join(names, " ")
}

// Within strings, completion knows which names are expected there.
func TestCompleteTexts(t *testing.T) {
	var out bytes.Buffer
	session := newSession(&out, &out)
	step{cell: "import \"github.com/focal-search/focal/kernel/frame\"\n" +
		"rows := frame.New([]string{\"height\", \"heat\", \"label\"}, [][]any{{1, 2, \"a\"}})\nvar solved []*engine.Result"}.run(t, session, &out, 1)
	for code, want := range map[string]string{
		`engine.NewAlgorithm("pf`:                                           "pfs pfs-h",
		`study.Grid{Problems: "pancake/40/1 np`:                             "npuzzle/",
		`study.Grid{Name: "x", Algorithms: engine.Named("fs", "dxe`:         "dxes",
		`study.Grid{Algorithms: []string{"fs"), Problems: "tsp/tsplib/burm`: "tsp/tsplib/burma14",
		`rows.Select("label", "he`:                                          "heat height",
		`rows.Where("heat > 1 and he`:                                       "heat height",
		`rows.Plot().X("he`:                                                 "",
		`plot.Of(rows).X("height").Y("he`:                                   "heat height",
		`plot.Of(solved).X("w").Y("expan`:                                   "expanded",
		`fmt.Println(rows.Group("la`:                                        "label",
		`rows.Where("x").Sort(strings.ToLower("he`:                          "heat height",
		`domains.Get("npuzzle/korf/39:h`:                                    "npuzzle/korf/39:heavy",
		`plot.Report("headl`:                                                "headline",
		`study.Read("testdata/live_`:                                        "live_test.py",
		`os.ReadFile("testd`:                                                "testdata/",
		"os.WriteFile(\"study.yaml\", []byte(`pr":                           "problems",
		"os.WriteFile(\"s\", []byte(`problems: [pancake/40/1, npuzz":        "npuzzle/",
		"os.WriteFile(\"s\", []byte(`name: x\nalgorithms: [fs, dxe":         "dxes",
		"os.WriteFile(\"s\", []byte(`name: x\nlimits: {time: 1s, exp":       "expanded",
	} {
		if have := texts(session.complete(code, len(code)).Matches); have != want {
			t.Errorf("%q: %s, want %s", code, have, want)
		}
	}
}

// Candidates have a type, and functions their parameters.
// TestInspectCall: within the parentheses of a call is its function's signature.
func TestInspectCall(t *testing.T) {
	var out bytes.Buffer
	session := newSession(&out, &out)
	step{cell: "// half divides by 2.\nfunc half(n int) int { return n / 2 }"}.run(t, session, &out, 1)
	for code, want := range map[string]string{
		"engine.Solve(":              "func Solve(ctx context.Context, p *Problem",
		"engine.Solve(ctx, ":         "func Solve(ctx context.Context, p *Problem",
		"half(":                      "func half(n int) int",
		"fmt.Println(half(1), ":      "func Println(a ...any)",
		"fmt.Println(half(1, ":       "func half(n int) int",
		"engine.Solve(ctx, p) ":      "",
		"x := [](":                   "",
		"study.Grid{Problems: `x`, ": "",
	} {
		var b struct {
			Plain string `json:"text/plain"`
		}
		r := session.inspect(code, len(code), 0)
		json.Unmarshal(r.Bundle, &b)
		if !strings.HasPrefix(b.Plain, want) || (want == "") == r.Found {
			t.Errorf("%s: %v %q, want %q", code, r.Found, b.Plain, want)
		}
	}
}

func TestCompleteTypes(t *testing.T) {
	var out bytes.Buffer
	session := newSession(&out, &out)
	step{cell: "func half(n int) (int, error) { return n / 2, nil }\ntype Tower struct{ Height int }\nfunc (t Tower) Grow(by int) {}\nvar tower Tower"}.run(t, session, &out, 1)
	for code, want := range map[string]candidate{
		"hal":              {Text: "half", Type: "function", Signature: "(n int) (int, error)"},
		"Towe":             {Text: "Tower", Type: "class"},
		"towe":             {Text: "tower", Type: "instance"},
		"tower.Hei":        {Text: "Height", Type: "property"},
		"tower.Gr":         {Text: "Grow", Type: "function", Signature: "(by int)"},
		"strings.ToUpperS": {Text: "ToUpperSpecial", Type: "function", Signature: "(unicode.SpecialCase, string) string"},
		"conti":            {Text: "continue", Type: "keyword"},
		"strcon":           {Text: "strconv", Type: "module"},
		"slices.IndexF":    {Text: "IndexFunc", Type: "function", Signature: "[S ~[]E, E any](s S, f func(E) bool) int"},
		"atomic.Poin":      {Text: "Pointer", Type: "class"},
		"math.MaxInt6":     {Text: "MaxInt64", Type: "instance"},
	} {
		all := session.complete(code, len(code)).Matches
		if len(all) != 1 {
			t.Errorf("%q: %+v", code, all)
			continue
		}
		all[0].sign = nil
		if fmt.Sprint(all[0]) != fmt.Sprint(want) {
			t.Errorf("%q: %+v, want %+v", code, all[0], want)
		}
	}
}

// At level 1 inspection includes the source.
func TestInspectSource(t *testing.T) {
	var out bytes.Buffer
	session := newSession(&out, &out)
	step{cell: "import \"strings\"\nvar b strings.Builder"}.run(t, session, &out, 1)
	for code, want := range map[string]string{
		"strings.Repeat": "\nSource:\n\n// Repeat returns",
		"b.Len":          "func (b *Builder) Len() int { return len(b.buf) }\n",
		"engine.Verify":  "func Verify(",
	} {
		for level := range 2 {
			r := session.inspect(code, len(code), level)
			var data map[string]string
			if err := json.Unmarshal(r.Bundle, &data); err != nil || !r.Found {
				t.Fatalf("%s: %v", code, err)
			}
			if text := data["text/plain"]; strings.Contains(text, want) && strings.Contains(text, "return") != (level == 1) &&
				code != "strings.Repeat" ||
				strings.Contains(text, "\nSource:\n") != (level == 1) || level == 1 && !strings.Contains(text, want) {
				t.Errorf("%s at level %d: %s", code, level, text)
			}
		}
	}
}

// The packages that completion offers without an import are compiled in.
func TestWellKnown(t *testing.T) {
	var out bytes.Buffer
	session := newSession(&out, &out)
	n := 0
	for name, path := range wellKnown {
		n++
		step{cell: fmt.Sprintf("import %s %q", name, path)}.run(t, session, &out, n)
	}
}

func TestInspect(t *testing.T) {
	var out bytes.Buffer
	session := newSession(&out, &out)
	step{cell: "// pi is about 3.\nconst pi = 3\n\n// twice doubles.\n//\n// It adds.\nfunc twice(n int) int { return n + n }\nkeep := engine.FS(1.25)\n" +
		"// A Tower grows.\ntype Tower struct{}\n\n// Grow adds a floor.\nfunc (t *Tower) Grow() {}\nvar tower = &Tower{}\nvar r = engine.Result{}"}.run(t, session, &out, 1)
	for code, want := range map[string][]string{
		"engine":               {"package engine // \"github.com/focal-search/focal/engine\"\n\nPackage engine "},
		"engine.FS":            {"func FS(w float64) Algorithm\n\nFS "},
		"engine.Ratio":         {"type Ratio struct {", "A Ratio is ", "\nfunc (r Ratio) Float() float64\n"},
		"engine.LimitTime":     {"const (", "LimitTime"},
		"engine.Result":        {"type Result struct {", "A Result is "},
		"strings.ToUpper":      {"func ToUpper(s string) string\n\nToUpper returns "},
		"slices.IndexFunc":     {"func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int\n\nIndexFunc returns "},
		"keep":                 {"var keep engine.Algorithm\n\n"},
		"keep.Draws":           {"func (a Algorithm) Draws() bool\n\nDraws "},
		"r.Expanded":           {"Expanded int64\n\n"},
		"twice":                {"func twice(n int) int { return n + n }\n\ntwice doubles.\n\nIt adds.\n\n// cell [1]"},
		"tower.Grow":           {"func (t *Tower) Grow() {}\n\nGrow adds a floor.\n\n// cell [1]"},
		"Tower":                {"type Tower struct{}\n\nA Tower grows.\n\n// cell [1]"},
		"pi":                   {"const pi = 3\n\npi is about 3.\n"},
		"show.Live(\"x\").Set": {"func (b *Bar) Set(done, total int64)\n\nSet sets "},
	} {
		r := session.inspect(code, len(code), 0)
		var data map[string]string
		if err := json.Unmarshal(r.Bundle, &data); !r.Found || err != nil {
			t.Errorf("%q: %v", code, err)
		}
		text := data["text/plain"]
		if !strings.HasPrefix(text, want[0]) {
			t.Errorf("%q: %s, want %q", code, text, want[0])
		}
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%q: %s, want %q", code, text, part)
			}
		}
	}
	for _, code := range []string{"nosuch", "engine.NoSuch", "tower.Nosuch", "\"engine\" ", ""} {
		if r := session.inspect(code, len(code), 0); r.Found {
			t.Errorf("%q: %s", code, r.Bundle)
		}
	}
}

func TestCompleteness(t *testing.T) {
	for code, want := range map[string]string{
		"x := 1":               "complete",
		"import \"fmt\"":       "complete",
		"func f() {\n}":        "complete",
		"":                     "complete",
		"%%\nx":                "complete",
		"for {":                "incomplete",
		"x :=":                 "incomplete",
		"s := `a":              "incomplete",
		"fmt.Println(":         "incomplete",
		"type T struct {\n\tA": "incomplete",
		"}":                    "invalid",
		"x := := 1":            "invalid",
		"func 3() {}":          "invalid",
	} {
		if have, _ := completeness(code); have != want {
			t.Errorf("%q: %s, want %s", code, have, want)
		}
	}
}
