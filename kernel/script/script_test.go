//go:build unix

package script

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/focal-search/focal/kernel/setup"
	"github.com/focal-search/focal/kernel/show"
)

// The test binary is also the process for scripts that may end it.
func TestMain(m *testing.M) {
	if path := os.Getenv("FOCAL_TEST_PROGRAM"); path != "" {
		conformProgram(path)
	}
	if path := os.Getenv("FOCAL_TEST_SCRIPT"); path != "" {
		if err := Run(context.Background(), path, nil, os.Stdout, os.Stderr); err != nil {
			os.Exit(99)
		}
		os.Exit(0)
	}
	if os.Getenv(sandboxCalls) != "" {
		callAll()
	}
	os.Exit(m.Run())
}

// write writes a script to a file. Its lines count from the package clause.
func write(t *testing.T, src string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ask.go")
	if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// On a busy machine any script may be slow.
func init() { slow = time.Hour }

// run interprets a script, which must print nothing to standard error, and
// returns its output.
func run(t *testing.T, ctx context.Context, path string, args ...string) (string, error) {
	t.Helper()
	stdout, stderr, err := runs(Run, ctx, path, args...)
	if stderr != "" {
		t.Errorf("standard error: %s", stderr)
	}
	return stdout, err
}

// runs interprets a script by Run or RunSandboxed.
func runs(by func(context.Context, string, []string, io.Writer, io.Writer) error, ctx context.Context, path string,
	args ...string) (stdout, stderr string, err error) {
	beforeArgs, beforeFlags := os.Args, flag.CommandLine
	defer func() { os.Args, flag.CommandLine = beforeArgs, beforeFlags }()
	var out, errs bytes.Buffer
	err = by(ctx, path, args, &out, &errs)
	return out.String(), errs.String(), err
}

// The scripts need not import what they use: see program.
func TestScripts(t *testing.T) {
	tests := map[string]struct{ body, want string }{
		"range over an integer": {
			`n := int64(3)
			for i := range n { fmt.Print(i + n, " ") }
			for range 2 { fmt.Print("r") }
			for i := range len("ab") { fmt.Print(i) }`, "3 4 5 rr01"},
		"several values, of which some are literals": {
			`a, b := "x", []int{1}
			var c, d, e = 2, struct{ A int }{3}, map[string]int{"k": 4}
			f, g := []string{"y"}, a
			a, b = "z", []int{5}
			fmt.Print(a, b, c, d, e, f, g)`, "z[5] 2 {3} map[k:4] [y]x"},
		"loop variables are new in each iteration": {
			`var fs []func() int
			for i := 0; i < 3; i++ { fs = append(fs, func() int { return i }) }
			for i, v := range []int{7, 8} { fs = append(fs, func() int { return i + v }) }
			var ps []*int
			for i := range 2 { ps = append(ps, &i) }
			for _, f := range fs { fmt.Print(f(), " ") }
			fmt.Print(*ps[0], *ps[1])`, "0 1 2 7 9 0 1"},
		"range over what a package gives": {
			`r := engine.Solve(context.Background(), domains.Get("npuzzle/korf/79"), engine.FS(1.5))
			n := 0
			for range r.Expanded { n++ }
			for i := range len(r.Path) { n -= i }
			for i := range strings.Count("banana", "a") { fmt.Print(i) }
			for i := range time.Duration(2) { fmt.Printf("%T ", i) }
			fmt.Print(int64(n) == r.Expanded - int64(len(r.Path) * (len(r.Path) - 1) / 2))`, "012time.Duration time.Duration true"},
		"a loop that changes its variable": {
			`for i := 0; i < 6; i++ { i++; fmt.Print(i) }`, "135"},
		"min, max and clear": {
			`m := map[string]int{"a": 1}
			clear(m)
			fmt.Println(min(3, 2, 4), max(1.5, 2), min("b", "a"), len(m))`, "2 2 a 0\n"},
		"what a channel yields can be changed": {
			`c := make(chan int, 2)
			c <- 1
			c <- 2
			x := <-c
			x++
			func() { x += <-c }()
			var y = x
			y++
			ok := true
			close(c)
			_, ok = <-c
			fmt.Print(x, y, ok)`, "4 5 false"},
		"select evaluates what it sends": {
			`c := make(chan int, 1)
			k := 4
			select { case c <- k*10 + 2: }
			fmt.Print(<-c)`, "42"},
		"select assigns to variables": {
			`c := make(chan int, 1)
			c <- 5
			x, ok := 0, false
			select { case x = <-c: default: }
			close(c)
			y := 1
			select { case y, ok = <-c: }
			fmt.Print(x, y, ok)`, "5 0 false"},
		"select chooses": {
			`c, none := make(chan string, 1), make(chan string)
			var never chan<- string
			for range 2 {
				select {
				case v := <-c: fmt.Print("got ", v, " ")
				case c <- "a": fmt.Print("sent ")
				case never <- "b": fmt.Print("never ")
				}
			}
			select { case <-none: case <-time.After(time.Millisecond): fmt.Print("late ") }
			loop: for { select { case <-none: default: break loop } }
			sel: select { default: if true { break sel }; fmt.Print("not reached") }
			fmt.Print("end")`, "sent got a late end"},
		"select in several goroutines": {
			`results, quit := make(chan int), make(chan bool)
			for w := range 8 {
				go func() {
					for k := range 200 {
						select { case results <- w*1000 + k: case <-quit: return }
					}
				}()
			}
			seen := map[int]bool{}
			for range 1600 { seen[<-results] = true }
			close(quit)
			fmt.Print(len(seen))`, "1600"},
		"range over a function": {
			`for i := range func(yield func(int) bool) { _ = yield(1) && yield(2) && yield(3) } {
				if i == 2 { continue }
				fmt.Print(i)
			}`, "13"},
		"generic functions": {
			`fmt.Print(filter([]int{1, 2, 3}, func(i int) bool { return i != 2 }))`, "[1 3]"},
		"a search": {
			`r := engine.Solve(context.Background(), domains.Get("npuzzle/korf/79"), engine.FS(1.5))
			fmt.Print(r.Status, " ", r.Expanded > 100)`, "solved true"},
		"a problem of one's own": {
			`p := engine.AnyGraph{
				Name: "line", Start: 0,
				Goal: func(s any) bool { return s.(int) == 10 },
				Successors: func(s any) []engine.AnyEdge {
					n := s.(int)
					return []engine.AnyEdge{{To: n + 1, Cost: 2}, {To: n + 3, Cost: 5}, {To: n - 1, Cost: 1, Move: "back"}}
				},
				H: func(s any) engine.Cost { return engine.Cost(max(0, 10-s.(int))) },
			}.Problem()
			r := engine.Solve(context.Background(), p, engine.AStar())
			fmt.Println(r.Status, r.Cost, len(r.Path), engine.Verify(p, r))`, "solved 17 4 <nil>\n"},
		"go and defer take values": {
			`defer fmt.Print(" end")
			c := make(chan int)
			func() {
				x := 1
				defer fmt.Print(x, " ")
				for i := range 3 { defer fmt.Print(i, " ", i + x, ", ") }
				x = 5
			}()
			for i := range 3 { go func(k int) { c <- k }(i * 10) }
			sum := <-c + <-c + <-c
			func() (err error) {
				defer func() { fmt.Print(recover(), " ") }()
				defer close(c)
				panic("x")
			}()
			fmt.Print(sum)`, "2 3, 1 2, 0 1, 1 x 30 end"},
		"goroutines of all kinds": {
			`c := make(chan string, 100)
			say := func(words ...any) { c <- fmt.Sprint(words...) }
			tell := say
			hold := []func(int){func(n int) { say("list ", n) }}
			b := &box{1, c}
			v := box{2, c}
			var s sayer = box{3, c}
			for i := range 2 {
				go func() { say("lit ", i) }()
				go func(k int) { say("arg ", k, i) }(i * 10)
				go tell("var ", i)
				go tell([]any{"spread ", i}...)
				go b.say(i)
				go v.say(i)
				go s.say(i)
				go hold[0](i)
				go named(c, i)
				go box{i, c}.say(5)
			}
			tell = func(...any) { panic("the variable is read too late") }
			b = nil
			s = nil
			var all []string
			for range 20 { all = append(all, <-c) }
			sort.Strings(all)
			done := make(chan int)
			go close(done)
			<-done
			fmt.Print(strings.Join(all, ", "))`,
			"arg 0 0, arg 10 1, box 0 5, box 1 0, box 1 1, box 1 5, box 2 0, box 2 1, box 3 0, box 3 1, list 0, list 1, lit 0, lit 1, named 0, named 1, spread 0, spread 1, var 0, var 1"},
		"many goroutines": {
			`c, begin, n := make(chan int), make(chan bool), 30000
			for i := range n {
				go func() { <-begin; c <- i % 2 }()
			}
			close(begin)
			sum := 0
			for range n { sum += <-c }
			fmt.Print(sum)`, "15000"},
		"goroutines begin while deferred functions wait for them": {
			`func() {
				c := make(chan int, 3)
				defer func() { fmt.Print(<-c + <-c + <-c) }()
				for i := range 3 {
					f := func(n int) { time.Sleep(time.Millisecond); c <- n }
					go f(i)
				}
			}()`, "3"},
		"a deferred function calls others": {
			`log := func(s string) { fmt.Print(s, " ") }
			try := func(f func()) (err error) {
				wrap := func(v any) error { return fmt.Errorf("wrapped %v", v) }
				defer func() {
					if v := recover(); v != nil { err = wrap(v) }
				}()
				f()
				return nil
			}
			bye := func() { log("bye") }
			defer bye()
			defer func() { log("first"); func() { log("second") }() }()
			fmt.Print(try(func() { panic("x") }), " ", try(func() {}), " ")
			for i := range 2 { each := func() { log(fmt.Sprint(i)) }; defer each() }`, "wrapped x <nil> 1 0 first second bye "},
		"a recovered panic": {
			`defer func() { fmt.Print("recovered ", recover()) }()
			panic("x")`, "recovered x"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			have, err := run(t, t.Context(), write(t, program(test.body)))
			if err != nil || have != test.want {
				t.Errorf("printed %q, %v; want %q", have, err, test.want)
			}
		})
	}
}

