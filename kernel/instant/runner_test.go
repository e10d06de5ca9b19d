//go:build unix

package instant

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"github.com/focal-search/focal/kernel/setup"
	"github.com/focal-search/focal/kernel/show"
)

// A notebook is a runner with a child process, and the output of its cells.
type notebook struct {
	*runner
	cells int

	mu     sync.Mutex
	output []string // as "stdout: text" and "display_data: text"
}

func newNotebook(t *testing.T) *notebook {
	n := &notebook{}
	n.runner = newRunner([]string{os.Args[0], "kernel-child"}, n.publish)
	if err := n.start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.shutdown)
	return n
}

func (n *notebook) publish(_ *message, msgType string, content any) {
	var c struct {
		Name, Text string
		Data       json.RawMessage
	}
	if err := json.Unmarshal(mustJSON(content), &c); err != nil {
		panic(err)
	}
	entry := fmt.Sprintf("%s: %s", c.Name, c.Text)
	if msgType != "stream" {
		entry = msgType + ": " + plainText(c.Data)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.output = append(n.output, entry)
}

func plainText(data json.RawMessage) string {
	var b map[string]string
	json.Unmarshal(data, &b)
	return b[show.Plain]
}

// run executes a cell and returns its error, with what was published before.
func (n *notebook) run(code string) (outcome, []string) {
	n.mu.Lock()
	n.output = nil
	n.mu.Unlock()
	n.cells++
	out := n.do(nil, request{Op: "execute", Count: n.cells, Code: code})
	n.mu.Lock()
	defer n.mu.Unlock()
	return out, n.output
}

// text runs a cell that must not fail, and returns all that it published and its value.
func (n *notebook) text(t *testing.T, code string) string {
	t.Helper()
	out, output := n.run(code)
	if f := out.failure(); f != nil {
		t.Fatalf("%s\nfails: %s", code, strings.Join(f.Traceback, "\n"))
	}
	if out.report.Bundle != nil {
		output = append(output, "result: "+plainText(out.report.Bundle))
	}
	return strings.Join(output, "\n")
}

func TestOutputInOrder(t *testing.T) {
	n := newNotebook(t)
	have := n.text(t, `fmt.Print("1")
show.HTML("2")
fmt.Print("3")
fmt.Print("4")
show.HTML("5")
"6"`)
	if want := "stdout: 1\ndisplay_data: 2\nstdout: 34\ndisplay_data: 5\nresult: 6"; have != want {
		t.Errorf("published\n%s\nwant\n%s", have, want)
	}
}

// A result of a search is shown as a table.
func TestResultIsTable(t *testing.T) {
	n := newNotebook(t)
	have := n.text(t, `engine.Solve(show.Context(), domains.Get("npuzzle/random-8/1"), engine.FS(1.5))`)
	if !strings.HasPrefix(have, "result: npuzzle/random-8/1\nalgorithm") {
		t.Errorf("published\n%s", have)
	}
}

// The script runs when pasted into a cell, and so does the next cell.
func TestQuickstartPasted(t *testing.T) {
	script, err := os.ReadFile("../../scripts/quickstart.go")
	if err != nil {
		t.Fatal(err)
	}
	n := newNotebook(t)
	have := n.text(t, string(script))
	for _, want := range []string{"display_data: npuzzle/korf/39:heavy\nalgorithm", " 444,774 ", " 44,828 ", " 10,900 ",
		"\nstdout: PFS expands one node where FS expands 9.9.\n\ndisplay_data: Trajectory"} {
		if !strings.Contains(have, want) {
			t.Errorf("published\n%s\nwant %q", have, want)
		}
	}
	if have := n.text(t, "1 + 1"); have != "result: 2" {
		t.Errorf("then 1 + 1 gives %s", have)
	}
}

// A cell has no arguments: a pasted script that reads them would do something else.
func TestArguments(t *testing.T) {
	n := newNotebook(t)
	if have := n.text(t, "import (\n\t\"flag\"\n\t\"os\"\n)\nflag.Parse()\nlen(os.Args) + flag.NArg()"); have != "result: 1" {
		t.Errorf("published %s", have)
	}
}

// If the child ends, the session is lost, and the next cell runs in another child.
func TestDeath(t *testing.T) {
	n := newNotebook(t)
	for code, want := range map[string][]string{
		// By then the cell waits: of two goroutines that run at once the place of either could be named.
		"time.AfterFunc(time.Second/2, func() {\n\tpanic(\"boom\")\n})\ntime.Sleep(time.Minute)": {"Died",
			"panic: boom; all variables are lost", "line 2, column 2:"},
		"import \"syscall\"\nsyscall.Kill(os.Getpid(), 9)\ntime.Sleep(time.Minute)": {"Died", "was killed", ""},
	} {
		n.text(t, "lost := 1")
		n.fails(t, code, want)
		if out, _ := n.run("lost"); out.failure() == nil || !strings.HasPrefix(out.failure().Value, "undefined: lost") {
			t.Errorf("after %s\nthe session is not a fresh one: %+v", code, out)
		}
		if have := n.text(t, "1 + 1"); have != "result: 2" {
			t.Errorf("after %s\n1 + 1 gives %s", code, have)
		}
	}
}

// Yaegi's box around a value in an interface is not shown.
func TestUnboxed(t *testing.T) {
	n := newNotebook(t)
	n.text(t, "type K int\nfunc (k K) Twice() K { return 2 * k }\nfunc f() any {\n\tk := K(3)\n\treturn k\n}\n1")
	if have := n.text(t, "f()"); have != "result: 3" {
		t.Errorf("f() gives %s", have)
	}
}

// A value is shown by its own method, else with the names of its fields.
func TestOwnValues(t *testing.T) {
	n := newNotebook(t)
	for _, c := range []struct{ code, want string }{
		{"type K int\nfunc (k K) String() string { return fmt.Sprint(\"K\", int(k)) }\nK(3)", "K3"},
		{"var a any = K(4)\na", "K4"},
		{"type P struct {\n\tx, y int\n\tName string\n\tk K\n}\nP{1, 2, \"n\", 3}", "{x:1 y:2 Name:n k:3}"},
		{"p := &P{4, 5, \"m\", 6}\np", "&{x:4 y:5 Name:m k:6}"},
		{"*p", "{x:4 y:5 Name:m k:6}"},
		{"type E struct{ code int }\nfunc (e *E) Error() string { return fmt.Sprint(\"code \", e.code) }\n&E{7}",
			"error: code 7"},
		{"p.x", "4"},
	} {
		if have := n.text(t, c.code); have != "result: "+c.want {
			t.Errorf("%s\ngives %s, want %s", c.code, have, c.want)
		}
	}
}

// What would end a Go program ends only the cell.
func TestSurvival(t *testing.T) {
	n := newNotebook(t)
	n.text(t, "kept := 1")
	for code, want := range map[string][]string{
		// The cell waits in a statement that it has begun: it records no position any more.
		"c := make(chan int)\ngo func() {\n\tc <- 1\n\tpanic(\"boom\")\n}()\nfor range c {\n}": {"Panic",
			"panic in a goroutine: boom; the cell was cut off, all variables are kept", "line 4, column 2:"},
		"c := make(chan int)\ngo func(k int) {\n\tvar m map[int]int\n\tc <- k\n\tm[k] = 1\n}(3)\nfor range c {\n}": {"Panic",
			"panic in a goroutine: assignment to entry in nil map", "line 5, column 2:"},
		"func f(n int) int { return f(n+1) + 1 }\nf(0)":                                                        {"StackOverflow", "endless recursion", "line 1, column 21:"},
		"func h(n int) bool { return h(n + 1) }\nsort.Slice([]int{1, 2}, func(i, j int) bool { return h(i) })": {"StackOverflow", "endless recursion", ""},
	} {
		n.fails(t, code, want)
		if have := n.text(t, "kept"); have != "result: 1" {
			t.Errorf("after %s\nkept is %s", code, have)
		}
	}
	// A goroutine that outlives its cell ends by itself, while no cell runs.
	ended := filepath.Join(t.TempDir(), "ended")
	n.text(t, fmt.Sprintf("func f(n int) int { return f(n+1) + 1 }\ngo func() {\n\tdefer os.WriteFile(%q, nil, 0o600)\n\ttime.Sleep(50 * time.Millisecond)\n\tf(0)\n}()", ended))
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(ended); err == nil {
			break
		}
		if time.Since(start) > time.Minute {
			t.Fatal("the goroutine goes on")
		}
	}
	if have := n.text(t, "kept"); !strings.HasSuffix(have, "result: 1") { // what became of it may stand before
		t.Errorf("after endless recursion of a goroutine left behind, kept is %s", have)
	}
}

