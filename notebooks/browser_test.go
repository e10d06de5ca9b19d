package notebooks

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/bundle"
	"github.com/focal-search/focal/kernel/setup"
)

// seen is what testdata/browser.mjs saw.
type seen struct {
	Again     string   // why JupyterLab was started once more, with its log
	Pictures  int      // static pictures before anything ran
	Prompts   []string // of the code cells, after all ran
	Errors    []string
	Elsewhere []string // addresses asked for that are not JupyterLab's
	Console   []string // what charts complained of
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
		Ms   int
		Says string
	}
	After string
}

// long is a search of minutes, and after shows that the kernel lives on.
const (
	long = `%%
show.Results(engine.Solve(show.Context(), domains.Get("npuzzle/korf/88:heavy"), engine.FS(1.05), engine.OnProgress(show.Search("FS"))))`
	after = `%%
fmt.Println("PFS expanded", solve(0.7, 42).Expanded)`
)

// Each notebook in JupyterLab in a real browser, without a network.
func TestBrowser(t *testing.T) {
	for _, kernel := range []string{"focal", "focal-gonb"} {
		t.Run(kernel, func(t *testing.T) {
			t.Parallel() // most of it is waiting
			notebooks(t, func(t *testing.T, file string, _ *bundle.Notebook) {
				quickstart := file == "01-quickstart.ipynb"
				s := browse(t, kernel, file, quickstart)
				if s.Pictures == 0 {
					t.Error("before it is run the notebook shows no picture of its charts")
				}
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
					if table.Clipped && quickstart || table.Rows < 2 {
						t.Errorf("a table: %+v", table)
					}
				}
				if quickstart {
					checkInterrupt(t, s)
				}
			})
		})
	}
}

func checkInterrupt(t *testing.T, s seen) {
	t.Logf("interrupted after %d ms", s.Interrupted.Ms)
	if s.Interrupted.Ms > 1000 {
		t.Errorf("the interrupt took %d ms, want at most a second", s.Interrupted.Ms)
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

// browse opens a notebook under a kernel and runs it; if asked to, it also
// interrupts a search there.
func browse(t *testing.T, kernel, file string, interrupt bool) seen {
	t.Helper()
	committed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	opened := filepath.Join(t.TempDir(), file)
	asking := bytes.Replace(committed, []byte(`"name": "focal"`), []byte(`"name": "`+kernel+`"`), 1)
	quoted := func(s string) []byte { return bytes.ReplaceAll([]byte(s), []byte(`"`), []byte(`\"`)) }
	asking = bytes.Replace(asking, quoted(full), quoted(smoke), 1)
	if err := os.WriteFile(opened, asking, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, read := range []string{"study", "results"} {
		if err := os.CopyFS(filepath.Join(filepath.Dir(opened), read), os.DirFS(read)); err != nil {
			t.Fatal(err)
		}
	}
	more := []string{}
	if interrupt {
		more = []string{long, after}
	}
	cells, err := json.Marshal(more)
	if err != nil {
		t.Fatal(err)
	}
	screenshots := filepath.Join(setup.Root(t), "kernel", "setup", "screenshots", kernel, strings.TrimSuffix(file, ".ipynb"))
	cmd := offline(t, "node", "testdata/browser.mjs", setup.Program(t, "jupyter"), opened, screenshots)
	cmd.Stdin = bytes.NewReader(cells)
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
	if s.Again != "" {
		t.Logf("JupyterLab and the kernel did not meet, and were started once more: %s", s.Again)
	}
	return s
}

// Each notebook as an HTML page, opened from disk without a network, shows its
// charts: live ones, and pictures where scripts do not run.
func TestExport(t *testing.T) {
	notebooks(t, func(t *testing.T, file string, committed *bundle.Notebook) {
		t.Parallel()
		charts := 0
		for _, c := range committed.Cells {
			for _, o := range c.Outputs {
				charts += strings.Count(string(o.Data["text/html"]), `class="focal-chart"`)
			}
		}
		page := filepath.Join(t.TempDir(), "page.html")
		if out, err := exec.Command(setup.Program(t, "jupyter"), "nbconvert", "--to", "html", "--output", page, file).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		out, err := offline(t, "node", "testdata/export.mjs", page).Output()
		if err != nil {
			t.Fatal(err)
		}
		var seen struct {
			Live     []int // colours of each live chart
			Pictures int
		}
		if err := json.Unmarshal(out, &seen); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if len(seen.Live) != charts || seen.Pictures < charts || charts == 0 {
			t.Errorf("%d live charts and %d pictures, want %d of each", len(seen.Live), seen.Pictures, charts)
		}
		for i, colours := range seen.Live {
			if colours < 100 {
				t.Errorf("chart %d has %d colours: it is not painted", i+1, colours)
			}
		}
	})
}
