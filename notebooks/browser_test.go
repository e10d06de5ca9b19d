package notebooks

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/bundle"
	"github.com/focal-search/focal/kernel/setup"
)

// seen is the report of testdata/browser.mjs.
type seen struct {
	Again     string // why JupyterLab was started again, with its log
	Pictures  int    // static pictures before anything ran
	Errors    []string
	Elsewhere []string // requested addresses that are not JupyterLab's
	Console   []string // messages of charts
	Charts    []struct {
		Width, Height float64
		Clipped       bool
		Colours       int
	}
	Tables []struct {
		Rows    int
		Clipped bool
	}
	Interrupted struct {
		Ms, Slower float64
		Says       string
	}
	After string
}

// long is a search that takes minutes, and after shows that the kernel is still alive.
const (
	long = `%%
show.Results(engine.Solve(show.Context(), domains.Get("npuzzle/korf/88:heavy"), engine.FS(1.05), engine.OnProgress(show.Search("FS"))))`
	after = `%%
fmt.Println("PFS expanded", solve(0.7, 42).Expanded)`
)

// inBrowser are the notebooks that a change tests in a browser, by kernel: the quickstart, the one that defines a
// problem and the one with most kinds of charts.
var inBrowser = map[string][]string{"focal": {quickstart, problem, drawing}, "focal-gonb": {quickstart}}

// Each notebook, executed in JupyterLab in a real browser and without a network, has the committed outputs and shows
// them.
func TestBrowser(t *testing.T) {
	for kernel, change := range inBrowser {
		t.Run(kernel, func(t *testing.T) {
			t.Parallel()
			files := proves(t, change...)
			look := browse(t, kernel, files)
			for _, file := range files {
				t.Run(file, func(t *testing.T) {
					var s seen
					if err := look.Decode(&s); err != nil {
						t.Fatal(err) // the end of browse reports the error
					}
					check(t, file, s)
					compare(t, file, parsed(t, filepath.Join(look.folder, file)))
				})
			}
		})
	}
}

func check(t *testing.T, file string, s seen) {
	if s.Again != "" {
		t.Logf("JupyterLab and the kernel did not meet, and were started once more: %s", s.Again)
	}
	if s.Pictures == 0 {
		t.Error("before it is run the notebook shows no picture of its charts")
	}
	s.Errors = slices.DeleteFunc(s.Errors, func(text string) bool { return bundle.Timeless(text) == "" }) // a search that goes on
	if len(s.Errors)+len(s.Elsewhere)+len(s.Console) > 0 {
		t.Errorf("errors %q, asked elsewhere for %q, charts say %q", s.Errors, s.Elsewhere, s.Console)
	}
	if len(s.Charts) == 0 || len(s.Tables) == 0 {
		t.Errorf("%d live charts, %d tables", len(s.Charts), len(s.Tables))
	}
	for _, c := range s.Charts {
		// Lines with smooth edges make hundreds of colours.
		if c.Clipped || c.Width < 600 || c.Height < 150 || c.Colours < 100 {
			t.Errorf("a chart: %+v", c)
		}
	}
	for _, table := range s.Tables {
		if table.Clipped && file == quickstart || table.Rows < 2 {
			t.Errorf("a table: %+v", table)
		}
	}
	if file == quickstart {
		checkInterrupt(t, s)
	}
}

func checkInterrupt(t *testing.T, s seen) {
	t.Logf("interrupted after %.0f ms, on a machine %.1f times slower than an idle one", s.Interrupted.Ms, s.Interrupted.Slower)
	if s.Interrupted.Ms > 1000*s.Interrupted.Slower {
		t.Errorf("the interrupt took %.0f ms, want at most a second on an idle machine", s.Interrupted.Ms)
	}
	for _, want := range []string{"FS(w=1.05) was interrupted after ", " expansions: fmin ", "best lower bound "} {
		if !strings.Contains(s.Interrupted.Says, want) {
			t.Errorf("the interrupted cell does not say %q but\n%s", want, s.Interrupted.Says)
		}
	}
	if !strings.Contains(s.After, "PFS expanded 44828") {
		t.Errorf("after the interrupt a cell says %q", s.After)
	}
}

