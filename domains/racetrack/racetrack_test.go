package racetrack

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/internal/cells"
	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/engine"
)

// small makes a random track of a few cells.
func small(r *rand.Rand) Track {
	t := make(Track, 4+r.IntN(8))
	width := 4 + r.IntN(8)
	for y := range t {
		for range width {
			t[y] += string("...###"[r.IntN(6)])
		}
	}
	put := func(as string) {
		y, x := r.IntN(len(t)), r.IntN(width)
		t[y] = t[y][:x] + as + t[y][x+1:]
	}
	put("F")
	put("F")
	put("S")
	if t.Validate() != nil {
		return small(r)
	}
	return t
}

// A car is a state as another search has it.
type car struct{ x, y, vx, vy int }

// distances is the least number of moves to a finish cell, -1 if there is no way, by a
// breadth-first search on the rows.
func distances(t Track) int {
	var start car
	for y, row := range t {
		if x := strings.Index(row, "S"); x >= 0 {
			start.x, start.y = x, y
		}
	}
	all := map[car]int{start: 0}
	for queue := []car{start}; len(queue) > 0; queue = queue[1:] {
		c := queue[0]
		if t[c.y][c.x] == 'F' {
			return all[c]
		}
		for ay := -1; ay <= 1; ay++ {
		next:
			for ax := -1; ax <= 1; ax++ {
				to := car{c.x + c.vx + ax, c.y + c.vy + ay, c.vx + ax, c.vy + ay}
				for _, s := range segment(cells.At(c.x, c.y), cells.At(to.x, to.y)) {
					if s.Y < 0 || s.Y >= len(t) || s.X < 0 || s.X >= len(t[0]) || t[s.Y][s.X] == '#' {
						continue next
					}
				}
				if _, known := all[to]; !known {
					all[to] = all[c] + 1
					queue = append(queue, to)
				}
			}
		}
	}
	return -1
}

// TestSegment: the cells of segments as in Bresenham's paper and by symmetry: as many as the
// longer side has steps, neighbours, none further than half a cell from the line.
func TestSegment(t *testing.T) {
	for dx := -9; dx <= 9; dx++ {
		for dy := -9; dy <= 9; dy++ {
			all := segment(cells.At(20, 20), cells.At(20+dx, 20+dy))
			long := max(dx, -dx, dy, -dy)
			if len(all) != long+1 || all[0] != cells.At(20, 20) || all[long] != cells.At(20+dx, 20+dy) {
				t.Fatalf("%d, %d: %v", dx, dy, all)
			}
			for i, c := range all { // the distance from the line, along the shorter side, times long
				off := max(dx, -dx)*(c.Y-20) - (c.X-20)*dy*sign(dx)
				if max(dx, -dx) < max(dy, -dy) {
					off = max(dy, -dy)*(c.X-20) - (c.Y-20)*dx*sign(dy)
				}
				if 2*max(off, -off) > long {
					t.Fatalf("%d, %d: cell %d, %v, is off the line", dx, dy, i, c)
				}
			}
		}
	}
}

func sign(x int) int { return min(max(x, -1), 1) }

// TestExact: on small tracks h is admissible in all states that can be reached, and every
// algorithm keeps its bound.
func TestExact(t *testing.T) {
	unsolvable, stronger := 0, 0
	for seed := range uint64(60) {
		track := small(rand.New(rand.NewPCG(seed, 9)))
		best := distances(track)
		for _, variant := range []string{"speed", "map"} {
			b := newBoard(track, variant == "map")
			p, err := New(track, variant)
			if err != nil {
				if best >= 0 {
					t.Fatalf("%v, %v; the finish is %d moves away", track, err, best)
				}
				unsolvable++
				continue
			}
			if best >= 0 && int(b.start.h) > best {
				t.Fatalf("h = %d, and a finish %d moves away", b.start.h, best)
			}
			if variant == "map" && b.start.h > newBoard(track, false).start.h {
				stronger++
			}
			spacetest.Bounded(t, p, engine.Cost(best))
			if c := engine.Check(t.Context(), p, engine.MaxInserted(2000)); len(c.Findings) > 0 {
				t.Fatalf("%v", c)
			}
		}
	}
	if unsolvable == 0 || stronger == 0 {
		t.Errorf("%d tracks without a way, map is stronger on %d", unsolvable, stronger)
	}
}

// TestSeeded pins the sets: their instances never change.
func TestSeeded(t *testing.T) {
	spacetest.Pinned(t, "racetrack", "", 3, map[string]string{"random-2": "9f5cea91e9abaa93", "random-5": "560e77154d7a6bd6", "random-10": "e703a5bd06e6fc34",
		"loop-10": "b130c35b54bff87c", "loop-20": "4f75781aa2c7921f"})
}

// TestErrors: a track that is not valid is refused with where and what would be right.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"S.\nF":  "t.txt:2: 1 cells, and 2 in the first row",
		"S.\nFx": `t.txt:2: column 2: 'x' is none of the cells`,
		"..\n.F": "t.txt: there are 0 start cells (S): want one",
		"S.\n..": "t.txt: there is no finish cell (F)",
	} {
		if _, err := Read(strings.NewReader(text), "t.txt"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := New(Track{"S#F"}, ""); err == nil || !strings.Contains(err.Error(), "no finish cell can be reached") {
		t.Error(err)
	}
}

// TestPictures: the car's way is drawn.
func TestPictures(t *testing.T) {
	p, err := New(Track{"S...F", "#####"}, "")
	if err != nil {
		t.Fatal(err)
	}
	moves := []engine.Move{5, 5, 5} // (+1, 0): 1, 3, and 6, which is off the track
	if got := p.Picture(moves[:2]); got != "S*.@F\n#####\n" {
		t.Errorf("%q", got)
	}
	if _, err := p.Replay(moves); err == nil || !strings.Contains(err.Error(), "move 3: from (3, 0) to (6, 0): (5, 0) is blocked") {
		t.Error(err)
	}
	if cost, err := p.Replay([]engine.Move{5, 5, 3}); cost != 3 || err != nil { // 1, 3, 4
		t.Error(cost, err)
	}
	if pictures, err := p.Draw(moves[:2]); err != nil || len(pictures) != 3 || strings.Count(pictures[2], "<circle") != 4 {
		t.Errorf("%d pictures, %v", len(pictures), err)
	}
}
