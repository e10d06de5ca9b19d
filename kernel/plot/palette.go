package plot

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/engine"
)

// color is an algorithm's colour, the same in every plot. An anytime algorithm has
// the colour of its first-solution counterpart.
func color(algorithm string) string {
	d, described := engine.Describe(algorithm)
	if d.AnytimeOf != "" {
		return color(d.AnytimeOf)
	}
	if c, ok := ofAlgorithm[algorithm]; ok {
		return c
	}
	if described { // one that has been added to the engine's
		return ofMany[slices.Index(engine.AlgorithmNames(), algorithm)%len(ofMany)]
	}
	return grey
}

const (
	blue      = palette.Blue
	vermilion = palette.Vermilion
	green     = palette.Green
	pink      = palette.Pink
	ochre     = palette.Ochre
	grey      = palette.Grey
	sky       = palette.Sky
	violet    = palette.Violet
)

// ofAlgorithm are the colours of the engine's own algorithms.
var ofAlgorithm = map[string]string{
	"astar": grey, "wastar": ochre,
	"fs": blue, "pfs": vermilion, "dps": green, "pdps": pink,
	"altfs": sky, "altdps": violet,
}

// lineOf is how an algorithm is drawn. Probabilistic algorithms have solid lines and
// round dots, those that draw nothing dashed lines and square dots, so that a pair
// can be distinguished without colours too.
func lineOf(algorithm string) line {
	l := line{name: titleOf(algorithm), color: color(algorithm)}
	switch d, _ := engine.Describe(algorithm); {
	case d.Guidance == "":
		l.dash, l.square = dotted, true
	case d.ProbabilisticOf == "":
		l.dash, l.square = dashed, true
	}
	return l
}

func titleOf(algorithm string) string { return engine.Algorithm{Name: algorithm}.Title() }

// legend lists the algorithms that are drawn, in the engine's order.
func legend(drawn map[string]bool, dots bool) []line {
	var entries []line
	for _, name := range engine.AlgorithmNames() {
		if drawn[name] {
			entries = append(entries, lineOf(name))
			entries[len(entries)-1].dots = dots
		}
	}
	return entries
}

// ofMany are the colours of what is not an algorithm, such as domains.
var ofMany = []string{"#7b68c4", "#1f9aa8", "#a0703c", "#5f8f2f", "#b0536a", "#6b7f99"}

// onPaper is a shade's colour on white. The picture's cells are solid, so that what
// is written in them reads on pages of any colour.
func (s shade) onPaper() string {
	c := rgb(s.Color)
	for i, v := range c {
		c[i] = math.Round(255 + s.Opacity*(v-255))
	}
	return fmt.Sprintf("#%02x%02x%02x", int(c[0]), int(c[1]), int(c[2]))
}

// inkOn is black or white, whichever reads better on a colour.
func inkOn(fill string) string {
	c := rgb(fill)
	if 0.299*c[0]+0.587*c[1]+0.114*c[2] < 110 {
		return "#fff"
	}
	return "#000"
}

// rgb takes a colour such as #7b68c4 apart.
func rgb(color string) (c [3]float64) {
	n, _ := strconv.ParseUint(color[1:], 16, 32) // all colours are in this package
	return [3]float64{float64(n >> 16), float64(n >> 8 & 0xff), float64(n & 0xff)}
}
