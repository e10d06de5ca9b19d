package grid

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
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
	files := data.OwnSet("line 12 of a scenario file of the Moving AI Lab; the map is beside it", "", "", variants, nil)
	file := *files.Given
	files.Given = own(&file).given("arena.map.scen#12")
	files.Given.File = func(text string) string {
		name, _, _ := cutNumber(text)
		return file.File(name)
	}
	d.Sets = append(d.Sets, files, engine.Set{
		Name: "movingai", Doc: "line 12 of a scenario of the Moving AI Lab, from the data folder", Variants: variants,
		Given: published.given("dao/arena#12"),
	})
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
			start, goal = cells.At(r.IntN(side), r.IntN(side)), cells.At(r.IntN(side), r.IntN(side))
			a, b := parts[start.Y][start.X], parts[goal.Y][goal.X]
			h, _ := models[0].values(engine.Cost(start.X-goal.X), engine.Cost(start.Y-goal.Y))
			if a > 0 && a == b && h >= apart*Unit {
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

// A library is where scenario files are, each with its map beside it.
type library struct {
	place func(name string) (string, error)      // what read takes for a name
	match func(pattern string) ([]string, error) // the names that match one with a star
	read  func(path string) ([]byte, error)
}

// published is the maps of the data folder. A name is a folder and a map, as dao/arena.
var published = library{
	place: func(name string) (string, error) {
		if names := publishedNames(); !slices.Contains(names, name) {
			return "", fmt.Errorf("no published map %q%s", name, engine.Suggest(name, names))
		}
		return publishedFile(name), nil
	},
	match: func(pattern string) (names []string, err error) {
		for _, name := range publishedNames() {
			if ok, _ := path.Match(pattern, name); ok {
				names = append(names, name)
			}
		}
		if names == nil {
			err = fmt.Errorf("no published map matches %s%s", pattern, engine.Suggest(pattern, publishedNames()))
		}
		return names, err
	},
	read: data.Read,
}

const scenEnding = ".map.scen"

func publishedFile(name string) string { return "movingai/" + name + scenEnding }

func publishedNames() (names []string) {
	set, _ := data.Named("movingai")
	for _, f := range set.Files {
		if name, ok := strings.CutSuffix(f.Path, scenEnding); ok {
			names = append(names, strings.TrimPrefix(name, "movingai/"))
		}
	}
	return names
}

// own is the user's files, as a set of data.OwnSet finds them.
func own(files *engine.Given) library {
	return library{
		place: func(name string) (string, error) { return files.File(name), nil },
		match: files.Match,
		read:  data.ReadOwn,
	}
}

// given is the instances of a library's scenario files, as arena.map.scen#12.
func (l library) given(example string) *engine.Given {
	return &engine.Given{
		As: "FILE#LINE", Example: example,
		Problem: func(text, variant string) (*engine.Problem, error) {
			name, number, _ := cutNumber(text)
			if _, err := strconv.Atoi(number); err != nil {
				return nil, fmt.Errorf("%s: want the number of an instance behind it, as %s#12", name, name)
			}
			file, all, err := l.scenarios(name)
			if err != nil {
				return nil, err
			}
			ids, err := (&engine.Set{Name: name, Count: len(all)}).IDs(number)
			if err != nil {
				return nil, err
			}
			return all[ids[0]-1].problem(file, variant, l.read)
		},
		Match: func(text string) (texts []string, err error) {
			name, numbers, numbered := cutNumber(text)
			names := []string{name}
			if star := strings.Contains(name, "*"); !star && plain(numbers) {
				return []string{text}, nil
			} else if star {
				if names, err = l.match(name); err != nil {
					return nil, err
				}
			}
			for _, name := range names {
				if !numbered {
					texts = append(texts, name)
					continue
				}
				_, all, err := l.scenarios(name)
				if err != nil {
					return nil, err
				}
				ids, err := (&engine.Set{Name: name, Count: len(all)}).IDs(numbers)
				if err != nil {
					return nil, err
				}
				for _, id := range ids {
					texts = append(texts, fmt.Sprintf("%s#%d", name, id))
				}
			}
			return texts, nil
		},
	}
}

// scenarios reads the scenario file with a name.
func (l library) scenarios(name string) (file string, all []Scenario, err error) {
	if file, err = l.place(name); err != nil {
		return "", nil, err
	}
	content, err := l.read(file)
	if err != nil {
		return "", nil, err
	}
	all, err = ParseScenarios(content, file)
	return file, all, err
}

// plain reports whether the number behind a name is one as it is written, and no pattern.
func plain(number string) bool {
	n, err := strconv.Atoi(number)
	return err == nil && strconv.Itoa(n) == number
}

// cutNumber cuts off the number of a line.
func cutNumber(text string) (name, number string, ok bool) {
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

// problem makes the instance of a scenario file.
func (s Scenario) problem(file, variant string, read func(path string) ([]byte, error)) (*engine.Problem, error) {
	path := filepath.Join(filepath.Dir(file), filepath.Base(filepath.FromSlash(s.Map)))
	content, err := read(path)
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
