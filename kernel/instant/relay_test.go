//go:build unix

package instant

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/bundle"
	"github.com/focal-search/focal/kernel/setup"
	"github.com/focal-search/focal/kernel/show"
)

// country is the problem of notebook 08, on a larger map.
const side, rough = 600, 7

func fold(x, n int) int {
	x = x % (2 * n)
	if x > n {
		x = 2*n - x
	}
	return x
}

func effort(i, x, y int) engine.Cost {
	hills := fold((2+i)*x+y, 41) + fold(5*y+(1+i)*x, 67) + fold(x*y/(8+i), 29)
	return engine.Cost(1 + hills*(rough+1)/(41+67+29))
}

func country(i int) *engine.Problem {
	return engine.AnyGraph{
		Name:  "country",
		Start: [2]int{0, 0},
		Goal:  func(s any) bool { return s == any([2]int{side - 1, side - 1}) },
		Successors: func(s any) []engine.AnyEdge {
			at := s.([2]int)
			var edges []engine.AnyEdge
			for k, name := range []string{"east", "south", "west", "north"} {
				to := [2]int{at[0] + []int{1, 0, -1, 0}[k], at[1] + []int{0, 1, 0, -1}[k]}
				if to[0] >= 0 && to[0] < side && to[1] >= 0 && to[1] < side {
					edges = append(edges, engine.AnyEdge{To: to, Cost: effort(i, to[0], to[1]), Move: name})
				}
			}
			return edges
		},
		H: func(s any) engine.Cost {
			at := s.([2]int)
			return engine.Cost(2*side - 2 - at[0] - at[1])
		},
	}.Problem()
}

// inTurn is an algorithm with a queue and a scheduler of its own.
func inTurn(n int64) engine.Algorithm {
	return engine.Custom{Name: "inturn", Queues: []engine.Queue{{Name: "mine",
		Key: func(n engine.Values) engine.Cost { return 2*n.H + n.D }}},
		Scheduler: func() engine.Scheduler {
			asked := int64(0)
			return func(o *engine.Observation) int {
				asked++
				if asked%n == 0 {
					return 1
				}
				return 0
			}
		}}.Algorithm(1.3)
}

