//go:build unix

package instant

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/internal/capped"
	"github.com/focal-search/focal/kernel/setup"
)

// sliders is a notebook whose first cell shows sliders, and whose searches take longer
// than a move if n is 9.
const sliders = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "focal", "display_name": "Focal", "language": "go"}},
"cells": [{"cell_type": "code", "id": "sliders", "metadata": {}, "outputs": [], "execution_count": null, "source": "CELL"}]}`

const slidersCell = `begun, ended, slow := 0, 0, 0
plot.Explore(func(v plot.Values) *plot.Chart {
	begun++
	if v["n"] == 9 {
		slow++
		os.WriteFile("slow", nil, 0o644) // the test waits for it
		select {
		case <-show.Context().Done():
		case <-time.After(time.Hour):
		}
	}
	ended++
	x, y := []float64{0, 1, 2}, []float64{0, v["w"], v["n"]}
	return plot.Lines(fmt.Sprintf("w %v, n %v", v["w"], v["n"]), "x", "y", plot.Series{Name: "s", X: x, Y: y})
}, plot.Slider{Name: "w", From: 1, To: 2, Step: 0.05}, plot.Slider{Name: "n", From: 3, To: 9, Step: 1})`

// Sliders in JupyterLab in a browser call the kernel. The chart follows, also if a search
// takes longer than a move, after a cell was interrupted, and after the page was
// reloaded. A study runs in the background until its button is pressed.
func TestSliders(t *testing.T) {
	t.Parallel()
	out := slide(t, "sliders")
	var seen struct {
		Readouts    []string   // of the sliders at first
		First       string     // the chart's title at first
		Moves       []painting // one after the other
		Dragged     string     // after a drag over the slow end, and back
		Slow        string     // what a cell prints of the drawings begun and ended
		After       string     // after a cell was cut off
		Reloaded    string     // readouts after the page was reloaded
		Console     []string
		Interrupted string
		Study       string // that ran in the background and was stopped
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	if got := strings.Join(seen.Readouts, " "); got != "1.50 6" || seen.First != "w 1.5, n 6" {
		t.Errorf("at first the sliders say %q and the chart %q", got, seen.First)
	}
	for i, move := range seen.Moves {
		want := fmt.Sprintf("w %v, n 6", []float64{1.55, 1.6, 1.65, 1.7, 1.75}[i])
		if move.Title != want {
			t.Errorf("move %d leads to %q, want %q", i+1, move.Title, want)
		}
	}
	if seen.Dragged != "w 1.75, n 3" || seen.After != "w 1.8, n 3" {
		t.Errorf("after a drag the chart says %q, and after a cell was cut off %q", seen.Dragged, seen.After)
	}
	if seen.Reloaded != "1.80 3" {
		t.Errorf("after the page was reloaded the sliders say %q", seen.Reloaded)
	}
	if !strings.Contains(seen.Slow, "all ended: true, slow: true") || !strings.Contains(seen.Interrupted, "interrupted") {
		t.Errorf("a cell prints %q of the drawings; an interrupted cell prints %q", seen.Slow, seen.Interrupted)
	}
	if !regexp.MustCompile(`study\.db: 240 runs: 0 were there, \d+ made in .*, \d+ missing`).MatchString(seen.Study) {
		t.Errorf("the study that was stopped says %q", seen.Study)
	}
	if len(seen.Console) > 0 {
		t.Errorf("the console says %q", seen.Console)
	}
}

// A painting is the chart to which a slider's move leads.
type painting struct {
	Title string
	Ms    float64 // until it is painted
}

// BenchmarkSliders measures how long it takes until the chart that follows a slider's move is
// painted in JupyterLab in a browser: the median of five moves and the longest time.
func BenchmarkSliders(b *testing.B) {
	for b.Loop() {
		var seen struct{ Moves []painting }
		if out := slide(b, "sliders"); json.Unmarshal(out, &seen) != nil || len(seen.Moves) == 0 {
			b.Fatalf("%q", out)
		}
		slices.SortFunc(seen.Moves, func(a, b painting) int { return cmp.Compare(a.Ms, b.Ms) })
		b.ReportMetric(0, "ns/op") // of the whole session
		b.ReportMetric(seen.Moves[len(seen.Moves)/2].Ms, "ms/move")
		b.ReportMetric(seen.Moves[len(seen.Moves)-1].Ms, "ms/move-worst")
	}
}

// Two tabs of a browser show one notebook. A move in one moves the sliders and the chart
// of the other, also after one of them was reloaded. After a reload while a cell waits
// for input the next cell says so, and an interrupt ends the wait.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	var seen struct {
		Steps     []string
		Charts    []int // in each tab
		Questions int   // for input, after a reload
		Console   []string
	}
	if out := slide(t, "tabs"); json.Unmarshal(out, &seen) != nil {
		t.Fatalf("%q", out)
	}
	if len(seen.Steps) != 8 || !slices.Equal(seen.Charts, []int{1, 1}) || seen.Questions > 0 || len(seen.Console) > 0 {
		t.Errorf("%+v", seen)
	}
}

// Pictures are pictures in JupyterLab, and no cell's output makes it too slow to be used: a
// text of 20 MB, displays of as much together, and a text without end, which is interrupted.
func TestOutputsInLab(t *testing.T) {
	t.Parallel()
	out := slide(t, "outputs")
	var seen struct {
		Picture                  []int // its width and height
		Value, Printed, Displays int   // characters
		After                    string
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	if !slices.Equal(seen.Picture, []int{30, 20}) {
		t.Errorf("a picture of %d pixels, want 30 x 20", seen.Picture)
	}
	if seen.Displays < 1<<20 || seen.Displays > capped.Shown {
		t.Errorf("displays of %d characters, want some and at most %d", seen.Displays, capped.Shown)
	}
	for what, n := range map[string]int{"a value": seen.Value, "what is printed": seen.Printed} {
		if n < 1000 || n > capped.Text+1000 {
			t.Errorf("%s has %d characters, want some and at most %d", what, n, capped.Text)
		}
	}
	if seen.After != "30" {
		t.Errorf("and then %q, want 30", seen.After)
	}
}

// slide runs a program of testdata, which prints what it sees in JupyterLab of the
// notebook with sliders.
func slide(t testing.TB, name string) []byte {
	t.Helper()
	jupyter := setup.Program(t, "jupyter")
	folder := t.TempDir()
	text, err := json.Marshal(slidersCell)
	if err != nil {
		t.Fatal(err)
	}
	notebook := []byte(sliders[:len(sliders)-len(`"CELL"}]}`)] + string(text) + "}]}")
	if err := os.WriteFile(filepath.Join(folder, "sliders.ipynb"), notebook, 0o644); err != nil {
		t.Fatal(err)
	}
	shots := filepath.Join(setup.Root(t), "kernel", "setup", "screenshots", name)
	cmd := exec.Command("node", filepath.Join("testdata", name+".mjs"), jupyter, folder, shots)
	cmd.Env = withKernel(t)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}
