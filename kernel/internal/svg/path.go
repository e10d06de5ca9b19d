//go:build !js

package svg

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

type point struct{ x, y float64 }

func (p point) plus(q point) point        { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point       { return point{p.x - q.x, p.y - q.y} }
func (p point) times(by float64) point    { return point{p.x * by, p.y * by} }
func (p point) length() float64           { return math.Hypot(p.x, p.y) }
func between(p, q point, t float64) point { return p.plus(q.minus(p).times(t)) }

// A matrix is (a, b, c, d, e, f) of SVG.
type matrix [6]float64

func (m matrix) of(p point) point {
	return point{m[0]*p.x + m[2]*p.y + m[4], m[1]*p.x + m[3]*p.y + m[5]}
}

func (m matrix) times(n matrix) matrix {
	e := m.of(point{n[4], n[5]})
	return matrix{m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1], m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3], e.x, e.y}
}

// transformation reads the attribute transform.
func transformation(s string) (matrix, error) {
	m := matrix{1, 0, 0, 1, 0, 0}
	for s = strings.Trim(s, " ,"); s != ""; s = strings.Trim(s, " ,") {
		name, rest, _ := strings.Cut(s, "(")
		inside, after, ok := strings.Cut(rest, ")")
		n := numbers(inside)
		s = after
		by := matrix{1, 0, 0, 1, 0, 0}
		switch name = strings.TrimSpace(name); {
		case !ok:
			return m, fmt.Errorf("the transformation %q has no end", name)
		case name == "translate" && len(n) > 0:
			by[4] = n[0]
			if len(n) > 1 {
				by[5] = n[1]
			}
		case name == "scale" && len(n) > 0:
			by[0], by[3] = n[0], n[len(n)-1]
		case name == "rotate" && (len(n) == 1 || len(n) == 3):
			sin, cos := math.Sincos(n[0] * math.Pi / 180)
			by = matrix{cos, sin, -sin, cos, 0, 0}
			if len(n) == 3 {
				by = matrix{1, 0, 0, 1, n[1], n[2]}.times(by).times(matrix{1, 0, 0, 1, -n[1], -n[2]})
			}
		case name == "matrix" && len(n) == 6:
			by = matrix(n)
		default:
			return m, fmt.Errorf("the transformation %s of %d numbers is not known", name, len(n))
		}
		m = m.times(by)
	}
	return m, nil
}

// numbers are those in a list.
func numbers(s string) (all []float64) {
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		if x, err := strconv.ParseFloat(word, 64); err == nil {
			all = append(all, x)
		}
	}
	return all
}

// A line joins points, and the last with the first if it is closed.
type line struct {
	points []point
	closed bool
}

type path []line

func (p path) through(m matrix) path {
	placed := make(path, len(p))
	for i, l := range p {
		placed[i] = line{make([]point, len(l.points)), l.closed}
		for k, at := range l.points {
			placed[i].points[k] = m.of(at)
		}
	}
	return placed
}

// bounds are the corners of the box around a path.
func (p path) bounds() [2]point {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, l := range p {
		for _, at := range l.points {
			low = point{min(low.x, at.x), min(low.y, at.y)}
			high = point{max(high.x, at.x), max(high.y, at.y)}
		}
	}
	if low.x > high.x {
		return [2]point{}
	}
	return [2]point{low, high}
}

// shapeOf is the outline of an element.
func shapeOf(element string, a map[string]string, value func(string) float64) (path, error) {
	switch element {
	case "path":
		return parsePath(a["d"])
	case "rect":
		x, y, w, h := value("x"), value("y"), value("width"), value("height")
		r := min(max(value("rx"), value("ry")), w/2, h/2)
		if r == 0 {
			return path{{[]point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, true}}, nil
		}
		corner := fmt.Sprintf("A%g %[1]g 0 0 1", r)
		return parsePath(fmt.Sprint("M", x+r, y, "H", x+w-r, corner, x+w, y+r, "V", y+h-r, corner, x+w-r, y+h,
			"H", x+r, corner, x, y+h-r, "V", y+r, corner, x+r, y, "Z"))
	case "circle", "ellipse":
		rx, ry := value("r"), value("r")
		if element == "ellipse" {
			rx, ry = value("rx"), value("ry")
		}
		round := line{closed: true}
		for i := range 96 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 48)
			round.points = append(round.points, point{value("cx") + rx*cos, value("cy") + ry*sin})
		}
		return path{round}, nil
	case "line":
		return path{{[]point{{value("x1"), value("y1")}, {value("x2"), value("y2")}}, false}}, nil
	}
	n := numbers(a["points"])
	l := line{closed: element == "polygon"}
	for i := 0; i+1 < len(n); i += 2 {
		l.points = append(l.points, point{n[i], n[i+1]})
	}
	return path{l}, nil
}

