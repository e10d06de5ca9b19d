package tsp

import (
	"fmt"
	"math"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/domains/svg"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// draw draws the tour along moves, on the map of the cities or, where that is
// not known, on one made from the distances.
func (in *instance) draw(points []tsplib.Point, unit int64, moves []engine.Move) ([]string, error) {
	if points == nil {
		points = in.layout()
	}
	const longest, margin = 480, 18
	m := &tourMap{in: in, unit: unit}
	m.places, m.width, m.height = svg.Map(points, longest, margin)
	pictures := []string{m.draw(nil)}
	for i, to := range moves {
		if int(to) >= in.n {
			return nil, fmt.Errorf("move %d goes to city %d: want 0 to %d", i+1, to, in.n-1)
		}
		pictures = append(pictures, m.draw(moves[:i+1]))
	}
	return pictures, nil
}

// tourMap is the map on which an instance's tours are drawn.
type tourMap struct {
	in            *instance
	unit          int64
	places        []tsplib.Point
	width, height float64
}

// draw draws a tour so far: the depot is a square, the cities ahead are pale, and
// the last move stands out until the tour is closed.
func (m *tourMap) draw(moves []engine.Move) string {
	visited := make([]bool, m.in.n)
	at, total, count := engine.Move(0), engine.Cost(0), 0
	for _, to := range moves {
		total += m.in.distances[int(at)*m.in.n+int(to)]
		if !visited[to] {
			count++
		}
		visited[to], at = true, to
	}
	p := svg.New(m.width, m.height,
		fmt.Sprintf("%d of %d cities, length %s", count, m.in.n, engine.FormatCost(total, m.unit)))
	p.Tour(m.places, 0, moves)
	radius := min(5, max(3, 40/math.Sqrt(float64(m.in.n))))
	for _, c := range []struct {
		visited bool
		look    string
	}{{false, palette.Ink + `" fill-opacity=".4`}, {true, palette.Blue}} {
		p.Printf(`<g fill="%s">`, c.look)
		for city := 1; city < m.in.n; city++ {
			if visited[city] == c.visited {
				p.Printf(`<circle cx="%.1f" cy="%.1f" r="%.2g"><title>city %d</title></circle>`, m.places[city].X, m.places[city].Y,
					radius, city)
			}
		}
		p.Printf(`</g>`)
	}
	p.Depot(m.places[0], m.places[at])
	return p.String()
}

// layout places the cities in the plane so that their distances come out as they are,
// as nearly as may be: classical multidimensional scaling (Torgerson 1952). Distances
// in the plane are reproduced exactly, up to rotation and reflection.
func (in *instance) layout() []tsplib.Point {
	b, shift := in.products()
	multiply := func(v []float64) []float64 {
		product := make([]float64, in.n)
		for i := range product {
			product[i] = shift * v[i]
			for j, x := range v {
				product[i] += b[i*in.n+j] * x
			}
		}
		return product
	}
	// The two eigenvectors of the greatest eigenvalues, by orthogonal iteration.
	first, second := make([]float64, in.n), make([]float64, in.n)
	for i := range first {
		first[i], second[i] = math.Cos(float64(i)), math.Sin(2*float64(i)+1)
	}
	var wide, high float64
	const rounds = 400
	for range rounds {
		first = multiply(first)
		wide = normalize(first)
		second = multiply(second)
		overlap := dot(first, second)
		for i := range second {
			second[i] -= overlap * first[i]
		}
		high = normalize(second)
	}
	wide, high = math.Sqrt(max(0, wide-shift)), math.Sqrt(max(0, high-shift))
	points := make([]tsplib.Point, in.n)
	for i := range points {
		points[i] = tsplib.Point{X: first[i] * wide, Y: second[i] * high}
	}
	return points
}

// products is the scalar products of the cities' places around their middle, if
// the distances are those of places, and a number no eigenvalue is below the
// negative of.
func (in *instance) products() (b []float64, shift float64) {
	n := in.n
	b = make([]float64, n*n)
	mean, all := make([]float64, n), 0.0
	for i := range n {
		for j, d := range in.from(i) {
			b[i*n+j] = float64(d) * float64(d)
			mean[i] += b[i*n+j] / float64(n)
		}
		all += mean[i] / float64(n)
	}
	for i := range n {
		for j := range n {
			b[i*n+j] = (mean[i] + mean[j] - all - b[i*n+j]) / 2
		}
	}
	return b, math.Sqrt(dot(b, b))
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// normalize makes a vector 1 long and returns how long it was.
func normalize(v []float64) float64 {
	length := math.Sqrt(dot(v, v))
	if length > 0 {
		for i := range v {
			v[i] /= length
		}
	}
	return length
}
