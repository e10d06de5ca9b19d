package template_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	_ "github.com/focal-search/focal/domains/template"
	"github.com/focal-search/focal/engine"
)

// shortest returns the length of the shortest path through a maze, by breadth-first
// search on its picture, or -1 if there is none.
func shortest(picture string) int {
	rows := strings.Fields(picture)
	type cell struct{ x, y int }
	at := map[cell]int{{0, 0}: 0}
	for queue := []cell{{0, 0}}; len(queue) > 0; queue = queue[1:] {
		c := queue[0]
		if rows[c.y][c.x] == 'G' {
			return at[c]
		}
		for _, to := range []cell{{c.x, c.y - 1}, {c.x + 1, c.y}, {c.x, c.y + 1}, {c.x - 1, c.y}} {
			if to.x < 0 || to.y < 0 || to.y >= len(rows) || to.x >= len(rows[0]) || rows[to.y][to.x] == '#' {
				continue
			}
			if _, known := at[to]; !known {
				at[to] = at[c] + 1
				queue = append(queue, to)
			}
		}
	}
	return -1
}

// Every algorithm keeps its bound on every maze, compared with breadth-first search, and
// its solutions verify. Mazes without a path are found to have none.
func TestAgainstBreadthFirst(t *testing.T) {
	solved := 0
	for seed := 1; seed <= 30; seed++ {
		for _, variant := range []string{"", ":zero"} {
			p := domains.Get(fmt.Sprintf("template/maze/%d%s", seed, variant))
			if p.Err != nil {
				t.Fatal(p.Err)
			}
			want := shortest(p.Picture(nil))
			for _, name := range engine.AlgorithmNames() {
				a, err := engine.NewAlgorithm(name, 1.5, 0.7)
				if err != nil {
					t.Fatal(err)
				}
				r := engine.Solve(context.Background(), p, a)
				switch {
				case want < 0 && r.Status != engine.Unsolvable:
					t.Errorf("%s, %s: %s, but there is no path", p.Name, a, r.Status)
				case want < 0:
				case !r.Solved() || engine.Verify(p, r) != nil:
					t.Errorf("%s, %s: %s, %v", p.Name, a, r.Status, engine.Verify(p, r))
				case r.LowerBound > engine.Cost(want) || r.Cost < engine.Cost(want),
					name != "anastar" && float64(r.Cost) > a.W.Float()*float64(want): // ANA* takes no w
					t.Errorf("%s, %s: %d, the shortest is %d", p.Name, a, r.Cost, want)
				}
				if want >= 0 {
					solved++
				}
			}
		}
	}
	if solved < 100 {
		t.Errorf("only %d searches have a solution to find", solved)
	}
}

func TestReplay(t *testing.T) {
	p := domains.Get("template/maze/1")
	for want, path := range map[string][]engine.Move{
		"move 1: up leads into a wall":      {0},
		"there is no move number 9":         {9},
		"do not end at a goal but at {0 0}": {},
	} {
		if _, err := p.Replay(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", path, err)
		}
	}
	if err := domains.Get("template/maze/1:euclid").Err; err == nil ||
		!strings.Contains(err.Error(), `unknown variant "euclid"`) {
		t.Error(err)
	}
}

// Once imported, the domain is listed with the others, and patterns find its mazes.
func TestListed(t *testing.T) {
	var names []string
	for _, d := range domains.List() {
		names = append(names, d.Name)
	}
	if !slices.Contains(names, "template") {
		t.Errorf("template is not among the domains %q", names)
	}
	mazes, err := domains.Match("template/maze/1-3:zero")
	if want := []string{"template/maze/1:zero", "template/maze/2:zero", "template/maze/3:zero"}; err != nil ||
		!slices.Equal(mazes, want) {
		t.Errorf("%q, %v, want %q", mazes, err, want)
	}
}

func Example() {
	p := domains.Get("template/maze/1")
	r := engine.Solve(context.Background(), p, engine.AStar())
	fmt.Println(r.Status, r.Cost >= 38) // at least 19 to the right and 19 down
	// Output: solved true
}
