package domains_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/npuzzle"
	"github.com/focal-search/focal/domains/pancake"
	"github.com/focal-search/focal/engine"
)

const tour = `NAME: a rectangle of 3 by 4
TYPE: TSP
DIMENSION: 4
EDGE_WEIGHT_TYPE: EUC_2D
NODE_COORD_SECTION
1 0 0
2 3 0
3 3 4
4 0 4
EOF
`

// cover: customer 0 is covered only by node 1, customer 1 by node 2.
const cover = `TYPE: GCTSP
NODES: 3
DEPOT: 0
CUSTOMERS: 2
QUOTA: 2
EDGE_WEIGHT_TYPE: EUC_2D
NODE_COORD_SECTION
0 0 0
1 3 0
2 3 4
COVERING_SETS
1
2
EOF
`

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestOwnInstances: a file, a board and a stack have names, and are the instances of
// their content, wherever the file is.
func TestOwnInstances(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	write(t, "my.tsp", tour)
	write(t, "tsp/deep/other [tour].tsp", tour)
	write(t, "a,b.tsp", tour)
	write(t, "my.gctsp", cover)
	write(t, "board.txt", "1 4 2 # a comment\n3 0 5\n6 7 8\n")
	write(t, "stack.txt", "3,1,4,2")
	for name, want := range map[string]struct {
		like    string // the problem with the same content
		optimal engine.Cost
	}{
		"tsp/file/my.tsp": {"", 14},
		"my.tsp":          {"tsp/file/my.tsp", 14},
		"my.tsp:nn":       {"tsp/file/my.tsp", 14},
		"tsp/file/" + filepath.ToSlash(here) + "/my.tsp": {"tsp/file/my.tsp", 14},
		"tsp/file/tsp/deep/other%20[tour].tsp":           {"tsp/file/my.tsp", 14},
		"tsp/deep/other [tour].tsp":                      {"tsp/file/my.tsp", 14},
		"tsp/deep/*[*.tsp":                               {"tsp/file/my.tsp", 14},
		"a,b.tsp:depth":                                  {"my.tsp:depth", 14},
		"my.gctsp":                                       {"gctsp/file/my.gctsp:covering", 12 << 20},
		"npuzzle/board/1-4-2-3-0-5-6-7-8":                {"npuzzle/file/board.txt", 2},
		"npuzzle/board/1-4-2-3-0-5-6-7-8:heavy+lc":       {"npuzzle/file/board.txt:lc+heavy", 5},
		"npuzzle/file/board*:unit":                       {"npuzzle/file/board.txt", 2},
		"pancake/stack/3-1-4-2":                          {"pancake/file/stack.txt", 4},
	} {
		p := domains.Get(name)
		if p.Err != nil {
			t.Errorf("%s: %v", name, p.Err)
			continue
		}
		if r := engine.Solve(context.Background(), p, engine.AStar()); r.Cost != want.optimal || engine.Verify(p, r) != nil {
			t.Errorf("%s: %v, want cost %d", name, r, want.optimal)
		}
		if like := domains.Get(want.like); want.like != "" && like.Digest() != p.Digest() {
			t.Errorf("%s is not %s: %v", name, want.like, like.Err)
		}
		if again := domains.Get(p.Name); again.Name != p.Name || again.Digest() != p.Digest() {
			t.Errorf("%s: its name %s leads to %s, %v", name, p.Name, again.Name, again.Err)
		}
	}
	before := domains.Get("my.tsp").Digest()
	write(t, "my.tsp", strings.Replace(tour, "4 0 4", "4 0 5", 1))
	if domains.Get("my.tsp").Digest() == before {
		t.Error("a file that has changed gives the same instance")
	}
}

// TestOwnMistakes: a mistake in a name or in what it refers to is reported in one line.
func TestOwnMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "my.tsp", tour)
	write(t, "other.tsp", tour)
	write(t, "bad.TSP", "TYPE: TSP\nDIMENSION: x\n")
	write(t, "board.txt", "1 2 3")
	for name, want := range map[string]string{
		"no.tsp":                          `problem "tsp/file/no.tsp": no.tsp: no such file or directory`,
		"no*.tsp":                         `problem "tsp/file/no*.tsp": there is no such file: no*.tsp`,
		"my.tsp:":                         `nothing follows the colon`,
		"my.tsp:far":                      `unknown variant "far"`,
		"tsp/file/bad.TSP":                `bad.TSP:2: dimension "x"`,
		"tsp/file/.":                      `it is no regular file`,
		"tsp/file/":                       `want FILE, as in tsp/file/my.tsp`,
		"tsp/file":                        `want domain/set/id[:variant]`,
		"npuzzle/file/board.txt":          `board.txt: 3 tiles, the blank included, make no square board of 2 to 8 rows`,
		"npuzzle/board/1,2":               `number 1, "1,2", is not a whole number: want numbers with hyphens between them, as 3-1-2`,
		"npuzzle/board/0-2-1-3-4-5-6-7-8": `wrong parity`,
		"npuzzle/board/*":                 `is not a whole number`,
		"pancake/stack/1-1":               `pancake 1 is at position 1 and again at position 2`,
		"pancake/stack/2-1:gab":           `unknown variant "gab": did you mean "gap"? (known: unit, heavy, gap, gap-1, gap-2, gap-3, gap-4)`,
		"*.tsp":                           `"*.tsp" names 2 problems, where one is wanted`,
	} {
		p := domains.Get(name)
		if p.Err == nil || !strings.Contains(p.Err.Error(), want) || strings.Contains(p.Err.Error(), "\n") {
			t.Errorf("%s: %v\nwant %s", name, p.Err, want)
		}
	}
}

// TestOwnLiterals: a board or stack that is written in a name is read from it.
func TestOwnLiterals(t *testing.T) {
	hyphens := func(numbers []int) string {
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", "-"), "[]")
	}
	for seed := range uint64(20) {
		board, stack := npuzzle.Random(15, seed), pancake.Random(40, seed)
		b, err1 := npuzzle.New(board, npuzzle.Unit, npuzzle.Manhattan)
		s, err2 := pancake.New(stack)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		for name, p := range map[string]*engine.Problem{
			"npuzzle/board/" + hyphens(board): b, "pancake/stack/" + hyphens(stack): s,
		} {
			if got := domains.Get(name); got.Err != nil || got.Content != p.Content || got.Name != name {
				t.Errorf("%s: %v", name, got.Err)
			}
		}
	}
}
