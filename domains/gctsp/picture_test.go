package gctsp

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/svg"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// pictured is a triangle on a map.
func pictured(t *testing.T) *engine.Problem {
	t.Helper()
	in := triangle()
	in.Attached = 1
	in.Points = []tsplib.Point{{X: 63, Y: 19}, {X: 0, Y: 0}, {X: 10, Y: 19}, {X: 63, Y: 0}}
	p, err := New(in, Covering)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPicture(t *testing.T) {
	p := pictured(t)
	const legend = "@ here, D depot, # visited; other facilities by how many uncovered customers they cover: - 1 to 9 +\n"
	gap := strings.Repeat("\n", 19)
	for _, test := range []struct {
		moves []engine.Move
		want  string
	}{
		{nil, "tour: 1\ncost: 0\ncovered: 0 of 4 customers, quota 3\nattached to their nearest facilities: 1\n" +
			"          2" + strings.Repeat(" ", 52) + "2" + gap + "@\n" + legend},
		{[]engine.Move{2}, "tour: 1 2\ncost: 5\ncovered: 2 of 4 customers, quota 3\nattached to their nearest facilities: 1\n" +
			"          @" + strings.Repeat(" ", 52) + "1" + gap + "D\n" + legend},
		{[]engine.Move{2, 0, 1}, "tour: 1 2 0 1\ncost: 12\ncovered: 3 of 4 customers, quota 3\nattached to their nearest facilities: 1\n" +
			"          #" + strings.Repeat(" ", 52) + "#" + gap + "@\n" + legend},
		{[]engine.Move{3}, "move 1: node 3 is not a facility: it covers no customer"},
	} {
		if got := p.Picture(test.moves); got != test.want {
			t.Errorf("%v:\n%s\nwant\n%s", test.moves, got, test.want)
		}
	}
}

// TestDraw: pictures are SVG that shows the edges of the tour, the visited nodes
// in colour and the others by what they cover.
func TestDraw(t *testing.T) {
	p := pictured(t)
	pictures, err := p.Draw([]engine.Move{2, 0, 1})
	if err != nil || len(pictures) != 4 {
		t.Fatalf("%d pictures, %v", len(pictures), err)
	}
	titles := []string{
		"0 of 4 customers covered, quota 3, length 0", "2 of 4 customers covered, quota 3, length 5",
		"3 of 4 customers covered, quota 3, length 9", "3 of 4 customers covered, quota 3, length 12",
	}
	visited := []string{"", "node 2", "node 0 node 2", "node 0 node 2"}
	for i, picture := range pictures {
		var seen struct {
			Title string     `xml:"title"`
			Edges []struct{} `xml:"g>path"`
			Nodes []struct {
				Fill   string  `xml:"fill,attr"`
				Radius float64 `xml:"r,attr"`
				Title  string  `xml:"title"`
			} `xml:"circle"`
		}
		if err := xml.Unmarshal([]byte(picture), &seen); err != nil {
			t.Fatal(err)
		}
		radii := map[string]float64{}
		var coloured []string
		for _, n := range seen.Nodes {
			if radii[n.Title] = n.Radius; n.Fill == svg.Blue {
				coloured = append(coloured, n.Title)
			}
		}
		if got := strings.Join(coloured, " "); got != visited[i] || len(seen.Edges) != i || seen.Title != titles[i] {
			t.Errorf("picture %d: %q with %d edges, coloured are %s, want %s", i, seen.Title, len(seen.Edges), got, visited[i])
		}
		if i < 2 && radii["node 0"] <= radii["node 3"] {
			t.Errorf("picture %d: a facility is no larger than another node: %v", i, radii)
		}
	}
	if _, err := p.Draw([]engine.Move{2, 3}); err == nil || err.Error() != "move 2: node 3 is not a facility: it covers no customer" {
		t.Errorf("%v", err)
	}
	if p, err := New(triangle(), Covering); err != nil || p.Draw != nil {
		t.Errorf("nodes whose places are not known are drawn: %v", err)
	}
	if !strings.Contains(pictures[1], fmt.Sprintf(`stroke="%s"`, svg.Vermilion)) {
		t.Error("the last move does not stand out")
	}
}
