package grid

import (
	"container/heap"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/data/datatest"
	"github.com/focal-search/focal/domains/internal/cells"
	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/engine"
)

func TestMain(m *testing.M) { datatest.Main(m) }

// TestScenarios: A* finds the published optimal length of lines of all scenario files: of all
// lines for a release, otherwise of some of each file.
func TestScenarios(t *testing.T) {
	datatest.Find(t, "movingai/README.md")
	some := 12
	if spacetest.Release() {
		some = math.MaxInt
	}
	folder := filepath.Join(datatest.Folder(), "movingai")
	files := 0
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".scen" {
			files++
			name, _ := filepath.Rel(folder, strings.TrimSuffix(path, scenEnding))
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				testScenario(t, path, name, some)
			})
		}
		return err
	})
	if err != nil || files != 17 {
		t.Errorf("%d scenario files, %v", files, err)
	}
}

// testScenario is TestScenarios of some lines of a file.
func testScenario(t *testing.T, path, name string, some int) {
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all, err := ParseScenarios(content, path)
	if err != nil {
		t.Fatal(err)
	}
	differ, refused := 0, 0
	warcraft, rows := filepath.Base(filepath.Dir(path)) == "wc3maps512", rowsOf(t, path)
	free := func(c Cell) bool { return strings.IndexByte(".GSW", rows[c.Y][c.X]) >= 0 }
	for i := 0; i < len(all); i += max(len(all)/some, 1) {
		p, err := engine.Lookup(fmt.Sprintf("grid/movingai/%s#%d", name, i+1))
		s := all[i]
		if err != nil && warcraft && (!free(s.Start) || !free(s.Goal)) {
			refused++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		r := engine.Solve(t.Context(), p, engine.AStar())
		if err := engine.Verify(p, r); err != nil || r.Status != engine.Solved {
			t.Fatalf("%s#%d: %s, %v", path, i+1, r.Status, err)
		}
		length := float64(r.Cost) / Unit
		if math.Abs(length-s.Length) <= float64(len(r.Moves))/Unit+s.Rounded {
			continue
		}
		if !warcraft || length < s.Length {
			t.Errorf("%s#%d: length %f, published is %f", path, i+1, length, s.Length)
			continue
		}
		// Some lengths of this map, which alone has water and swamp, are shorter than any path
		// by the rules of its format; another search must say so.
		differ++
		if best := lengths(rows, s.Start, "octile")[s.Goal]; best != r.Cost {
			t.Errorf("%s#%d: cost %d, by Dijkstra's algorithm %d", path, i+1, r.Cost, best)
		}
	}
	t.Logf("%d lengths are shorter than any path, %d lines start or end on a blocked cell", differ, refused)
}

// rowsOf reads the rows of a scenario's map.
func rowsOf(t *testing.T, scen string) []string {
	content, err := os.ReadFile(strings.TrimSuffix(scen, ".scen"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(content))[7:] // behind "type octile height 512 width 512 map"
}

// lengths are the least costs from a cell to all others, by Dijkstra's algorithm on the rows of
// a map; -1 where there is no path.
func lengths(rows []string, from Cell, variant string) map[Cell]engine.Cost {
	straight, diagonal := engine.Cost(1<<20), engine.Cost(1_482_911)
	switch variant {
	case "4":
		straight, diagonal = 1, -1
	case "5-7":
		straight, diagonal = 5, 7
	}
	free := func(x, y int) bool {
		return y >= 0 && y < len(rows) && x >= 0 && x < len(rows[y]) && strings.Contains(".GS", rows[y][x:x+1])
	}
	dist := map[Cell]engine.Cost{from: 0}
	q := &frontier{{from, 0}}
	for q.Len() > 0 {
		at := heap.Pop(q).(reached)
		if at.cost > dist[at.cell] {
			continue
		}
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				x, y, cost := at.cell.X+dx, at.cell.Y+dy, straight
				if dx != 0 && dy != 0 {
					if cost = diagonal; cost < 0 || !free(at.cell.X, y) || !free(x, at.cell.Y) {
						continue
					}
				}
				to := cells.At(x, y)
				if known, ok := dist[to]; free(x, y) && (!ok || at.cost+cost < known) {
					dist[to] = at.cost + cost
					heap.Push(q, reached{to, at.cost + cost})
				}
			}
		}
	}
	return dist
}

