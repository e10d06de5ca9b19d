package pancake

import (
	"fmt"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/domains/svg"
	"github.com/focal-search/focal/engine"
)

// Sizes of a drawn stack, in pixels.
const (
	stackWidth = 320 // of the plate
	side       = 24  // at its left and right, for what is said about the stack
	above      = 8
)

// picture is the stack after some moves, as text.
func picture(v *hd.View[Stack], moves []engine.Move) string {
	s, _, err := v.Along(moves, func(Stack, engine.Cost) {})
	if err != nil {
		return err.Error()
	}
	return s.String()
}

// draw draws the stack along moves.
func draw(v *hd.View[Stack], moves []engine.Move) (pictures []string, err error) {
	_, _, err = v.Along(moves, func(s Stack, _ engine.Cost) {
		flipped := engine.Move(0)
		if n := len(pictures); n > 0 {
			flipped = moves[n-1]
		}
		pictures = append(pictures, s.draw(int(flipped)))
	})
	return pictures, err
}

// draw draws the stack on its plate. A dot stands at each gap, and a bracket at
// the pancakes that the last flip has turned over, if there was one.
func (s Stack) draw(flipped int) string {
	thick := min(24, max(4, 360/float64(len(s))))
	level := func(i float64) float64 { return above + i*thick }
	plate := level(float64(len(s)))
	gaps, dots := 0, ""
	for i := range s {
		if s.gap(i) {
			gaps++
			dots += fmt.Sprintf("M%d %.4gh0", side+stackWidth+side/2, level(float64(i+1)))
		}
	}
	p := svg.New(stackWidth+2*side, plate+12, fmt.Sprintf("%d gaps", gaps))
	p.Printf(`<rect x="%d" y="%.4g" width="%d" height="6" rx="3" fill="%s" fill-opacity=".55"/>`, side, plate+1,
		stackWidth, palette.Ink)
	p.Printf(`<g stroke-linecap="round" stroke-width="%.3g">`, thick*0.88)
	const middle = side + stackWidth/2
	for i, size := range s {
		width := (stackWidth - 40) * (0.1 + 0.9*float64(size)/float64(len(s)))
		p.Printf(`<path data-key="%d" d="M%.4g %.4gh%.4g" stroke="%s"/>`, size, middle-width/2, level(float64(i)+0.5), width,
			shade(size, len(s)))
	}
	p.Printf(`</g>`)
	if thick >= 15 {
		p.Printf(`<g text-anchor="middle" font-size="%.3g" font-weight="600" fill="#fff">`, min(13, thick*0.7))
		for i, size := range s {
			p.Printf(`<text data-key="n%d" x="%d" y="%.4g">%d</text>`, size, middle, level(float64(i)+0.5)+4.5, size)
		}
		p.Printf(`</g>`)
	}
	if gaps > 0 {
		p.Printf(`<path d="%s" stroke="%s" stroke-width="%.3g" stroke-linecap="round"/>`, dots, palette.Vermilion,
			min(8, thick*0.7))
	}
	if flipped > 0 {
		p.Printf(`<path data-key="flip" d="M%d %.4gH%dV%.4gH%d" fill="none" stroke="%s" stroke-width="2.5" stroke-linejoin="round"/>`,
			side-4, level(0)+1, side-12, level(float64(flipped))-1, side-4, palette.Blue)
	}
	return p.String()
}

// shade is a pancake's colour, from light for the smallest to dark.
func shade(size, n int) string {
	light, dark := [3]float64{222, 165, 74}, [3]float64{140, 78, 32}
	t := float64(size-1) / float64(max(n-1, 1))
	var c [3]int
	for i := range c {
		c[i] = int(light[i] + t*(dark[i]-light[i]))
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
}