// fails runs a cell that must fail. want holds the error's name and parts of its message
// and of its traceback.
func (n *notebook) fails(t *testing.T, code string, want []string) {
	t.Helper()
	out, _ := n.run(code)
	f := out.failure()
	if f == nil || f.Name != want[0] || !strings.Contains(f.Value, want[1]) ||
		!strings.Contains(strings.Join(f.Traceback, "\n"), want[2]) {
		t.Errorf("%s\nfails with %+v, want %q", code, f, want)
	}
}

func TestInterrupt(t *testing.T) {
	const long = `engine.Solve(%s, domains.Get("npuzzle/korf/82:heavy"), engine.AStar())`
	search := fmt.Sprintf(long, "show.Context()")
	tests := map[string]struct {
		code    string
		failure string // its beginning; "" if the cell ends by itself
		shows   string
		within  time.Duration
		keeps   bool
	}{
		"a loop":   {"for { n++ }", "interrupted: the cell was cut off after", "", time.Second, true},
		"a search": {search, "", " expansions: fmin ", time.Second, true},
		"a search, then more": {"r := " + search + "\nshow.Results(r)\nfmt.Print(\"end\")", "", "stdout: end",
			time.Second, true},
		"searches in a loop": {"for { " + search + " }", "interrupted: the cell was cut off after", "", time.Second, true},
		"a deaf search": {fmt.Sprintf(long, "context.Background()"),
			"interrupted: the cell was cut off, but compiled code", "", 3 * time.Second, false},
		"an endless print":               {"for { fmt.Println(n) }", "interrupted: the cell was cut off after", "", time.Second, true},
		"a channel that nobody sends to": {"c := make(chan int)\n<-c", "interrupted: the cell was cut off after", "", time.Second, true},
		"a channel that nobody reads":    {"c := make(chan int)\nc <- n", "interrupted: the cell was cut off after", "", time.Second, true},
		"nil channels": {"var c chan int\nselect {\ncase c <- n:\ncase <-c:\n}", "interrupted: the cell was cut off after", "",
			time.Second, true},
		"a select of nothing":   {"select {}", "interrupted: the cell was cut off after", "", time.Second, true},
		"a loop over a channel": {"c := make(chan int)\nfor range c {\n}", "interrupted: the cell was cut off after", "", time.Second, true},
		"goroutines that wait for each other": {"a, b := make(chan int), make(chan int)\ngo func() { b <- <-a }()\na <- <-b",
			"interrupted: the cell was cut off after", "", time.Second, true},
		"waiting for a lock": {"var mu sync.Mutex\nmu.Lock()\nmu.Lock()", "interrupted: the cell was cut off after", "if it ever gets what it waits for",
			3 * time.Second, true},
		"waiting for a group": {"var wg sync.WaitGroup\nwg.Add(1)\ngo func() { wg.Wait() }()\nwg.Wait()",
			"interrupted: the cell was cut off after", "if it ever gets what it waits for", 3 * time.Second, true},
		"waiting for a signal": {"<-show.Context().Done()\nshow.Context().Err()", "", "result: error: context canceled",
			time.Second, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNotebook(t)
			n.text(t, "n := 7\nf := func() int { return n }")
			var interrupted time.Time
			time.AfterFunc(300*time.Millisecond, func() { interrupted = time.Now(); n.interrupt() })
			out, output := n.run(test.code)
			setup.Within(t, "the end after the interrupt", time.Since(interrupted), test.within)
			shown := strings.Join(output, "\n")
			switch f := out.failure(); {
			case test.failure == "" && f != nil, test.failure != "" && (f == nil || !strings.HasPrefix(f.Value, test.failure)):
				t.Errorf("failure %+v, want %q", f, test.failure)
			case f == nil:
				if !strings.Contains(shown, "interrupted after ") {
					t.Errorf("the interrupt is not reported: %s", shown)
				}
				if out.report.Bundle != nil {
					shown += "\nresult: " + plainText(out.report.Bundle)
				}
			}
			if !strings.Contains(shown, test.shows) {
				t.Errorf("published\n%s\nwant %q", shown, test.shows)
			}
			if out, _ := n.run("if f() < 7 {\npanic(n)\n}"); (out.failure() == nil) != test.keeps {
				t.Errorf("variables are kept: %v, want %v", out.failure() == nil, test.keeps)
			}
		})
	}
}