type reached struct {
	cell Cell
	cost engine.Cost
}

type frontier []reached

func (q frontier) Len() int           { return len(q) }
func (q frontier) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q frontier) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *frontier) Push(x any)        { *q = append(*q, x.(reached)) }
func (q *frontier) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// TestAgainstDijkstra: on small maps every algorithm keeps its bound, h is admissible and
// consistent, and maps without a path have none.
func TestAgainstDijkstra(t *testing.T) {
	unsolvable := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		rows := make([]string, 5+r.IntN(12))
		width := 5 + r.IntN(12)
		for y := range rows {
			for range width {
				rows[y] += string("....GS@OTW"[r.IntN(10)])
			}
		}
		m, err := NewMap(rows)
		if err != nil {
			t.Fatal(err)
		}
		var free []Cell
		for y := range rows {
			for x := range width {
				if strings.IndexByte(ground, rows[y][x]) >= 0 {
					free = append(free, cells.At(x, y))
				}
			}
		}
		start, goal := free[r.IntN(len(free))], free[r.IntN(len(free))]
		for _, model := range models {
			p, err := New(m, start, goal, model.name)
			if err != nil {
				t.Fatal(err)
			}
			from, to := lengths(rows, start, model.name), lengths(rows, goal, model.name)
			best, ok := from[goal]
			if !ok {
				unsolvable++
			}
			s := p.NewSpace().(*space)
			for _, c := range free {
				n := engine.Node{State: []uint64{uint64(s.number(c))}}
				h, d := s.Evaluate(n)
				if left, ok := to[c]; ok && h > left || (h == 0) != (c == goal) || (d == 0) != (c == goal) {
					t.Fatalf("map %d, %s, %v: h = %d, d = %d, and %d to the goal", seed, model.name, c, h, d, left)
				}
				out := engine.NewSuccessors(s.Shape())
				s.Expand(n, out)
				for _, e := range out.Items[:out.N] {
					if h > e.Cost+e.H {
						t.Fatalf("map %d, %s, %v: h = %d falls by more than the cost %d", seed, model.name, c, h, e.Cost)
					}
				}
			}
			if !ok {
				best = -1
			}
			spacetest.Bounded(t, p, best)
			if seed%4 == 0 {
				leftOut(t, p)
			}
		}
	}
	if unsolvable == 0 {
		t.Error("all maps have a path")
	}
}

// whole is a space of which a search does not know the moves back: all successors are made, and the
// search drops those that it knows.
type whole struct{ engine.Space }

// leftOut compares searches with those on a whole space: each makes the same selections in the
// same order, with the same counters and solution.
func leftOut(t *testing.T, p *engine.Problem) {
	t.Helper()
	q := *p
	q.NewSpace = func() engine.Space { return whole{p.NewSpace()} }
	for _, name := range spacetest.Algorithms() {
		a, err := engine.NewAlgorithm(name, 1.25, 0.7)
		if err != nil {
			t.Fatal(err)
		}
		var selected [2][]uint64
		var results [2]*engine.Result
		for i, p := range []*engine.Problem{p, &q} {
			note := func(state []uint64, queue int) { selected[i] = append(selected[i], state[0], uint64(queue)) }
			results[i] = engine.Solve(t.Context(), p, a, engine.OnSelect(note))
		}
		x, y := results[0], results[1]
		if !slices.Equal(selected[0], selected[1]) || x.Counters != y.Counters || !slices.Equal(x.Moves, y.Moves) {
			t.Fatalf("%s, %v: %v, and %v with all successors", p.Name, a, x, y)
		}
	}
}

