// Package racetrack implements the racetrack (Barto, Bradtke & Singh, Artificial Intelligence
// 72, 1995): a car with a position and a velocity, both in whole cells, drives from its start
// to the finish in as few moves as possible.
//
// A move changes each component of the velocity by -1, 0 or 1, and then moves the car by the
// velocity. The successors are in the order of the change of y, then of x, both from -1; a car
// at rest that stays so makes no move. All cells of the segment from the old position to the new one must
// be free: those of Bresenham's algorithm, which are, with dx = |x1-x0|, dy = |y1-y0| and e =
// dx-dy at first, the cells (x, y) from (x0, y0) on, where in each step, with the e before it,
// x comes nearer to x1 and e falls by dy if 2e >= -dy, and y comes nearer to y1 and e rises by
// dx if 2e <= dx. The car begins at rest. The race ends when a move ends on a finish cell. A
// move costs 1.
//
// h and d are the same: the least time to a finish cell at the greatest speed that the map's
// width and height allow, where a path of n cells allows k with k(k+1)/2 < n, the greater of
// the two axes' times, and the least of all finish cells. The variant map takes the number of
// steps between free neighbours, of eight, too, divided by the greater of both speeds: a
// segment makes as many such steps as the greater component of its velocity. Both are
// consistent.
package racetrack

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/internal/cells"
	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/engine"
)

// variants are the heuristics.
var variants = []engine.Choice{{Words: []string{"speed", "map"}}}

// The seeded sets.
const side = 200

var seeded = []struct {
	kind, doc string
	sizes     []int
	make      func(r *rand.Rand, size int) Track
}{
	{"random", "each cell blocked with %d %%", []int{2, 5, 10}, random},
	{"loop", "a loop of %d cells' width, where 3 %% are blocked", []int{10, 20}, loop},
}

func init() {
	d := &engine.Domain{
		Name: "racetrack",
		Doc:  "a car with a velocity, from start to finish; h by speed or map",
		Problem: func(set string, id int, variant string) (*engine.Problem, error) {
			return New(Seeded(set, uint64(id)), variant)
		},
	}
	for _, s := range seeded {
		for _, size := range s.sizes {
			name := fmt.Sprintf("%s-%d", s.kind, size)
			d.Sets = append(d.Sets, engine.Set{Name: name, Variants: variants,
				Doc:   fmt.Sprintf("%d × %d cells, %s, by seed", side, side, fmt.Sprintf(s.doc, size)),
				Title: "Racetrack " + name, Families: []string{"Racetrack"}})
		}
	}
	const doc = "a track in a text file: # blocked, S start, F finish, . free"
	d.Sets = append(d.Sets, data.OwnSet(doc, "track.txt", "", variants,
		func(in io.Reader, file, variant string) (*engine.Problem, error) {
			t, err := Read(in, file)
			if err != nil {
				return nil, err
			}
			return New(t, variant)
		}))
	engine.Register(d)
}

// A Track is the rows of a map: # is a blocked cell, S the start, F a finish cell, . another
// free one.
type Track []string

const alphabet = "#SF."

// Read reads a track from a text file. The file's name is for errors.
func Read(in io.Reader, file string) (Track, error) {
	return cells.Read(in, file, alphabet, func(rows []string) error { return Track(rows).Validate() })
}

// Validate returns an error if the track is invalid.
func (t Track) Validate() error {
	if err := cells.Check(t, alphabet); err != nil {
		return err
	}
	all := strings.Join(t, "")
	if n := strings.Count(all, "S"); n != 1 {
		return fmt.Errorf("there are %d start cells (S): want one", n)
	}
	if !strings.Contains(all, "F") {
		return fmt.Errorf("there is no finish cell (F)")
	}
	return nil
}

// Seeded makes number i of a set such as random-5 or loop-10, drawn from NewPCG(size, i). In a
// random one start and finish lie in one connected part, at least 120 cells apart along an
// axis; the finish is a square of up to 5 × 5 cells. In a loop they lie on both sides of a
// wall.
func Seeded(set string, i uint64) Track {
	for _, s := range seeded {
		for _, size := range s.sizes {
			if set == fmt.Sprintf("%s-%d", s.kind, size) {
				r := rand.New(rand.NewPCG(uint64(size), i))
				for {
					if t := s.make(r, size); t != nil {
						return t
					}
				}
			}
		}
	}
	return nil
}

func random(r *rand.Rand, percent int) Track {
	rows := cells.Random(r, side, side, percent, '.', '#')
	start, finish := cells.At(r.IntN(side), r.IntN(side)), cells.At(2+r.IntN(side-4), 2+r.IntN(side-4))
	if max(start.X-finish.X, finish.X-start.X, start.Y-finish.Y, finish.Y-start.Y) < 120 {
		return nil
	}
	return placed(rows, start, finish, 2)
}