// A cell that closes standard output gets a note; neither its own output nor that of
// later cells is lost.
func TestClosedOutput(t *testing.T) {
	n := newNotebook(t)
	joined := func(text string) string { return strings.ReplaceAll(text, "\nstdout: ", "") } // printed at two times
	have := n.text(t, "fmt.Println(\"before\")\nos.Stdout.Close()\nfmt.Println(\"after\")\n_, err := fmt.Fprintln(os.Stdout, \"nowhere\")\nerr != nil")
	for _, want := range []string{"stdout: before\nafter\n",
		"stderr: note: this cell has closed os.Stdout; what was written to it", "result: true"} {
		if !strings.Contains(joined(have), want) {
			t.Errorf("published %q, want %q", have, want)
		}
	}
	if have := n.text(t, "f, _ := os.Open(os.DevNull)\nf.Close()\nfmt.Println(1)\nfmt.Fprintln(os.Stdout, 2)"); joined(have) !=
		"stdout: 1\n2\n" {
		t.Errorf("the next cell published %q", have)
	}
	n.text(t, "os.Stderr.Close()")
	if have := n.text(t, "println(3)\nfmt.Fprintln(os.Stderr, 4)"); !strings.Contains(have, "3") ||
		!strings.Contains(have, "4") {
		t.Errorf("standard error published %q", have)
	}
}