// TestSeeded pins the sets: their instances never change.
func TestSeeded(t *testing.T) {
	d := engine.Domains()
	pins := map[string]string{
		"random-10": "82eb4c8cc625b1a1",
		"random-20": "31419cdb21ad78e0",
		"random-30": "e417a2e78aad07fb",
		"random-40": "e3e89eafefdece99",
		"rooms-8":   "0189696aeedf5ada",
		"rooms-16":  "fa2e14551bb973fc",
		"rooms-32":  "279d040334a13cbf",
		"rooms-64":  "007c54d229dc7961",
		"mazes-1":   "0d3daf0a173927ae",
		"mazes-2":   "879185eee533b187",
		"mazes-4":   "05d01f062b5d6b0a",
		"mazes-8":   "cf0038755347e195",
		"mazes-16":  "7fa2e04b1db09c0e",
		"mazes-32":  "0bd3934c11082470",
	}
	for _, d := range d {
		if d.Name != "grid" {
			continue
		}
		for _, set := range d.Sets {
			if set.Given != nil {
				continue
			}
			sum := sha256.New()
			for id := 1; id <= 3; id++ {
				p, err := d.Problem(set.Name, id, "")
				if err != nil {
					t.Fatal(err)
				}
				sum.Write([]byte(p.Content))
			}
			if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != pins[set.Name] {
				t.Errorf("%q: %q,", set.Name, got)
			}
		}
	}
}

// TestSeededMaps: start and goal are far apart and connected, and a maze is a tree of cells.
func TestSeededMaps(t *testing.T) {
	for kind, size := range map[string]int{"random": 40, "rooms": 16, "mazes": 8} {
		m, start, goal := Seeded(kind, size, 7)
		p, err := New(m, start, goal, "octile")
		if err != nil {
			t.Fatal(err)
		}
		r := engine.Solve(t.Context(), p, engine.AStar())
		if r.Status != engine.Solved || r.Cost < apart*Unit {
			t.Errorf("%s: %v", kind, r)
		}
		if pictures, err := p.Draw(r.Moves); err != nil || len(pictures) != len(r.Moves)+1 ||
			!strings.Contains(pictures[0], "512 × 512") {
			t.Errorf("%s: %d pictures of %d moves, %v", kind, len(pictures), len(r.Moves), err)
		}
		if text := p.Picture(r.Moves); strings.Count(text, "\n") != 64 || !strings.Contains(text, "S") || !strings.Contains(text, "@") {
			t.Errorf("%s:\n%s", kind, text)
		}
	}
	m, _, _ := Seeded("mazes", 8, 7)
	rooms, open := 0, 0 // cells of 8 × 8, and passages between them
	for y := 1; y+8 < side; y += 9 {
		for x := 1; x+8 < side; x += 9 {
			rooms++
			if m.at(cells.At(min(x+8, side-1), y)) == '.' {
				open++
			}
			if m.at(cells.At(x, min(y+8, side-1))) == '.' {
				open++
			}
		}
	}
	if open != rooms-1 {
		t.Errorf("%d passages between %d cells", open, rooms)
	}
}

const small = "type octile\nheight 2\nwidth 3\nmap\n.@.\n.W.\n"

