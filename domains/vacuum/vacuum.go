// Package vacuum implements the vacuum world (Russell & Norvig; Thayer & Ruml, IJCAI 2011): a
// robot on a map of cells cleans all dirt.
//
// The moves are, in this order, N, E, S, W to a neighbour that is not blocked, and suck on a
// cell with dirt. In the model plain each costs 1. In heavy a step costs 1 + the number of
// cells that have been cleaned so far, as the robot carries the dirt; sucking costs 1.
//
// h and d stand on a minimum spanning tree over the robot and the dirt, with Manhattan
// distances. d is the tree's length and the number of dirty cells, and so is h in plain. In
// heavy the tree's edges are taken from the longest one down, the first times the present
// cost of a step, each further one times one more; this and the number of dirty cells are h:
// the steps between dirty cells form a spanning tree too, no edge of which, in this order, is
// shorter, and no order of them costs less (Fickert, Gu & Ruml, SoCS 2022). Both are
// admissible and inconsistent: a step may lengthen several edges of the tree.
package vacuum

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/internal/cells"
	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/engine"
)

// The seeded sets: maps of side × side cells, 35 % of them blocked, with 10 or 5 dirty cells.
var sides = []struct{ side, dirt int }{{200, 10}, {100, 10}, {50, 5}}

const blockedPercent = 35

// variants are the models of costs.
var variants = []engine.Choice{{Words: []string{"plain", "heavy"}, Costs: true}}

func init() {
	d := &engine.Domain{
		Name: "vacuum",
		Doc:  "a robot that cleans a map; costs plain or heavy, where dirt weighs; spanning tree",
		Problem: func(set string, id int, variant string) (*engine.Problem, error) {
			for _, s := range sides {
				if strconv.Itoa(s.side) == set {
					return New(Seeded(s.side, s.dirt, uint64(id)), variant)
				}
			}
			return nil, fmt.Errorf("there is no set %s", set)
		},
	}
	for _, s := range sides {
		d.Sets = append(d.Sets, engine.Set{
			Name: strconv.Itoa(s.side), Variants: variants, Title: fmt.Sprintf("Vacuum-%d", s.side),
			Families: []string{"Vacuum"},
			Doc:      fmt.Sprintf("%d × %d cells, %d %% blocked, %d dirty ones, by seed", s.side, s.side, blockedPercent, s.dirt),
		})
	}
	const doc = "a map in a text file: # blocked, * dirt, @ robot, . free"
	d.Sets = append(d.Sets, data.OwnSet(doc, "world.txt", "", variants,
		func(in io.Reader, file, variant string) (*engine.Problem, error) {
			w, err := Read(in, file)
			if err != nil {
				return nil, err
			}
			return New(w, variant)
		}))
	engine.Register(d)
}

// A World is the rows of a map: # is a blocked cell, * a dirty one, @ the robot's, . another
// free one.
type World []string

const (
	alphabet = "#*@."
	maxDirt  = 32
)

// Read reads a world from a text file. The file's name is for errors.
func Read(in io.Reader, file string) (World, error) {
	return cells.Read(in, file, alphabet, func(rows []string) error { return World(rows).Validate() })
}

// Validate returns an error if the world is invalid.
func (w World) Validate() error {
	if err := cells.Check(w, alphabet); err != nil {
		return err
	}
	all := strings.Join(w, "")
	if n := strings.Count(all, "@"); n != 1 {
		return fmt.Errorf("there are %d robots (@): want one", n)
	}
	if n := strings.Count(all, "*"); n < 1 || n > maxDirt {
		return fmt.Errorf("there are %d dirty cells (*): want 1 to %d", n, maxDirt)
	}
	return nil
}

// String is the world as text.
func (w World) String() string { return strings.Join(w, "\n") + "\n" }

