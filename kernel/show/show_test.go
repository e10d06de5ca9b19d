package show

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
)

// recorder is a back end that records what is displayed.
type recorder struct {
	mu     sync.Mutex
	events []event
}

type event struct {
	update bool
	id     string
	bundle MIME
}

func (r *recorder) add(e event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e)
}

func (r *recorder) Display(b MIME, id string) { r.add(event{false, id, b}) }
func (r *recorder) Update(b MIME, id string)  { r.add(event{true, id, b}) }

func (r *recorder) texts() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var t []string
	for _, e := range r.events {
		t = append(t, e.bundle[Plain].(string))
	}
	return t
}

func recorded(t *testing.T) *recorder {
	t.Helper()
	r := &recorder{}
	use(t, r)
	return r
}

// use sets a back end for one test.
func use(t *testing.T, b Backend) {
	t.Helper()
	SetBackend(b)
	t.Cleanup(func() { SetBackend(nil) })
}

func algorithm(t *testing.T, name string, w, p float64) engine.Algorithm {
	t.Helper()
	a, err := engine.NewAlgorithm(name, w, p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// results returns a run of FS, one of PFS, and one that failed.
func results(t *testing.T) []*engine.Result {
	failed := errors.New("no instance 390:\nit has 1 to 100")
	return []*engine.Result{
		{Problem: "npuzzle/korf/39:heavy", Algorithm: algorithm(t, "fs", 1.25, 1), Status: engine.Solved, Unit: 1, Cost: 378,
			FMin:       306,
			LowerBound: 306, Counters: engine.Counters{Expanded: 444774, Generated: 1332395}, Wall: 180 * time.Millisecond},
		{Problem: "npuzzle/korf/39:inverse", Algorithm: algorithm(t, "pfs", 1.25, 0.7), Seed: 20260720,
			Status: engine.LimitTime, Unit: 360360,
			Cost: -1, FMin: 360360 * 2, LowerBound: 360360 * 5 / 2, Counters: engine.Counters{Expanded: 12},
			Wall: 61 * time.Second},
		{Problem: "npuzzle/korf/390", Algorithm: algorithm(t, "fs", 1.25, 1), Status: engine.Failed, Err: failed},
	}
}

func TestResults(t *testing.T) {
	got := TableText(ResultsTable(results(t)...))
	want := `problem                  algorithm               seed  status       cost  lower bound  proved factor  expanded  generated        time
-----------------------  ------------------  --------  -----------  ----  -----------  -------------  --------  ---------  ----------
npuzzle/korf/39:heavy    FS(w=1.25)                    solved        378          306         1.2353   444,774  1,332,395      180 ms
npuzzle/korf/39:inverse  PFS(w=1.25, p=0.7)  20260720  limit: time                2.5                       12          0  1 min 01 s
PFS(w=1.25, p=0.7) was stopped by its time limit after 12 expansions: fmin 2, best lower bound 2.5
error: npuzzle/korf/390 FS(w=1.25): no instance 390: it has 1 to 100
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	shared := results(t)[0]
	shared.Warnings = []string{"h is inconsistent"}
	cancelled := *shared
	cancelled.Status, cancelled.Cost, cancelled.Warnings = engine.LimitCancelled, -1, nil
	got = TableText(ResultsTable(shared, &cancelled))
	for _, want := range []string{
		"npuzzle/korf/39:heavy\nalgorithm ", "\nwarning: FS(w=1.25): h is inconsistent\n",
		"\nFS(w=1.25) was interrupted after 444,774 expansions: fmin 306, best lower bound 306\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := TableText(ResultsTable(nil)); !strings.Contains(got, "nil") {
		t.Errorf("a nil result is shown as %q", got)
	}
}

// What is not known of another program's run is an empty cell, and no word.
func TestForeignResults(t *testing.T) {
	of := func(problem string, set func(*engine.Result)) *engine.Result {
		rec, err := record.NewForeign(problem, "ida")
		if err != nil {
			t.Fatal(err)
		}
		set(rec.Result)
		return rec.Result
	}
	got := TableText(ResultsTable(
		of("maze/one", func(r *engine.Result) { r.Status, r.Cost, r.Unit = engine.Solved, 42, 1 }),
		of("maze/two", func(r *engine.Result) { r.Status, r.Cost, r.Expanded = engine.Solved, 0, 7 }), // its cost is not known
		of("maze/six", func(r *engine.Result) { r.Status, r.Wall = engine.LimitTime, time.Second })))
	want := `problem   algorithm      seed  status       cost  lower bound  proved factor  expanded  generated    time
--------  -------------  ----  -----------  ----  -----------  -------------  --------  ---------  ------
maze/one  ida (foreign)     0  solved         42
maze/two  ida (foreign)     0  solved                                                7
maze/six  ida (foreign)     0  limit: time                                                         1.00 s
ida (foreign) was stopped by its time limit
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestTableHTML(t *testing.T) {
	h := TableHTML(Table{Caption: "a<b", Columns: []string{"name", "n"}, Rows: [][]any{{"<script>", 1234567}, {"x"}}})
	for _, want := range []string{"a&lt;b", "&lt;script&gt;", "1,234,567", "text-align:right", "tabular-nums",
		"color:inherit"} {
		if !strings.Contains(h, want) {
			t.Errorf("no %q in %s", want, h)
		}
	}
	if strings.Contains(h, "<script>") {
		t.Error("a cell's text is taken as HTML")
	}
	if n := strings.Count(h, "<td"); n != 4 {
		t.Errorf("%d cells, want 4: a short row is filled", n)
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{0, "0"}, {-1234, "-1,234"}, {999, "999"}, {uint8(7), "7"}, {int64(-1) << 63, "-9,223,372,036,854,775,808"},
		{0.5, "0.5"}, {-0.25, "-0.25"}, {1234.56789, "1,234.5679"}, {2.0, "2"}, {1e20, "1e+20"},
		{250 * time.Nanosecond, "0.25 µs"}, {15600 * time.Microsecond, "15.6 ms"}, {1500 * time.Millisecond, "1.50 s"},
		{999_999 * time.Nanosecond, "1.00 ms"}, {999_999 * time.Microsecond, "1.00 s"}, {9996 * time.Millisecond, "10.0 s"},
		{99_960 * time.Microsecond, "100 ms"}, {59_960 * time.Millisecond, "1 min 00 s"},
		{-999_999 * time.Microsecond, "-1.00 s"},
		{999_400 * time.Microsecond, "999 ms"}, {0 * time.Second, "0 s"}, {time.Nanosecond, "0.00 µs"},
		{90 * time.Second, "1 min 30 s"}, {25 * time.Hour, "25 h 00 min"}, {Number("1.2000"), "1.2000"},
	} {
		if got, isNumber := cellText(c.v); got != c.want || !isNumber {
			t.Errorf("%v is written %q (a number: %v), want %q", c.v, got, isNumber, c.want)
		}
	}
	if got, isNumber := cellText("12"); got != "12" || isNumber {
		t.Error("a string is a number")
	}
}

type chart struct{ title string }

func (c chart) MIME() MIME                    { return MIME{HTMLType: "<p>live</p>", Plain: c.title} }
func (c chart) Page() (string, string, error) { return c.title, "<html>" + c.title, nil }

func TestValue(t *testing.T) {
	r := recorded(t)
	rs := results(t)
	for _, v := range []any{nil, rs[0], rs, Table{Columns: []string{"a"}, Rows: [][]any{{1}}}, chart{"c"},
		errors.New("bad"), 42, struct{ A int }{3}, []int{1}} {
		Value(v)
	}
	texts := r.texts()
	wants := []string{"444,774", "390", "a\n-\n1\n", "c", "error: bad", "42", "{A:3}", "[1]"}
	if len(texts) != len(wants) {
		t.Fatalf("%d displays, want %d: %q", len(texts), len(wants), texts)
	}
	for i, want := range wants {
		if !strings.Contains(texts[i], want) {
			t.Errorf("display %d is %q, want %q in it", i, texts[i], want)
		}
	}
	if h := r.events[3].bundle[HTMLType]; h != "<p>live</p>" {
		t.Errorf("in a notebook a chart is its MIME bundle, not %v", h)
	}
}

func TestTerminal(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	for range 2 { // a second run of the program replaces the files
		var out strings.Builder
		use(t, &terminal{out: &out, dir: dir, named: map[string]int{}})
		HTML("<b>x</b>")
		Value(chart{"Trajectory: npuzzle/korf/39:heavy"})
		Value(chart{"Trajectory: npuzzle/korf/39:heavy"})
		first := filepath.Join(dir, "trajectory-npuzzle-korf-39-heavy.html")
		for _, want := range []string{"<b>x</b>\n", first + "\n", "heavy-2.html\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("no %q in %q", want, out.String())
			}
		}
		if page, err := os.ReadFile(first); err != nil || !strings.HasPrefix(string(page), "<html>") {
			t.Errorf("the page is %q, %v", page, err)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 2 {
		t.Errorf("%d files, want 2", len(files))
	}
}

// TestLongTable: a terminal shows more rows than the text beside a notebook's table has.
func TestLongTable(t *testing.T) {
	var out strings.Builder
	use(t, &terminal{out: &out, dir: t.TempDir(), named: map[string]int{}})
	Value(rowsOf(maxRows + 1234))
	if text := out.String(); strings.Count(text, "\nrow ") != maxRows || !strings.Contains(text, "\n1,234 more rows\n") {
		t.Errorf("a long table ends with %q", text[len(text)-50:])
	}
}

func TestTerminalCannotWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	use(t, &terminal{out: &out, dir: file, named: map[string]int{}})
	Value(chart{"c"})
	if !strings.Contains(out.String(), "error: c:") || !strings.Contains(out.String(), "FOCAL_OUT") {
		t.Errorf("printed %q", out.String())
	}
}

func TestFileName(t *testing.T) {
	for title, want := range map[string]string{
		"a/b:c": "a-b-c", "../../etc": "etc", "": "chart", "//": "chart", "w=1.25": "w-1.25", "|ÖPEN|": "öpen",
	} {
		if got := fileName(title); got != want {
			t.Errorf("%q is written to %q, want %q", title, got, want)
		}
	}
}

func TestFirstTime(t *testing.T) {
	recorded(t)
	for i, c := range []struct {
		newCell bool
		carrier string
		want    bool
	}{
		{false, "chart 1", true},
		{false, "chart 1", false}, // once in a cell
		{true, "chart 2", false},  // another cell finds it in the notebook
		{true, "chart 1", true},   // its cell is run again: the old output is removed
		{false, "chart 1", false},
		{true, "chart 2", false},
	} {
		if c.newCell {
			SetCell(t.Context())
		}
		if got := FirstTime("script", c.carrier); got != c.want {
			t.Errorf("step %d: %v, want %v", i, got, c.want)
		}
	}
	if !FirstTime("another", "chart 1") {
		t.Error("things are confused")
	}
	recorded(t)
	if !FirstTime("script", "chart 9") {
		t.Error("a new session does not have the script")
	}
}

func TestConcurrent(t *testing.T) {
	r := recorded(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			p := Live("work")
			for i := range 20 {
				p.Set(int64(i), 20)
				HTML("x")
				FirstTime("script", "x")
				_ = Context().Err()
				SetCell(t.Context())
			}
			p.Done()
		})
	}
	wg.Wait()
	if n := strings.Count(strings.Join(r.texts(), ","), "x"); n != 160 {
		t.Errorf("%d displays, want 160", n)
	}
}
