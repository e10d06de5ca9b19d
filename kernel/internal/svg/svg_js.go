// Package svg draws nothing in a page, whose kernel would be larger by the letters.
package svg

import "errors"

// PNG is not drawn.
func PNG(string, float64) (string, error) {
	return "", errors.New("pictures in PNG are not drawn in a page: want .svg")
}

// Width is not known.
func Width(string, string, bool) (float64, bool) { return 0, false }

// PDF is not written.
func PDF(string) (string, error) {
	return "", errors.New("PDF is not written in a page: want .svg, or print the page to a file in the browser")
}