// Seeded makes number i of a set of worlds, drawn from NewPCG(side, i): each cell is blocked
// by chance, and the robot and the dirt lie in the greatest part that is connected.
func Seeded(side, dirt int, i uint64) World {
	r := rand.New(rand.NewPCG(uint64(side), i))
	rows := cells.Random(r, side, side, blockedPercent, '.', '#')
	parts := cells.Components(rows, '.')
	sizes := map[int32]int{}
	largest := int32(1)
	for _, row := range parts {
		for _, part := range row {
			if sizes[part]++; part > 0 && (sizes[part] > sizes[largest] || sizes[part] == sizes[largest] && part < largest) {
				largest = part
			}
		}
	}
	put := func(as byte) {
		for {
			if x, y := r.IntN(side), r.IntN(side); parts[y][x] == largest && rows[y][x] == '.' {
				rows[y][x] = as
				return
			}
		}
	}
	put('@')
	for range dirt {
		put('*')
	}
	w := make(World, side)
	for y, row := range rows {
		w[y] = string(row)
	}
	return w
}

// New makes the problem of cleaning a world. The variant is "plain", which "" is too, or "heavy".
func New(w World, variant string) (*engine.Problem, error) {
	if err := w.Validate(); err != nil {
		return nil, err
	}
	if variant != "" && variant != "plain" && variant != "heavy" {
		return nil, &engine.VariantError{Word: variant, Known: variants[0].Words}
	}
	p := &instance{World: w, heavy: variant == "heavy"}
	for y, row := range w {
		for x := range row {
			switch c := cells.At(x, y); row[x] {
			case '@':
				p.robot = c
			case '*':
				p.dirt = append(p.dirt, c)
			}
		}
	}
	board := newBoard(p)
	view := p.view()
	content := fmt.Sprintf("vacuum heavy %t map %x", p.heavy, sha256.Sum256([]byte(w.String())))
	return &engine.Problem{
		Name: content, Content: content, Unit: 1, Optimal: -1,
		NewSpace: func() engine.Space { return &space{board: board} },
		Replay:   view.Replay,
		MoveName: func(m engine.Move) string { return names[m%5] },
		Picture:  p.picture,
		Draw:     p.draw,
		View:     view,
	}, nil
}

// names are those of the moves.
var names = [5]string{"N", "E", "S", "W", "suck"}

// An instance is a world with its robot and its dirt.
type instance struct {
	World
	robot cells.Cell
	dirt  []cells.Cell
	heavy bool
}

func (p *instance) free(c cells.Cell) bool { return cells.Free(p.World, c) }

func (p *instance) drawn() cells.Map {
	return cells.Map{Width: len(p.World[0]), Height: len(p.World), Free: p.free}
}

// picture draws the world as text: # blocked, * dirty, @ the robot.
func (p *instance) picture(moves []engine.Move) string {
	last, _, err := p.view().Along(moves, func(State, engine.Cost) {})
	if err != nil {
		return err.Error()
	}
	var marks []cells.Mark
	for _, c := range last.Dirty {
		marks = append(marks, cells.Mark{Cell: c, As: '*'})
	}
	return p.drawn().Text(append(marks, cells.Mark{Cell: last.At, As: '@'}))
}

// draw draws the world after each move, with the way of the robot.
func (p *instance) draw(moves []engine.Move) (pictures []string, err error) {
	d := cells.NewDrawing(p.drawn())
	var way []cells.Cell
	_, _, err = p.view().Along(moves, func(s State, _ engine.Cost) {
		way = append(way, s.At)
		pic := d.New(fmt.Sprintf("a map of %d × %d cells, the robot at %v, %d dirty cells", d.Width, d.Height, s.At,
			len(s.Dirty)))
		d.Way(pic, way, palette.Blue)
		for i, c := range p.dirt {
			if slices.Contains(s.Dirty, c) {
				d.Dot(pic, c, fmt.Sprint("dirt", i), palette.Ochre, 5)
			}
		}
		d.Dot(pic, s.At, "robot", palette.Blue, 6)
		pictures = append(pictures, pic.String())
	})
	return pictures, err
}

// A board is a world as a search sees it. Cells have numbers, row by row, with a blocked
// margin. A state is a word: the robot's cell, and above it a bit for each dirty cell.
type board struct {
	row    int // numbers in a row
	around []uint8
	dirty  []int8 // by cell: the number of its dirt, -1 for none
	start  uint64
	x, y   []int32 // of the dirt
	n      int     // dirty cells at the start
	heavy  bool
	by     [4]int
	shape  engine.Shape
}

const (
	cellBits = 32
	cellMask = 1<<cellBits - 1
)

