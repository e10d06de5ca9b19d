package plot

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// TestPainted opens the page of every plot in a browser, light and dark: each
// paints its chart, complains of nothing, asks for nothing and tells what is
// under the pointer.
func TestPainted(t *testing.T) {
	setup.Needed(t)
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Fatal("no Chromium: run make setup")
	}
	dir := t.TempDir()
	args := []string{"testdata/paint.mjs"}
	for name, c := range everyPlot() {
		path := filepath.Join(dir, name+".html")
		if err := c.chart.Save(path); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	cmd := exec.Command("node", args...)
	cmd.Env = append(os.Environ(), "CHROMIUM="+browser)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var pages []struct {
		Name, Scheme, Tooltip string
		Console, Elsewhere    []string
		Charts                []struct {
			Width, Colours int
			Overflows      bool
		}
	}
	if err := json.Unmarshal(out, &pages); err != nil {
		t.Fatal(err)
	}
	if len(pages) != 2*len(everyPlot()) {
		t.Errorf("%d pages seen", len(pages))
	}
	tooltips := map[string]string{
		"Success": "solved (%)", "Expansions": "mean expansions", "Time": "mean time (s)", "Effects": "median ratio", "Sensitivity": "median ratio",
		"HeatMap": "instances", "Scatter": "seed", "Cactus": "runs solved", "Seeds": "mean expansions", "Anytime": "instances",
		"Incumbents": "lower bound",
	}
	for _, p := range pages {
		if len(p.Console)+len(p.Elsewhere) > 0 {
			t.Errorf("%s, %s: says %q, asks for %q", p.Name, p.Scheme, p.Console, p.Elsewhere)
		}
		if len(p.Charts) != 1 || p.Charts[0].Width < 900 || p.Charts[0].Overflows || p.Charts[0].Colours < 100 {
			t.Errorf("%s, %s: painted %+v", p.Name, p.Scheme, p.Charts)
		}
		if want := tooltips[p.Name]; p.Scheme == "light" && !strings.Contains(p.Tooltip, want) {
			t.Errorf("%s: the pointer is told %q, want %q in it", p.Name, p.Tooltip, want)
		}
	}
}
