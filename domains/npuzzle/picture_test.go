package npuzzle

import (
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/engine"
)

// seen reads a board from its picture: the tiles by their positions, which of them are
// blue, and which has a rim.
func seen(t *testing.T, picture string, side int) (b Board, blue []int, rim int, title string) {
	t.Helper()
	var p struct {
		Title string `xml:"title"`
		Tiles []struct {
			Key       int    `xml:"data-key,attr"`
			Transform string `xml:"transform,attr"`
			Text      int    `xml:"text"`
			Rect      struct {
				Fill   string `xml:"fill,attr"`
				Stroke string `xml:"stroke,attr"`
			} `xml:"rect"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal([]byte(picture), &p); err != nil {
		t.Fatal(err)
	}
	b = make(Board, side*side)
	for _, tile := range p.Tiles {
		var x, y int
		if _, err := fmt.Sscanf(tile.Transform, "translate(%d %d)", &x, &y); err != nil || tile.Key != tile.Text {
			t.Fatalf("%+v: %v", tile, err)
		}
		b[y/60*side+x/60] = tile.Text
		if tile.Rect.Fill == palette.Blue {
			blue = append(blue, tile.Text)
		}
		if tile.Rect.Stroke == palette.Vermilion {
			rim = tile.Text
		}
	}
	return b, blue, rim, p.Title
}

// TestDraw follows random moves backwards from the goal on a board of rows and columns,
// so that the pictures lead to the goal.
func TestDraw(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, side := range []int{3, 4, 5} {
		b := make([][]int, side)
		for y := range b {
			for x := range side {
				b[y] = append(b[y], y*side+x)
			}
		}
		boards := []Board{slices.Concat(b...)}
		var moves []engine.Move
		cost := 0
		for x, y := 0, 0; len(moves) < 50; {
			d := r.IntN(4)
			nx, ny := x+[]int{0, 0, -1, 1}[d], y+[]int{-1, 1, 0, 0}[d]
			if nx < 0 || ny < 0 || nx >= side || ny >= side {
				continue
			}
			cost += b[ny][nx]
			b[y][x], b[ny][nx] = b[ny][nx], 0
			x, y = nx, ny
			boards = append(boards, slices.Concat(b...))
			moves = append(moves, engine.Move(d^1)) // the way back
		}
		slices.Reverse(boards)
		slices.Reverse(moves)
		p, err := New(boards[0], Heavy, Manhattan)
		if err != nil {
			t.Fatal(err)
		}
		pictures, err := p.Draw(moves)
		if err != nil || len(pictures) != len(moves)+1 {
			t.Fatalf("%d pictures of %d moves, %v", len(pictures), len(moves), err)
		}
		for i, picture := range pictures {
			got, blue, rim, title := seen(t, picture, side)
			if !slices.Equal(got, boards[i]) {
				t.Fatalf("after %d moves the picture is of %v, want %v", i, got, boards[i])
			}
			home := 0
			for tile := 1; tile < side*side; tile++ {
				if got[tile] == tile {
					home++
				}
				if slices.Contains(blue, tile) != (got[tile] == tile) {
					t.Errorf("after %d moves tile %d is blue: %v", i, tile, slices.Contains(blue, tile))
				}
			}
			if !strings.HasPrefix(title, fmt.Sprintf("%d of %d tiles in place, cost ", home, side*side-1)) {
				t.Errorf("after %d moves, with %d tiles in place: %s", i, home, title)
			}
			moved := 0
			if i > 0 {
				moved = boards[i-1][slices.Index(boards[i], 0)]
			}
			if rim != moved {
				t.Errorf("after %d moves tile %d has a rim, want %d", i, rim, moved)
			}
		}
		if _, _, _, title := seen(t, pictures[len(moves)], side); !strings.HasSuffix(title, fmt.Sprintf(", cost %d, goal: blank-first", cost)) {
			t.Errorf("at the end: %s, want cost %d", title, cost)
		}
		_, err = p.Draw(append(moves, 0))
		if err == nil || !strings.HasPrefix(err.Error(), "move 51: the blank cannot move up") {
			t.Errorf("a move off the board: %v", err)
		}
	}
}
