package vacuum

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/internal/cells"
	"github.com/focal-search/focal/domains/internal/spacetest"
	"github.com/focal-search/focal/engine"
)

// A place is a state as another search has it: the robot's row and column, and the dirt.
type place struct {
	y, x  int
	dirty string // the places of the dirt that is left
}

// small makes a random world of a few cells.
func small(r *rand.Rand) World {
	for {
		w := make(World, 3+r.IntN(3))
		width := 3 + r.IntN(3)
		for y := range w {
			for range width {
				w[y] += string("....##*"[r.IntN(7)])
			}
		}
		y, x := r.IntN(len(w)), r.IntN(width)
		w[y] = w[y][:x] + "@" + w[y][x+1:]
		if n := strings.Count(strings.Join(w, ""), "*"); n > 0 && n < 5 {
			return w
		}
	}
}

// graph is the whole state graph of a world, made from its text.
func graph(w World, heavy bool) (start place, edges map[place]map[place]engine.Cost) {
	dirt := 0
	for y, row := range w {
		for x, c := range row {
			switch c {
			case '@':
				start.y, start.x = y, x
			case '*':
				dirt++
				start.dirty += fmt.Sprintf("(%d,%d)", y, x)
			}
		}
	}
	edges = map[place]map[place]engine.Cost{}
	for queue := []place{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if edges[at] != nil {
			continue
		}
		edges[at] = map[place]engine.Cost{}
		weight := engine.Cost(1)
		if heavy {
			weight += engine.Cost(dirt - strings.Count(at.dirty, "("))
		}
		for _, by := range [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
			to := place{at.y + by[0], at.x + by[1], at.dirty}
			if to.y >= 0 && to.y < len(w) && to.x >= 0 && to.x < len(w[0]) && w[to.y][to.x] != '#' {
				edges[at][to] = weight
				queue = append(queue, to)
			}
		}
		if here := fmt.Sprintf("(%d,%d)", at.y, at.x); strings.Contains(at.dirty, here) {
			to := place{at.y, at.x, strings.Replace(at.dirty, here, "", 1)}
			edges[at][to] = 1
			queue = append(queue, to)
		}
	}
	return start, edges
}

// exact is the cost of a cheapest path from each state to one without dirt, by Bellman and
// Ford's algorithm.
func exact(edges map[place]map[place]engine.Cost) map[place]engine.Cost {
	best := map[place]engine.Cost{}
	for changed := true; changed; {
		changed = false
		for at, to := range edges {
			old, ok := best[at]
			if !ok {
				old = math.MaxInt32
			}
			now := old
			if at.dirty == "" {
				now = 0
			}
			for next, cost := range to {
				if left, ok := best[next]; ok {
					now = min(now, left+cost)
				}
			}
			if now < old {
				best[at], changed = now, true
			}
		}
	}
	return best
}

// tree is a minimum spanning tree over the robot and the dirt by Kruskal's algorithm, its
// edges from the longest one down.
func tree(at place) (edges []int) {
	var points [][2]int
	points = append(points, [2]int{at.y, at.x})
	for _, text := range strings.Split(strings.Trim(at.dirty, "()"), ")(") {
		var y, x int
		if n, _ := fmt.Sscanf(text, "%d,%d", &y, &x); n == 2 {
			points = append(points, [2]int{y, x})
		}
	}
	type edge struct{ length, a, b int }
	var all []edge
	for a, p := range points {
		for b, q := range points[:a] {
			all = append(all, edge{max(p[0]-q[0], q[0]-p[0]) + max(p[1]-q[1], q[1]-p[1]), a, b})
		}
	}
	slices.SortFunc(all, func(a, b edge) int { return a.length - b.length })
	part := make([]int, len(points))
	for i := range part {
		part[i] = i
	}
	for _, e := range all {
		if from, to := part[e.a], part[e.b]; from != to {
			edges = append(edges, e.length)
			for i := range part {
				if part[i] == from {
					part[i] = to
				}
			}
		}
	}
	slices.Reverse(edges)
	return edges
}

func at(p place) cells.Cell { return cells.At(p.x, p.y) }

