package plot

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/engine"
)

// TestExplored: the cells that are drawn in the colours of queues are those that A* must expand, whose f is below the
// optimum, and none whose f is above it; a problem without a map and an unknown algorithm are refused.
func TestExplored(t *testing.T) {
	p := domains.Get("grid/random-20/1")
	var states [][]uint64
	r := engine.Solve(t.Context(), p, engine.AStar(), engine.OnSelect(func(state []uint64, queue int) {
		states = append(states, []uint64{state[0]})
	}))
	if int64(len(states)) != r.Expanded+1 { // the goal is not expanded
		t.Fatalf("%d selections of %v", len(states), r)
	}
	space := p.NewSpace()
	for _, state := range states {
		if h, _ := space.Evaluate(engine.Node{State: state}); h > r.Cost {
			t.Fatalf("h = %d, the cost is %d", h, r.Cost)
		}
	}
	c := Explored(t.Context(), p, engine.AStar())
	svg, err := c.SVG()
	if err != nil {
		t.Fatal(err)
	}
	fills := regexp.MustCompile(fmt.Sprintf(`<path shape-rendering="crispEdges" fill="%s" fill-opacity="([.0-9]+)"`, palette.Blue)).
		FindAllStringSubmatch(svg, -1)
	if len(fills) != 5 || strings.Contains(svg, `shape-rendering="crispEdges" fill="`+palette.Vermilion) {
		t.Errorf("%v", fills)
	}
	svg, err = Explored(t.Context(), p, engine.PFS(1.5, 0.5)).SVG()
	if err != nil || !strings.Contains(svg, "blue: least d, vermilion: least f") {
		t.Errorf("%v %.300s", err, svg)
	}
	for want, c := range map[string]*Chart{
		"are not places on a map": Explored(t.Context(), domains.Get("npuzzle/korf/1"), engine.AStar()),
		"unknown":                 Explored(t.Context(), p, engine.Algorithm{Name: "astr"}),
	} {
		if c.Err() == nil || !strings.Contains(c.Err().Error(), want) {
			t.Errorf("%v, want %s", c.Err(), want)
		}
	}
}
