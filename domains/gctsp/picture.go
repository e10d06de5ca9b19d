package gctsp

import (
	"fmt"
	"math"
	"strings"

	"github.com/focal-search/focal/domains/svg"
	"github.com/focal-search/focal/engine"
)

// picture tells the tour so far, what it costs and covers, and draws a map.
func (t *tours) picture(moves []engine.Move) string {
	r, err := t.follow(moves)
	if err != nil {
		return err.Error()
	}
	var s strings.Builder
	fmt.Fprintf(&s, "tour: %d", t.Depot)
	for _, m := range moves {
		fmt.Fprintf(&s, " %d", m)
	}
	fmt.Fprintf(&s, "\ncost: %s\ncovered: %d of %d customers, quota %d\n", engine.FormatCost(r.cost, t.Unit), len(r.covered), t.Customers, t.Quota)
	if t.Attached > 0 {
		fmt.Fprintf(&s, "attached to their nearest facilities: %d\n", t.Attached)
	}
	if t.Points != nil {
		t.sketch(&s, r)
	}
	return s.String()
}

const mapColumns, mapRows = 64, 20

// sketch is a map of the depot and the facilities in characters.
func (t *tours) sketch(s *strings.Builder, r *tour) {
	var grid [mapRows][mapColumns]rune
	column := axis(t.Points, func(node int) float64 { return t.Points[node].X }, mapColumns)
	row := axis(t.Points, func(node int) float64 { return -t.Points[node].Y }, mapRows)
	place := func(node int, sign rune) { grid[row(node)][column(node)] = sign }
	for node, covers := range t.Covers {
		if len(covers) > 0 {
			place(node, t.sign(node, r))
		}
	}
	for node := range t.Covers {
		if r.visited[node] {
			place(node, '#')
		}
	}
	place(t.Depot, 'D')
	place(r.at, '@')
	for _, row := range grid {
		line := strings.ReplaceAll(string(row[:]), "\x00", " ")
		s.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	s.WriteString("@ here, D depot, # visited; other facilities by how many uncovered customers they cover: - 1 to 9 +\n")
}

// axis scales a coordinate to a number of cells.
func axis[P any](points []P, coordinate func(node int) float64, cells int) func(node int) int {
	least, greatest := math.Inf(1), math.Inf(-1)
	for node := range points {
		x := coordinate(node)
		least, greatest = min(least, x), max(greatest, x)
	}
	return func(node int) int {
		if greatest == least {
			return 0
		}
		return int((coordinate(node) - least) / (greatest - least) * float64(cells-1))
	}
}

// sign is how many uncovered customers a facility covers.
func (t *tours) sign(node int, r *tour) rune {
	switch n := t.gain(node, r); {
	case n == 0:
		return '-'
	case n > 9:
		return '+'
	default:
		return '0' + rune(n)
	}
}

// gain is how many customers a visit would cover.
func (t *tours) gain(node int, r *tour) (n int) {
	for _, c := range t.Covers[node] {
		if !r.covered[c] {
			n++
		}
	}
	return n
}

// draw draws the tour along moves on the map of the nodes: facilities as discs
// whose areas grow with the numbers of uncovered customers that they cover,
// coloured once they are visited, and dots where other nodes are.
func (t *tours) draw(moves []engine.Move) ([]string, error) {
	const longest, margin = 480, 18
	places, width, height := svg.Map(t.Points, longest, margin)
	var pictures []string
	for i := range len(moves) + 1 {
		r, err := t.follow(moves[:i])
		if err != nil {
			return nil, err
		}
		p := svg.New(width, height, fmt.Sprintf("%d of %d customers covered, quota %d, length %s",
			len(r.covered), t.Customers, t.Quota, engine.FormatCost(r.cost, t.Unit)))
		p.Tour(places, t.Depot, moves[:i])
		for node, at := range places {
			radius, look := 1.5, svg.Ink+`" fill-opacity=".5`
			if gain := t.gain(node, r); len(t.Covers[node]) > 0 {
				radius, look = 2.5*math.Sqrt(float64(1+gain)), svg.Ochre+`" fill-opacity=".5`
			}
			if r.visited[node] {
				radius, look = 4, svg.Blue
			}
			if node != t.Depot {
				p.Printf(`<circle data-key="n%d" cx="%.1f" cy="%.1f" r="%.2g" fill="%s"><title>node %[1]d</title></circle>`, node, at.X, at.Y, radius, look)
			}
		}
		p.Depot(places[t.Depot], places[r.at])
		pictures = append(pictures, p.String())
	}
	return pictures, nil
}
