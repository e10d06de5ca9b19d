// Package palette defines the colours of all plots and of the domains' pictures.
// Colour-blind readers can distinguish them (they follow Okabe and Ito), and they read
// well on light and dark grounds.
package palette

// The colours. Ink is the colour of the text around a picture.
const (
	Blue      = "#106da9"
	Vermilion = "#bf5401"
	Green     = "#149f77"
	Pink      = "#ca699d"
	Ochre     = "#b58d06"
	Grey      = "#888888"
	Sky       = "#56b4e9"
	Violet    = "#7e5fbf"
	Ink       = "currentColor"
)
