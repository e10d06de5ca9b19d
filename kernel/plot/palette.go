package plot

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/engine"
)

// color returns an algorithm's colour, which is the same in every plot. An anytime
// algorithm has the colour of its first-solution counterpart. The look of a custom
// algorithm depends only on its name.
func color(algorithm string) string { return lookOf(algorithm).color }

// A look distinguishes an algorithm from others. No two first-solution algorithms of the
// engine have the same look.
type look struct{ color, dash, shape string }

func lookOf(algorithm string) look {
	d, _ := engine.Describe(algorithm)
	if d.AnytimeOf != "" {
		return lookOf(d.AnytimeOf)
	}
	if l, ok := looks[algorithm]; ok {
		return l
	}
	h := fnv.New32a()
	h.Write([]byte(algorithm))
	return spare[h.Sum32()%uint32(len(spare))]
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

// Further colours, and dashes of lines that are neither solid, dashed nor dotted.
const (
	teal  = "#1f9aa8"
	brown = "#a0703c"
	olive = "#5f8f2f"
	rose  = "#b0536a"
	slate = "#6b7f99"

	dashDot    = "12 3 2 3"
	dashDotDot = "12 3 2 3 2 3"
	longDashed = "14 6"
)

// looks are the looks of the engine's first-solution algorithms, which are coloured in the
// engine's order within each kind. Probabilistic algorithms have solid lines and
// deterministic ones have not, so a pair can be distinguished without colours. Algorithms
// with a single queue are dotted; those whose queues select in turn have dashes and dots.
// The marks of neighbours within a kind have different shapes.
var looks = func() map[string]look {
	kinds := map[string][]string{
		"":      {vermilion, pink, grey},
		dashed:  {blue, green, sky, violet, brown, teal, slate, grey, ochre},
		dotted:  {grey, ochre, brown, slate, sky, teal, violet, olive, rose},
		dashDot: {rose, vermilion, blue, violet, green, slate, brown, teal},
	}
	looks, of := map[string]look{}, map[string]int{}
	for _, d := range engine.Descriptions() {
		if d.AnytimeOf != "" {
			continue
		}
		kind := dashed
		switch {
		case d.ProbabilisticOf != "":
			kind = ""
		case d.Guidance == "":
			kind = dotted
		case d.InTurn:
			kind = dashDot
		}
		if colors := kinds[kind]; len(colors) > 0 {
			looks[d.Name], kinds[kind] = look{colors[0], kind, []string{"", "diamond", "triangle"}[of[kind]%3]}, colors[1:]
			of[kind]++
		}
	}
	return looks
}()

// spare are the unused looks: solid lines in colours of no probabilistic algorithm, and
// lines of dashes and two dots.
var spare = func() (all []look) {
	for _, c := range []string{blue, green, ochre, sky, violet, teal, brown, olive, rose, slate} {
		all = append(all, look{c, "", ""}, look{c, dashDotDot, ""})
	}
	return all
}()

// lineOf returns the line of an algorithm. In addition to colour and dashes, the first
// probabilistic algorithm has round dots, and the first of each deterministic kind square ones.
func lineOf(algorithm string) line {
	l := lookOf(algorithm)
	d, described := engine.Describe(algorithm)
	return line{name: titleOf(algorithm), color: l.color, dash: l.dash, shape: l.shape,
		square: described && d.ProbabilisticOf == ""}
}

// ith returns the line of the i-th of some things that are no algorithms, in one of some colours.
func ith(i int, name string, colors []string) line {
	return line{name: name, color: colors[i%len(colors)], dash: dashes[i%len(dashes)], shape: shapes[i%len(shapes)]}
}

// lineNamed returns the line of the engine's algorithm that a text names.
func lineNamed(text string) (line, bool) {
	for name := range looks {
		if strings.EqualFold(text, name) || text == titleOf(name) {
			return lineOf(name), true
		}
	}
	return line{}, false
}

func titleOf(algorithm string) string { return engine.Algorithm{Name: algorithm}.Title() }

// legend lists the algorithms that are drawn, in the engine's order, followed by
// user-defined ones by name.
func legend(drawn map[string]bool, dots bool) []line {
	var entries []line
	for _, name := range inOrder(drawn) {
		entries = append(entries, lineOf(name))
		entries[len(entries)-1].dots = dots
	}
	return entries
}

// inOrder lists algorithms in the engine's order.
func inOrder(drawn map[string]bool) []string {
	return slices.SortedFunc(maps.Keys(drawn), engine.CompareAlgorithms)
}

// ofMany are colours for anything but algorithms, such as domains.
var ofMany = []string{"#7b68c4", teal, brown, olive, rose, slate}

// onPaper returns a shade's colour on white. The picture's cells are opaque, so that the
// text in them is legible on pages of any colour.
func (s shade) onPaper() string {
	c := rgb(s.Color)
	for i, v := range c {
		c[i] = math.Round(255 + s.Opacity*(v-255))
	}
	return fmt.Sprintf("#%02x%02x%02x", int(c[0]), int(c[1]), int(c[2]))
}

// inkOn returns black or white, whichever is more legible on a colour.
func inkOn(fill string) string {
	c := rgb(fill)
	if 0.299*c[0]+0.587*c[1]+0.114*c[2] < 110 {
		return "#fff"
	}
	return "#000"
}

// rgb parses a colour such as #7b68c4.
func rgb(color string) (c [3]float64) {
	n, _ := strconv.ParseUint(color[1:], 16, 32) // all colours are in this package
	return [3]float64{float64(n >> 16), float64(n >> 8 & 0xff), float64(n & 0xff)}
}
