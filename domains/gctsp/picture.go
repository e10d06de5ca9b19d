package gctsp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/domains/svg"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// picture prints the tour so far, its cost and what it covers, with a map.
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
	fmt.Fprintf(&s, "\ncost: %s\ncovered: %d of %d customers, quota %d\n", engine.FormatCost(r.cost, t.Unit),
		len(r.covered), t.Customers, t.Quota)
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

// Sizes around a drawn map, in pixels.
const (
	mapMargin = 18
	barHeight = 26
)

// draw draws the tour along moves on the map.
func (t *tours) draw(moves []engine.Move) ([]string, error) {
	const longest = 480
	places, width, height := svg.Map(slices.Concat(t.Points, t.Sites), longest, mapMargin)
	m := &coverMap{tours: t, nodes: places[:len(t.Points)], sites: places[len(t.Points):], width: width, height: height}
	var pictures []string
	for i := range len(moves) + 1 {
		r, err := t.follow(moves[:i])
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, m.draw(r, moves[:i]))
	}
	return pictures, nil
}

// coverMap is the map on which an instance's tours are drawn.
type coverMap struct {
	*tours
	nodes, sites  []tsplib.Point
	width, height float64
}

// draw draws a tour so far, what it covers, and below the map how far it is.
func (m *coverMap) draw(r *tour, moves []engine.Move) string {
	p := svg.New(m.width, m.height+barHeight, fmt.Sprintf("%d of %d customers covered, quota %d, length %s",
		len(r.covered), m.Customers, m.Quota, engine.FormatCost(r.cost, m.Unit)))
	m.drawCustomers(p, moves)
	p.Tour(m.nodes, m.Depot, moves)
	m.drawNodes(p, r)
	p.Depot(m.nodes[m.Depot], m.nodes[r.at])
	m.drawBar(p, len(r.covered))
	return p.String()
}

// drawBar draws how many of the customers are covered, with a mark at the quota.
func (m *coverMap) drawBar(p *svg.Picture, covered int) {
	const rect = `<rect data-key="%s" x="%d" y="%.1f" width="%.1f" height="8" rx="4" fill="%s"/>`
	top, whole := m.height+4, m.width-2*mapMargin
	length := func(customers int) float64 { return whole * float64(customers) / float64(max(m.Customers, 1)) }
	p.Printf(rect, "all", mapMargin, top, whole, palette.Ink+`" fill-opacity=".15`)
	p.Printf(rect, "covered", mapMargin, top, length(covered), palette.Green)
	p.Printf(`<path d="M%.1f %.1fv16" stroke="%s" stroke-width="2"><title>quota %d</title></path>`, mapMargin+
		length(min(m.Quota, m.Customers)), m.height, palette.Ink, m.Quota)
}

// drawCustomers draws the customers, the covered ones green and tied to the node
// that covered them.
func (m *coverMap) drawCustomers(p *svg.Picture, moves []engine.Move) {
	by := map[int]int{}
	for _, node := range append([]engine.Move{engine.Move(m.Depot)}, moves...) {
		for _, c := range m.Covers[node] {
			if _, known := by[c]; !known {
				by[c] = int(node)
			}
		}
	}
	p.Printf(`<g stroke="%s" stroke-width="1.5" stroke-opacity=".6">`, palette.Green)
	for c, at := range m.sites {
		if node, covered := by[c]; covered {
			p.Printf(`<path data-key="l%d" d="M%.1f %.1fL%.1f %.1f"/>`, c, m.nodes[node].X, m.nodes[node].Y, at.X, at.Y)
		}
	}
	p.Printf(`</g>`)
	for c, at := range m.sites {
		radius, look := 2.5, palette.Ink+`" fill-opacity=".4`
		if _, covered := by[c]; covered {
			radius, look = 3.5, palette.Green
		}
		p.Printf(`<circle data-key="c%d" cx="%.1f" cy="%.1f" r="%g" fill="%s"><title>customer %[1]d</title></circle>`, c,
			at.X, at.Y, radius, look)
	}
}

// drawNodes draws the facilities as discs, the visited ones blue, the areas of
// the others growing with the numbers of uncovered customers that they cover.
// Where it is not known which customer is where, dots are the other nodes.
func (m *coverMap) drawNodes(p *svg.Picture, r *tour) {
	for node, at := range m.nodes {
		radius, look := min(2.2*math.Sqrt(float64(1+m.gain(node, r))), mapMargin-1), palette.Ochre+`" fill-opacity=".75`
		switch {
		case node == m.Depot || len(m.Covers[node]) == 0 && m.Sites != nil:
			continue
		case len(m.Covers[node]) == 0:
			radius, look = 1.5, palette.Ink+`" fill-opacity=".5`
		case r.visited[node]:
			radius, look = 5, palette.Blue
		}
		p.Printf(`<circle data-key="n%d" cx="%.1f" cy="%.1f" r="%.2g" fill="%s"><title>node %[1]d</title></circle>`, node,
			at.X, at.Y, radius, look)
	}
}