// visits yields what was seen in each notebook, as soon as it is known.
type visits struct {
	*json.Decoder
	folder string // where the notebooks are, saved
}

// browse opens notebooks under a kernel and runs them one after the other. In the
// quickstart it also interrupts a search.
func browse(t *testing.T, kernel string, files []string) visits {
	t.Helper()
	folder := t.TempDir()
	for _, read := range []string{"study", "results"} {
		if err := os.CopyFS(filepath.Join(folder, read), os.DirFS(read)); err != nil {
			t.Fatal(err)
		}
	}
	type visit struct {
		Notebook    string   `json:"notebook"`
		Screenshots string   `json:"screenshots"`
		Cells       []string `json:"cells"`
		Themes      bool     `json:"themes"`
	}
	var all []visit
	for _, file := range files {
		asking, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		quoted := func(s string) []byte { return bytes.ReplaceAll([]byte(s), []byte(`"`), []byte(`\"`)) }
		size := size(read(t, asking))
		asking = bytes.Replace(asking, []byte(`"name": "focal"`), []byte(`"name": "`+kernel+`"`), 1)
		asking = bytes.Replace(asking, quoted(full), quoted(size), 1)
		if err := os.WriteFile(filepath.Join(folder, file), asking, 0o644); err != nil {
			t.Fatal(err)
		}
		v := visit{Notebook: file, Cells: []string{}, Themes: setup.Release(),
			Screenshots: filepath.Join(setup.Root(t), "kernel", "setup", "screenshots", kernel,
				strings.TrimSuffix(file, ".ipynb"))}
		if file == quickstart {
			v.Cells, v.Themes = []string{long, after}, true
		}
		all = append(all, v)
	}
	input, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	cmd := offline(t, "node", "testdata/browser.mjs", setup.Program(t, "jupyter"), folder)
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, stderr.Bytes())
		}
	})
	return visits{json.NewDecoder(out), folder}
}

const mostPixels = 12000 // of a notebook

// Each notebook as an HTML page, opened from disk without a network, shows its charts:
// live, whole on paper that is narrower than the window, and as pictures if scripts do not
// run. A change tests the notebook with most kinds of charts.
func TestExport(t *testing.T) {
	t.Parallel()
	files := proves(t, drawing)
	folder := t.TempDir()
	args := append([]string{"nbconvert", "--to", "html", "--output-dir", folder}, files...)
	if out, err := exec.Command(setup.Program(t, "jupyter"), args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	args = []string{"testdata/export.mjs"}
	for _, file := range files {
		args = append(args, filepath.Join(folder, strings.TrimSuffix(file, ".ipynb")+".html"))
	}
	cmd := offline(t, "node", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	look := json.NewDecoder(bytes.NewReader(out))
	notebooks(t, files, func(t *testing.T, _ string, committed *bundle.Notebook) {
		charts := 0
		for _, c := range committed.Cells {
			for _, o := range c.Outputs {
				charts += strings.Count(string(o.Data["text/html"]), `class="focal-chart"`)
			}
		}
		var seen struct {
			Live     []int // colours of each live chart
			Paper    []struct{ Right int }
			Pictures int
			Height   int // of the page
		}
		if err := look.Decode(&seen); err != nil {
			t.Fatal(err)
		}
		if len(seen.Live) != charts || seen.Pictures < charts || charts == 0 {
			t.Errorf("%d live charts and %d pictures, want %d of each", len(seen.Live), seen.Pictures, charts)
		}
		if seen.Height < 1000 || seen.Height > mostPixels {
			t.Errorf("%d pixels high, want at most %d", seen.Height, mostPixels)
		}
		for i, colours := range seen.Live {
			if colours < 100 {
				t.Errorf("chart %d has %d colours: it is not painted", i+1, colours)
			}
		}
		for i, chart := range seen.Paper {
			if chart.Right != 500 {
				t.Errorf("chart %d ends %d pixels from the left of paper where 500 fit", i+1, chart.Right)
			}
		}
	})
}
