// Package tsplib reads symmetric instances and tours in the format of TSPLIB
// (Reinelt, TSPLIB - A Traveling Salesman Problem Library, ORSA Journal on
// Computing 3, 1991) and computes distances: TSPLIB's rounded ones, and for
// points with integer coordinates Euclidean ones to 20 binary places.
package tsplib

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// MaxDimension is the greatest number of cities that is read.
const MaxDimension = 5000

// A File is the content of a TSPLIB file. Cities are counted from 0.
type File struct {
	Name       string
	Dimension  int
	WeightType string  // EUC_2D, CEIL_2D, ATT, GEO or EXPLICIT; "" for a tour
	Points     []Point // of the cities, unless the weights are explicit
	Tour       []int   // the cities in order, for a tour

	weights [][]int64 // symmetric, if the weights are explicit
}

// A Point is where a city lies: x and y, or for GEO latitude and longitude in
// degrees, with minutes for decimals.
type Point struct{ X, Y float64 }

// Distances is the symmetric matrix of an instance's integer distances.
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

// Folders lists where outside data is looked for: the folder that FOCAL_DATA
// names, if it is set, then ./data.
func Folders() []string {
	if folder := os.Getenv("FOCAL_DATA"); folder != "" {
		return []string{folder, "data"}
	}
	return []string{"data"}
}

// Find is the path of an instance or tour of TSPLIB, such as "burma14.tsp", in
// the first of the Folders that has it.
func Find(file string) (string, error) {
	for _, folder := range Folders() {
		path := filepath.Join(folder, "tsplib", file)
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return path, err
		}
	}
	return "", fmt.Errorf("TSPLIB's %s is not in %s: set FOCAL_DATA to a folder that holds it as %s", file,
		filepath.Join("data", "tsplib"), filepath.Join("tsplib", file))
}

// Open reads a file.
func Open(path string) (*File, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return Read(in, path)
}
