package tsplib

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
)

// Read reads an instance or a tour. The file's name is for errors, which give the line
// and what was expected there.
func Read(in io.Reader, file string) (*File, error) {
	r := &reader{file: file, lines: bufio.NewScanner(input.Text(in)), File: &File{}, seen: map[string]bool{}}
	r.lines.Buffer(nil, 1<<24)
	for !r.ended && r.next() {
		if err := r.entry(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, r.line, err)
		}
	}
	if err := r.lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, r.line+1, err)
	}
	if err := r.complete(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r.File, nil
}

const explicit = "EXPLICIT"

type reader struct {
	*File
	file   string
	lines  *bufio.Scanner
	line   int
	text   string          // the line, without space around it
	seen   map[string]bool // keywords so far
	format string          // EDGE_WEIGHT_FORMAT
	ended  bool            // by EOF
}

// next goes to the next line that is not empty.
func (r *reader) next() bool {
	for r.lines.Scan() {
		r.line++
		if r.text = strings.TrimSpace(r.lines.Text()); r.text != "" {
			return true
		}
	}
	return false
}

// entry reads what begins on a line: "KEY: value", or a section.
func (r *reader) entry() (err error) {
	key, value, _ := strings.Cut(r.text, ":")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if r.seen[key] && key != "COMMENT" {
		return fmt.Errorf("%s stands here for the second time", key)
	}
	r.seen[key] = true
	switch key {
	case "NAME":
		r.Name = value
	case "TYPE":
		kind, _, _ := strings.Cut(value, " ")
		if other := others[kind]; other != "" {
			return fmt.Errorf("type %s is %s: want TSP or TOUR", kind, other)
		}
		if kind != "TSP" && kind != "TOUR" {
			return fmt.Errorf("type %q: want TSP or TOUR", value)
		}
	case "DIMENSION":
		r.Dimension, err = strconv.Atoi(value)
		if err != nil || r.Dimension < 1 || r.Dimension > MaxDimension {
			return fmt.Errorf("dimension %q: want the number of cities, 1 to %d", value, MaxDimension)
		}
	case "EDGE_WEIGHT_TYPE":
		if value == "XRAY1" || value == "XRAY2" || value == "SPECIAL" {
			return fmt.Errorf("edge weight type %s: TSPLIB's description does not define its distances, so that they cannot be computed: "+
				"give them as EXPLICIT", value)
		}
		if known := append(slices.Sorted(maps.Keys(distances)), explicit); !slices.Contains(known, value) {
			return fmt.Errorf("edge weight type %q%s", value, engine.Suggest(value, known))
		}
		r.WeightType = value
	case "EDGE_WEIGHT_FORMAT":
		if known := slices.Sorted(maps.Keys(formats)); value != "FUNCTION" && !slices.Contains(known, value) {
			return fmt.Errorf("edge weight format %q%s", value, engine.Suggest(value, known))
		}
		r.format = value
	case "NODE_COORD_SECTION":
		r.Points, err = r.points()
	case "DISPLAY_DATA_SECTION":
		r.Display, err = r.points()
	case "EDGE_WEIGHT_SECTION":
		err = r.matrix()
	case "TOUR_SECTION":
		err = r.tour()
	case "EOF":
		r.ended = true
	case "FIXED_EDGES_SECTION", "EDGE_DATA_SECTION":
		return fmt.Errorf("%s: tours that must, or may only, take certain edges are not supported", key)
	case "COMMENT", "DISPLAY_DATA_TYPE", "NODE_COORD_TYPE":
	default:
		return fmt.Errorf("%.40q: want a keyword such as NODE_COORD_SECTION or EOF", r.text)
	}
	return err
}

// others are TSPLIB's other types of problems.
var others = map[string]string{
	"ATSP": "an asymmetric instance", "SOP": "a sequential ordering problem", "HCP": "a Hamiltonian cycle problem",
	"CVRP": "a vehicle routing problem",
}

// complete says what a file lacks.
func (r *reader) complete() error {
	switch {
	case r.Tour != nil:
	case r.WeightType == "":
		return fmt.Errorf("there is no EDGE_WEIGHT_TYPE")
	case r.WeightType == explicit && r.weights == nil:
		return fmt.Errorf("there is no EDGE_WEIGHT_SECTION, which EDGE_WEIGHT_TYPE EXPLICIT wants")
	case r.WeightType != explicit && r.Points == nil:
		return fmt.Errorf("there is no NODE_COORD_SECTION, which EDGE_WEIGHT_TYPE %s wants", r.WeightType)
	}
	return nil
}

// points reads a line "number x y", or "number x y z", for each city.
func (r *reader) points() ([]Point, error) {
	if r.Dimension == 0 {
		return nil, fmt.Errorf("DIMENSION must come before %s", r.text)
	}
	points := make([]Point, r.Dimension)
	seen := make([]bool, r.Dimension)
	for i := range points {
		if !r.next() {
			return nil, fmt.Errorf("the file ends after the coordinates of %d of %d cities", i, r.Dimension)
		}
		fields := strings.Fields(r.text)
		coordinates, words := 2, "two"
		if strings.HasSuffix(r.WeightType, "3D") {
			coordinates, words = 3, "three"
		}
		if len(fields) != 1+coordinates {
			return nil, fmt.Errorf("%.40q: want a city's number and %s coordinates (there are %d of %d cities so far)",
				r.text, words, i, r.Dimension)
		}
		city, err := r.city(fields[0])
		if err != nil {
			return nil, err
		}
		if seen[city] {
			return nil, fmt.Errorf("city %s has coordinates already", fields[0])
		}
		seen[city] = true
		p := &points[city]
		for j, to := range []*float64{&p.X, &p.Y, &p.Z}[:coordinates] {
			if *to, err = coordinate(fields[1+j]); err != nil {
				return nil, err
			}
		}
	}
	return points, nil
}

