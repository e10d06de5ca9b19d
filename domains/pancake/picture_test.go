package pancake

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/engine"
)

// TestDraw reads stacks from the pictures of random flips.
func TestDraw(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{2, 12, 60, 255} {
		want := Random(n, 5)
		p, err := New(want)
		if err != nil {
			t.Fatal(err)
		}
		var moves []engine.Move
		for range 30 {
			moves = append(moves, engine.Move(2+r.IntN(n-1)))
		}
		pictures, err := p.Draw(moves)
		if err != nil || len(pictures) != len(moves)+1 {
			t.Fatalf("%d pictures of %d moves, %v", len(pictures), len(moves), err)
		}
		for i, picture := range pictures {
			if i > 0 {
				for a, b := 0, int(moves[i-1])-1; a < b; a, b = a+1, b-1 {
					want[a], want[b] = want[b], want[a]
				}
			}
			checkPicture(t, picture, want)
		}
		if _, err := p.Draw([]engine.Move{engine.Move(n), 1}); err == nil ||
			err.Error() != fmt.Sprintf("move 2: flip 1 is not a move: want 2 to %d", n) {
			t.Errorf("a flip of one: %v", err)
		}
	}
}

// drawn is a pancake in a picture.
type drawn struct {
	size        int
	y, width, x float64
}

func checkPicture(t *testing.T, picture string, want Stack) {
	t.Helper()
	var p struct {
		Title  string `xml:"title"`
		Groups []struct {
			Pancakes []struct {
				Key int    `xml:"data-key,attr"`
				D   string `xml:"d,attr"`
			} `xml:"path"`
		} `xml:"g"`
		Paths []struct {
			Stroke string `xml:"stroke,attr"`
			D      string `xml:"d,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal([]byte(picture), &p); err != nil {
		t.Fatal(err)
	}
	var pancakes []drawn
	for _, c := range p.Groups[0].Pancakes {
		d := drawn{size: c.Key}
		if _, err := fmt.Sscanf(c.D, "M%g %gh%g", &d.x, &d.y, &d.width); err != nil {
			t.Fatal(c.D, err)
		}
		pancakes = append(pancakes, d)
	}
	slices.SortFunc(pancakes, func(a, b drawn) int { return cmp.Compare(a.y, b.y) })
	var got Stack
	for _, x := range pancakes {
		got = append(got, x.size)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("the picture is of %v, want %v", got, want)
	}
	gaps, onPlate := 0, append(slices.Clone(want), len(want)+1)
	for i := range want {
		if d := onPlate[i] - onPlate[i+1]; d != 1 && d != -1 {
			gaps++
		}
	}
	dots := 0
	for _, path := range p.Paths {
		if path.Stroke == palette.Vermilion {
			dots += strings.Count(path.D, "M")
		}
	}
	if dots != gaps || p.Title != fmt.Sprintf("%d gaps", gaps) {
		t.Errorf("%v: %d gaps are drawn and %q said, want %d", want, dots, p.Title, gaps)
	}
	for i, a := range pancakes {
		for _, b := range pancakes[:i] {
			if (a.width < b.width) != (a.size < b.size) || math.Abs(a.x+a.width/2-b.x-b.width/2) > 0.2 {
				t.Errorf("pancakes %d and %d are %g and %g wide from %g and %g", a.size, b.size, a.width, b.width, a.x, b.x)
			}
		}
	}
}
