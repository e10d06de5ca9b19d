// Package notebooks tests the notebooks as they are committed, under both kernels,
// headless and in JupyterLab in a browser.
package notebooks

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/bundle"
	"github.com/focal-search/focal/kernel/setup"
)

// published reports whether the notebook reads runs that took hours, or makes some that take minutes, so that tests
// execute it at its size "smoke".
func published(n *bundle.Notebook) bool { return has(n, "for the whole study") }

// has reports whether a cell contains a text.
func has(n *bundle.Notebook, text string) bool {
	return slices.ContainsFunc(n.Cells, func(c bundle.Cell) bool { return strings.Contains(string(c.Source), text) })
}

const full, smoke = `const size = "full"`, `const size = "smoke"`

func read(t *testing.T, data []byte) *bundle.Notebook {
	t.Helper()
	n, err := bundle.ParseNotebook(data)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// parsed returns a notebook's parsed file.
func parsed(t *testing.T, file string) *bundle.Notebook {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, data)
}

// files returns the notebooks, in order.
func files(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatal("no notebooks", err)
	}
	return files
}

// notebooks runs a test for some notebooks.
func notebooks(t *testing.T, files []string, f func(t *testing.T, file string, committed *bundle.Notebook)) {
	for _, file := range files {
		t.Run(file, func(t *testing.T) { f(t, file, parsed(t, file)) })
	}
}

const (
	quickstart = "01-quickstart.ipynb"
	problem    = "08-your-own-problem.ipynb"
	drawing    = "13-draw-it-yourself.ipynb"
)

// proves returns the notebooks of a test: all of them for a release, and some for a
// change.
func proves(t *testing.T, change ...string) []string {
	all := files(t)
	if setup.Release() {
		return all
	}
	for _, file := range change {
		if !slices.Contains(all, file) {
			t.Fatalf("there is no %s", file)
		}
	}
	return change
}

const mostLines = 25 // of a cell

// Each notebook asks a question, is committed executed, requests the instant kernel, and shows its outputs
// without a network: charts carry a picture, and nothing is loaded.
func TestCommitted(t *testing.T) {
	loaded := regexp.MustCompile(`(?i)(src|href)\s*=\s*["']?(https?:)?//`)
	notebooks(t, files(t), func(t *testing.T, _ string, n *bundle.Notebook) {
		if !has(n, full) {
			t.Errorf("no cell says %s", full)
		}
		if n.Metadata.Kernel.Name != "focal" {
			t.Errorf("kernel %q, want focal", n.Metadata.Kernel.Name)
		}
		if first := string(n.Cells[0].Source); !strings.Contains(first, "**Question.**") {
			t.Errorf("no question in the first cell:\n%s", first)
		}
		shown := 0
		for i, c := range n.Cells {
			if lines := strings.Count(string(c.Source), "\n") + 1; c.Type == "code" && lines > mostLines {
				t.Errorf("cell %d has %d lines of code, want at most %d", i+1, lines, mostLines)
			}
			for _, o := range c.Outputs {
				shown++
				page, chart := o.Data["text/html"], strings.Contains(string(o.Data["text/html"]), "echarts")
				switch {
				case o.Type == "error":
					t.Errorf("cell %d: %s", i+1, o.Error)
				case loaded.MatchString(string(page)):
					t.Errorf("cell %d loads %s", i+1, loaded.FindString(string(page)))
				case chart && !strings.Contains(string(page), `src="data:image/svg+xml`):
					t.Errorf("cell %d: a chart without a picture", i+1)
				}
			}
		}
		if shown == 0 {
			t.Error("not executed: run make notebooks")
		}
	})
}

// numbers matches one or several, as in "0.6, 0.7 and 0.8".
const numbers = `[\d.,]*\d((,| to|,? and| or) [\d.,]*\d)*`

// settled matches what a text may say in figures wherever it stands: code, references, values of w and p, limits, and
// numbers that are part of a term.
var settled = regexp.MustCompile("(?m)^    .*$|`[^`]*`|^#+ \\d+\\.|\\b(19|20)\\d\\d[;)]" +
	`|\b([Nn]otebooks?|Figures?|Table|[Ii]nstances?|[Ss]eeds?) (from )?` + numbers +
	`|\b[wp] (=|from|between) ` + numbers + `|at most ` + numbers + `( million)? (nodes|s)\b` +
	`|95 %|\b1 is as good|\d+-puzzle|\d/|\d[·a-z−]|[·+−] \d+|2w − 1`)