// program is a script with a main function.
func program(body string) string {
	src := "package main\n\nimport (\n"
	for name, path := range map[string]string{"fmt.": "fmt", "sort.": "sort", "strings.": "strings", "time.": "time",
		"context.": "context",
		"engine.":  "github.com/focal-search/focal/engine", "domains.": "github.com/focal-search/focal/domains"} {
		if strings.Contains(body, name) {
			src += "\t\"" + path + "\"\n"
		}
	}
	return src + ")\n\nfunc main() {\n" + body + `
}

func filter[T any](xs []T, f func(T) bool) (kept []T) {
	for _, x := range xs {
		if f(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

type sayer interface{ say(n int) }

type box struct {
	n int
	c chan string
}

func (b box) say(n int) { b.c <- string(rune('b')) + "ox " + string(rune('0'+b.n)) + " " + string(rune('0'+n)) }

func named(c chan string, n int) { c <- "named " + string(rune('0'+n)) }
`
}

func TestArguments(t *testing.T) {
	path := write(t, `#!/usr/bin/env -S focal script
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	w := flag.Float64("w", 1, "")
	flag.Parse()
	fmt.Println(len(os.Args), *w, flag.Args())
}
`)
	have, err := run(t, t.Context(), path, "-w", "1.25", "korf")
	if want := "4 1.25 [korf]\n"; err != nil || have != want {
		t.Errorf("printed %q, %v; want %q", have, err, want)
	}
}

