package grid

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/internal/cells"
	"github.com/focal-search/focal/engine"
)

func init() {
	d := &engine.Domain{
		Name: "grid",
		Doc:  "a path on a grid map: octile, 4 (four neighbours, unit costs) or 5-7",
		Problem: func(set string, id int, variant string) (*engine.Problem, error) {
			kind, n, _ := strings.Cut(set, "-")
			size, _ := strconv.Atoi(n)
			m, start, goal := Seeded(kind, size, uint64(id))
			return New(m, start, goal, variant)
		},
	}
	for _, s := range []struct {
		kind, doc string
		sizes     []int
	}{
		{"random", "each cell blocked with %d %%", []int{10, 20, 30, 40}},
		{"rooms", "rooms of %d cells' width, with doors in most walls", []int{8, 16, 32, 64}},
		{"mazes", "corridors of %d cells' width", []int{1, 2, 4, 8, 16, 32}},
	} {
		for _, size := range s.sizes {
			name := fmt.Sprintf("%s-%d", s.kind, size)
			d.Sets = append(d.Sets, engine.Set{
				Name: name, Doc: fmt.Sprintf("512 × 512 cells, "+s.doc+", by seed", size), Variants: variants,
				Title: strings.ToUpper(name[:1]) + name[1:], Families: []string{"Grid"},
			})
		}
	}
	d.Sets = append(d.Sets, scenarios())
	engine.Register(d)
}

// The sizes of seeded maps, and the least distance from start to goal.
const (
	side  = 512
	apart = 250
)

// Seeded makes number i of a set of maps, drawn from NewPCG(size, i), with a start and a goal
// in one component whose octile distance is at least 250. A map of kind "random" has size %
// of its cells blocked, each by chance; one of "rooms" has walls every size cells, and in each
// wall between two rooms a door of one cell with probability .8; "mazes" have corridors of a
// width of size along a random spanning tree, with walls of one cell.
func Seeded(kind string, size int, i uint64) (m *Map, start, goal Cell) {
	r := rand.New(rand.NewPCG(uint64(size), i))
	for {
		rows := map[string]func(*rand.Rand, int) [][]byte{"random": random, "rooms": rooms, "mazes": mazes}[kind](r, size)
		m = &Map{Width: side, Height: side, rows: rows}
		parts := cells.Components(rows, '.') // a diagonal needs straight moves, so it connects no others
		for range 1000 {
			start, goal = Cell{r.IntN(side), r.IntN(side)}, Cell{r.IntN(side), r.IntN(side)}
			a, b := parts[start.Y][start.X], parts[goal.Y][goal.X]
			dx, dy := engine.Cost(start.X-goal.X), engine.Cost(start.Y-goal.Y)
			if a > 0 && a == b && models[0].h(max(dx, -dx), max(dy, -dy)) >= apart*Unit {
				return m, start, goal
			}
		}
	}
}

func random(r *rand.Rand, percent int) [][]byte {
	return cells.Random(r, side, side, percent, '.', '@')
}

func rooms(r *rand.Rand, size int) [][]byte {
	rows := cells.Filled(side, side, '.')
	for y := range rows {
		for x := range rows[y] {
			if x%size == size-1 || y%size == size-1 {
				rows[y][x] = '@'
			}
		}
	}
	inner := size - 1 // the cells of a room along one side
	for top := 0; top < side; top += size {
		for left := 0; left < side; left += size {
			if right := left + inner; right < side-1 && r.IntN(10) < 8 {
				rows[top+r.IntN(inner)][right] = '.'
			}
			if bottom := top + inner; bottom < side-1 && r.IntN(10) < 8 {
				rows[bottom][left+r.IntN(inner)] = '.'
			}
		}
	}
	return rows
}

func mazes(r *rand.Rand, width int) [][]byte {
	rows := cells.Filled(side, side, '@')
	step := width + 1
	n := (side - 1) / step
	open := func(x, y, w, h int) {
		for j := y; j < y+h; j++ {
			copy(rows[j][x:x+w], bytes.Repeat([]byte{'.'}, w))
		}
	}
	type wall struct {
		cell  int
		below bool
	}
	var walls []wall
	for c := range n * n {
		open(1+c%n*step, 1+c/n*step, width, width)
		if c%n < n-1 {
			walls = append(walls, wall{c, false})
		}
		if c/n < n-1 {
			walls = append(walls, wall{c, true})
		}
	}
	r.Shuffle(len(walls), func(i, j int) { walls[i], walls[j] = walls[j], walls[i] })
	of := make([]int, n*n)
	for c := range of {
		of[c] = c
	}
	root := func(c int) int {
		for of[c] != c {
			of[c] = of[of[c]]
			c = of[c]
		}
		return c
	}
	for _, w := range walls {
		other := w.cell + 1
		if w.below {
			other = w.cell + n
		}
		if a, b := root(w.cell), root(other); a != b {
			of[a] = b
			x, y := 1+w.cell%n*step, 1+w.cell/n*step
			if w.below {
				open(x, y+width, width, 1)
			} else {
				open(x+width, y, 1, width)
			}
		}
	}
	return rows
}

