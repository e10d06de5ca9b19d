package page

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/focal-search/focal/kernel/bundle"
	"github.com/focal-search/focal/kernel/setup"
)

const full, smoke = `const size = "full"`, `const size = "smoke"`

// seen is what testdata/site.mjs saw.
type seen struct {
	Elsewhere, Console, Errors, Text []string
	Document                         struct{ Ms, Text, Pictures, Canvases int }
	Opened, Chart, Ran, Again        int // milliseconds
	Charts                           int
	Interrupted, Deaf                struct {
		Ms   int
		Says string
	}
	After, Wrote, Read string
	Batch              string
	Workers            int             // web workers of the kernel, after the batch
	Notebook           json.RawMessage // as it was saved after all cells had run
}

// The quickstart in a page in a browser: its document is there at once, it runs
// with the counters that are known, heeds an interrupt, gets a fresh worker where a
// cell does not, and keeps its files.
func TestPage(t *testing.T) {
	s := browse(t, quickstart(t), "01-quickstart", map[string]any{
		"replace": map[string]string{full: smoke},
		"long":    `show.Results(engine.Solve(show.Context(), domains.Get("npuzzle/korf/88:heavy"), engine.FS(1.05), engine.OnProgress(show.Search("FS"))))`,
		"after":   `fmt.Println("PFS expanded", solve(0.7, 42).Expanded)`,
		"batch": `import (
	"strings"

	"github.com/focal-search/focal/engine/study"
)

func counters(store string, jobs int) string {
	g := study.Grid{Problems: "npuzzle/random-8/1-20", Algorithms: engine.Named("fs"), W: []float64{1.25}, Jobs: jobs}
	text := ""
	for _, r := range g.Run(show.Context(), store, study.OnProgress(func(study.Progress) {})).Must() {
		text += fmt.Sprintln(r.Problem, r.Counters)
	}
	return text
}
alone, together, again := counters("/tmp/1.db", 1), counters("/tmp/2.db", 0), counters("/tmp/3.db", 0)
fmt.Println(strings.Count(alone, "\n"), "runs, the same:", together == alone && again == alone)`,
		"deaf":   "for { _ = 1 }",
		"writes": "import \"os\"\nerr := os.WriteFile(\"notes.txt\", []byte(\"kept\"), 0o644)\nfmt.Println(\"written\", err)",
		"reads": "import (\n\t\"os\"\n\t\"path/filepath\"\n)\ntext, err := os.ReadFile(\"notes.txt\")\n" +
			"names, _ := filepath.Glob(\"*.txt\")\nfmt.Println(string(text), err, names)",
	})
	shown := strings.Join(s.Text, "\n")
	for _, want := range []string{"444,774", "44,828", "npuzzle/korff/39", "verified: npuzzle/korf/39:heavy"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the notebook does not show %q but\n%s", want, shown)
		}
	}
	if s.Charts == 0 || s.Document.Text < 1000 || s.Document.Canvases+s.Document.Pictures == 0 {
		t.Errorf("%d charts, document %+v", s.Charts, s.Document)
	}
	if !strings.Contains(s.Interrupted.Says, "FS(w=1.05) was interrupted after ") ||
		!strings.Contains(s.After, "PFS expanded 44828") {
		t.Errorf("interrupted: %q, and then %q", s.Interrupted.Says, s.After)
	}
	if s.Batch != "20 runs, the same: true\n" {
		t.Errorf("a study: %q", s.Batch)
	}
	if cores := min(8, runtime.NumCPU()); cores > 1 && s.Workers != 1+cores {
		t.Errorf("%d web workers for %d cores, want one for the kernel and one for each core", s.Workers, cores)
	}
	if !strings.Contains(s.Deaf.Says, "its worker was ended; all variables are lost") {
		t.Errorf("an endless loop, interrupted: %q", s.Deaf.Says)
	}
	if s.Wrote != "written <nil>\n" || s.Read != "kept <nil> [notes.txt]\n" {
		t.Errorf("written: %q, read after the page was loaded again: %q", s.Wrote, s.Read)
	}
}

// Every notebook at its smallest size in a page in two browsers: all counts, and the
// claims of its last cell, are those of the kernel of this machine.
func TestAllNotebooks(t *testing.T) {
	if !setup.Release() {
		t.Skip("takes long: FOCAL_RELEASE=1, as make site-check sets it")
	}
	files, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".ipynb"))
	}
	site := filepath.Join(t.TempDir(), "site")
	makeSite(t, site, names...)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			here := executed(t, name)
			for _, browser := range []string{"chromium", "firefox"} {
				t.Run(browser, func(t *testing.T) {
					t.Setenv("FOCAL_BROWSER", browser)
					compare(t, here, site, name)
				})
			}
		})
	}
}

