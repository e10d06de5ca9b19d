package gonb_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// Of the charts that are not shown at first, the one at w = 2, n = 4 waits for the file
// "asked", and the others for the file "rest". A reader who asks for another chart ends
// the wait.
const slidersCell = `import (
	"fmt"
	"os"
	"time"

	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)
%%
plot.Explore(func(v plot.Values) *plot.Chart {
	file := "rest"
	switch at := [2]float64{v["w"], v["n"]}; at {
	case [2]float64{1.5, 4}:
		file = "."
	case [2]float64{2, 4}:
		file = "asked"
	}
	for show.Context().Err() == nil {
		if _, err := os.Stat(file); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	x, y := []float64{0, 1, 2}, []float64{0, v["w"], v["n"]}
	return plot.Lines(fmt.Sprintf("w %v, n %v", v["w"], v["n"]), "x", "y", plot.Series{Name: "s", X: x, Y: y})
}, plot.Slider{Name: "w", From: 1, To: 2, Step: 0.05}, plot.Slider{Name: "n", From: 3, To: 5, Step: 1}).Show()`

// Sliders in JupyterLab ask the cell for charts that are not drawn yet, and also work
// once the cell has ended. The saved notebook holds all charts, and nothing that would
// open a connection.
func TestSliders(t *testing.T) {
	setup.Needed(t)
	folder, err := os.MkdirTemp("testdata", "sliders")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	file := filepath.Join(folder, "sliders.ipynb")
	notebook, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5,
		"metadata": map[string]any{"kernelspec": map[string]string{"name": "focal-gonb", "display_name": "Focal (GoNB)",
			"language": "go"}},
		"cells": []any{map[string]any{"cell_type": "code", "id": "sliders", "metadata": map[string]any{},
			"outputs": []any{}, "execution_count": nil, "source": slidersCell}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, notebook, 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	shots := filepath.Join(setup.Root(t), "kernel", "setup", "screenshots", "sliders-gonb")
	cmd := exec.Command("node", filepath.Join("testdata", "sliders.mjs"), setup.Program(t, "jupyter"), root, shots)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var seen struct {
		First, Note, Prompt string
		Console             []string
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	if seen.First != "w 1.5, n 4" || seen.Note != "This chart is being drawn." || !strings.Contains(seen.Prompt, "*") {
		t.Errorf("at first %q, then %q, followed while the prompt was %q", seen.First, seen.Note, seen.Prompt)
	}
	if len(seen.Console) > 0 {
		t.Errorf("the console says %q", seen.Console)
	}
	saved, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(saved), "WebSocket(") || !strings.Contains(string(saved), "Shown at w = 2, n = 4.") {
		t.Errorf("the saved notebook of %d bytes connects to something, or lacks the sliders' positions", len(saved))
	}
}