// data is that of a path, to be read.
type data struct{ s string }

func (r *data) skip() { r.s = strings.TrimLeft(r.s, " ,\t\n\r") }

// number is the next one; a flag is one digit.
func (r *data) number(flag bool) (float64, error) {
	r.skip()
	n, seen := 0, false // whether there was a point
	for ; n < len(r.s); n++ {
		switch ch := r.s[n]; {
		case ch >= '0' && ch <= '9':
		case (ch == '-' || ch == '+') && (n == 0 || r.s[n-1] == 'e' || r.s[n-1] == 'E'):
		case ch == '.' && !seen:
			seen = true
		case (ch == 'e' || ch == 'E') && n > 0:
			seen = true
		default:
			goto end
		}
		if flag {
			n++
			break
		}
	}
end:
	x, err := strconv.ParseFloat(r.s[:n], 64)
	if err != nil {
		return 0, fmt.Errorf("a path has %.20q where a number is wanted", r.s)
	}
	r.s = r.s[n:]
	return x, nil
}

// arguments is how many numbers each command of a path takes.
var arguments = map[byte]int{'m': 2, 'l': 2, 'h': 1, 'v': 1, 'c': 6, 's': 4, 'q': 4, 't': 2, 'a': 7, 'z': 0}

func parsePath(d string) (p path, err error) {
	r := &data{d}
	var at, handle point
	var command, before byte
	for {
		r.skip()
		if r.s == "" {
			return p, nil
		}
		if lower := r.s[0] | 0x20; lower >= 'a' && lower <= 'z' {
			command, r.s = r.s[0], r.s[1:]
		} else if command == 'M' || command == 'm' {
			command-- // further points of a move are lines
		}
		kind := command | 0x20
		count, known := arguments[kind]
		if !known || len(p) == 0 && kind != 'm' {
			return nil, fmt.Errorf("a path has the command %q", command)
		}
		n := make([]float64, count)
		for i := range n {
			if n[i], err = r.number(kind == 'a' && (i == 3 || i == 4)); err != nil {
				return nil, err
			}
		}
		var origin point
		if command == kind {
			origin = at
		}
		to := func(i int) point { return origin.plus(point{n[i], n[i+1]}) }
		last := func() *line { return &p[len(p)-1] }
		if kind != 'm' && kind != 'z' && last().closed {
			p = append(p, line{points: []point{at}})
		}
		next := at
		switch kind {
		case 'm':
			next = to(0)
			p = append(p, line{points: []point{next}})
		case 'z':
			last().closed = true
			next = last().points[0]
		case 'l':
			next = to(0)
			last().points = append(last().points, next)
		case 'h':
			next = point{origin.x + n[0], at.y}
			last().points = append(last().points, next)
		case 'v':
			next = point{at.x, origin.y + n[0]}
			last().points = append(last().points, next)
		case 'c', 's':
			a, b := at, to(0)
			if kind == 'c' {
				a, b, next = to(0), to(2), to(4)
			} else {
				if before == 'c' || before == 's' {
					a = at.times(2).minus(handle)
				}
				next = to(2)
			}
			handle = b
			last().points = append(last().points, curve(at, a, b, next)...)
		case 'q', 't':
			a := at
			if kind == 'q' {
				a, next = to(0), to(2)
			} else {
				if before == 'q' || before == 't' {
					a = at.times(2).minus(handle)
				}
				next = to(0)
			}
			handle = a
			last().points = append(last().points, curve(at, between(at, a, 2.0/3), between(next, a, 2.0/3), next)...)
		case 'a':
			next = to(5)
			last().points = append(last().points, arc(at, next, n[0], n[1], n[2], n[3] != 0, n[4] != 0)...)
		}
		at, before = next, kind
	}
}

// curve is a Bézier curve without its start.
func curve(a, b, c, d point) (all []point) {
	steps := int(min(64, 4+(b.minus(a).length()+c.minus(b).length()+d.minus(c).length())/3))
	for i := 1; i <= steps; i++ {
		t := float64(i) / float64(steps)
		ab, bc, cd := between(a, b, t), between(b, c, t), between(c, d, t)
		all = append(all, between(between(ab, bc, t), between(bc, cd, t), t))
	}
	return all
}