// cellsOf lists the dirty cells, row by row.
func cellsOf(w World) (dirt []cells.Cell) {
	for y, row := range w {
		for x := range row {
			if row[x] == '*' {
				dirt = append(dirt, cells.At(x, y))
			}
		}
	}
	return dirt
}

// TestExact: on small worlds h and d are those of another implementation in every state, h is
// admissible, and every algorithm keeps its bound.
func TestExact(t *testing.T) {
	unsolvable := 0
	for seed := range uint64(30) {
		w := small(rand.New(rand.NewPCG(seed, 5)))
		for _, variant := range []string{"plain", "heavy"} {
			p, err := New(w, variant)
			if err != nil {
				t.Fatal(err)
			}
			start, edges := graph(w, variant == "heavy")
			best := exact(edges)
			dirt := strings.Count(start.dirty, "(")
			board := newBoard(&instance{World: w, robot: at(start), dirt: cellsOf(w), heavy: variant == "heavy"})
			for state := range edges {
				packed := uint64((state.y+1)*board.row + state.x + 1)
				for i, c := range cellsOf(w) {
					if strings.Contains(state.dirty, fmt.Sprintf("(%d,%d)", c.Y, c.X)) {
						packed |= 1 << (cellBits + i)
					}
				}
				h, d := board.values(packed)
				left := strings.Count(state.dirty, "(")
				wantH, wantD := engine.Cost(left), engine.Cost(left)
				if left > 0 {
					for i, length := range tree(state) {
						wantD += engine.Cost(length)
						if variant == "heavy" {
							wantH += engine.Cost(length * (1 + dirt - left + i))
						} else {
							wantH += engine.Cost(length)
						}
					}
				}
				if exact, ok := best[state]; h != wantH || d != wantD || ok && h > exact {
					t.Fatalf("%s%s, %+v: h = %d, d = %d, want %d, %d and at most %d", w, variant, state, h, d, wantH, wantD, exact)
				}
			}
			optimal, ok := best[start]
			if !ok {
				unsolvable++
			}
			if !ok {
				optimal = -1
			}
			spacetest.Bounded(t, p, optimal)
		}
	}
	if unsolvable == 0 {
		t.Error("all worlds can be cleaned")
	}
}

// TestSeeded pins the sets: their instances never change.
func TestSeeded(t *testing.T) {
	spacetest.Pinned(t, "vacuum", ":heavy", 3, map[string]string{"200": "b3b71175eafce08d", "100": "4c65b1cfddba2e8a", "50": "9c03f759a3bacfdc"})
}

// TestErrors: a world that is not valid is refused with where and what would be right.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"@*\n.":        "w.txt:2: 1 cells, and 2 in the first row",
		"@*\n.x":       `w.txt:2: column 2: 'x' is none of the cells`,
		"..\n.*":       "w.txt: there are 0 robots (@): want one",
		"@@\n.*":       "w.txt: there are 2 robots",
		"@.\n..":       "w.txt: there are 0 dirty cells (*): want 1 to 32",
		"":             "w.txt: the file is empty",
		"@*\r\n..\r\n": "",
	} {
		_, err := Read(strings.NewReader(text), "w.txt")
		if got := fmt.Sprint(err); want == "" && err != nil || !strings.Contains(got, want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := New(World{"@*"}, "light"); err == nil || !strings.Contains(err.Error(), `unknown variant "light"`) {
		t.Error(err)
	}
	if _, err := New(World{"@*", "."}, ""); err == nil {
		t.Error("a ragged world is accepted")
	}
}

// TestPictures: the robot's way is drawn, and the dirt that is left.
func TestPictures(t *testing.T) {
	p, err := New(World{"@.#", ".**"}, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Picture([]engine.Move{2, 1, 4}); got != "..#\n.@*\n" {
		t.Errorf("%q", got)
	}
	pictures, err := p.Draw([]engine.Move{2, 1, 4, 1, 4})
	if err != nil || len(pictures) != 6 || strings.Count(pictures[0], "<circle") != 3 || strings.Count(pictures[5], "<circle") != 1 {
		t.Errorf("%d pictures, %v", len(pictures), err)
	}
	if _, err := p.Replay([]engine.Move{1, 1}); err == nil || !strings.Contains(err.Error(), "move 2: E from (1, 0): (2, 0) is blocked") {
		t.Error(err)
	}
}
