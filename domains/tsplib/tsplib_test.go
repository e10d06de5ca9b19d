package tsplib

import (
	"bufio"
	"errors"
	"io/fs"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/data/datatest"
)

func TestMain(m *testing.M) { datatest.Main(m) }

type published struct {
	name, weightType string
	cities           int
	optimal          int64
}

// optima reads the published table.
func optima(t *testing.T) (rows []published) {
	for _, r := range datatest.Table(t, "tsplib/optima_le200.csv") {
		cities, err1 := strconv.Atoi(r["n"])
		optimal, err2 := strconv.ParseInt(r["optimal"], 10, 64)
		if err1 != nil || err2 != nil {
			t.Fatal(r)
		}
		rows = append(rows, published{r["name"], r["edge_weight_type"], cities, optimal})
	}
	return rows
}

func open(t *testing.T, file string) *File {
	f, err := Open(datatest.Find(t, "tsplib/"+file))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestLibrary reads every instance. Optimal tours have exactly the published length,
// which no wrong distance function gives.
func TestLibrary(t *testing.T) {
	tours := map[string]int{}
	for _, row := range optima(t) {
		f := open(t, row.name+".tsp")
		if f.Dimension != row.cities || f.WeightType != row.weightType {
			t.Errorf("%s has %d cities and type %s, want %d and %s", row.name, f.Dimension, f.WeightType, row.cities,
				row.weightType)
		}
		d := f.Distances()
		for i := range d {
			for j := range d {
				if d[i][j] != d[j][i] || i != j && d[i][j] < 0 {
					t.Fatalf("%s: the distances between %d and %d are %d and %d", row.name, i, j, d[i][j], d[j][i])
				}
			}
		}
		if _, err := data.Find("tsplib/" + row.name + ".opt.tour"); err != nil {
			continue
		}
		tour := open(t, row.name+".opt.tour").Tour
		length := d[tour[len(tour)-1]][tour[0]]
		for i, c := range tour[1:] {
			length += d[tour[i]][c]
		}
		if length != row.optimal || len(tour) != row.cities {
			t.Errorf("%s: the optimal tour of %d cities is %d long, want %d", row.name, len(tour), length, row.optimal)
		}
		tours[row.weightType]++
	}
	for kind, want := range map[string]int{"EUC_2D": 10, "GEO": 3, "ATT": 1, explicit: 6} {
		if tours[kind] < want {
			t.Errorf("%d optimal tours of type %s, want %d or more", tours[kind], kind, want)
		}
	}
}

// TestGeoStable: no distance of a GEO instance is so close to an integer that another
// machine's cosine could round it differently.
func TestGeoStable(t *testing.T) {
	for _, row := range optima(t) {
		if row.weightType != "GEO" {
			continue
		}
		points := open(t, row.name+".tsp").Points
		for i, a := range points {
			for j, b := range points[:i] {
				q1 := math.Cos(radians(a.Y) - radians(b.Y))
				q2 := math.Cos(radians(a.X) - radians(b.X))
				q3 := math.Cos(radians(a.X) + radians(b.X))
				cosine := min(0.5*((1+q1)*q2-(1-q1)*q3), 1)
				x := 6378.388*math.Acos(cosine) + 1
				if gap := math.Abs(x - math.Round(x)); gap < 1e-7 && x > 1.001 {
					t.Errorf("%s: cities %d and %d are %.12f apart", row.name, i+1, j+1, x-1)
				}
			}
		}
	}
}

func TestDistances(t *testing.T) {
	for _, test := range []struct {
		kind string
		a, b Point
		want int64
	}{
		{"EUC_2D", Point{X: 0, Y: 0}, Point{X: 3, Y: 4}, 5},
		{"EUC_2D", Point{X: 0, Y: 0}, Point{X: 1, Y: 1}, 1},              // 1.41
		{"EUC_2D", Point{X: 0, Y: 0}, Point{X: 1.5, Y: 2}, 3},            // 2.5
		{"MAN_2D", Point{X: 0, Y: 0}, Point{X: 1.3, Y: -2.2}, 4},         // 3.5
		{"MAX_2D", Point{X: 0, Y: 0}, Point{X: 1.3, Y: -2.5}, 3},         // 2.5
		{"EUC_3D", Point{X: 1, Y: 2, Z: 3}, Point{X: 3, Y: 5, Z: 9}, 7},  // 4 + 9 + 36 = 49
		{"MAN_3D", Point{X: 1, Y: 2, Z: 3}, Point{X: 3, Y: 5, Z: 9}, 11}, // 2 + 3 + 6
		{"MAX_3D", Point{X: 1, Y: 2, Z: 3}, Point{X: 3, Y: 5, Z: 9}, 6},
		{"CEIL_2D", Point{X: 0, Y: 0}, Point{X: 1, Y: 1}, 2},      // 1.41
		{"CEIL_2D", Point{X: 0, Y: 0}, Point{X: -3, Y: 4}, 5},     // 5
		{"ATT", Point{X: 0, Y: 0}, Point{X: 10, Y: 0}, 4},         // 3.16
		{"ATT", Point{X: 0, Y: 0}, Point{X: 30, Y: 10}, 10},       // 10
		{"GEO", Point{X: 0, Y: 0}, Point{X: 0, Y: 90}, 10020},     // a quarter of 40,076.6 is 10,019.1
		{"GEO", Point{X: 0, Y: 0}, Point{X: 0, Y: 0.30}, 56},      // half a degree, 55.66
		{"GEO", Point{X: -0.30, Y: 0}, Point{X: 0.30, Y: 0}, 112}, // a degree, 111.3
	} {
		if got := distances[test.kind](test.a, test.b); got != test.want {
			t.Errorf("%s of %v and %v is %d, want %d", test.kind, test.a, test.b, got, test.want)
		}
	}
}

// TestEuclidean compares with big integers.
func TestEuclidean(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	check := func(dx, dy int64) {
		a := [2]int64{r.Int64N(1 << 40), -r.Int64N(1 << 40)}
		b := [2]int64{a[0] - dx, a[1] - dy}
		s := new(big.Int).Add(new(big.Int).Mul(big.NewInt(dx), big.NewInt(dx)),
			new(big.Int).Mul(big.NewInt(dy), big.NewInt(dy)))
		s.Lsh(s, 40)
		root := new(big.Int).Sqrt(s)
		if new(big.Int).Mul(root, root).Cmp(s) < 0 {
			root.Add(root, big.NewInt(1))
		}
		if got := Euclidean(a, b); got != root.Int64() {
			t.Fatalf("Euclidean(%d, %d) = %d, want %d", a, b, got, root)
		}
	}
	for _, d := range [][2]int64{{0, 0}, {1, 0}, {0, -1}, {3, 4}, {1 << 31, 1 << 31}, {-1 << 31, 0}, {1 << 31, 1},
		{1<<31 - 1, 1}, {999_999, 999_999}} {
		check(d[0], d[1])
	}
	for range 100_000 {
		scale := r.IntN(31)
		check(r.Int64N(2<<scale)-1<<scale, r.Int64N(2<<scale)-1<<scale)
	}
	for _, far := range [][2]int64{{1<<31 + 1, 0}, {0, -1<<31 - 1}, {1 << 40, 1 << 40}, {math.MaxInt64, 0},
		{math.MinInt64, 0}} {
		if got := Euclidean(far, [2]int64{}); got != math.MaxInt64 {
			t.Errorf("to %d: %d, which is too far", far, got)
		}
	}
	if got := Euclidean([2]int64{math.MaxInt64, 0}, [2]int64{math.MinInt64, 0}); got != math.MaxInt64 {
		t.Errorf("across all of int64: %d", got)
	}
}

const instance = `NAME: three
TYPE: TSP
COMMENT: a triangle
DIMENSION: 3
EDGE_WEIGHT_TYPE : EUC_2D
NODE_COORD_SECTION
 2 3.0 4e0
 1 0 0

 3 0 8
EOF
what follows is not read
`

func TestRead(t *testing.T) {
	f, err := Read(strings.NewReader(instance), "three.tsp")
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != "three" || !slices.Equal(f.Points, []Point{{}, {X: 3, Y: 4}, {Y: 8}}) {
		t.Errorf("%+v", f)
	}
	want := [][]int64{{0, 5, 8}, {5, 0, 5}, {8, 5, 0}}
	if d := f.Distances(); !slices.EqualFunc(d, want, slices.Equal[[]int64]) {
		t.Errorf("distances %v, want %v", d, want)
	}
	for format, weights := range map[string]string{
		"FULL_MATRIX":    "0 1 2\n1 9999 3\n2 3 0",
		"UPPER_ROW":      "1\n2 3",
		"LOWER_ROW":      "1 2\n3",
		"UPPER_DIAG_ROW": "0 1 2 0 3 0",
		"LOWER_DIAG_ROW": "0 1 0 2 3 0",
		"UPPER_COL":      "1\n2 3",
		"LOWER_COL":      "1 2\n3",
		"UPPER_DIAG_COL": "0 1 0 2 3 0",
		"LOWER_DIAG_COL": "0 1 2 0 3 0",
	} {
		f, err := Read(strings.NewReader("DIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "+format+
			"\nEDGE_WEIGHT_SECTION\n"+weights+"\nEOF\n"), format)
		if err != nil {
			t.Error(err)
			continue
		}
		d := f.Distances()
		if d[0][1] != 1 || d[0][2] != 2 || d[1][2] != 3 || d[1][0] != 1 || d[2][0] != 2 || d[2][1] != 3 {
			t.Errorf("%s: %v", format, d)
		}
	}
	if _, err := Read(strings.NewReader("DIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"+
		"EDGE_WEIGHT_SECTION\n0 1 2\n1 7 3\n2 3 0\nEOF\n"), "odd.tsp"); err == nil ||
		!strings.Contains(err.Error(), "the diagonal of the matrix has the weight 7 from city 2 to itself") {
		t.Errorf("a weight on the diagonal: %v", err)
	}
	for _, dimension := range []string{"DIMENSION: 3\n", ""} {
		tour, err := Read(strings.NewReader("TYPE: TOUR\n"+dimension+"TOUR_SECTION\n2 3\n1 -1\nEOF\n"), "tour")
		if err != nil || !slices.Equal(tour.Tour, []int{1, 2, 0}) || tour.Dimension != 3 {
			t.Errorf("%+v, %v", tour, err)
		}
	}
}

// TestErrors: errors name the file, the line and what was expected.
func TestErrors(t *testing.T) {
	const matrix = "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"
	const points = "DIMENSION: 2\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n"
	for text, want := range map[string]string{
		"":                               "x.tsp: there is no EDGE_WEIGHT_TYPE",
		"\nDIMENSION: 0":                 `x.tsp:2: dimension "0": want the number of cities, 1 to 5000`,
		"DIMENSION: many":                `x.tsp:1: dimension "many": want the number of cities, 1 to 5000`,
		"EDGE_WEIGHT_TYPE: EUC2D":        `x.tsp:1: edge weight type "EUC2D": did you mean "EUC_2D"? (known: ATT, CEIL_2D, EUC_2D, EUC_3D, GEO, MAN_2D, MAN_3D, MAX_2D, MAX_3D, EXPLICIT)`,
		"EDGE_WEIGHT_FORMAT: UPPER_COLS": `x.tsp:1: edge weight format "UPPER_COLS": did you mean "UPPER_COL"? (known: FULL_MATRIX, LOWER_COL, LOWER_DIAG_COL, LOWER_DIAG_ROW, LOWER_ROW, UPPER_COL, UPPER_DIAG_COL, UPPER_DIAG_ROW, UPPER_ROW)`,
		"TYPE: ATSP":                     "x.tsp:1: type ATSP is an asymmetric instance: want TSP or TOUR",
		"TYPE: CVRP":                     "x.tsp:1: type CVRP is a vehicle routing problem: want TSP or TOUR",
		"EDGE_WEIGHT_TYPE: XRAY1":        "x.tsp:1: edge weight type XRAY1: TSPLIB's description does not define its distances, so that they cannot be computed: give them as EXPLICIT",
		"FIXED_EDGES_SECTION":            "x.tsp:1: FIXED_EDGES_SECTION: tours that must, or may only, take certain edges are not supported",
		"DIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_3D\nNODE_COORD_SECTION\n1 2 3": `x.tsp:4: "1 2 3": want a city's number and three coordinates (there are 0 of 1 cities so far)`,
		"NODE_COORD_SECTION":                       `x.tsp:1: DIMENSION must come before NODE_COORD_SECTION`,
		"DIMENSION: 2\n1 2 3":                      `x.tsp:2: "1 2 3": want a keyword such as NODE_COORD_SECTION or EOF`,
		points + "1 2 3":                           `x.tsp:4: the file ends after the coordinates of 1 of 2 cities`,
		points + "1 2":                             `x.tsp:4: "1 2": want a city's number and two coordinates (there are 0 of 2 cities so far)`,
		points + "1 2 3\nEOF":                      `x.tsp:5: "EOF": want a city's number and two coordinates (there are 1 of 2 cities so far)`,
		points + "3 2 3":                           `x.tsp:4: city "3": want a number from 1 to 2`,
		points + "1 2 3\n1 2 3":                    `x.tsp:5: city 1 has coordinates already`,
		points + "1 2 x":                           `x.tsp:4: coordinate "x": want a number between -1e+09 and 1e+09`,
		points + "1 NaN 2":                         `x.tsp:4: coordinate "NaN": want a number between -1e+09 and 1e+09`,
		"EDGE_WEIGHT_TYPE: GEO":                    "x.tsp: there is no NODE_COORD_SECTION, which EDGE_WEIGHT_TYPE GEO wants",
		"EDGE_WEIGHT_TYPE: EXPLICIT":               "x.tsp: there is no EDGE_WEIGHT_SECTION, which EDGE_WEIGHT_TYPE EXPLICIT wants",
		"DIMENSION:2\nEDGE_WEIGHT_SECTION":         "x.tsp:2: EDGE_WEIGHT_SECTION wants an EDGE_WEIGHT_FORMAT before it, one of FULL_MATRIX, LOWER_COL, LOWER_DIAG_COL, LOWER_DIAG_ROW, LOWER_ROW, UPPER_COL, UPPER_DIAG_COL, UPPER_DIAG_ROW, UPPER_ROW",
		matrix + "0 1 2\n1 0 3\n2 4 0":             "x.tsp:7: the weight from city 3 to city 2 is 4, that back is 3: want a symmetric matrix",
		matrix + "0 1 2\n1 0 3\n2 3":               "x.tsp:7: the file ends after 8 of 9 weights",
		matrix + "0 1 2\n1 0 3\n2 3 0 7":           `x.tsp:7: "7" after the last of 9 weights`,
		matrix + "0 1 2\n1 0 -3":                   `x.tsp:6: "-3": want a weight, an integer not below 0 (there are 5 of 9 so far)`,
		matrix + "0 1.5":                           `x.tsp:5: "1.5": want a weight, an integer not below 0 (there are 1 of 9 so far)`,
		points + "1 2 3\n2 4 5\nDIMENSION: 3\nEOF": "x.tsp:6: DIMENSION stands here for the second time",
		"COMMENT: a\nCOMMENT: b\nNAME: a\nNAME: b": "x.tsp:4: NAME stands here for the second time",
		"TOUR_SECTION\n1 3 -1":                     "x.tsp:2: the tour ends after 2 of 3 cities",
		"TOUR_SECTION\n-1":                         "x.tsp:2: the tour has no cities",
		"TOUR_SECTION\n5001":                       `x.tsp:2: city "5001": want a number from 1 to 5000`,
		"DIMENSION: 2\nTOUR_SECTION\n1 1":          "x.tsp:3: city 1 stands in the tour for the second time",
		"DIMENSION: 2\nTOUR_SECTION\n1 -1":         "x.tsp:3: the tour ends after 1 of 2 cities",
		"DIMENSION: 2\nTOUR_SECTION\n1 2":          "x.tsp:3: the file ends within the tour, after 2 cities: want -1 after the last",
		"DIMENSION: 2\nTOUR_SECTION\n1 0":          `x.tsp:3: city "0": want a number from 1 to 2`,
	} {
		if _, err := Read(strings.NewReader(text), "x.tsp"); err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
	if _, err := Read(strings.NewReader(strings.Repeat("x", 1<<25)), "x.tsp"); err == nil || err.Error() != "x.tsp:1: "+
		bufio.ErrTooLong.Error() {
		t.Errorf("a gigantic line: %v", err)
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "three.tsp")
	if _, err := Open(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("for a file that does not exist: %v", err)
	}
	if err := os.WriteFile(path, []byte(instance), 0o644); err != nil {
		t.Fatal(err)
	}
	if f, err := Open(path); err != nil || f.Name != "three" {
		t.Errorf("%+v, %v", f, err)
	}
}

// FuzzRead: no text makes Read panic, and what it accepts is complete.
func FuzzRead(f *testing.F) {
	f.Add(instance)
	f.Add("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n7\nEOF")
	f.Add("DIMENSION: 2\nTOUR_SECTION\n1 2 -1")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read(strings.NewReader(text), "x.tsp")
		if err != nil || file.Tour != nil || file.Dimension > 100 {
			return
		}
		d := file.Distances()
		for i := range d {
			for j := range d {
				if d[i][j] != d[j][i] || i != j && d[i][j] < 0 {
					t.Fatalf("the distance of %d and %d is %d", i, j, d[i][j])
				}
			}
		}
	})
}
