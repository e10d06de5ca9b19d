package plot

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	tiles "github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/kernel/setup"
)

// filmState is a state as testdata/film.mjs saw it.
type filmState struct {
	Places      map[string]string
	Label, Says string
}

// TestFilm steps through a solution in a real browser, plays it and moves its slider, and
// views it without scripts.
func TestFilm(t *testing.T) {
	setup.Needed(t)
	p, err := tiles.New(tiles.Board{1, 4, 2, 3, 7, 5, 6, 8, 0}, tiles.Unit, tiles.Manhattan)
	if err != nil {
		t.Fatal(err)
	}
	r := solve(t, p)
	page := filepath.Join(t.TempDir(), "film.html")
	if err := Solution(p, r).Save(page); err != nil {
		t.Fatal(err)
	}
	var s struct {
		Elsewhere, Console, Between []string
		States                      []filmState
		Played                      filmState
		Light, Dark                 string
		End, Back, Keys, Paused     int
		Alt                         string
		Strip                       struct{ Width, Height float64 }
	}
	t.Parallel()
	node(t, &s, "testdata/film.mjs", page)
	if len(s.Elsewhere)+len(s.Console) > 0 {
		t.Errorf("asked elsewhere for %q, the page says %q", s.Elsewhere, s.Console)
	}
	pictures, err := p.Draw(r.Moves)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.States) != len(pictures) {
		t.Fatalf("%d states, want %d", len(s.States), len(pictures))
	}
	still := map[string]bool{}
	for i, picture := range pictures {
		want := map[string]string{}
		for _, m := range regexp.MustCompile(`data-key="(\d+)" transform="([^"]+)"`).FindAllStringSubmatch(picture, -1) {
			want[m[1]] = m[2]
			still[m[2]] = true
		}
		if !maps.Equal(s.States[i].Places, want) {
			t.Errorf("after %d moves the tiles are at %v, want %v", i, s.States[i].Places, want)
		}
		if i > 0 && !strings.HasPrefix(s.States[i].Says, fmt.Sprintf("move %d: %s · ", i, r.Path[i-1])) {
			t.Errorf("after %d moves it says %q", i, s.States[i].Says)
		}
	}
	glides := 0
	for _, place := range s.Between {
		if !still[place] {
			glides++
		}
	}
	if glides == 0 {
		t.Errorf("no tile was seen between two places, but at %q", s.Between)
	}
	last := s.States[len(r.Moves)]
	if want := fmt.Sprintf("8 of 8 tiles in place, cost %d, goal: blank-first", r.Cost); last.Label != want {
		t.Errorf("at the end the picture is called %q, want %q", last.Label, want)
	}
	if s.Played.Says != last.Says || !maps.Equal(s.Played.Places, last.Places) {
		t.Errorf("played to the end it shows %v, want %v", s.Played, last)
	}
	if s.End != len(r.Moves) || s.Back != len(r.Moves)-1 || s.Keys != 3 || s.Paused != 3 {
		t.Errorf("end at %d, back at %d, by keys at %d, paused at %d; want %d, %d, 3, 3", s.End, s.Back, s.Keys, s.Paused,
			len(r.Moves), len(r.Moves)-1)
	}
	if s.Light != "rgb(0, 0, 0)" || s.Dark != "rgb(255, 255, 255)" {
		t.Errorf("the ink is %s on light and %s on dark", s.Light, s.Dark)
	}
	if s.Strip.Width < 600 || s.Strip.Height < 100 || !strings.Contains(s.Alt, strings.Join(r.Path, " ")) {
		t.Errorf("without scripts there is a picture of %v, %q", s.Strip, s.Alt)
	}
}