// notKept says that a section is a log of experiments whose runs are not kept, so that nothing can compute its figures.
const notKept = "This section is a log of experiments that are not kept. No cell computes its figures."

// What a notebook found is said by cells that compute it. Before the first output a text says what is planned, with
// its numbers. From there on a figure in a text is a result that nothing checks, unless it is settled or the next
// cell's code has the same number. So is a figure in the format of what a cell says, unless code of the
// notebook has it.
func TestFiguresAreComputed(t *testing.T) {
	figure, says, logs := regexp.MustCompile(`\d[\d.,]*`), regexp.MustCompile(`show\.Say\("((\\.|[^"])*)"`), 0
	typed := func(text, next string) (found []string) {
		plain := func(n string) string { return strings.ReplaceAll(strings.TrimRight(n, ".,"), ",", "") }
		known := map[string]bool{}
		for _, n := range figure.FindAllString(next, -1) {
			known[plain(n)] = true
		}
		for _, n := range figure.FindAllString(settled.ReplaceAllString(text, " "), -1) {
			if !known[plain(n)] {
				found = append(found, plain(n))
			}
		}
		return found
	}
	if got := typed("FS solves 44 of them at w = 1.05 and 1.1, PFS 97.5 %, in 1,234 expansions.", ""); !slices.Equal(got,
		[]string{"44", "97.5", "1234"}) {
		t.Errorf("figures %q", got)
	}
	const text = "With `x = 5`, p = 0.7, seeds 1 to 100 (Röger 2010) and at most 20 million nodes 1/p: notebooks 03, 05."
	if got := typed(text, ""); got != nil {
		t.Errorf("figures %q", got)
	}
	notebooks(t, files(t), func(t *testing.T, _ string, n *bundle.Notebook) {
		code := "" // without what is said
		for _, c := range n.Cells {
			if c.Type == "code" {
				code += says.ReplaceAllString(string(c.Source), "")
			}
		}
		found := false // whether a cell has shown anything yet
		for i, c := range n.Cells {
			text, next := string(c.Source), ""
			switch {
			case c.Type == "code":
				found = found || len(c.Outputs) > 0
				for _, s := range says.FindAllStringSubmatch(text, -1) {
					format := regexp.MustCompile(`%[-+ #0-9.]*[a-z]`).ReplaceAllString(s[1], "")
					if figures := typed(format, code); len(figures) > 0 {
						t.Errorf("cell %d says figures that are not computed, %q", i+1, figures)
					}
				}
			case strings.Contains(text, notKept):
				logs++
			case found:
				for _, c := range n.Cells[i+1:] {
					if c.Type == "code" {
						next = string(c.Source)
						break
					}
				}
				if figures := typed(text, next); len(figures) > 0 {
					t.Errorf("cell %d has figures that are not computed, %q:\n%s", i+1, figures, text)
				}
			}
		}
	})
	if logs != 1 {
		t.Errorf("%d logs, want the one of notebook 03", logs)
	}
}

// The quickstart contains the paper's figures.
func TestQuickstartCounts(t *testing.T) {
	says := strings.Join(parsed(t, quickstart).Says(), "\n")
	for _, want := range []string{"solved 378 306 1.2353 444,774 1,332,395 TIME", "lower bound 338, 44828 expanded"} {
		if !strings.Contains(says, want) {
			t.Errorf("no %q in\n%s", want, says)
		}
	}
}

// Each notebook, executed again under either kernel and without a network, has the
// committed outputs. A change tests under GoNB the one that defines a problem, and leaves
// out those whose outputs TestBrowser compares.
func TestExecuted(t *testing.T) {
	others := slices.DeleteFunc(files(t), func(file string) bool { return slices.Contains(inBrowser["focal"], file) })
	for kernel, files := range map[string][]string{"focal": proves(t, others...), "focal-gonb": proves(t, problem)} {
		t.Run(kernel, func(t *testing.T) {
			t.Parallel()
			setup.Needed(t)
			notebooks(t, files, func(t *testing.T, file string, committed *bundle.Notebook) {
				t.Parallel()
				compare(t, file, execute(t, kernel, file, size(committed)))
			})
		})
	}
}

