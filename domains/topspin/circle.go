package topspin

import "math"

// circle are n points around a circle of radius 1, from its top clockwise, for pictures.
func circle(n int) [][2]float64 {
	points := make([][2]float64, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = [2]float64{sin, -cos}
	}
	return points
}
