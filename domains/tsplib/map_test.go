package tsplib

import (
	"slices"
	"strings"
	"testing"
)

// TestMap: on a map longitude goes to the right and latitude up; cities with explicit
// distances lie where the file displays them, if it does.
func TestMap(t *testing.T) {
	const explicit = "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n5\n"
	for _, c := range []struct {
		text string
		want []Point
	}{
		{"DIMENSION: 2\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n1 16.47 96.10\n2 -20 94\nEOF\n",
			[]Point{{X: 96.10, Y: 16.47}, {X: 94, Y: -20}}},
		{"DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 1 2\n2 3 4\nEOF\n", []Point{{X: 1, Y: 2}, {X: 3, Y: 4}}},
		{explicit + "EOF\n", nil},
		{explicit + "DISPLAY_DATA_SECTION\n2 3 4\n1 1 2\nEOF\n", []Point{{X: 1, Y: 2}, {X: 3, Y: 4}}},
	} {
		f, err := Read(strings.NewReader(c.text), "two.tsp")
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Map(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.text, got, c.want)
		}
	}
}