// arc is a part of an ellipse without its start (SVG 1.1, F.6).
func arc(from, to point, rx, ry, degrees float64, large, sweep bool) (all []point) {
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || from == to {
		return []point{to}
	}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	half := from.minus(to).times(0.5)
	x, y := cos*half.x+sin*half.y, cos*half.y-sin*half.x
	if fit := x*x/(rx*rx) + y*y/(ry*ry); fit > 1 {
		rx, ry = rx*math.Sqrt(fit), ry*math.Sqrt(fit)
	}
	far := math.Sqrt(max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		far = -far
	}
	cx, cy := far*rx*y/ry, -far*ry*x/rx
	center := point{cos*cx - sin*cy, sin*cx + cos*cy}.plus(between(from, to, 0.5))
	begin := math.Atan2((y-cy)/ry, (x-cx)/rx)
	turn := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - begin
	switch {
	case sweep && turn < 0:
		turn += 2 * math.Pi
	case !sweep && turn > 0:
		turn -= 2 * math.Pi
	}
	steps := int(4 + math.Abs(turn)*math.Sqrt(max(rx, ry))*3)
	for i := 1; i < steps; i++ {
		s, c := math.Sincos(begin + turn*float64(i)/float64(steps))
		all = append(all, center.plus(point{cos*rx*c - sin*ry*s, sin*rx*c + cos*ry*s}))
	}
	return append(all, to)
}

// stroked is the area of a path's line: a rectangle for each piece, all turned the same
// way, with round joints, which differ from mitred ones by less than a line's width.
func (p path) stroked(with pen) (area path) {
	width, ends, dash := with.width, with.cap, with.dash
	for _, l := range p {
		points := l.points
		if l.closed && len(points) > 1 {
			points = append(points[:len(points):len(points)], points[0])
		}
		if len(points) == 1 || len(points) == 2 && points[0] == points[1] { // a dot
			if ends == "round" {
				area = append(area, disc(points[0], width/2))
			} else if ends == "square" {
				area = append(area, piece(points[0].minus(point{width / 2, 0}), points[0].plus(point{width / 2, 0}), width))
			}
			continue
		}
		for _, part := range dashed(points, dash) {
			for i := 1; i < len(part); i++ {
				if part[i-1] == part[i] {
					continue
				}
				area = append(area, piece(part[i-1], part[i], width))
				before := i - 2
				if i == 1 && l.closed && len(dash) == 0 {
					before = len(part) - 2
				}
				if before >= 0 && bends(part[before], part[i-1], part[i]) {
					area = append(area, disc(part[i-1], width/2))
				}
			}
			if ends == "round" {
				area = append(area, disc(part[0], width/2), disc(part[len(part)-1], width/2))
			}
		}
	}
	return area
}

// bends reports whether a line turns so far at b that its pieces would show a gap.
func bends(a, b, c point) bool {
	p, q := b.minus(a), c.minus(b)
	return p.x*q.x+p.y*q.y < 0.95*p.length()*q.length()
}

func piece(a, b point, width float64) line {
	along := b.minus(a)
	side := point{-along.y, along.x}.times(width / 2 / along.length())
	return line{[]point{a.plus(side), a.minus(side), b.minus(side), b.plus(side)}, true}
}

// disc goes round as piece does.
func disc(at point, r float64) line {
	l := line{closed: true}
	n := int(max(8, min(48, 8*r)))
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		l.points = append(l.points, at.plus(point{r * cos, r * sin}))
	}
	return l
}

// dashed are the parts of a line that are drawn.
func dashed(points []point, dash []float64) (parts [][]point) {
	total := 0.0
	for _, d := range dash {
		total += d
	}
	if !(total > 0) {
		return [][]point{points}
	}
	k, left, on := 0, dash[0], true
	part := []point{points[0]}
	for i := 1; i < len(points); i++ {
		at := points[i-1]
		for rest := points[i].minus(at).length(); rest > 0; {
			step := min(rest, left)
			at = between(at, points[i], step/rest)
			rest, left = rest-step, left-step
			if on {
				part = append(part, at)
			}
			if left > 0 {
				continue
			}
			if on && len(part) > 1 {
				parts = append(parts, part)
			}
			k = (k + 1) % len(dash)
			left, on, part = dash[k], !on, []point{at}
		}
	}
	if on && len(part) > 1 {
		parts = append(parts, part)
	}
	return parts
}
