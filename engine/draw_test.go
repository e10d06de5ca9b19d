package engine_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/focal-search/focal/engine"
)

// TestGraphDraw: the pictures show the states to which the moves lead, as SVG if the
// graph has Draw, else as its text.
func TestGraphDraw(t *testing.T) {
	for _, c := range []struct {
		picture, draw func([2]int) string
		format        string
	}{
		{nil, nil, "%v\n"},
		{func(s [2]int) string { return fmt.Sprintf("at %v", s) }, nil, "at %v"},
		{func(s [2]int) string { return "" }, func(s [2]int) string { return fmt.Sprintf("<svg>%v</svg>", s) },
			"<svg>%v</svg>"},
	} {
		g := knights(8)
		g.Picture, g.Draw = c.picture, c.draw
		p := g.Problem()
		r := engine.Solve(context.Background(), p, engine.AStar())
		want := []string{fmt.Sprintf(c.format, g.Start)}
		for _, name := range r.Path {
			var to [2]int
			if _, err := fmt.Sscanf(name, "to [%d %d]", &to[0], &to[1]); err != nil {
				t.Fatal(name, err)
			}
			want = append(want, fmt.Sprintf(c.format, to))
		}
		got, err := p.Draw(r.Moves)
		if err != nil || !slices.Equal(got, want) || len(got) != 7 {
			t.Errorf("pictures %q, %v; want %q", got, err, want)
		}
		if c.draw == nil && p.Picture(r.Moves) != want[len(want)-1] {
			t.Errorf("the last picture is %q, want %q", p.Picture(r.Moves), want[len(want)-1])
		}
		if _, err := p.Draw([]engine.Move{0, 99}); err == nil ||
			err.Error() != "move 2: the state [1 2] has no edge number 99" {
			t.Errorf("an edge that does not exist: %v", err)
		}
	}
}
