// Package tsplib reads symmetric instances and tours in the format of TSPLIB
// (Reinelt, TSPLIB - A Traveling Salesman Problem Library, ORSA Journal on
// Computing 3, 1991) and computes distances: TSPLIB's rounded ones, and for
// points with integer coordinates Euclidean ones to 20 binary places.
package tsplib

import (
	"bytes"

	"github.com/focal-search/focal/domains/data"
)

// MaxDimension is the greatest number of cities in a file. Larger files are rejected.
const MaxDimension = 5000

// A File is the content of a TSPLIB file. Cities are counted from 0.
type File struct {
	Name       string
	Dimension  int
	WeightType string  // such as EUC_2D or EXPLICIT; "" for a tour
	Points     []Point // of the cities, unless the weights are explicit
	Display    []Point // where to draw the cities, if the weights are explicit and the file gives them
	Tour       []int   // the cities in order, for a tour

	weights [][]int64 // symmetric, if the weights are explicit
}

// A Point is the position of a city: x and y, and z in space, or for GEO latitude and
// longitude in degrees, with minutes for decimals.
type Point struct{ X, Y, Z float64 }

// Map returns the positions of the cities on a map; nil if the file does not give them.
func (f *File) Map() []Point {
	if f.WeightType == explicit {
		return f.Display
	}
	return OnMap(f.WeightType, f.Points)
}

// OnMap returns the positions on a map of points with a weight type: GEO has latitude
// before longitude.
func OnMap(weightType string, points []Point) []Point {
	if weightType != "GEO" {
		return points
	}
	turned := make([]Point, len(points))
	for i, p := range points {
		turned[i] = Point{X: p.Y, Y: p.X}
	}
	return turned
}

// Distances returns the symmetric matrix of an instance's integer distances.
func (f *File) Distances() [][]int64 {
	if f.WeightType == explicit {
		return f.weights
	}
	distance := distances[f.WeightType]
	return symmetric(f.Dimension, func(i, j int) int64 { return distance(f.Points[i], f.Points[j]) })
}

// symmetric makes a matrix from the distances of i and j < i.
func symmetric(n int, distance func(i, j int) int64) [][]int64 {
	matrix := make([][]int64, n)
	for i := range matrix {
		matrix[i] = make([]int64, n)
		for j := range i {
			matrix[i][j] = distance(i, j)
			matrix[j][i] = matrix[i][j]
		}
	}
	return matrix
}

// Library reads TSPLIB's file of an instance, such as "burma14", from the data folder.
func Library(name string) (*File, error) {
	file := "tsplib/" + name + ".tsp"
	content, err := data.Read(file)
	if err != nil {
		return nil, err
	}
	return Read(bytes.NewReader(content), file)
}

// Open reads a file.
func Open(path string) (*File, error) {
	in, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return Read(in, path)
}
