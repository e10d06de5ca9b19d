package gctsp

import (
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// sample is a depot, two facilities and a customer's node in a rectangle of 3 by 4. No
// node covers the customer of the empty line.
const sample = `NAME: sample
TYPE: GCTSP
NODES: 4
DEPOT: 1
CUSTOMERS: 3
QUOTA: 2
EDGE_WEIGHT_TYPE: EUC_2D
NODE_COORD_SECTION
1 0 0
0 3.0 0
2 0 4
3 3e0 4.
COVERING_SETS
0 2

2
EOF
`

// original is the same instance in the format of Shaelaie, Salari and Naji-Azimi, in
// which the depot is node 0.
const original = `1	feasible
6	|V|
2	|T|
3	|W|
2	P

Depot
0	0	0

Facilities
1	3	0
2	0	4
Customers
3	3	4
4	9	9
5	3	5

1	1	3
2	2	3	5

0
0.00
`

func TestRead(t *testing.T) {
	unit := engine.Cost(tsplib.Unit)
	for name, test := range map[string]struct {
		text string
		want Instance
	}{
		"gctsp": {sample, Instance{
			Depot: 1, Customers: 3, Quota: 2, Unit: tsplib.Unit, Covers: [][]int{{0}, nil, {0, 2}, nil},
			Distances: [][]engine.Cost{{0, 3 * unit, 5 * unit, 4 * unit}, {3 * unit, 0, 4 * unit, 5 * unit},
				{5 * unit, 4 * unit, 0, 3 * unit}, nil}, // no move goes to node 3
			Points: []tsplib.Point{{X: 3}, {}, {Y: 4}, {X: 3, Y: 4}},
		}},
		"original": {original, Instance{
			Customers: 3, Quota: 2, Unit: tsplib.Unit, Covers: [][]int{nil, {0}, {0, 2}},
			Distances: [][]engine.Cost{{0, 3 * unit, 4 * unit}, {3 * unit, 0, 5 * unit}, {4 * unit, 5 * unit, 0}},
			Points:    []tsplib.Point{{}, {X: 3}, {Y: 4}},
			Sites:     []tsplib.Point{{X: 3, Y: 4}, {X: 9, Y: 9}, {X: 3, Y: 5}},
		}},
	} {
		for _, end := range []string{"\n", "\r\n"} {
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, []byte(strings.ReplaceAll(test.text, "\n", end)), 0o644); err != nil {
				t.Fatal(err)
			}
			if in, err := Open(path); err != nil || !reflect.DeepEqual(*in, test.want) {
				t.Errorf("%s: %+v, %v", name, in, err)
			}
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "absent")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
	// The first two nodes of burma14, at a distance of 153.
	geo := strings.NewReplacer("EUC_2D", "GEO", "1 0 0", "1 16.47 96.10", "0 3.0 0", "0 16.47 94.44").Replace(sample)
	in, err := Read(strings.NewReader(geo), "geo")
	if err != nil || in.Unit != 1 || in.Distances[0][1] != 153 || in.Points[0] != (tsplib.Point{X: 94.44, Y: 16.47}) {
		t.Errorf("%+v, %v", in, err)
	}
}

// TestReadErrors: errors name the line, the column and what is expected there.
func TestReadErrors(t *testing.T) {
	for _, test := range []struct{ text, old, new, want string }{
		{sample, "NAME", "NOME", `x:1:1: "NOME:": want a keyword such as NODES or COVERING_SETS`},
		{sample, "GCTSP", "TSP", `x:2:7: "TSP": want the type GCTSP`},
		{sample, "NODES: 4", "NODES: four", `x:3:8: "four": want NODES, 0 to 5000`},
		{sample, "NODES: 4", "NODES: 5001", `x:3:8: "5001": want NODES, 0 to 5000`},
		{sample, "NODES: 4", "NODES", `x:3:6: "": want NODES, 0 to 5000`},
		{sample, "NODES: 4", "NODES:four", `x:3:7: "four": want NODES, 0 to 5000`},
		{sample, "DEPOT: 1", "DEPOT:   9 9 ", `x:4:10: "9 9": want DEPOT, 0 to 5000`},
		{sample, "QUOTA: 2", "QUOTA: 2\nEDGE_WEIGHT_TYPE: GEO", `x:8:1: EDGE_WEIGHT_TYPE stands here for the second time`},
		{sample, "COVERING", "NODE_COORD_SECTION\nCOVERING", `x:13:1: NODE_COORD_SECTION stands here for the second time`},
		{sample, "NODES: 4", "COMMENT: é\nDEPOT: 0", `x:5:1: DEPOT stands here for the second time`},
		{sample, "NODES: 4\n", "", `x:7:1: NODES must come before NODE_COORD_SECTION`},
		{sample, "NODES: 4", "NODES: 3", `x:12:1: "3": want a keyword such as NODES or COVERING_SETS`},
		{sample, "0 3.0 0", "4 3.0 0", `x:10:1: "4": want a node, 0 to 3`},
		{sample, "NODES: 4", "NODES: 5", `x:13:14: want a node and two coordinates`},
		{sample, "DEPOT: 1", "DEPOT: 4", `x:13:1: the depot is node 4: want 0 to 3`},
		{sample, "CUSTOMERS: 3", "CUSTOMERS: -1", `x:5:12: "-1": want CUSTOMERS, 0 to 5000`},
		{sample, "CUSTOMERS: 3", "CUSTOMERS: 2", `x:16:1: "2" after the last of 2 covering sets: want EOF`},
		{sample, "CUSTOMERS: 3", "CUSTOMERS: 4", `x:17:1: "EOF": want a node that covers customer 3, 0 to 3`},
		{sample, "QUOTA: 2\n", "", `x:12:1: QUOTA must come before COVERING_SETS`},
		{sample, "EUC_2D", "EUC_3D", `x:7:19: edge weight type "EUC_3D": did you mean "EUC_2D"? (known: EUC_2D, GEO, ATT)`},
		{sample, "EDGE_WEIGHT_TYPE: EUC_2D\n", "", `x:12:1: EDGE_WEIGHT_TYPE must come before COVERING_SETS`},
		{sample, "0 3.0 0", "1 3.0 0", `x:10:1: node 1 has coordinates already`},
		{sample, "0 3.0 0", "0 3.0", `x:10:6: want a node and two coordinates`},
		{sample, "0 3.0 0", "0 é 0", `x:10:3: "é": want a coordinate, a number between -1e+09 and 1e+09`},
		{sample, "0 3.0 0", "0 3.0 nan", `x:10:7: "nan": want a coordinate, a number between -1e+09 and 1e+09`},
		{sample, "0 3.0 0", "0 3.0 1e10", `x:10:7: "1e10": want a coordinate, a number between -1e+09 and 1e+09`},
		{sample, "0 3.0 0", "0 3.0 1e-16", `x:10:7: the coordinate 1e-16 has 16 decimal places: want at most 15`},
		{sample, "0 2\n", "0 2 4\n", `x:14:5: "4": want a node that covers customer 0, 0 to 3`},
		{sample, "0 2\n", "0  2 2\n", `x:14:6: node 2 covers customer 0 already`},
		{sample, "\n2\nEOF\n", "", `x:15:1: the file ends before the covering sets of 2 of 3 customers`},
		{sample, "2\nEOF\n", "", `x:16:1: the file ends before the covering sets of 1 of 3 customers`},
		{sample, "EOF\n", "", `x:17:1: the file ends before EOF`},
		{sample, sample[strings.Index(sample, "3 3e0"):], "", `x:12:1: the file ends before the coordinates of 1 of 4 nodes`},
		{sample, sample[strings.Index(sample, "COVERING"):], "", `x:13:1: the file ends before COVERING_SETS`},
		{sample, sample[strings.Index(sample, "NODE_C"):strings.Index(sample, "COVERING")], "",
			`x:8:1: NODE_COORD_SECTION must come before COVERING_SETS`},
		{sample, sample, "\n\n", `x:3:1: the file ends before the instance`},
		{sample, sample, strings.Repeat("9", 1<<24+1), `x:1: bufio.Scanner: token too long`},
		{original, "1	feasible", "2	feasible", `x:1:1: "2": want 1 where the instance is feasible and else -1, -1 to 1`},
		{original, "6	|V|", "7	|V|", `x:4:1: the depot, 2 facilities and 3 customers are 6 nodes, where 7 are announced`},
		{original, "2	P", "-2	P", `x:5:1: "-2": want the quota, 0 to 5000`},
		{original, "0	0	0", "6	0	0", `x:8:1: "6": want a node, 0 to 5`},
		{original, "0	0	0", "0	0", `x:8:4: want a node and two coordinates`},
		{original, "1	1	3", "0	1	3", `x:18:1: "0": want a facility, 1 to 2`},
		{original, "1	1	3", "l	1	3", `x:18:1: "l": want a facility, 1 to 2`},
		{original, "2	0	4", "2o	0	4", `x:12:1: "2o": want a node, 0 to 5`},
		{original, "2	P", "P	2", `x:5:1: "P": want the quota, 0 to 5000`},
		{original, "1	1	3", "2	1	3", `x:19:1: facility 2 has customers already`},
		{original, "1	1	3", "1	4	3", `x:18:3: "4": want the number of its customers, 0 to 3`},
		{original, "1	1	3", "1	2	3", `x:18:6: facility 1 covers 2 customers, and 1 are listed`},
		{original, "1	1	3", "1	1	2", `x:18:5: "2": want a customer, 3 to 5`},
		{original, "2	2	3	5", "2	2	3	3", `x:19:7: facility 2 covers customer 3 already`},
		{original, original[strings.Index(original, "2	2	3"):], "",
			`x:19:1: the file ends before the customers of 1 of 2 facilities`},
		{original, original[strings.Index(original, "2	P"):], "", `x:5:1: the file ends before the quota`},
	} {
		text := strings.Replace(test.text, test.old, test.new, 1)
		if _, err := Read(strings.NewReader(text), "x"); err == nil || err.Error() != test.want {
			t.Errorf("%.60q for %.60q: %v\nwant %s", test.new, test.old, err, test.want)
		}
	}
	var many strings.Builder // facilities
	fmt.Fprintf(&many, "NODES: 1002\nDEPOT: 0\nCUSTOMERS: 1\nQUOTA: 1\nEDGE_WEIGHT_TYPE: ATT\nNODE_COORD_SECTION\n")
	for node := range 1002 {
		fmt.Fprintf(&many, "%d %d 0\n", node, node)
	}
	many.WriteString("COVERING_SETS\n")
	for node := range 1001 {
		fmt.Fprintf(&many, "%d ", node+1)
	}
	many.WriteString("\nEOF")
	const want = "x:1011: there are 1001 facilities: want at most 1000"
	if _, err := Read(strings.NewReader(many.String()), "x"); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// FuzzRead: no text makes Read panic, its errors name a line, and what it accepts is a
// problem.
func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add(original)
	f.Add(strings.Replace(sample, "EUC_2D", "GEO", 1))
	f.Add(strings.Replace(sample, "QUOTA: 2", "QUOTA: 0", 1))
	for _, file := range []string{"gctsp/tsplib_small/burma14_t30_p50.gctsp", shaelaieFile(1)} {
		path, err := data.Find(file)
		if err != nil {
			continue // the others have none
		}
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, err := Read(strings.NewReader(text), "x")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x:") {
				t.Fatal(err)
			}
			return
		}
		p, err := New(in, Covering)
		if err != nil {
			t.Fatal(err)
		}
		p.Picture(nil)
		if _, err := p.Draw(nil); err != nil {
			t.Fatal(err)
		}
		r := engine.Solve(t.Context(), p, engine.AStar(), engine.MaxExpanded(20))
		if err := engine.Verify(p, r); err != nil || r.Err != nil {
			t.Fatal(err, r.Err)
		}
	})
}

