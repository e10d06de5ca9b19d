package tsp

import (
	"context"
	"encoding/xml"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// tourSeen is a tour as its picture shows it.
type tourSeen struct {
	Title  string `xml:"title"`
	Groups []struct {
		Fill  string `xml:"fill,attr"`
		Edges []struct {
			D string `xml:"d,attr"`
		} `xml:"path"`
		Cities []struct {
			X     float64 `xml:"cx,attr"`
			Y     float64 `xml:"cy,attr"`
			Title string  `xml:"title"`
		} `xml:"circle"`
	} `xml:"g"`
	Depot struct {
		X float64 `xml:"x,attr"`
		Y float64 `xml:"y,attr"`
		W float64 `xml:"width,attr"`
	} `xml:"rect"`
	Here struct {
		X float64 `xml:"cx,attr"`
		Y float64 `xml:"cy,attr"`
	} `xml:"circle"`
}

// read reads a picture: the positions of the cities, which of them are coloured, and the
// edges as pairs of positions.
func read(t *testing.T, picture string, n int) (places []tsplib.Point, visited map[int]bool, edges [][2]tsplib.Point,
	seen tourSeen) {
	t.Helper()
	if err := xml.Unmarshal([]byte(picture), &seen); err != nil {
		t.Fatal(err)
	}
	places, visited = make([]tsplib.Point, n), map[int]bool{}
	places[0] = tsplib.Point{X: seen.Depot.X + seen.Depot.W/2, Y: seen.Depot.Y + seen.Depot.W/2}
	cities := 1
	for _, g := range seen.Groups {
		for _, c := range g.Cities {
			var city int
			if _, err := fmt.Sscanf(c.Title, "city %d", &city); err != nil {
				t.Fatal(err)
			}
			cities++
			places[city], visited[city] = tsplib.Point{X: c.X, Y: c.Y}, g.Fill == palette.Blue
		}
		for _, e := range g.Edges {
			var edge [2]tsplib.Point
			if _, err := fmt.Sscanf(strings.Replace(e.D[1:], "L", " ", 1), "%g %g %g %g", &edge[0].X, &edge[0].Y, &edge[1].X,
				&edge[1].Y); err != nil {
				t.Fatal(e.D, err)
			}
			edges = append(edges, edge)
		}
	}
	if cities != n {
		t.Fatalf("%d cities are drawn, want %d", cities, n)
	}
	return places, visited, edges, seen
}

// TestDraw: the edges drawn are those of the solution that engine.Verify has checked, one
// more in each picture, and the cities lie as on the map.
func TestDraw(t *testing.T) {
	p, err := engine.Lookup("tsp/40/3")
	if err != nil {
		t.Fatal(err)
	}
	r := engine.Solve(context.Background(), p, engine.PFS(1.5, 0.7))
	if err := engine.Verify(p, r); err != nil || !r.Solved() {
		t.Fatal(r, err)
	}
	points := Random(40, 3)
	pictures, err := p.Draw(r.Moves)
	if err != nil || len(pictures) != 41 {
		t.Fatalf("%d pictures, %v", len(pictures), err)
	}
	length := 0.0
	for i, picture := range pictures {
		places, visited, edges, seen := read(t, picture, 40)
		if len(edges) != i {
			t.Fatalf("after %d moves %d edges are drawn", i, len(edges))
		}
		at := engine.Move(0)
		for k, to := range r.Moves[:i] {
			if edges[k] != [2]tsplib.Point{places[at], places[to]} {
				t.Errorf("edge %d goes from %v to %v, want from city %d to city %d", k+1, edges[k][0], edges[k][1], at, to)
			}
			if !visited[int(to)] && to != 0 {
				t.Errorf("after %d moves city %d is pale", i, to)
			}
			at = to
		}
		if count := countTrue(visited); count != min(i, 39) {
			t.Errorf("after %d moves %d cities are coloured", i, count)
		}
		if here := (tsplib.Point{X: seen.Here.X, Y: seen.Here.Y}); here != places[at] {
			t.Errorf("after %d moves the ring is at %v, want %v", i, here, places[at])
		}
		if !strings.HasPrefix(seen.Title, fmt.Sprintf("%d of 40 cities", i)) {
			t.Errorf("after %d moves: %s", i, seen.Title)
		}
		if i > 0 {
			a, b := points[fromOf(r.Moves, i)], points[r.Moves[i-1]]
			length += math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y))
		}
		checkMap(t, points, places)
	}
	var said float64
	_, _, _, seen := read(t, pictures[40], 40)
	if _, err := fmt.Sscanf(seen.Title, "40 of 40 cities, length %g", &said); err != nil || math.Abs(said-length) > 0.001 {
		t.Errorf("at the end: %s, want length %f", seen.Title, length)
	}
	if _, err := p.Draw([]engine.Move{1, 40}); err == nil || err.Error() != "move 2 goes to city 40: want 0 to 39" {
		t.Errorf("a city that does not exist: %v", err)
	}
}

