// Package raster draws nothing in a page, whose kernel would be larger by the letters.
package raster

import "errors"

// PNG is not drawn.
func PNG(string, float64) (string, error) {
	return "", errors.New("pictures in PNG are not drawn in a page: want .svg")
}