// scenarios is the set of the lines of scenario files, as arena.map.scen#12. The map lies
// beside the scenario.
func scenarios() engine.Set {
	s := data.OwnSet("line 12 of a scenario file of the Moving AI Lab; the map is beside it", "arena.map.scen#12", "", variants, nil)
	given := *s.Given
	s.Given.Problem = func(text, variant string) (*engine.Problem, error) {
		file, number, _ := cutNumber(text)
		file = given.File(file)
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%s: want the number of an instance behind it, as %s#12", file, file)
		}
		all, err := readScenarios(file)
		if err != nil {
			return nil, err
		}
		if n > len(all) {
			return nil, fmt.Errorf("%s has %d instances: there is no number %d", file, len(all), n)
		}
		return all[n-1].problem(file, variant)
	}
	s.Given.File = func(text string) string {
		file, _, _ := cutNumber(text)
		return given.File(file)
	}
	s.Given.Match = func(text string) (names []string, err error) {
		base, number, ok := cutNumber(text)
		files := []string{base}
		if strings.Contains(base, "*") {
			if files, err = given.Match(base); err != nil {
				return nil, err
			}
		}
		for _, file := range files {
			if !ok || number != "*" {
				names = append(names, strings.TrimSuffix(file+"#"+number, "#"))
				continue
			}
			all, err := readScenarios(given.File(file))
			if err != nil {
				return nil, err
			}
			for i := range all {
				names = append(names, fmt.Sprintf("%s#%d", file, i+1))
			}
		}
		return names, nil
	}
	return s
}

// cutNumber cuts off the number of a line.
func cutNumber(text string) (file, number string, ok bool) {
	if i := strings.LastIndexByte(text, '#'); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, "", false
}

// A Scenario is a line of a scenario file.
type Scenario struct {
	Map           string // its file, as the line names it
	Width, Height int    // of the map
	Start, Goal   Cell
	Length        float64 // of a shortest path
	Rounded       float64 // Length may be off by this much: half a unit of its last digit
	line          int
}

// ParseScenarios reads a scenario file: a line "version 1", then a line for each instance, of
// bucket, map, its width and height, start x and y, goal x and y, and the optimal length. The
// file's name is for errors, which give the line.
func ParseScenarios(data []byte, file string) (all []Scenario, err error) {
	for i, line := range cells.Lines(data) {
		words := strings.Fields(line)
		if i == 0 {
			if len(words) != 2 || words[0] != "version" || strings.TrimRight(words[1], ".0") != "1" {
				return nil, fmt.Errorf("%s:1: %.40q: want a line \"version 1\"", file, line)
			}
			continue
		}
		if len(words) != 9 {
			return nil, fmt.Errorf("%s:%d: %d fields: want 9, bucket, map, width, height, start x and y, goal x and y, and length",
				file, i+1, len(words))
		}
		s := Scenario{Map: words[1], line: i + 1}
		for j, to := range []*int{&s.Width, &s.Height, &s.Start.X, &s.Start.Y, &s.Goal.X, &s.Goal.Y} {
			if *to, err = strconv.Atoi(words[j+2]); err != nil {
				return nil, fmt.Errorf("%s:%d: field %d, %.40q, is not a whole number", file, i+1, j+3, words[j+2])
			}
		}
		if s.Length, err = strconv.ParseFloat(words[8], 64); err != nil {
			return nil, fmt.Errorf("%s:%d: the length %.40q is not a number", file, i+1, words[8])
		}
		_, decimals, _ := strings.Cut(words[8], ".")
		s.Rounded = 0.5 * math.Pow10(-len(decimals))
		all = append(all, s)
	}
	return all, nil
}

func readScenarios(file string) ([]Scenario, error) {
	content, err := data.ReadOwn(file)
	if err != nil {
		return nil, err
	}
	return ParseScenarios(content, file)
}

// problem makes the instance of a scenario file.
func (s Scenario) problem(file, variant string) (*engine.Problem, error) {
	path := filepath.Join(filepath.Dir(file), filepath.Base(filepath.FromSlash(s.Map)))
	content, err := data.ReadOwn(path)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: its map: %w", file, s.line, err)
	}
	m, err := ParseMap(content, path)
	if err != nil {
		return nil, err
	}
	if m.Width != s.Width || m.Height != s.Height {
		return nil, fmt.Errorf("%s:%d: a map of %d × %d cells, and %s has %d × %d", file, s.line, s.Width, s.Height, path, m.Width,
			m.Height)
	}
	p, err := New(m, s.Start, s.Goal, variant)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, s.line, err)
	}
	return p, nil
}