// Execute requests that arrive by the control and the shell channel at the same time are
// all answered, one after the other.
func TestExecuteOnBothChannels(t *testing.T) {
	k := listeningWith(t, []string{os.Args[0], "kernel-child"})
	if err := k.runner.start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	client := codec{key: []byte("secret"), session: "client"}
	var sockets []zmq4.Socket
	for _, port := range []int{k.conn.ControlPort, k.conn.ShellPort} {
		s := zmq4.NewDealer(ctx)
		defer s.Close()
		if err := s.Dial(fmt.Sprintf("tcp://127.0.0.1:%d", port)); err != nil {
			t.Fatal(err)
		}
		sockets = append(sockets, s)
	}
	for i := range 20 {
		for _, s := range sockets {
			if err := s.SendMulti(zmq4.NewMsgFrom(client.encode(nil, "execute_request", nil,
				object{"code": fmt.Sprintf("%d", i)})...)); err != nil {
				t.Fatal(err)
			}
		}
		for j, s := range sockets {
			m, err := s.Recv()
			if err != nil {
				t.Fatalf("request %d, socket %d: %v", i, j, err)
			}
			reply, err := client.decode(m.Frames)
			if err != nil || reply.header.Type != "execute_reply" || !strings.Contains(string(reply.content), `"ok"`) {
				t.Fatalf("request %d, socket %d: %+v, %v", i, j, reply, err)
			}
		}
	}
}