func loop(r *rand.Rand, width int) Track {
	rows := cells.Random(r, side, side, 3, '.', '#')
	for y := range rows {
		for x := range rows[y] {
			if edge := min(x, y, side-1-x, side-1-y); edge == 0 || edge > width {
				rows[y][x] = '#'
			}
		}
		if y <= width { // the wall between start and finish
			rows[y][side/2] = '#'
		}
	}
	return placed(rows, cells.At(side/2+2, 1+r.IntN(width)), cells.At(side/2-2, width/2), 1)
}

// placed puts start and finish on a map, nil if the one does not reach the other.
func placed(rows [][]byte, start, finish cells.Cell, around int) Track {
	parts := cells.Components(rows, '.')
	if part := parts[start.Y][start.X]; part == 0 || part != parts[finish.Y][finish.X] {
		return nil
	}
	for y := finish.Y - around; y <= finish.Y+around; y++ {
		for x := finish.X - around; x <= finish.X+around; x++ {
			if rows[y][x] == '.' {
				rows[y][x] = 'F'
			}
		}
	}
	rows[start.Y][start.X] = 'S'
	t := make(Track, len(rows))
	for y, row := range rows {
		t[y] = string(row)
	}
	return t
}

// New makes the problem of a track. The variant is "speed", which "" is too, or "map".
func New(t Track, variant string) (*engine.Problem, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if variant != "" && variant != "speed" && variant != "map" {
		return nil, &engine.VariantError{Word: variant, Known: variants[0].Words}
	}
	b := newBoard(t, variant == "map")
	if b.start.h == unreachable {
		return nil, fmt.Errorf("%w: no finish cell can be reached", engine.ErrUnsolvable)
	}
	view := t.view()
	content := fmt.Sprintf("racetrack map %t track %x", variant == "map", sha256.Sum256([]byte(strings.Join(t, "\n"))))
	return &engine.Problem{
		Name: content, Content: content, Unit: 1, Optimal: -1,
		NewSpace: func() engine.Space { return &space{board: b} },
		Replay:   view.Replay,
		MoveName: func(m engine.Move) string { return fmt.Sprintf("(%+d, %+d)", int(m%3)-1, int(m/3%3)-1) },
		Picture:  t.picture,
		Draw:     t.draw,
		View:     view,
	}, nil
}

// along lists the cells on which moves end.
func (t Track) along(moves []engine.Move) (way []Cell, err error) {
	_, _, err = t.view().Along(moves, func(s State, _ engine.Cost) { way = append(way, s.At) })
	return way, err
}

// segment lists the cells of a segment by Bresenham's algorithm: see the package's comment.
func segment(from, to cells.Cell) (all []cells.Cell) {
	sign := func(x int) int { return min(max(x, -1), 1) }
	dx, dy := max(to.X-from.X, from.X-to.X), max(to.Y-from.Y, from.Y-to.Y)
	for at, e := from, dx-dy; ; {
		all = append(all, at)
		if at == to {
			return all
		}
		double := 2 * e
		if double >= -dy {
			e -= dy
			at.X += sign(to.X - from.X)
		}
		if double <= dx {
			e += dx
			at.Y += sign(to.Y - from.Y)
		}
	}
}

func (t Track) drawn() cells.Map {
	return cells.Map{Width: len(t[0]), Height: len(t), Free: func(c cells.Cell) bool { return cells.Free(t, c) }}
}

// finishes lists the finish cells.
func (t Track) finishes() (all []cells.Cell) {
	for y, row := range t {
		for x := range row {
			if row[x] == 'F' {
				all = append(all, cells.At(x, y))
			}
		}
	}
	return all
}

// picture draws the track as text: # blocked, F the finish, * the ends of moves, S the start, @
// the car.
func (t Track) picture(moves []engine.Move) string {
	way, err := t.along(moves)
	if err != nil {
		return err.Error()
	}
	var marks []cells.Mark
	for _, c := range t.finishes() {
		marks = append(marks, cells.Mark{Cell: c, As: 'F'})
	}
	for _, c := range way {
		marks = append(marks, cells.Mark{Cell: c, As: '*'})
	}
	return t.drawn().Text(append(marks, cells.Mark{Cell: way[0], As: 'S'}, cells.Mark{Cell: way[len(way)-1], As: '@'}))
}

// draw draws the track after each move.
func (t Track) draw(moves []engine.Move) (pictures []string, err error) {
	way, err := t.along(moves)
	if err != nil {
		return nil, err
	}
	d := cells.NewDrawing(t.drawn())
	for i, at := range way {
		pic := d.New(fmt.Sprintf("a track of %d × %d cells, the car at %v after %d moves", d.Width, d.Height, at, i))
		for j, c := range t.finishes() {
			d.Dot(pic, c, fmt.Sprint("finish", j), palette.Vermilion, 3)
		}
		d.Way(pic, way[:i+1], palette.Blue)
		for j, c := range way[:i] {
			d.Dot(pic, c, fmt.Sprint("was", j), palette.Sky, 2.5)
		}
		d.Dot(pic, at, "car", palette.Blue, 5)
		pictures = append(pictures, pic.String())
	}
	return pictures, nil
}