func newBoard(p *instance) *board {
	row := len(p.World[0]) + 2
	b := &board{row: row, n: len(p.dirt), heavy: p.heavy, by: [4]int{-row, 1, row, -1}}
	number := func(c cells.Cell) int { return (c.Y+1)*row + c.X + 1 }
	b.around = make([]uint8, (len(p.World)+2)*row)
	b.dirty = make([]int8, len(b.around))
	for i := range b.dirty {
		b.dirty[i] = -1
	}
	for i, c := range p.dirt {
		b.dirty[number(c)] = int8(i)
		b.x, b.y = append(b.x, int32(c.X+1)), append(b.y, int32(c.Y+1))
	}
	for y := range p.World {
		for x := range p.World[y] {
			for m, to := range [4]cells.Cell{cells.At(x, y-1), cells.At(x+1, y), cells.At(x, y+1), cells.At(x-1, y)} {
				if p.free(to) {
					b.around[number(cells.At(x, y))] |= 1 << m
				}
			}
		}
	}
	b.start = uint64(number(p.robot)) | (1<<b.n-1)<<cellBits
	b.shape = engine.Shape{Words: 1, Key: 1, Successors: 5, SmallCosts: true}
	return b
}

// values computes h and d: Prim's algorithm from the robot over the dirt that is left.
func (b *board) values(state uint64) (h, d engine.Cost) {
	at, left := int32(state&cellMask), uint32(state>>cellBits)
	if left == 0 {
		return 0, 0
	}
	x, y := at%int32(b.row), at/int32(b.row)
	var near, edges [maxDirt]int32 // distances to the tree; its edges from the longest one down
	for m := left; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		near[i] = abs(b.x[i]-x) + abs(b.y[i]-y)
	}
	n := bits.OnesCount32(left)
	for k, m := 0, left; m != 0; k++ {
		next := bits.TrailingZeros32(m)
		for o := m & (m - 1); o != 0; o &= o - 1 {
			if i := bits.TrailingZeros32(o); near[i] < near[next] {
				next = i
			}
		}
		m &^= 1 << next
		for o := m; o != 0; o &= o - 1 {
			i := bits.TrailingZeros32(o)
			near[i] = min(near[i], abs(b.x[i]-b.x[next])+abs(b.y[i]-b.y[next]))
		}
		length := near[next]
		d += engine.Cost(length)
		place := k
		for ; place > 0 && edges[place-1] < length; place-- {
			edges[place] = edges[place-1]
		}
		edges[place] = length
	}
	d += engine.Cost(n)
	if !b.heavy {
		return d, d
	}
	h = engine.Cost(n)
	for k, length := range edges[:n] {
		h += engine.Cost(length) * engine.Cost(1+b.n-n+k)
	}
	return h, d
}

func abs(x int32) int32 { return max(x, -x) }

// A space is a board of one run.
type space struct{ *board }

func (s *space) Shape() engine.Shape { return s.shape }

func (s *space) Start(state []uint64) { state[0] = s.start }

func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) { return s.values(n.State[0]) }

func (s *space) IsGoal(n engine.Node) bool { return n.State[0]>>cellBits == 0 }

// Pure: successors depend on the state alone.
func (s *space) Pure() {}

// Inverses are the opposite directions; nothing undoes suck.
func (s *space) Inverses() []engine.Move { return []engine.Move{2, 3, 0, 1, engine.NoMove} }

func (s *space) Expand(n engine.Node, out *engine.Successors) {
	state := n.State[0]
	cell := int(state & cellMask)
	step := engine.Cost(1)
	if s.heavy {
		step += engine.Cost(s.n - bits.OnesCount64(state>>cellBits))
	}
	moves := s.around[cell]
	if back, ok := out.LeaveOut(); ok {
		moves &^= 1 << back
	}
	add := func(to uint64, cost engine.Cost, move int) {
		h, d := s.values(to)
		out.Add(engine.Successor{Cost: cost, H: h, D: d, Move: engine.Move(move)})[0] = to
	}
	for ; moves != 0; moves &= moves - 1 {
		move := bits.TrailingZeros8(moves) & 3
		add(state&^cellMask|uint64(cell+s.by[move]), step, move)
	}
	if i := s.dirty[cell]; i >= 0 && state>>(cellBits+uint(i))&1 != 0 {
		add(state&^(1<<(cellBits+uint(i))), 1, 4)
	}
}
