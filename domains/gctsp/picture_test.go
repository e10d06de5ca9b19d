package gctsp

import (
	"context"
	"encoding/xml"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// pictured returns a triangle on a map.
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

// TestDraw: pictures are SVG that shows the edges of the tour, the visited nodes in
// colour and the others by what they cover.
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
			Edges []struct{} `xml:"g>path"` // of the tour: the customers' positions are not known
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
			if radii[n.Title] = n.Radius; n.Fill == palette.Blue {
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
	if _, err := p.Draw([]engine.Move{2, 3}); err == nil ||
		err.Error() != "move 2: node 3 is not a facility: it covers no customer" {
		t.Errorf("%v", err)
	}
	if p, err := New(triangle(), Covering); err != nil || p.Draw != nil {
		t.Errorf("nodes whose places are not known are drawn: %v", err)
	}
	if !strings.Contains(pictures[1], fmt.Sprintf(`stroke="%s"`, palette.Vermilion)) {
		t.Error("the last move does not stand out")
	}
}

// TestCoverage: the pictures of a solution that engine.Verify has checked show its edges,
// and connect each covered customer to the first node of the tour that covers it.
func TestCoverage(t *testing.T) {
	in, err := Random("small", 30) // 48 nodes
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(in, Covering)
	if err != nil {
		t.Fatal(err)
	}
	r := engine.Solve(context.Background(), p, engine.PFS(2, 0.7))
	if err := engine.Verify(p, r); err != nil || !r.Solved() {
		t.Fatal(r, err)
	}
	pictures, err := p.Draw(r.Moves)
	if err != nil || len(pictures) != len(r.Moves)+1 {
		t.Fatalf("%d pictures of %d moves, %v", len(pictures), len(r.Moves), err)
	}
	for i, picture := range pictures {
		seen := readMap(t, picture)
		at := seen.depot()
		for k, m := range r.Moves[:i] {
			to := seen.depot()
			if int(m) != in.Depot {
				to = seen.places[fmt.Sprintf("node %d", m)]
			}
			if want := at + "L" + to; seen.lines[fmt.Sprintf("m%d", k+1)] != want {
				t.Errorf("edge %d is %s, want %s", k+1, seen.lines[fmt.Sprintf("m%d", k+1)], want)
			}
			at = to
		}
		first := map[int]engine.Move{}
		for _, m := range r.Moves[:i] {
			for _, c := range in.Covers[m] {
				if _, covered := first[c]; !covered {
					first[c] = m
				}
			}
		}
		for c := range in.Customers {
			name, want, colour := fmt.Sprintf("customer %d", c), "", palette.Ink
			if m, covered := first[c]; covered {
				want, colour = seen.places[fmt.Sprintf("node %d", m)]+"L"+seen.places[name], palette.Green
			}
			if got := seen.lines[fmt.Sprintf("l%d", c)]; got != want || seen.colours[name] != colour {
				t.Errorf("after %d moves customer %d is tied by %q and %s, want %q and %s", i, c, got, seen.colours[name], want,
					colour)
			}
		}
		if len(seen.lines) != i+len(first) || len(seen.places) != 47 {
			t.Errorf("after %d moves there are %d lines and %d places", i, len(seen.lines), len(seen.places))
		}
		if got, want := seen.Rects[2].Width/seen.Rects[1].Width,
			float64(len(first))/float64(in.Customers); math.Abs(got-want) > 0.001 {
			t.Errorf("after %d moves the bar is at %.3f, want %.3f", i, got, want)
		}
	}
}

type rect struct {
	X     float64 `xml:"x,attr"`
	Y     float64 `xml:"y,attr"`
	Width float64 `xml:"width,attr"`
}

// mapSeen is the content of a picture.
type mapSeen struct {
	Rects []rect `xml:"rect"` // the depot, the background of the bar and the bar
	Lines []struct {
		Key string `xml:"data-key,attr"`
		D   string `xml:"d,attr"`
	} `xml:"g>path"`
	Circles []struct {
		X     string `xml:"cx,attr"`
		Y     string `xml:"cy,attr"`
		Fill  string `xml:"fill,attr"`
		Title string `xml:"title"`
	} `xml:"circle"`
	lines, places, colours map[string]string
}

func (s *mapSeen) depot() string {
	d := s.Rects[0]
	return fmt.Sprintf("%.1f %.1f", d.X+d.Width/2, d.Y+d.Width/2)
}

func readMap(t *testing.T, picture string) *mapSeen {
	t.Helper()
	s := &mapSeen{lines: map[string]string{}, places: map[string]string{}, colours: map[string]string{}}
	if err := xml.Unmarshal([]byte(picture), s); err != nil {
		t.Fatal(err)
	}
	for _, l := range s.Lines {
		s.lines[l.Key] = strings.TrimPrefix(l.D, "M")
	}
	for _, c := range s.Circles {
		if c.Title != "" {
			s.places[c.Title], s.colours[c.Title] = c.X+" "+c.Y, c.Fill
		}
	}
	return s
}

// TestLargeDisc: a facility at the map's border that covers many customers is drawn
// completely.
func TestLargeDisc(t *testing.T) {
	in := &Instance{
		Customers: 200, Quota: 1, Unit: 1, Covers: [][]int{nil, make([]int, 200)}, Distances: [][]engine.Cost{{0, 5}, {5, 0}},
		Points: []tsplib.Point{{}, {X: 10, Y: 10}},
	}
	for c := range in.Covers[1] {
		in.Covers[1][c] = c
	}
	p, err := New(in, Covering)
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := p.Draw(nil)
	var x, y, r float64
	if i := strings.Index(pictures[0], `<circle data-key="n1"`); i < 0 || err != nil {
		t.Fatal(pictures, err)
	} else if _, err := fmt.Sscanf(pictures[0][i:], `<circle data-key="n1" cx="%f" cy="%f" r="%f"`, &x, &y,
		&r); err != nil {
		t.Fatal(err)
	}
	if x != 462 || y != 18 || r > 18 || r < 10 {
		t.Errorf("a disc of %v about %v, %v on 480 by 480", r, x, y)
	}
}