// TestBadInput: errors name the file, the line and what would be right.
func TestBadInput(t *testing.T) {
	for text, want := range map[string]string{
		"":                           `x.map:1: the map ends: want a line such as "type octile"`,
		"type hex\n":                 `x.map:1: "type hex": want a line such as "type octile"`,
		"type octile\nheight none\n": `x.map:2: "height none": want a number from 1 to 4096`,
		strings.Replace(small, "height 2", "height 3", 1): "x.map:7: the map has 2 rows, and its height is 3",
		strings.Replace(small, ".W.", ".W..", 1):          "x.map:6: 4 cells in a map of width 3",
		strings.Replace(small, ".W.", ".?.", 1):           `x.map:6: column 2: '?' is no terrain: want one of .GSW@OT`,
	} {
		if _, err := ParseMap([]byte(text), "x.map"); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
	m, err := ParseMap([]byte("\ufeff"+strings.ReplaceAll(small, "\n", "\r\n")), "x.map")
	if err != nil {
		t.Fatal(err)
	}
	for want, ends := range map[string][2]Cell{
		"the start (1, 0) is not passable: its terrain is @":       {cells.At(1, 0), cells.At(0, 0)},
		"the goal (3, 0) is not on the map, which has 3 × 2 cells": {cells.At(0, 0), cells.At(3, 0)},
	} {
		if _, err := New(m, ends[0], ends[1], ""); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
	if _, err := New(m, cells.At(0, 0), cells.At(2, 0), "8"); err == nil || !strings.Contains(err.Error(), `unknown variant "8"`) {
		t.Error(err)
	}
	for _, end := range []Cell{cells.At(2, 0), cells.At(1, 1)} { // beyond the wall, and water
		p, err := New(m, cells.At(0, 0), end, "")
		if err != nil {
			t.Fatal(err)
		}
		if r := engine.Solve(t.Context(), p, engine.AStar()); r.Status != engine.Unsolvable {
			t.Errorf("to %v: %v", end, r)
		}
	}
	dir := t.TempDir()
	scen := filepath.Join(dir, "small.map.scen")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, "small.map"), small)
	write(scen, "version 1\n0\tmaps/small.map\t3\t2\t0\t0\t0\t1\t1\n0\tsmall.map\t3\t3\t0\t0\t0\t1\t1\n0\tother.map\t3\t2\t0\t0\t0\t1\t1\n")
	for name, want := range map[string]string{
		scen + "#1": "",
		scen:        "want the number of an instance behind it, as ",
		scen + "#2": "small.map.scen:3: a map of 3 × 3 cells, and ",
		scen + "#3": "small.map.scen:4: its map: ",
		scen + "#4": "small.map.scen, which has 1 to 3",
	} {
		_, err := engine.Lookup("grid/file/" + name)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	for pattern, want := range map[string]string{
		"grid/file/" + scen + "#*:4":         "#1:4 #2:4 #3:4",
		"grid/file/" + dir + "/*.scen#1-2,3": "#1 #2 #3",
		"grid/movingai/dao/*a#9,20-21:4":     "#9:4 #20:4 #21:4",
		"grid/movingai/*/arena#*":            "#1 #2 #3",
		"grid/movingai/no*#1":                "no published map matches no* (known: ",
		"grid/movingai/dao/arenna#1":         `no published map "dao/arenna": did you mean "dao/arena"? (known: `,
		"grid/movingai/../dao/arena#1":       `no published map "../dao/arena"`,
		"grid/movingai/dao/arena":            "want the number of an instance behind it, as dao/arena#12",
		"grid/movingai/dao/arena#0":          "no instance 0 in set dao/arena, which has 1 to 160",
		"grid/movingai/dao/arena#1-x":        `"1-x" is not an instance number, a range such as 1-10 or *`,
	} {
		if strings.Contains(pattern, "movingai") {
			datatest.Find(t, "movingai/README.md")
		}
		names, err := engine.Match(pattern)
		if err == nil && !strings.Contains(pattern, "#") || strings.Contains(want, "no published map \"") {
			_, err = engine.Lookup(pattern)
		}
		got := ""
		for _, name := range names[:min(len(names), 3)] {
			got += name[strings.LastIndex(name, "#"):] + " "
		}
		if err != nil {
			got = err.Error()
		}
		if got = strings.TrimSpace(got); got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
	for text, want := range map[string]string{
		"1\n":                            `s:1: "1": want a line "version 1"`,
		"version 1\n1 2\n":               "s:2: 2 fields: want 9",
		"version 1\n0 m 3 2 0 0 0 x 1\n": `s:2: field 8, "x", is not a whole number`,
	} {
		if _, err := ParseScenarios([]byte(text), "s"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

// TestChanged: a published map or scenario file that is missing, changed or no file is an error of one
// line that says what to do. The same files unchanged, and changed ones as the user's own, are solved.
func TestChanged(t *testing.T) {
	const scen, terrain = "movingai/dao/arena.map.scen", "movingai/dao/arena.map"
	whole := map[string]string{}
	for _, file := range []string{scen, terrain} {
		content, err := os.ReadFile(datatest.Find(t, file))
		if err != nil {
			t.Fatal(err)
		}
		whole[file] = string(content)
	}
	folder := t.TempDir()
	t.Setenv("FOCAL_DATA", folder)
	t.Chdir(t.TempDir())
	const instance = "movingai/dao/arena#12"
	for _, test := range []struct {
		name    string
		file    string
		content func(string) string // nil for none
		want    string
	}{
		{"whole", terrain, func(s string) string { return s }, ""},
		{"another wall", terrain, func(s string) string { return strings.Replace(s, "..", ".T", 1) },
			"arena.map is not as published: "},
		{"another end", terrain, func(s string) string { return s + "\n" }, "arena.map is not as published: "},
		{"other scenarios", scen, func(s string) string { return s + "\n" }, "arena.map.scen is not as published: "},
		{"no map", terrain, nil, "the Moving AI Lab's arena.map is not in "},
		{"no scenarios", scen, nil, "the Moving AI Lab's arena.map.scen is not in "},
	} {
		at := func(file string) string { return filepath.Join(folder, filepath.FromSlash(file)) }
		if err := os.MkdirAll(filepath.Dir(at(scen)), 0o755); err != nil {
			t.Fatal(err)
		}
		for file, content := range whole {
			if file == test.file && test.content != nil {
				content = test.content(content)
			}
			if err := os.WriteFile(at(file), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if test.content == nil {
			if err := os.Remove(at(test.file)); err != nil {
				t.Fatal(err)
			}
		}
		_, err := engine.Lookup("grid/" + instance)
		if (err == nil) != (test.want == "") || err != nil && (!strings.Contains(err.Error(), test.want) ||
			strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "stat ")) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if test.content == nil {
			continue
		}
		if err != nil {
			for _, want := range []string{fmt.Sprintf("%x", sha256.Sum256([]byte(test.content(whole[test.file]))))[:12],
				fmt.Sprintf("%x", sha256.Sum256([]byte(whole[test.file])))[:12], at(test.file)} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, without %s", test.name, err, want)
				}
			}
		}
		if _, err := engine.Lookup("grid/file/" + at(scen) + "#12"); err != nil {
			t.Errorf("%s, as one's own: %v", test.name, err)
		}
	}
}

// TestReplay: impossible moves are named.
func TestReplay(t *testing.T) {
	m, err := NewMap([]string{"..", ".@", ".."})
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(m, cells.At(0, 0), cells.At(1, 2), "")
	if err != nil {
		t.Fatal(err)
	}
	if cost, err := p.Replay([]engine.Move{south, south, east}); err != nil || cost != 3*Unit {
		t.Error(cost, err)
	}
	for want, path := range map[string][]engine.Move{
		"move 1: SE from (0, 0) cuts":                  {southEast},
		"move 2: SE from (0, 1) cuts a corner":         {south, southEast},
		"move 1: N from (0, 0): (0, -1) is not":        {north},
		"move 1: there is no move number 8":            {8},
		"the moves do not end at a goal but at (0, 1)": {south},
	} {
		if _, err := p.Replay(path); err == nil || !strings.HasPrefix(err.Error(), want) && !strings.Contains(err.Error(), "not passable") {
			t.Errorf("%v: %v, want %s", path, err, want)
		}
	}
}

func BenchmarkExpand(b *testing.B) {
	p, err := engine.Lookup("grid/random-20/1")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r := engine.Solve(context.Background(), p, engine.AStar())
		b.ReportMetric(float64(r.CPU.Nanoseconds())/float64(r.Expanded), "ns/expansion")
		b.ReportMetric(float64(r.PeakBytes)/float64(r.Inserted), "bytes/node")
	}
}
