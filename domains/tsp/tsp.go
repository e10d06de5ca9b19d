// Package tsp implements the traveling salesman problem: find a shortest tour from city
// 0, the depot, through all other cities and back, with symmetric distances.
//
// A state is the current city and the set of unvisited cities; a move goes to an
// unvisited city, in order of city index, and from the last one back to the depot. The
// goal is the depot with all cities visited.
//
// The heuristic h is the weight of a minimum spanning tree over the unvisited cities,
// plus the cheapest edge from the current city to them and the cheapest from them to
// the depot; with none left it is the edge to the depot. It is admissible and
// consistent. The secondary d is the length of the greedy completion, which always goes
// to the nearest unvisited city (ties by index) and then returns to the depot (nn), or
// the number of unvisited cities (depth).
package tsp

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/internal/routing"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

func init() {
	guidance := []engine.Choice{{Words: []string{string(NearestNeighbour), string(Depth)}}}
	engine.Register(&engine.Domain{
		Name: "tsp",
		Doc: "traveling salesman problem; guidance nn (length of the nearest-neighbour completion) or depth " +
			"(number of unvisited cities)",
		Sets: []engine.Set{
			{Name: "40", Doc: "40 cities, uniform random in a square, Euclidean", Count: seeded, Variants: guidance,
				Title: "TSP-40", Families: []string{"TSP-40", "TSP"}},
			{Name: "50", Doc: "50 cities, uniform random in a square, Euclidean", Count: seeded, Variants: guidance,
				Title: "TSP-50", Families: []string{"TSP-50", "TSP"}},
			{Name: "random-40", Doc: "40 cities as in tsp/40, by seed; 1-100 are those", Variants: guidance},
			{Name: "random-50", Doc: "50 cities as in tsp/50, by seed; 1-100 are those", Variants: guidance},
			{Name: "tsplib", Doc: "TSPLIB's symmetric instances of at most 200 cities, from the data folder",
				Names: libraryNames(), Variants: guidance},
			data.OwnSet("an instance in a file in TSPLIB's format", "my.tsp", ".tsp", guidance, readFile),
		},
		Problem: problem,
	})
}

// seeded is the number of instances in a seeded set.
const seeded = 100

// MaxCities is the greatest number of cities.
const MaxCities = 200

// Guidance names a secondary heuristic.
type Guidance string

// The secondary heuristics.
const (
	NearestNeighbour Guidance = "nn"
	Depth            Guidance = "depth"
)

// side is the side of the square in which random cities lie.
const side = 1_000_000

// A Point is the position of a city.
type Point struct{ X, Y int64 }

// Random returns n uniform random cities, drawn from the seed, with integer coordinates
// from 0 to 999,999. Its generator is NewPCG(n, seed).
func Random(n int, seed uint64) []Point {
	r := rand.New(rand.NewPCG(uint64(n), seed))
	points := make([]Point, n)
	for i := range points {
		points[i] = Point{r.Int64N(side), r.Int64N(side)}
	}
	return points
}

// Euclidean returns the matrix of exact distances, rounded up in units of
// 1/tsplib.Unit. Coordinates may differ by 2^31; see [tsplib.Euclidean].
func Euclidean(points []Point) [][]engine.Cost {
	distances := make([][]engine.Cost, len(points))
	for i, a := range points {
		distances[i] = make([]engine.Cost, len(points))
		for j, b := range points[:i] {
			d := tsplib.Euclidean([2]int64{a.X, a.Y}, [2]int64{b.X, b.Y})
			distances[i][j], distances[j][i] = d, d
		}
	}
	return distances
}

// New makes the problem of a shortest tour with given distances, in units of 1/unit.
// The diagonal is ignored.
func New(distances [][]engine.Cost, unit int64, g Guidance) (*engine.Problem, error) {
	return OnMap(nil, distances, unit, g)
}

// OnMap is like New, with the coordinates of the cities for pictures; nil if they are
// not known.
func OnMap(points []tsplib.Point, distances [][]engine.Cost, unit int64, g Guidance) (*engine.Problem, error) {
	if err := validate(distances, unit, g); err != nil {
		return nil, err
	}
	if points != nil && len(points) != len(distances) {
		return nil, fmt.Errorf("there are points for %d cities: want %d, or none", len(points), len(distances))
	}
	points = slices.Clone(points)
	in := newInstance(distances)
	return &engine.Problem{
		Name:     fmt.Sprintf("tsp of %d cities", in.n),
		Content:  in.content(unit, g),
		Unit:     unit,
		Optimal:  -1,
		NewSpace: func() engine.Space { return newSpace(in, g) },
		Replay:   in.replay,
		MoveName: func(m engine.Move) string { return strconv.Itoa(int(m)) },
		Picture:  func(moves []engine.Move) string { return in.picture(unit, moves) },
		Draw:     func(moves []engine.Move) ([]string, error) { return in.draw(points, unit, moves) },
		View:     in.view(),
	}, nil
}

func validate(distances [][]engine.Cost, unit int64, g Guidance) error {
	n := len(distances)
	switch {
	case n < 2 || n > MaxCities:
		return fmt.Errorf("a tour has 2 to %d cities, not %d", MaxCities, n)
	case unit < 1:
		return fmt.Errorf("the unit is 1/%d: want a positive number of units in 1", unit)
	case g != NearestNeighbour && g != Depth:
		return &engine.VariantError{Word: string(g), Known: []string{string(NearestNeighbour), string(Depth)}}
	}
	cities := make([]int, n)
	for i, row := range distances {
		if len(row) != n {
			return fmt.Errorf("there are %d distances from city %d: want %d, one for each city", len(row), i, n)
		}
		cities[i] = i
	}
	return routing.CheckDistances(distances, cities, "city", "cities")
}

// problem makes a registered instance from the parts of its name.
func problem(set string, id int, variant string) (*engine.Problem, error) {
	g := guidanceOf(variant)
	if set == "tsplib" {
		return library[id-1].problem(g)
	}
	n, err := strconv.Atoi(strings.TrimPrefix(set, "random-"))
	if err != nil {
		return nil, err
	}
	points := Random(n, uint64(id))
	var places []tsplib.Point
	for _, p := range points {
		places = append(places, tsplib.Point{X: float64(p.X), Y: float64(p.Y)})
	}
	return OnMap(places, Euclidean(points), tsplib.Unit, g)
}
