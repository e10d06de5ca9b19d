package plot

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// manyCategories returns a chart of n bars with names of the given length.
func manyCategories(n, length int) *Chart {
	rows := map[string]any{}
	var names []string
	var heights []float64
	for i := range n {
		names = append(names, fmt.Sprintf("%02d", i)+strings.Repeat("x", length-2))
		heights = append(heights, float64(i+1))
	}
	rows["name"], rows["height"] = names, heights
	return Of(rows).X("name").Y("height").Bars().Chart()
}

// Names of categories that do not fit side by side are written vertically, and none is
// left out.
func TestTurned(t *testing.T) {
	for _, c := range []struct {
		n, length int
		upright   bool
	}{{5, 4, false}, {12, 4, false}, {16, 8, true}, {30, 12, true}, {60, 5, true}, {20, 60, true}} {
		chart := manyCategories(c.n, c.length)
		svg, err := chart.SVG()
		if err != nil {
			t.Fatal(err)
		}
		upright := strings.Count(svg, `rotate(-90`)
		if c.upright != (upright == c.n) || !c.upright && upright > 0 {
			t.Errorf("%d names of %d: %d upright", c.n, c.length, upright)
		}
		for i := range c.n {
			if !regexp.MustCompile(fmt.Sprintf(`>%02d(x*…?)</text>`, i)).MatchString(svg) {
				t.Errorf("%d names of %d: %d is left out", c.n, c.length, i)
			}
		}
		boxes, height := chart.figure.layout()
		if below := float64(height) - boxes[0].top - boxes[0].height; c.upright &&
			below < min(7*float64(c.length), widestBelow) {
			t.Errorf("%d names of %d: only %v pixels below the panel", c.n, c.length, below)
		}
	}
}