// TestEuclidean: distances are the least r with r >= 2^20·sqrt(dx²+dy²), by rational
// arithmetic, for integer and decimal coordinates.
func TestEuclidean(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, decimals := range []int{0, 1, 3, 9} {
		texts := make([][2]string, 12)
		points := make([]tsplib.Point, len(texts))
		for i := range texts {
			for j, x := range [2]*float64{&points[i].X, &points[i].Y} {
				whole := int64(1e9)
				if decimals > 3 {
					whole = 100 // a float64 has 15 digits
				}
				texts[i][j] = fmt.Sprintf("%d.%0*d", r.Int64N(2*whole-1)-whole+1, max(decimals, 1), r.Int64N(pow10(decimals)))
				if _, err := fmt.Sscan(texts[i][j], x); err != nil {
					t.Fatal(err)
				}
			}
		}
		texts[1], points[1] = texts[0], points[0]
		distances, err := euclidean(points, every(len(points)))
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range texts {
			for j, b := range texts {
				square := new(big.Rat)
				for k := range 2 {
					x, _ := new(big.Rat).SetString(a[k])
					y, _ := new(big.Rat).SetString(b[k])
					d := x.Sub(x, y)
					square.Add(square, d.Mul(d, d))
				}
				square.Mul(square, big.NewRat(1<<40, 1))
				squared := func(r engine.Cost) *big.Rat { q := big.NewRat(r, 1); return q.Mul(q, q) }
				got := distances[i][j]
				if squared(got).Cmp(square) < 0 || got > 0 && squared(got-1).Cmp(square) >= 0 {
					t.Errorf("from %v to %v: %d, whose square is to be just above %s", a, b, got, square.FloatString(3))
				}
			}
		}
	}
	const want = "node 1: the coordinate 1e-16 has 16 decimal places: want at most 15"
	if _, err := euclidean([]tsplib.Point{{}, {X: 1e-16}}, nil); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}