// size is how a test executes a notebook: those with published runs took hours.
func size(n *bundle.Notebook) string {
	if published(n) {
		return smoke
	}
	return full
}

// compare checks that a notebook, executed, has the committed outputs. If it has two
// sizes, and so other numbers here, the same claims hold, which its last cell checks.
func compare(t *testing.T, file string, executed *bundle.Notebook) {
	t.Helper()
	committed := parsed(t, file)
	got, want := executed.Says(), committed.Says()
	if len(got) < len(want) {
		t.Fatalf("%d code cells, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] && (i == len(want)-1 || size(committed) == full) {
			t.Errorf("code cell %d says\n%s\nas committed\n%s", i+1, got[i], want[i])
		}
	}
}

// execute runs a notebook at one of its sizes, without a network.
func execute(t *testing.T, kernel, file, size string) *bundle.Notebook {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.ipynb")
	cmd := offline(t, setup.Program(t, "python"), "testdata/execute.py", file, kernel, size, out)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	return parsed(t, out)
}

// offline returns a command in its own network namespace, which has only the loopback
// interface. If the system does not allow it, a proxy that does not exist keeps programs
// that use it from the network.
func offline(t *testing.T, name string, args ...string) *exec.Cmd {
	isolate := []string{"unshare", "--map-root-user", "--net"}
	if err := exec.Command(isolate[0], append(isolate[1:], "true")...).Run(); err != nil {
		t.Logf("no network namespace (%v): offline only by a proxy", err)
		cmd := exec.Command(name, args...)
		const nowhere = "http://127.0.0.1:9"
		cmd.Env = append(os.Environ(), "http_proxy="+nowhere, "https_proxy="+nowhere, "HTTP_PROXY="+nowhere, "HTTPS_PROXY="+
			nowhere,
			"no_proxy=127.0.0.1,localhost", "NO_PROXY=127.0.0.1,localhost")
		return cmd
	}
	isolate = append(isolate, setup.Program(t, "python"), "testdata/offline.py", name)
	return exec.Command(isolate[0], append(isolate[1:], args...)...)
}

// Scripts are run in four ways: interpreted, compiled, and pasted into a cell of either
// kernel (of which a change tests only the quickstart). The output is the same each time.
func TestScripts(t *testing.T) {
	focal := setup.Program(t, "focal")
	scripts, err := filepath.Glob("../scripts/*.go")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, script := range scripts {
		t.Run(filepath.Base(script), func(t *testing.T) {
			t.Parallel()
			var kernels []string
			if setup.Release() || filepath.Base(script) == "quickstart.go" {
				kernels = []string{"focal", "focal-gonb"}
			}
			want := run(t, "go", "run", script)
			if got := run(t, focal, "script", script); bundle.Timeless(got) != bundle.Timeless(want) {
				t.Errorf("interpreted it says\n%s\ncompiled\n%s", got, want)
			}
			// In a cell a chart is displayed, elsewhere it is a file.
			charts := regexp.MustCompile(`(?m)^(.*): focal-out/.*\.html\n`)
			if !charts.MatchString(want) && script != "../scripts/paid.go" {
				t.Errorf("no chart in\n%s", want)
			}
			for _, kernel := range kernels {
				says := strings.Join(pasted(t, kernel, script).Says(), " ")
				parts := charts.Split(want, -1)
				for _, chart := range charts.FindAllStringSubmatch(want, -1) {
					parts = append(parts, chart[1])
				}
				for _, part := range parts {
					if !strings.Contains(says, bundle.Timeless(part)) {
						t.Errorf("in a cell of %s it says\n%s\nwithout\n%s", kernel, says, part)
					}
				}
			}
		})
	}
}

// run returns what a program prints, run in the checkout with charts written elsewhere.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	for i, a := range args {
		if strings.HasSuffix(a, ".go") {
			args[i], _ = filepath.Abs(a)
		}
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = setup.Root(t)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, args, err, stderr.Bytes())
	}
	return string(out)
}

// pasted executes a notebook whose only cell is a script.
func pasted(t *testing.T, kernel, script string) *bundle.Notebook {
	t.Helper()
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(map[string]any{
		"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{},
		"cells": []any{map[string]any{"cell_type": "code", "id": "script", "metadata": map[string]any{},
			"source": string(source), "outputs": []any{}, "execution_count": nil}},
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "script.ipynb")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return execute(t, kernel, file, full)
}