// hills is the source of country for a cell.
func hills(t testing.TB) string {
	text, err := os.ReadFile("relay_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("const side, rough"))
	text, _, _ = bytes.Cut(text, []byte("// inTurn is"))
	return "const side, rough" + string(text)
}

// A relayed session is one whose searches may go on compiled.
type relayed struct {
	*session
	t          testing.TB
	ctx        context.Context
	cancel     context.CancelFunc
	count      int
	out, notes strings.Builder
	compiled   int // number of searches that have gone on compiled
}

func newRelayed(t testing.TB) *relayed {
	r := &relayed{t: t}
	r.session = newSession(&r.out, &r.notes)
	show.SetHandover(r.counted)
	t.Cleanup(func() { show.SetHandover(nil) })
	r.interrupt()
	return r
}

// interrupt makes a context for the cells from now on, and cancels that of the others.
func (r *relayed) interrupt() {
	if r.cancel != nil {
		r.cancel()
	}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	show.SetCell(r.ctx)
}

// counted is the session's Handover. It counts.
func (r *relayed) counted(ctx context.Context, p *engine.Problem, t engine.Task) <-chan engine.Leg {
	legs, from := make(chan engine.Leg, 1), r.relay.Handover(ctx, p, t)
	go func() {
		select {
		case <-ctx.Done():
		case leg := <-from:
			legs <- func(ctx context.Context, at engine.Snapshot, progress func(engine.Snapshot), found func(engine.Incumbent)) *engine.Result {
				result := leg(ctx, at, progress, found)
				if result != nil {
					r.compiled++
				}
				return result
			}
		}
	}()
	return legs
}

func (r *relayed) cell(code string) any {
	r.t.Helper()
	r.count++
	v, err := r.run(r.ctx, r.count, code)
	if err != nil {
		r.t.Fatalf("%s: %v", code, err)
	}
	if !v.IsValid() {
		return nil
	}
	return v.Interface()
}

func (r *relayed) solve(code string) *engine.Result {
	r.t.Helper()
	result, ok := r.cell(code).(*engine.Result)
	if !ok {
		r.t.Fatalf("%s has no result", code)
	}
	return result
}

// timeless is a result without its times and sizes, as text.
func timeless(r *engine.Result) string {
	c := *r
	c.Wall, c.CPU, c.PeakBytes = 0, 0, 0
	c.Incumbents = append([]engine.Incumbent(nil), c.Incumbents...)
	for i := range c.Incumbents {
		c.Incumbents[i].Wall = 0
	}
	text, _ := json.Marshal(c)
	return string(text)
}

// TestRelay compares searches that go on compiled with those of the same problem compiled by Go.
func TestRelay(t *testing.T) {
	s := newRelayed(t)
	s.cell(hills(t))
	t.Chdir(t.TempDir())
	s.cell("ctx := show.Context()")
	few := npuzzle.HD{Name: "misplaced", D: func(b npuzzle.Board) (n engine.Cost) {
		for i, t := range b {
			if t != 0 && t != i {
				n++
			}
		}
		return n
	}}
	misplaced := func() *engine.Problem { return npuzzle.WithHD(domains.Get("npuzzle/korf/39"), few) }
	two := func() *engine.Problem {
		first := npuzzle.HD{Name: "first", H: func(b npuzzle.Board) engine.Cost { return engine.Cost(min(b[0], 1)) }}
		return npuzzle.WithHD(npuzzle.WithHD(domains.Get("npuzzle/korf/39"), first), few)
	}
	s.cell(`engine.RegisterFamily(engine.Family{Name: "hillycountries", Count: 9, Make: country})`)
	s.cell("start := [2]int{0, 0}\nslope := []int64{9, 1, 4, 2}")
	s.cell("import \"github.com/focal-search/focal/domains/npuzzle\"\nmine := engine.Custom{Name: `deep`, Queues: []engine.Queue{{Name: `deep`, " +
		"Key: func(n engine.Values) engine.Cost { return n.D - n.Depth }}}}")
	s.cell("turns := func(n int) engine.Custom {\n\treturn engine.Custom{Name: fmt.Sprint(`turns`, n), Queues: []engine.Queue{engine.LeastD}, " +
		"Scheduler: func() engine.Scheduler {\n\t\tasked := 0\n\t\treturn func(*engine.Observation) int {\n\t\t\tasked++\n" +
		"\t\t\treturn asked % n / (n - 1)\n\t\t}\n\t}}\n}\n" +
		"for n := 2; n < 5; n++ {\n\tengine.RegisterAlgorithm(turns(n))\n}\nengine.RegisterAlgorithm(mine)")
	s.cell("npuzzle.RegisterHD(npuzzle.HD{Name: `misplaced`, D: func(b npuzzle.Board) (n engine.Cost) {\n" +
		"\tfor i, t := range b {\n\t\tif t != 0 && t != i {\n\t\t\tn++\n\t\t}\n\t}\n\treturn n\n}})\n" +
		"npuzzle.RegisterHD(npuzzle.HD{Name: `first`, H: func(b npuzzle.Board) engine.Cost { return engine.Cost(min(b[0], 1)) }})")
	deep := engine.Custom{Name: "deep", Queues: []engine.Queue{{Name: "deep",
		Key: func(n engine.Values) engine.Cost { return n.D - n.Depth }}}}
	turns := engine.Custom{Name: "turns3", Queues: []engine.Queue{engine.LeastD}, Scheduler: func() engine.Scheduler {
		asked := 0
		return func(*engine.Observation) int {
			asked++
			return asked % 3 / 2
		}
	}}
	korf := func() *engine.Problem { return domains.Get("npuzzle/korf/88:heavy") }
	plain := func() *engine.Problem { return country(3) }
	named := func() *engine.Problem {
		p := *country(3)
		p.Name = "hillycountries/3"
		return &p
	}
	for _, test := range []struct {
		cell    string
		problem func() *engine.Problem
		a       engine.Algorithm
		options []engine.Option
	}{
		{"engine.Solve(ctx, country(3), engine.FS(1.1), engine.Traced(), engine.MaxExpanded(150_000))", plain, engine.FS(1.1),
			[]engine.Option{engine.Traced(), engine.MaxExpanded(150_000)}},
		{"engine.Solve(ctx, domains.Get(`hillycountries/3`), engine.PFS(1.05, .5), engine.Seed(4), engine.MaxInserted(150_000))", named, engine.PFS(1.05, .5),
			[]engine.Option{engine.Seed(4), engine.MaxInserted(150_000)}},
		{"p := country(3)\nfunc again() *engine.Result {\n\treturn engine.Solve(ctx, p, engine.AFS(), engine.MaxExpanded(150_000))\n}\nagain()",
			plain, engine.AFS(), []engine.Option{engine.MaxExpanded(150_000)}},
		{"engine.Solve(ctx, country(3), engine.WAStar(1.5))", plain, engine.WAStar(1.5), nil},
		{"plot.Watch(ctx, country(3), engine.APFS(.5), engine.Seed(2), engine.MaxExpanded(150_000))", plain, engine.APFS(.5),
			[]engine.Option{engine.Seed(2), engine.MaxExpanded(150_000), engine.Traced()}},
		{"misplaced := npuzzle.WithHD(domains.Get(`npuzzle/korf/39`), npuzzle.HD{Name: `misplaced`, D: func(b npuzzle.Board) (n engine.Cost) {\n" +
			"\tfor i, t := range b {\n\t\tif t != 0 && t != i {\n\t\t\tn++\n\t\t}\n\t}\n\treturn n\n}})\n" +
			"engine.Solve(ctx, misplaced, engine.FS(1.05), engine.MaxExpanded(400_000))", misplaced, engine.FS(1.05),
			[]engine.Option{engine.MaxExpanded(400_000)}},
		{"func inTurn(n int64) engine.Algorithm {\n\treturn engine.Custom{Name: `inturn`, Queues: []engine.Queue{{Name: `mine`, " +
			"Key: func(n engine.Values) engine.Cost { return 2*n.H + n.D }}},\n\t\tScheduler: func() engine.Scheduler {\n\t\t\tasked := int64(0)\n" +
			"\t\t\treturn func(o *engine.Observation) int {\n\t\t\t\tasked++\n\t\t\t\tif asked%n == 0 {\n\t\t\t\t\treturn 1\n\t\t\t\t}\n" +
			"\t\t\t\treturn 0\n\t\t\t}\n\t\t}}.Algorithm(1.3)\n}\n" +
			"engine.Solve(ctx, domains.Get(`npuzzle/korf/88:heavy`), inTurn(5))",
			func() *engine.Problem { return domains.Get("npuzzle/korf/88:heavy") }, inTurn(5), nil},
		{"engine.Solve(ctx, country(3), inTurn(3), engine.MaxExpanded(150_000))", plain, inTurn(3),
			[]engine.Option{engine.MaxExpanded(150_000)}},
		{"study.Grid{Own: []*engine.Problem{country(5)}, Algorithms: []engine.Algorithm{engine.FS(1.2)}, " +
			"Limits: engine.Limits{Expanded: 120_000}}.Run(ctx, `study.db`).Must()[0]", func() *engine.Problem { return country(5) },
			engine.FS(1.2), []engine.Option{engine.MaxExpanded(120_000)}},
		// Known by names that cells have registered.
		{"engine.Solve(ctx, domains.Get(`npuzzle/korf/88:heavy`), engine.Named(`turns3`)[0].At(1.01, 0), engine.MaxExpanded(900_000))", korf,
			turns.Algorithm(1.01), []engine.Option{engine.MaxExpanded(900_000)}},
		{"engine.Solve(ctx, domains.Get(`npuzzle/korf/88:heavy`), engine.Named(`deep`)[0].At(1.01, 0), engine.MaxExpanded(900_000))", korf,
			deep.Algorithm(1.01), []engine.Option{engine.MaxExpanded(900_000)}},
		{"engine.Solve(ctx, domains.Get(`hillycountries/3`), mine.Algorithm(1.1), engine.MaxExpanded(150_000))", named,
			deep.Algorithm(1.1), []engine.Option{engine.MaxExpanded(150_000)}},
		{"engine.Solve(ctx, domains.Get(`npuzzle/korf/39:first+misplaced`), engine.Named(`turns3`)[0].At(1.05, 0), engine.MaxExpanded(300_000))",
			two, turns.Algorithm(1.05), []engine.Option{engine.MaxExpanded(300_000)}},
		{"study.Grid{Problems: `npuzzle/korf/39:misplaced`, Algorithms: engine.Named(`fs`), W: []float64{1.05}, " +
			"Limits: engine.Limits{Expanded: 400_000}}.Run(ctx, `study.db`).Must()[0]", misplaced, engine.FS(1.05),
			[]engine.Option{engine.MaxExpanded(400_000)}},
	} {
		p := test.problem()
		want := engine.Solve(context.Background(), p, test.a, test.options...)
		var r *engine.Result
		// On a busy machine a search may end before its program is there. Then it is there the next time.
		for try := 0; try < 5 && s.compiled == 0; try++ {
			os.RemoveAll("study.db")
			os.RemoveAll("study.db.shards")
			r = s.solve(test.cell)
			r.Digest = want.Digest // a family's instances have their own
			if have, want := timeless(r), timeless(want); have != want {
				t.Errorf("%s\nhave %.3000s\nwant %.3000s", test.cell, have, want)
			}
		}
		if s.compiled != 1 {
			t.Errorf("%s: %d compiled searches, want 1", test.cell, s.compiled)
		}
		s.compiled = 0
		if err := engine.Verify(p, r); err != nil {
			t.Error(err)
		}
	}
	if lines := strings.Count(s.notes.String(), "note: "); lines != 1 {
		t.Errorf("want one line, have\n%s", s.notes.String())
	}
	if left := bundle.Timeless(s.notes.String()); strings.Contains(left, "note: ") {
		t.Errorf("a notebook that is compared with another execution would say %s", left)
	}
}

// TestRelayInterrupted interrupts a search that goes on compiled.
func TestRelayInterrupted(t *testing.T) {
	s := newRelayed(t)
	s.session.grace = func() time.Duration { return grace }
	s.cell(hills(t))
	var at time.Time
	s.in.Use(map[string]map[string]reflect.Value{"github.com/focal-search/focal/engine/engine": {
		"OnProgress": reflect.ValueOf(func(func(engine.Snapshot)) engine.Option {
			return engine.OnProgress(func(x engine.Snapshot) {
				if x.Expanded > 100_000 && at.IsZero() { // by now it is elsewhere
					at = time.Now()
					s.cancel()
				}
			})
		})}})
	r := s.solve("engine.Solve(show.Context(), country(3), engine.AFS(), engine.OnProgress(nil))")
	if r.Status != engine.LimitCancelled || r.Expanded < 100_000 || s.compiled != 1 {
		t.Errorf("%v; %d searches have gone on compiled", r, s.compiled)
	}
	setup.Within(t, "an interrupt", time.Since(at), time.Second)
}

// TestRelayRefused has problems that might not be the same compiled.
func TestRelayRefused(t *testing.T) {
	successors := func(statements string) string {
		return "Successors: func(s any) []engine.AnyEdge {\n" + statements + "\nreturn []engine.AnyEdge{{To: s.(int) + 1, Cost: 1}}\n},"
	}
	problem := func(more string) string {
		return "engine.AnyGraph{Name: `line`, Start: 0, Goal: func(s any) bool { return s == any(9) }, " + more + "}.Problem()"
	}
	line := successors("")
	for _, test := range []struct{ cell, why string }{
		{"func p() *engine.Problem { return " + problem(line) + " }\np()", ""},
		{problem(line), ""},
		{"var n = 3\nfunc p(k int) *engine.Problem { return " + problem(line+"H: func(s any) engine.Cost { return engine.Cost(min(0, n+k)) }") + " }\np(0)", ""},
		{"func p() *engine.Problem {\nseen := 0\nadd := func() int { return seen }\nreturn " + problem(successors("n := add()\nfor range n { n++ }")) + " }\np()", ""},
		{"func p(row []int) *engine.Problem { return " + problem(successors("var list []int\nadd := func(x int) { list = append(list, x) }\nadd(row[0])")) + " }\np([]int{1})", ""},
		{"type world struct { walls map[int]bool }\nfunc (w world) free(x int) bool { return !w.walls[x] }\nfunc p() *engine.Problem {\nw := world{}\nreturn " +
			problem(successors("if !w.free(1) { return nil }")) + " }\np()", ""},
		{"make := func(i int) *engine.Problem { return " + problem(line) + " }\nmake(2)", ""},
		{"npuzzle.WithHD(domains.Get(`npuzzle/random-8/1`), npuzzle.HD{Name: `zero`, H: func(b npuzzle.Board) engine.Cost { return 0 }})", ""},

		{"calls := 0\nfunc p() *engine.Problem { return " + problem(successors("calls++")) + " }\np()", "its functions change calls, a variable of a cell"},
		{"var n = 3\nlast := &n\nfunc p() *engine.Problem { return " + problem(successors("*last = 4")) + " }\np()", "its functions change last, a variable of a cell"},
		{"func p() *engine.Problem { return " + problem(successors(`fmt.Print("")`)) + " }\np()", "its functions print or read"},
		{"func p() *engine.Problem {\nn := 0\nreturn " + problem(successors("n++")) + " }\np()", "its functions keep something in n from one call to the next"},
		{"func note(m map[int]bool, x int) { m[x] = true }\nfunc p() *engine.Problem {\nm := map[int]bool{}\nreturn " + problem(successors("note(m, 1)")) + " }\np()",
			"its functions may change m from one call to the next"},
		{"type memo struct { of map[int]int }\nfunc (m memo) put(x int) { m.of[x] = x }\nfunc p() *engine.Problem {\nm := memo{map[int]int{}}\nreturn " +
			problem(successors("m.put(1)")) + " }\np()", "its functions may change m from one call to the next"},
		{"func p() *engine.Problem { return " + problem(successors("time.Now()")) + " }\np()", "its functions use time.Now"},
		{"func p() *engine.Problem { return " + problem(successors("for range map[int]int{} {\n}")) + " }\np()", "its functions range over a map, whose order Go leaves open"},
		{"func p() *engine.Problem { return " + problem(successors("go func() {}()")) + " }\np()", "its functions use goroutines or channels"},
		{"next := func(x int) int { return x }\nfunc p() *engine.Problem { return " + problem(successors("next(1)")) + " }\np()",
			"its functions use the variable next, which is not plain data: declare a function in its place"},
		{"func p(n int) *engine.Problem {\nn++\nreturn " + problem(successors("_ = n")) + " }\nfunc q() *engine.Problem { k := 1; return p(k) }\nk := q()\nk",
			""},
		{"name := \"\\xff\"\nfunc p() *engine.Problem { return " + problem(successors("_ = name")) + " }\np()",
			"its functions use the variable name, which is not plain data: declare a function in its place"},
		{"n := 1\nfunc p() *engine.Problem { return " + problem(successors("_ = n")) + " }\nq := p()\nn = 2\nq",
			"variables that it uses have changed since it was made"},
		{"engine.AnyGraph{Name: `l`, Start: 0, Goal: func(any) bool { return true }, Successors: func(any) []engine.AnyEdge { return nil }, Picture: func(any) string { return time.Now().String() }}.Problem()",
			"its functions use time.Now"},
		{"p := " + problem(line) + "\nq := *p\nq.NewSpace = func() engine.Space { return p.NewSpace() }\n&q",
			"no function of a cell that returns an *engine.Problem has made it from its parameters alone"},
	} {
		s := newRelayed(t)
		p, ok := s.cell(test.cell).(*engine.Problem)
		if !ok || p.Err != nil {
			t.Fatalf("%s: no problem: %v", test.cell, p)
		}
		have := ""
		if _, _, err := s.relay.Program(p, engine.Task{Algorithm: engine.FS(2)}); err != nil {
			have = err.Error()
		}
		if have != test.why {
			t.Errorf("%s\nhave %s\nwant %s", test.cell, have, test.why)
		}
	}
}

// TestRelayChanged: what has been changed since it was made is not taken for what its maker makes.
func TestRelayChanged(t *testing.T) {
	for change, known := range map[string]bool{
		"": true, "c.Version = `1`": false, "c.Draws = true": false,
		"c.Scheduler = func() engine.Scheduler { return func(*engine.Observation) int { return 1 } }": false,
		"c.Queues[0] = engine.LeastD":                                                              false,
		"c.Queues[0].Key = func(n engine.Values) engine.Cost { return n.F }":                       false,
		"c.Queues = append(c.Queues, engine.GreatestPotential)":                                    false,
		"c = engine.Custom{Name: `n`, Queues: c.Queues, Scheduler: c.Scheduler}\nc.Name = `other`": false,
	} {
		s := newRelayed(t)
		a, ok := s.cell("c := engine.Custom{Name: `n`, Queues: []engine.Queue{{Name: `k`, Key: func(n engine.Values) engine.Cost { return n.H }}}}\n" +
			change + "\nd := func() engine.Algorithm {\n\tk := c\n\treturn k.Algorithm(1.5)\n}()\nd").(engine.Algorithm)
		if !ok || a.Err() != nil {
			t.Fatal(a, a.Err())
		}
		if _, _, err := s.relay.Program(domains.Get("npuzzle/korf/1"), engine.Task{Algorithm: a}); (err == nil) != known {
			t.Errorf("changed by %s: %v", change, err)
		}
	}
}

// TestRelayRegistered has problems by the names of h and d that may not be the same compiled.
func TestRelayRegistered(t *testing.T) {
	register := func(d string) string {
		return "npuzzle.RegisterHD(npuzzle.HD{Name: `own`, D: func(b npuzzle.Board) engine.Cost { return " + d + " }})"
	}
	for _, test := range []struct{ cell, why string }{
		{register("1"), ""},
		{"hd := npuzzle.HD{Name: `own`, D: func(npuzzle.Board) engine.Cost { return 1 }}\nnpuzzle.RegisterHD(hd)",
			"its functions use the variable hd, which is not plain data: declare a function in its place"},
		{register("1") + "\nfor n := range 2 {\n" + register("engine.Cost(n)") + "\n}",
			"the argument of npuzzle.RegisterHD uses a variable of the function around it"},
		{"calls := 0\n" + register("func() engine.Cost { calls++; return 1 }()"), "variables that it uses have changed since it was made"},
		{register("engine.Cost(len(time.Now().String()))"), "its functions use time.Now"},
		{"k := engine.Cost(1)\n" + register("k"), ""},
		{"j := engine.Cost(1)\n" + register("j") + "\nj = 2", "variables that it uses have changed since it was made"},
	} {
		s := newRelayed(t)
		s.cell("import \"github.com/focal-search/focal/domains/npuzzle\"")
		p := s.cell(test.cell + "\nname := `npuzzle/korf/1:own`\nof := func() *engine.Problem {\n\tn := name\n\treturn domains.Get(n)\n}()\nof").(*engine.Problem)
		have := ""
		if _, _, err := s.relay.Program(p, engine.Task{Algorithm: engine.FS(2)}); err != nil {
			have = err.Error()
		}
		if have != test.why {
			t.Errorf("%s\nhave %s\nwant %s", test.cell, have, test.why)
		}
	}
}

// BenchmarkRelay measures how long a search of some ten seconds takes in a cell, as a ratio to the
// time that it takes compiled, and the part of it that is interpreted as a ratio.
func BenchmarkRelay(b *testing.B) {
	s := newRelayed(b)
	s.cell(strings.Replace(hills(b), "= 600, 7", fmt.Sprintf("= 600, 7 + 0*%d", time.Now().UnixNano()), 1)) // not compiled yet
	const search = "engine.Solve(%s, country(3), engine.FS(1.1), engine.MaxExpanded(%d))"
	for b.Loop() {
		const most, few = 2_500_000, 40_000
		compiled := func(n int64) time.Duration {
			return engine.Solve(context.Background(), country(3), engine.FS(1.1), engine.MaxExpanded(n)).Wall
		}
		whole := compiled(most)
		interpreted := s.solve(fmt.Sprintf(search, "context.Background()", few)).Wall
		relayed := s.solve(fmt.Sprintf(search, "show.Context()", most)).Wall
		b.ReportMetric(whole.Seconds(), "s-compiled")
		b.ReportMetric(relayed.Seconds()-whole.Seconds(), "s-more")
		b.ReportMetric(relayed.Seconds()/whole.Seconds(), "relayed/compiled")
		b.ReportMetric(interpreted.Seconds()/compiled(few).Seconds(), "interpreted/compiled")
	}
}