func fromOf(moves []engine.Move, i int) engine.Move {
	if i == 1 {
		return 0
	}
	return moves[i-2]
}

func countTrue(set map[int]bool) (n int) {
	for _, in := range set {
		if in {
			n++
		}
	}
	return n
}

// checkMap: east is right, north is up.
func checkMap(t *testing.T, points []Point, places []tsplib.Point) {
	t.Helper()
	scale := (places[1].X - places[0].X) / float64(points[1].X-points[0].X)
	for i, p := range points {
		x := places[0].X + scale*float64(p.X-points[0].X)
		y := places[0].Y - scale*float64(p.Y-points[0].Y)
		if scale <= 0 || math.Hypot(x-places[i].X, y-places[i].Y) > 1 {
			t.Fatalf("city %d is drawn at %v, want (%.1f, %.1f)", i, places[i], x, y)
		}
	}
}

// TestLayout: cities of a plane whose positions are not given are drawn with all
// distances in proportion; other distances are drawn as well.
func TestLayout(t *testing.T) {
	for n := 3; n <= 100; n += 13 {
		p, err := New(Euclidean(Random(n, 7)), tsplib.Unit, Depth)
		if err != nil {
			t.Fatal(err)
		}
		pictures, err := p.Draw(nil)
		if err != nil || len(pictures) != 1 {
			t.Fatal(len(pictures), err)
		}
		places, _, _, _ := read(t, pictures[0], n)
		points := Random(n, 7)
		longest, drawn := 0.0, 0.0
		each := func(f func(given, drawn float64)) {
			for i := range n {
				for j := range i {
					f(math.Hypot(float64(points[i].X-points[j].X), float64(points[i].Y-points[j].Y)),
						math.Hypot(places[i].X-places[j].X, places[i].Y-places[j].Y))
				}
			}
		}
		each(func(a, b float64) { longest, drawn = max(longest, a), max(drawn, b) })
		each(func(a, b float64) {
			if math.Abs(a/longest-b/drawn) > 0.01 {
				t.Fatalf("of %d cities, a distance of %.3f of the longest is drawn as %.3f", n, a/longest, b/drawn)
			}
		})
	}
	r := rand.New(rand.NewPCG(8, 9))
	for _, most := range []int64{1, 1000} { // all equal, and far from a metric
		for n := 2; n < 30; n += 9 {
			d := make([][]engine.Cost, n)
			for i := range d {
				d[i] = make([]engine.Cost, n)
				for j := range i {
					d[i][j] = r.Int64N(most)
					d[j][i] = d[i][j]
				}
			}
			p, err := New(d, 1, Depth)
			if err != nil {
				t.Fatal(err)
			}
			pictures, err := p.Draw(nil)
			if err != nil || strings.Contains(pictures[0], "NaN") || strings.Contains(pictures[0], "Inf") {
				t.Errorf("%d cities: %v, %s", n, err, pictures)
			}
		}
	}
}