// city reads the number of a city, which the file counts from 1.
func (r *reader) city(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > r.Dimension {
		return 0, fmt.Errorf("city %.40q: want a number from 1 to %d", text, r.Dimension)
	}
	return n - 1, nil
}

const maxCoordinate = 1e9

func coordinate(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(x) <= maxCoordinate) {
		return 0, fmt.Errorf("coordinate %.40q: want a number between -%g and %g", text, maxCoordinate, maxCoordinate)
	}
	return x, nil
}

// formats says which columns of row i the section of a format holds, from the first to
// before the last. As a matrix is symmetric, the columns of its upper half are the rows of
// its lower one.
var formats = map[string]func(i, n int) (first, last int){
	"FULL_MATRIX":    func(i, n int) (int, int) { return 0, n },
	"UPPER_ROW":      func(i, n int) (int, int) { return i + 1, n },
	"LOWER_ROW":      func(i, n int) (int, int) { return 0, i },
	"UPPER_DIAG_ROW": func(i, n int) (int, int) { return i, n },
	"LOWER_DIAG_ROW": func(i, n int) (int, int) { return 0, i + 1 },
	"UPPER_COL":      func(i, n int) (int, int) { return 0, i },
	"LOWER_COL":      func(i, n int) (int, int) { return i + 1, n },
	"UPPER_DIAG_COL": func(i, n int) (int, int) { return 0, i + 1 },
	"LOWER_DIAG_COL": func(i, n int) (int, int) { return i, n },
}

// matrix reads explicit weights, which may be broken into lines anywhere.
func (r *reader) matrix() error {
	columns, ok := formats[r.format]
	switch {
	case r.Dimension == 0:
		return fmt.Errorf("DIMENSION must come before %s", r.text)
	case !ok:
		return fmt.Errorf("EDGE_WEIGHT_SECTION wants an EDGE_WEIGHT_FORMAT before it, one of %s",
			strings.Join(slices.Sorted(maps.Keys(formats)), ", "))
	}
	total := 0
	for i := range r.Dimension {
		first, last := columns(i, r.Dimension)
		total += last - first
	}
	weights := symmetric(r.Dimension, func(i, j int) int64 { return -1 })
	var fields []string
	read := 0
	for i := range r.Dimension {
		first, last := columns(i, r.Dimension)
		for j := first; j < last; j++ {
			for len(fields) == 0 {
				if !r.next() {
					return fmt.Errorf("the file ends after %d of %d weights", read, total)
				}
				fields = strings.Fields(r.text)
			}
			w, err := strconv.ParseInt(fields[0], 10, 64)
			if err != nil || w < 0 {
				return fmt.Errorf("%.40q: want a weight, an integer not below 0 (there are %d of %d so far)", fields[0],
					read, total)
			}
			if i != j {
				if old := weights[i][j]; old >= 0 && old != w {
					return fmt.Errorf("the weight from city %d to city %d is %d, that back is %d: want a symmetric matrix", i+1,
						j+1, w, old)
				}
				weights[i][j], weights[j][i] = w, w
			} else if w != 0 && !r.blank(w) {
				return fmt.Errorf("the diagonal of the matrix has the weight %d from city %d to itself: want 0, or 9999 "+
					"or more, which stands for none", w, i+1)
			}
			fields = fields[1:]
			read++
		}
	}
	if len(fields) > 0 {
		return fmt.Errorf("%.40q after the last of %d weights", fields[0], total)
	}
	r.weights = weights
	return nil
}

// blank reports whether a weight on the diagonal stands for none, as in some files of TSPLIB.
func (r *reader) blank(w int64) bool { return w >= 9999 }

// tour reads a tour, which ends with -1. Some files do not give its dimension.
func (r *reader) tour() error {
	cities := r.Dimension
	if cities == 0 {
		r.Dimension = MaxDimension
	}
	r.Tour = []int{}
	seen := make([]bool, r.Dimension)
	for r.next() {
		for _, field := range strings.Fields(r.text) {
			if field == "-1" || field == "EOF" {
				r.ended = true
				return r.endTour(cities)
			}
			city, err := r.city(field)
			if err != nil {
				return err
			}
			if seen[city] {
				return fmt.Errorf("city %s stands in the tour for the second time", field)
			}
			seen[city] = true
			r.Tour = append(r.Tour, city)
		}
	}
	return fmt.Errorf("the file ends within the tour, after %d cities: want -1 after the last", len(r.Tour))
}

// endTour sees to it that all cities are there, as many as the greatest says
// where the file does not.
func (r *reader) endTour(cities int) error {
	if len(r.Tour) == 0 {
		return fmt.Errorf("the tour has no cities")
	}
	if cities == 0 {
		cities = slices.Max(r.Tour) + 1
	}
	if r.Dimension = cities; len(r.Tour) < cities {
		return fmt.Errorf("the tour ends after %d of %d cities", len(r.Tour), cities)
	}
	return nil
}