func TestExitCode(t *testing.T) {
	for src, want := range map[string]int{
		"package main\n\nimport \"os\"\n\nfunc main() { defer println(); os.Exit(3) }":                                             3,
		"package main\n\nimport (\"log\"; \"os\")\n\nfunc main() { log.SetOutput(os.Stdout); log.SetFlags(0); log.Fatal(\"no\") }": 1,
		"package main\n\nfunc main() {}":           0,
		"package main\n\nfunc main() { panic(1) }": 99, // of TestMain for an error
	} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "FOCAL_TEST_SCRIPT="+write(t, src))
		out, _ := cmd.Output()
		if have := cmd.ProcessState.ExitCode(); have != want {
			t.Errorf("exit code %d, want %d, of\n%s", have, want, src)
		}
		if logs := want == 1; logs != (string(out) == "no\n") {
			t.Errorf("%q is printed by\n%s", out, src)
		}
	}
}

func TestErrors(t *testing.T) {
	tests := map[string]struct {
		src    string
		want   string // the error without the folder
		calls  string
		stderr string
	}{
		"a syntax error": {
			src:  "package main\n\nfunc main() {\n\tx := := 1\n}\n",
			want: "ask.go:4:7: expected operand, found ':='\n\tx := := 1\n\t     ^"},
		"too short": {
			src:  "package main\n\nfunc main() {\n\tfor {\n}\n",
			want: "ask.go:5:2: expected '}', found the end\n}\n ^"},
		"a wrong type": {
			src:  "package main\n\nfunc main() {\n\tx := 1\n\tx = \"a\"\n\tprintln(x)\n}\n",
			want: "ask.go:5:6: cannot use \"a\" (untyped string constant) as int value in assignment\n\tx = \"a\"\n\t    ^"},
		"an undefined name": {
			src:  "package main\n\nfunc main() {\n\tprintln(1, foo)\n}\n",
			want: "ask.go:4:13: undefined: foo\n\tprintln(1, foo)\n\t           ^"},
		"an undefined member": {
			src:  "package main\n\nimport \"github.com/focal-search/focal/engine\"\n\nfunc main() {\n\tengine.Sove()\n}\n",
			want: "ask.go:6:9: undefined: engine.Sove: did you mean Solve?\n\tengine.Sove()\n\t       ^"},
		"an unused variable": {
			src:  "package main\n\nfunc main() {\n\tx := 1\n}\n",
			want: "ask.go:4:2: declared and not used: x\n\tx := 1\n\t^"},
		"variables that need themselves": {
			src:  "package main\n\nvar a = b\nvar b = f()\n\nfunc f() int { return a }\n\nfunc main() {\n\tprintln(a, b)\n}\n",
			want: "ask.go:3:5: initialization cycle for a\nvar a = b\n    ^"},
		"an unused import": {
			src:  "package main\n\nimport (\n\t\"fmt\"\n\t\"github.com/focal-search/focal/engine\"\n)\n\nfunc main() {\n\tfmt.Println()\n}\n",
			want: "ask.go:5:2: \"github.com/focal-search/focal/engine\" imported and not used\n\t\"github.com/focal-search/focal/engine\"\n\t^"},
		"a package as a value": {
			src:  "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tprintln(fmt)\n}\n",
			want: "ask.go:6:10: use of package fmt not in selector\n\tprintln(fmt)\n\t        ^"},
		"an unknown import": {
			src:  "package main\n\nimport \"example.com/nosuch\"\n\nfunc main() {}\n",
			want: "ask.go:3:8: package example.com/nosuch is not compiled in: cells and scripts can import the standard library and the project's packages\nimport \"example.com/nosuch\"\n       ^"},
		"no main": {
			src:  "package main\n\nfunc Main() {}\n",
			want: "ask.go:1:9: a script needs a func main\npackage main\n        ^"},
		"another package": {
			src:  "package ask\n\nfunc main() {}\n",
			want: "ask.go:1:9: package ask is not a script: a script is a package main with a func main\npackage ask\n        ^"},
		"a missing return": {
			src:  "package main\n\nfunc f(n int) int {\n\tif n > 0 {\n\t\treturn 1\n\t}\n}\n\nfunc main() { f(0) }\n",
			want: "ask.go:7:1: missing return\n}\n^"},
		"two values for one variable": {
			src:  "package main\n\nfunc pair() (int, int) { return 1, 2 }\n\nfunc main() {\n\tq := pair()\n\tprintln(q)\n}\n",
			want: "ask.go:6:7: assignment mismatch: 1 variable but pair returns 2 values\n\tq := pair()\n\t     ^"},
		"break outside a loop": {
			src:  "package main\n\nfunc main() {\n\tbreak\n}\n",
			want: "ask.go:4:2: break not in for, switch, or select statement\n\tbreak\n\t^"},
		"a value that nothing uses": {
			src:  "package main\n\nfunc main() {\n\tx := 1\n\tx + 1\n}\n",
			want: "ask.go:5:2: x + 1 (value of type int) is not used\n\tx + 1\n\t^"},
		"a case that is there twice": {
			src:  "package main\n\nfunc main() {\n\tswitch x := 1; x {\n\tcase 1:\n\tcase 2, 1:\n\t}\n}\n",
			want: "ask.go:6:10: duplicate case 1 (constant of type int) in expression switch\n\tcase 2, 1:\n\t        ^"},
		"a value without the methods of its pointer": {
			src:  "package main\n\ntype T struct{}\n\nfunc (t *T) M() {}\n\nfunc main() {\n\tvar i interface{ M() } = T{}\n\ti.M()\n}\n",
			want: "ask.go:8:27: cannot use T{} (value of struct type T) as interface{M()} value in variable declaration: T does not implement interface{M()} (method M has pointer receiver)\n\tvar i interface{ M() } = T{}\n\t                         ^"},
		"nil without a type": {
			src:  "package main\n\nfunc main() {\n\tx := nil\n\tprintln(x)\n}\n",
			want: "ask.go:4:7: use of untyped nil in assignment\n\tx := nil\n\t     ^"},
		"a panic": {
			src:   "package main\n\nfunc main() {\n\tprintln(at([]int{1}, 3))\n}\n\nfunc at(xs []int, i int) int {\n\treturn xs[i]\n}\n",
			want:  "ask.go:8:2: panic: runtime error: index out of range\n\treturn xs[i]\n\t^",
			calls: "at main"},
		"a panic in a goroutine": {
			src:   "package main\n\nfunc work(c chan int, xs []int) {\n\tc <- xs[3]\n}\n\nfunc main() {\n\tc := make(chan int)\n\tgo work(c, nil)\n\t<-c\n}\n",
			want:  "ask.go:4:2: panic in a goroutine: runtime error: index out of range\n\tc <- xs[3]\n\t^",
			calls: "work main"},
		"endless recursion": {
			src:   "package main\n\nfunc f(n int) int {\n\treturn f(n+1) + 1\n}\n\nfunc main() {\n\tf(0)\n}\n",
			want:  "ask.go:4:2: endless recursion: the stack has grown to more than 96 MB\n\treturn f(n+1) + 1\n\t^",
			calls: " "},
		"endless recursion through compiled code": {
			src:   "package main\n\nimport \"fmt\"\n\ntype T struct{ n int }\n\nfunc (t T) String() string {\n\treturn fmt.Sprint(T{t.n + 1})\n}\n\nfunc main() {\n\tfmt.Println(T{})\n}\n",
			want:  "ask.go:8:2: endless recursion: the stack has grown to more than 96 MB\n\treturn fmt.Sprint(T{t.n + 1})\n\t^",
			calls: " "},
		"endless recursion in a goroutine": {
			src:   "package main\n\nvar f func(int) int\n\nfunc main() {\n\tf = func(n int) int { return f(n + 1) }\n\tc := make(chan int)\n\tgo func() { c <- f(0) }()\n\t<-c\n}\n",
			want:  "ask.go:6:31: endless recursion: the stack has grown to more than 96 MB\n\tf = func(n int) int { return f(n + 1) }\n\t                             ^",
			calls: " "},
		"a panic with a value": {
			src:   "package main\n\nimport \"fmt\"\n\ntype T struct{}\n\nfunc (T) do() { panic(fmt.Errorf(\"no %d\", 4)) }\n\nfunc main() {\n\tT{}.do()\n}\n",
			want:  "ask.go:7:17: panic: no 4\nfunc (T) do() { panic(fmt.Errorf(\"no %d\", 4)) }\n                ^",
			calls: "do main"},
		"a panic with deferred functions": {
			src:   "package main\n\nfunc clean() {\n\tprintln(\"clean\")\n}\n\nfunc main() {\n\tdefer clean()\n\tdefer func() { println(recover() != nil); panic(\"again\") }()\n\tvar xs []int\n\txs[len(xs)] = 1\n}\n",
			want:  "ask.go:9:44: panic: again\n\tdefer func() { println(recover() != nil); panic(\"again\") }()\n\t                                          ^",
			calls: "main", stderr: "true\nclean\n"},
		"an assertion of a type that an earlier one asserts too": {
			src:   "package main\n\ntype T struct{ n int }\n\nfunc of(x any) T {\n\treturn x.(T)\n}\n\nfunc main() {\n\tprintln(of(T{1}).n)\n\tvar y any = 3\n\tprintln(y.(T).n)\n}\n",
			want:  "ask.go:12:10: panic: interface conversion: interface {} is int, not main.T\n\tprintln(y.(T).n)\n\t        ^",
			calls: "main", stderr: "1\n"},
		"an assertion of an interface that an earlier one asserts too": {
			src:   "package main\n\ntype shape interface{ area() int }\n\ntype square struct{ n int }\n\nfunc (s square) area() int { return s.n }\n\nfunc of(x any) shape {\n\treturn x.(shape)\n}\n\nfunc main() {\n\tprintln(of(square{1}).area())\n\tprintln(any(3).(shape).area())\n}\n",
			want:  "ask.go:15:10: panic: interface conversion: int is not main.shape: missing method area\n\tprintln(any(3).(shape).area())\n\t        ^",
			calls: "main", stderr: "1\n"},
		"a panic that is not recovered": {
			src:   "package main\n\nfunc clean() {\n\tprintln(\"clean\")\n}\n\nfunc main() {\n\tdefer clean()\n\tvar xs []int\n\txs[len(xs)] = 1\n}\n",
			want:  "ask.go:10:2: panic: runtime error: index out of range\n\txs[len(xs)] = 1\n\t^",
			calls: "main", stderr: "clean\n"},
		"a panic with what a function yields": {
			src:   "package main\n\nimport \"fmt\"\n\ntype T struct{ n int }\n\nfunc (t T) String() string { return fmt.Sprint(\"T\", t.n) }\n\nfunc main() {\n\tpanic(fmt.Errorf(\"no %v\", T{4}))\n}\n",
			want:  "ask.go:10:2: panic: no T4\n\tpanic(fmt.Errorf(\"no %v\", T{4}))\n\t^",
			calls: "main"},
		"a nil pointer": {
			src:   "package main\n\ntype T struct{ x int }\n\nfunc main() {\n\tvar p *T\n\tprintln(p.x)\n}\n",
			want:  "ask.go:7:2: panic: runtime error: invalid memory address or nil pointer dereference\n\tprintln(p.x)\n\t^",
			calls: "main"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := write(t, test.src)
			_, stderr, err := runs(Run, t.Context(), path)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want an *Error", err)
			}
			if stderr != test.stderr {
				t.Errorf("standard error: %q, want %q", stderr, test.stderr)
			}
			if have := strings.TrimPrefix(err.Error(), filepath.Dir(path)+"/"); have != test.want {
				t.Errorf("error\n%s\nwant\n%s", have, test.want)
			}
			if have := strings.Join(e.Calls, " "); have != strings.TrimSpace(test.calls) {
				t.Errorf("calls %q, want %q", have, test.calls)
			}
			if e.Panic != (test.calls != "") {
				t.Errorf("Panic is %v", e.Panic)
			}
		})
	}
	if _, err := run(t, t.Context(), filepath.Join(t.TempDir(), "none.go")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

// A panic in a goroutine is reported at its own statement while main and other goroutines, of the same
// function as well, execute other statements.
func TestPanicAmongGoroutines(t *testing.T) {
	path := write(t, `package main

func work(c chan int, xs []int) {
	for i := 0; ; i++ {
		if i == cap(c) {
			c <- xs[3] // here
		}
		xs[0]++
	}
}

func main() {
	for i := range 4 {
		go work(make(chan int, 1000+1000*i), make([]int, 1))
	}
	for n := []int{0}; ; {
		n[0]++
	}
}
`)
	for range 20 {
		var e *Error
		if _, err := run(t, t.Context(), path); !errors.As(err, &e) || !strings.Contains(e.Source, "// here") {
			t.Fatalf("error %v, want one where xs[3] is", err)
		}
	}
}

// In a study, the error of a run whose own problem or algorithm panics has the position, and the other runs are
// made.
func TestPanicsInStudy(t *testing.T) {
	path := write(t, `package main

import (
	"context"
	"fmt"
	"os"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
)

func ladder(name string, broken int) *engine.Problem {
	steps := make([]int, 1000)
	return engine.Graph[int]{
		Name: name,
		Successors: func(v int) []engine.Edge[int] {
			if v == broken {
				steps[len(steps)+v]++
			}
			return []engine.Edge[int]{{To: v + 1, Cost: 1, Move: "+"}}
		},
		Goal: func(v int) bool { return v == 900 },
		H:    func(v int) engine.Cost { return 0 },
	}.Problem()
}

func main() {
	impatient := engine.Custom{
		Name: "impatient", Queues: []engine.Queue{engine.LeastD, engine.LeastF},
		Scheduler: func() engine.Scheduler {
			return func(o *engine.Observation) int {
				if o.Expanded == 800 {
					panic("no more")
				}
				return 0
			}
		},
	}
	runs := study.Grid{
		Own:        []*engine.Problem{ladder("whole", -1), ladder("broken", 700), ladder("split", 600)},
		Algorithms: []engine.Algorithm{engine.FS(1.5), impatient.Algorithm(1.5)},
	}.Run(context.Background(), os.Args[1])
	fmt.Println(len(runs.Results), "made")
	for _, r := range runs.Failed {
		fmt.Println(r.Error)
	}
}
`)
	out, err := run(t, t.Context(), path, filepath.Join(t.TempDir(), "study.db"))
	if err != nil {
		t.Fatal(err)
	}
	const (
		broken    = "ask.go:18:5: panic: runtime error: index out of range\n\t\t\t\tsteps[len(steps)+v]++\n\t\t\t\t^\n"
		impatient = "ask.go:33:6: panic: no more\n\t\t\t\t\tpanic(\"no more\")\n\t\t\t\t\t^\n"
	)
	out = strings.ReplaceAll(out, filepath.Dir(path)+"/", "")
	for _, want := range []string{
		"1 made\n", "broken FS(w=1.5) seed 0: " + broken, "split FS(w=1.5) seed 0: " + broken,
		"whole impatient(w=1.5) seed 0: " + impatient,
		"broken impatient(w=1.5) seed 0: " + broken, "split impatient(w=1.5) seed 0: " + broken,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
}

// A panic is reported at the statement in which it began, also in a loop that records a position
// again only after another one was recorded.
func TestPanicInLoop(t *testing.T) {
	tests := map[string]string{
		"behind a continue": `
	for i := 0; ; i++ {
		n += xs[i] // here
		if n > 1 {
			continue
		}
		for j := range ys {
			n += ys[j]
		}
	}`,
		"in the second of two": `
	for i := 0; ; i++ {
		if xs[i] == 1 {
			continue
		}
		n += ys[i] // here
	}`,
		"behind a function": `
	for i := 0; ; i++ {
		if xs[i] < 0 { // here
			continue
		}
		n += first(ys)
	}`,
		"behind a continue of an inner loop": `
outer:
	for i := 0; ; i++ {
		if xs[i] < 0 { // here
			continue
		}
		for range 2 {
			if n > 3 {
				continue outer
			}
			n += ys[0]
		}
	}`,
		"behind a continue of an inner loop, in its second iteration": `
outer:
	for i := range 9 {
		if xs[i] < 0 { // here
			continue
		}
		for j := 0; ; j++ {
			if j > 0 {
				continue outer
			}
			n += ys[0]
		}
	}`,
		"where the loop's head calls": `
	for i := 0; i < 9+first(ys); i++ {
		if n > 0 {
			continue
		}
		n = xs[i] * 0 // here
	}`,
		"in a switch": `
	for i := range 9 {
		switch n += xs[i]; { // here
		case n > 1:
			n = ys[0]
			continue
		}
	}`,
		"behind a backward jump": `
	for i := 0; ; i++ {
		again := false
	back:
		if again {
			continue
		}
		n += xs[i] // here
		n += ys[0]
		again = true
		goto back
	}`,
	}
	for name, loop := range tests {
		t.Run(name, func(t *testing.T) {
			src := "package main\n\nfunc first(s []int) int { return s[0] }\n\nfunc main() {\n\t" +
				"xs, ys, n := []int{1, 1, 0, 2}, []int{0, 3}, 0" + loop + "\n}\n"
			path := write(t, src)
			_, err := run(t, t.Context(), path)
			var e *Error
			want := strings.Count(src[:strings.Index(src, "// here")], "\n") + 1
			if !errors.As(err, &e) || !e.Panic || e.Line != want {
				t.Errorf("error %v, want one in line %d", err, want)
			}
		})
	}
}

// An interrupted script ends within a second, whatever it does; a search ends
// at once and reports its state.
func TestInterrupt(t *testing.T) {
	long := `engine.Solve(show.Context(), domains.Get("npuzzle/korf/82:heavy"), engine.AStar())`
	tests := map[string]struct {
		body, want string
		limit      time.Duration
	}{
		"a loop":          {"for { n++ }", "", time.Second},
		"a loop of calls": {"for { strings.ToUpper(fmt.Sprint(n)) }", "", time.Second},
		"a sleep":         {"time.Sleep(time.Minute); fmt.Print(n)", "", time.Second},
		"a select":        {"for { select { case <-time.After(time.Minute): }; fmt.Print(n) }", "", time.Second},
		"a search": {"r := " + long + "; fmt.Print(r.Status, \" \", r.Expanded > 0)", "limit: cancelled true",
			200 * time.Millisecond},
		"a search after a search":    {"for { " + long + " }", "", time.Second},
		"a check that takes forever": {"}\n" + endless + "func _() {", "", time.Second},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := write(t, `package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

var n = len(strings.ToUpper(fmt.Sprint(time.Second, engine.FS(2), domains.Get(""), show.Context())))

func main() { fmt.Print("begun "); `+test.body+` }
`)
			ctx, interrupt := context.WithCancel(t.Context())
			show.SetCell(ctx)
			var interrupted time.Time
			out := &beginning{begun: func() {
				time.AfterFunc(200*time.Millisecond, func() { interrupted = time.Now(); interrupt() })
			}}
			if strings.Contains(test.body, endless) {
				out.begun()
			}
			have, _, err := runs(func(ctx context.Context, path string, args []string, stdout, stderr io.Writer) error {
				return Run(ctx, path, args, io.MultiWriter(stdout, out), stderr)
			}, ctx, path)
			have = strings.TrimPrefix(have, "begun ")
			setup.Within(t, "the end after the interrupt", time.Since(interrupted), test.limit)
			if test.want == "" && !errors.Is(err, context.Canceled) || test.want != "" && err != nil {
				t.Errorf("error %v", err)
			}
			if have != test.want {
				t.Errorf("printed %q, want %q", have, test.want)
			}
		})
	}
}

// endless declares types for which go/types visits each of 2^60 fields.
var endless = func() string {
	types := "type T0 struct{}\n"
	for i := range 60 {
		types += fmt.Sprintf("type T%d struct { a, b T%d }\n", i+1, i)
	}
	return types
}()

// A beginning is a standard output that signals when a script has begun.
type beginning struct {
	once  sync.Once
	begun func()
}

func (b *beginning) Write(p []byte) (int, error) {
	b.once.Do(b.begun)
	return len(p), nil
}

// The scripts that come with Focal print nothing false about searches that were
// interrupted at their start.
func TestInterruptedScripts(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	show.SetCell(ctx)
	t.Cleanup(func() { show.SetCell(context.Background()) })
	for name, want := range map[string]string{
		"paid.go":   `^Cost paid / optimal cost, .*\n$`, // and no rows
		"losses.go": `^PFS expands more on 0 of 0 instances that both solve, `,
	} {
		src, err := os.ReadFile(filepath.Join("..", "..", "scripts", name))
		if err != nil {
			t.Fatal(err)
		}
		out, err := sandboxedRun(t, string(src)) // where everything is shown as text
		if err != nil || !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("%s: %v, prints\n%s\nwant %s", name, err, out, want)
		}
	}
}