// compare runs a notebook in a page, and compares what it says with what it says here.
// Tables hold ratios of times too, so only whole numbers are compared but for the end,
// and not those of anytime searches, which a clock ends, nor what is sorted by times.
func compare(t *testing.T, here *bundle.Notebook, site, name string) {
	t.Helper()
	s := browse(t, site, name, map[string]any{"replace": map[string]string{full: smoke}})
	if s.Charts == 0 {
		t.Error("there is no live chart")
	}
	want, got := here.Says(), parse(t, s.Notebook).Says()
	if len(got) != len(want) {
		t.Fatalf("%d code cells, want %d", len(got), len(want))
	}
	for i := range want {
		timed := name == "06-anytime-gctsp" || strings.Contains(want[i], "First CPU time, then memory")
		differ := !timed && !sameCounts(want[i], got[i])
		if differ || i == len(want)-1 && got[i] != want[i] {
			t.Errorf("code cell %d says here\n%s\nand in the page\n%s", i+1, want[i], got[i])
		}
	}
}

// sameCounts reports whether two texts have the same whole numbers. A ratio may be a whole
// number by chance, so cells of tables are compared one by one, but for those in which
// one of the two has a fraction.
func sameCounts(a, b string) bool {
	as, bs := strings.Split(a, "|"), strings.Split(b, "|")
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		fraction := len(as) > 1 && (strings.Contains(as[i], ".") || strings.Contains(bs[i], "."))
		if !fraction && !slices.Equal(counts(as[i]), counts(bs[i])) {
			return false
		}
	}
	return true
}

var number = regexp.MustCompile(`[0-9]+([.,][0-9]+)*`)

// counts are the whole numbers of a text.
func counts(text string) []string {
	return slices.DeleteFunc(number.FindAllString(text, -1), func(s string) bool { return strings.Contains(s, ".") })
}

// executed is a notebook executed under this machine's kernel at its smallest size.
func executed(t *testing.T, name string) *bundle.Notebook {
	t.Helper()
	notebooks, out := filepath.Join(setup.Root(t), "notebooks"), filepath.Join(t.TempDir(), "out.ipynb")
	cmd := exec.Command(setup.Program(t, "python"), filepath.Join(notebooks, "testdata", "execute.py"),
		filepath.Join(notebooks, name+".ipynb"), "focal", smoke, out)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, text)
}

// How long a reader waits for the first chart of the quickstart, with an empty cache and
// with a full one.
func BenchmarkFirstChart(b *testing.B) {
	site := quickstart(b)
	for b.Loop() {
		s := browse(b, site, "01-quickstart", map[string]any{"replace": map[string]string{full: smoke}, "again": true})
		b.ReportMetric(float64(s.Chart), "empty-cache-ms")
		b.ReportMetric(float64(s.Again), "full-cache-ms")
	}
}

func parse(t *testing.T, text []byte) *bundle.Notebook {
	t.Helper()
	n, err := bundle.ParseNotebook(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// temp is a folder for all tests.
var temp string

func TestMain(m *testing.M) {
	var err error
	if temp, err = os.MkdirTemp("", "focal-page-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(temp)
	os.Exit(code)
}

var makeQuickstart sync.Once

// quickstart returns the site of the quickstart. It is made once: the kernel takes long to build.
func quickstart(t testing.TB) string {
	setup.Needed(t)
	site := filepath.Join(temp, "site")
	makeQuickstart.Do(func() { makeSite(t, site, "01-quickstart") })
	return site
}

// makeSite makes a site of notebooks of the checkout.
func makeSite(t testing.TB, site string, notebooks ...string) {
	t.Helper()
	args := []string{"page", "--trust", "-o", site}
	for _, name := range notebooks {
		args = append(args, "notebooks/"+name+".ipynb")
	}
	cmd := exec.Command(setup.Program(t, "focal"), args...)
	cmd.Dir = setup.Root(t)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if info, err := os.Stat(filepath.Join(site, "extensions", extensionName, "static", "focal.wasm.gz")); err != nil {
		t.Fatal(err)
	} else if size := float64(info.Size()) / 1e6; size > 10 {
		t.Errorf("the kernel has %.2f MB compressed: what is new in it? Want 10 at most", size)
	} else {
		t.Logf("the kernel has %.2f MB compressed", size)
	}
}

// browse opens a notebook of a site, and fails where it shows an error or asks
// another host for anything.
func browse(t testing.TB, site, notebook string, does map[string]any) seen {
	t.Helper()
	text, err := json.Marshal(does)
	if err != nil {
		t.Fatal(err)
	}
	screenshots := filepath.Join(setup.Root(t), "kernel", "setup", "screenshots", "page", os.Getenv("FOCAL_BROWSER"),
		notebook)
	cmd := exec.Command("node", "testdata/site.mjs", site, notebook, screenshots)
	cmd.Stdin = bytes.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	var s seen
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("document after %d ms, notebook open after %d, first chart %d, all run %d; interrupt %d ms", s.Document.Ms,
		s.Opened, s.Chart, s.Ran, s.Interrupted.Ms)
	s.Errors = slices.DeleteFunc(s.Errors, func(text string) bool { return bundle.Timeless(text) == "" }) // a search is interpreted
	if len(s.Errors)+len(s.Elsewhere) > 0 {
		t.Errorf("errors %q, asked elsewhere for %q, console %q", s.Errors, s.Elsewhere, s.Console)
	}
	return s
}
