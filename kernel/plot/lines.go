package plot

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/focal-search/focal/engine/report"
)

// A Series holds your own numbers. X and Y have the same length.
type Series struct {
	Name string
	X, Y []float64
}

// Lines plots your own numbers, with a line for each series and a mark at each number. An
// axis is logarithmic if its numbers are positive and the greatest is at least 30 times
// the least. A series named after an algorithm, such as FS, has the algorithm's colour.
//
//	plot.Lines("Cost against w", "w", "cost (moves)", plot.Series{Name: "FS", X: ws, Y: costs}).Show()
func Lines(title, x, y string, series ...Series) *Chart {
	if err := checkSeries(series); err != nil {
		return failed(err)
	}
	var xs, ys []float64
	for _, s := range series {
		xs, ys = append(xs, s.X...), append(ys, s.Y...)
	}
	c := &Chart{figure: figure{title: title, item: true}}
	p := panel{x: anyAxis(x, xs), y: anyAxis(y, ys)}
	for i, s := range series {
		l := ith(i, s.Name, ofMany)
		if named, known := lineNamed(s.Name); known {
			l = named
		}
		l = l.apart(c.figure.legend)
		l.dots = true
		c.figure.legend = append(c.figure.legend, l)
		l = l.of(&dataset{columns: []string{x, y}}, 0, 1)
		for j := range s.X {
			l.data.rows = append(l.data.rows, []float64{s.X[j], s.Y[j]})
		}
		p.lines = append(p.lines, l)
		c.summary = append(c.summary, fmt.Sprintf("%s: %d numbers, %s from %s to %s", s.Name, len(s.Y), y,
			report.Text(slices.Min(s.Y)), report.Text(slices.Max(s.Y))))
	}
	c.figure.panels = []panel{p}
	c.figure.tile(1, 260)
	c.figure.widest = 700
	return c
}

// checkSeries returns an error if the series cannot be plotted.
func checkSeries(series []Series) error {
	if len(series) == 0 {
		return errors.New("no series given")
	}
	for i, s := range series {
		name := s.Name
		if name == "" {
			name = fmt.Sprintf("series %d", i+1)
		}
		switch {
		case len(s.X) != len(s.Y):
			return fmt.Errorf("%s: %d X and %d Y: want one Y for each X", name, len(s.X), len(s.Y))
		case len(s.X) == 0:
			return fmt.Errorf("%s: no numbers", name)
		case slices.ContainsFunc(slices.Concat(s.X, s.Y), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }):
			return fmt.Errorf("%s: a number is NaN or infinite: leave it out, with its X and Y", name)
		case slices.ContainsFunc(slices.Concat(s.X, s.Y),
			func(v float64) bool { return v != 0 && (math.Abs(v) < 1e-300 || math.Abs(v) > 1e300) }):
			return fmt.Errorf("%s: a number is nearer to 0 than 1e-300 or farther than 1e300: leave it out, with its X "+
				"and Y", name)
		}
	}
	return nil
}

// anyAxis returns an axis over values of any sign.
func anyAxis(name string, values []float64) axis {
	low, high := slices.Min(values), slices.Max(values)
	if spans(low, high) {
		return ratioAxis(name, low, high)
	}
	return linear(name, low, high)
}