// A board is a track as a search sees it. Cells have numbers, row by row. A state is a word:
// the car's cell, and above it the components of its velocity and 128.
type board struct {
	width, height int
	cells         []cell
	start         cell
	begin         uint64
}

// A cell is what a search knows of it.
type cell struct {
	h      int32 // the least number of moves, unreachable if there is none
	free   bool
	finish bool
}

const (
	unreachable = math.MaxInt32
	cellBits    = 32
	atRest      = 128
)

// speed is the greatest speed along n cells, beginning at rest, at least 1.
func speed(n int) int {
	k := 1
	for (k+1)*(k+2)/2 < n {
		k++
	}
	return k
}

func newBoard(t Track, byMap bool) *board {
	b := &board{width: len(t[0]), height: len(t)}
	b.cells = make([]cell, b.width*b.height)
	finishes := t.finishes()
	vx, vy := speed(b.width), speed(b.height)
	moves := func(cells, speed int) int { return (max(cells, -cells) + speed - 1) / speed }
	for y, row := range t {
		for x := range row {
			c := &b.cells[y*b.width+x]
			c.free, c.finish, c.h = row[x] != '#', row[x] == 'F', unreachable
			if !c.free {
				continue
			}
			for _, f := range finishes {
				c.h = min(c.h, int32(max(moves(x-f.X, vx), moves(y-f.Y, vy))))
			}
		}
	}
	steps := b.steps(finishes)
	for at := range b.cells {
		switch c := &b.cells[at]; {
		case steps[at] == unreachable:
			c.h = unreachable // no segment leads to a finish cell
		case byMap:
			c.h = max(c.h, int32(moves(int(steps[at]), max(vx, vy))))
		}
	}
	for y, row := range t {
		if x := strings.IndexByte(row, 'S'); x >= 0 {
			at := y*b.width + x
			b.start, b.begin = b.cells[at], uint64(at)|atRest<<cellBits|atRest<<(cellBits+8)
		}
	}
	return b
}

// steps counts the steps between free neighbours, of eight, from each cell to a finish cell.
func (b *board) steps(finishes []cells.Cell) []int32 {
	steps := make([]int32, len(b.cells))
	for at := range steps {
		steps[at] = unreachable
	}
	var queue []int
	for _, f := range finishes {
		at := f.Y*b.width + f.X
		steps[at] = 0
		queue = append(queue, at)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		x, y := queue[0]%b.width, queue[0]/b.width
		for ny := max(y-1, 0); ny <= min(y+1, b.height-1); ny++ {
			for nx := max(x-1, 0); nx <= min(x+1, b.width-1); nx++ {
				if to := ny*b.width + nx; b.cells[to].free && steps[to] == unreachable {
					steps[to] = steps[queue[0]] + 1
					queue = append(queue, to)
				}
			}
		}
	}
	return steps
}

// A space is a board of one run.
type space struct{ *board }

func (s *space) Shape() engine.Shape {
	return engine.Shape{Words: 1, Key: 1, Successors: 9, SmallCosts: true}
}

func (s *space) Start(state []uint64) { state[0] = s.begin }

func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) {
	h = engine.Cost(s.cells[uint32(n.State[0])].h)
	return h, h
}

func (s *space) IsGoal(n engine.Node) bool { return s.cells[uint32(n.State[0])].finish }

// Pure: successors depend on the state alone.
func (s *space) Pure() {}

func (s *space) Expand(n engine.Node, out *engine.Successors) {
	at := int(uint32(n.State[0]))
	x, y := at%s.width, at/s.width
	vx, vy := int(n.State[0]>>cellBits&255)-atRest, int(n.State[0]>>(cellBits+8)&255)-atRest
	for m := range 9 {
		wx, wy := vx+m%3-1, vy+m/3-1
		tx, ty := x+wx, y+wy
		if vx|vy|wx|wy == 0 || tx < 0 || ty < 0 || tx >= s.width || ty >= s.height {
			continue
		}
		to := ty*s.width + tx
		if h := s.cells[to].h; h != unreachable && s.clear(at, x, y, tx, ty) {
			state := out.Add(engine.Successor{Cost: 1, H: engine.Cost(h), D: engine.Cost(h), Move: engine.Move(m)})
			state[0] = uint64(to) | uint64(wx+atRest)<<cellBits | uint64(wy+atRest)<<(cellBits+8)
		}
	}
}

// clear reports whether the cells of a segment are free. Its ends are on the map, and so are
// they.
func (s *space) clear(at, x, y, tx, ty int) bool {
	dx, dy, byX, byY := tx-x, ty-y, 1, s.width
	if dx < 0 {
		dx, byX = -dx, -1
	}
	if dy < 0 {
		dy, byY = -dy, -s.width
	}
	e := dx - dy
	for to := ty*s.width + tx; s.cells[at].free; {
		if at == to {
			return true
		}
		double := 2 * e
		if double >= -dy {
			e -= dy
			at += byX
		}
		if double <= dx {
			e += dx
			at += byY
		}
	}
	return false
}
