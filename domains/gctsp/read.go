package gctsp

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
)

// Open reads an instance from a file in the .gctsp format, or if its first line
// begins with a number in the format of Shaelaie, Salari and Naji-Azimi.
func Open(path string) (*Instance, error) {
	in, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return Read(in, path)
}

// Read reads an instance as Open does. The file's name is for errors, which give
// the line, the column in characters, and what was expected there.
func Read(in io.Reader, file string) (*Instance, error) {
	r := &reader{file: file, lines: bufio.NewScanner(input.Text(in))}
	r.lines.Buffer(nil, 1<<24)
	read := r.readOriginal
	if !r.next() {
		return nil, r.end("the instance")
	}
	if _, err := strconv.Atoi(r.words[0].text); err != nil {
		read = r.readSections
	}
	instance, err := read()
	if err != nil {
		return nil, err
	}
	if err := instance.Validate(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, r.line, err)
	}
	return instance, nil
}

// maxNodes is the greatest number of nodes or customers that is read.
const maxNodes = 5000

// reader reads lines as words.
type reader struct {
	file  string
	lines *bufio.Scanner
	line  int
	words []word
}

type word struct {
	text   string
	column int
}

// advance goes to the next line.
func (r *reader) advance() bool {
	if !r.lines.Scan() {
		return false
	}
	r.line++
	text := r.lines.Text()
	r.words = r.words[:0]
	at := 0
	for field := range strings.FieldsSeq(text) {
		at += strings.Index(text[at:], field)
		r.words = append(r.words, word{field, 1 + utf8.RuneCountInString(text[:at])})
		at += len(field)
	}
	return true
}

// next goes to the next line that is not empty.
func (r *reader) next() bool {
	for r.advance() {
		if len(r.words) > 0 {
			return true
		}
	}
	return false
}

// fail is an error about a word of the line, or about where one is missing.
func (r *reader) fail(i int, format string, arguments ...any) error {
	column := 1
	if i < len(r.words) {
		column = r.words[i].column
	} else if n := len(r.words); n > 0 {
		column = r.words[n-1].column + utf8.RuneCountInString(r.words[n-1].text)
	}
	return r.failAt(column, format, arguments...)
}

func (r *reader) failAt(column int, format string, arguments ...any) error {
	return fmt.Errorf("%s:%d:%d: %w", r.file, r.line, column, fmt.Errorf(format, arguments...))
}

// end is the error for a file that ends early.
func (r *reader) end(before string) error {
	if err := r.lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", r.file, r.line+1, err)
	}
	return fmt.Errorf("%s:%d:1: the file ends before %s", r.file, r.line+1, before)
}

// number reads a word as a whole number.
func (r *reader) number(i int, what string, least, most int) (int, error) {
	if i >= len(r.words) {
		return 0, r.fail(i, "want %s, %d to %d", what, least, most)
	}
	return r.whole(r.words[i], what, least, most)
}

func (r *reader) whole(w word, what string, least, most int) (int, error) {
	n, err := strconv.Atoi(w.text)
	if err != nil || n < least || n > most {
		return 0, r.failAt(w.column, "%.40q: want %s, %d to %d", w.text, what, least, most)
	}
	return n, nil
}

// points reads a line "node x y" for each of n nodes; next goes to each line.
func (r *reader) points(n int, next func() bool) ([]tsplib.Point, error) {
	points, seen := make([]tsplib.Point, n), make([]bool, n)
	for i := range n {
		if !next() {
			return nil, r.end(fmt.Sprintf("the coordinates of %d of %d nodes", n-i, n))
		}
		if len(r.words) != 3 {
			return nil, r.fail(3, "want a node and two coordinates")
		}
		node, err := r.number(0, "a node", 0, n-1)
		if err != nil {
			return nil, err
		}
		if seen[node] {
			return nil, r.fail(0, "node %d has coordinates already", node)
		}
		seen[node] = true
		if points[node].X, err = r.coordinate(1); err != nil {
			return nil, err
		}
		if points[node].Y, err = r.coordinate(2); err != nil {
			return nil, err
		}
	}
	return points, nil
}

func (r *reader) coordinate(i int) (float64, error) {
	const most = 1e9
	text := r.words[i].text
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(x) <= most) {
		return 0, r.fail(i, "%.40q: want a coordinate, a number between -%g and %g", text, most, most)
	}
	if _, _, err := decimal(x); err != nil {
		return 0, r.fail(i, "%w", err)
	}
	return x, nil
}

// sections is what has been read of a file in the .gctsp format.
type sections struct {
	*reader
	seen       map[string]bool // keywords so far
	values     map[string]int  // of those that have a number
	weightType string
	nodes      []tsplib.Point
}

// numbered are the keywords of numbers.
var numbered = []string{"NODES", "DEPOT", "CUSTOMERS", "QUOTA"}

// readSections reads the .gctsp format.
func (r *reader) readSections() (*Instance, error) {
	s := &sections{reader: r, seen: map[string]bool{}, values: map[string]int{}}
	for r.words[0].text != "COVERING_SETS" {
		if err := s.entry(); err != nil {
			return nil, err
		}
		if !r.next() {
			return nil, r.end("COVERING_SETS")
		}
	}
	return s.coveringSets()
}

// entry reads "KEYWORD: value", or the coordinates.
func (s *sections) entry() (err error) {
	line := strings.TrimRightFunc(s.lines.Text(), unicode.IsSpace)
	key, rest, _ := strings.Cut(line, ":")
	text := strings.TrimLeftFunc(rest, unicode.IsSpace)
	value := word{text, 1 + utf8.RuneCountInString(line[:len(line)-len(text)])}
	key = strings.TrimSpace(key)
	if s.seen[key] && key != "COMMENT" {
		return s.fail(0, "%s stands here for the second time", key)
	}
	s.seen[key] = true
	switch {
	case slices.Contains(numbered, key):
		s.values[key], err = s.whole(value, key, 0, maxNodes)
	case key == "EDGE_WEIGHT_TYPE":
		if s.weightType = text; !slices.Contains(weightTypes, text) {
			return s.failAt(value.column, "edge weight type %q%s", text, engine.Suggest(text, weightTypes))
		}
	case key == "NODE_COORD_SECTION":
		n, ok := s.values["NODES"]
		if !ok {
			return s.fail(0, "NODES must come before NODE_COORD_SECTION")
		}
		s.nodes, err = s.points(n, s.next)
	case key == "TYPE" && text != "GCTSP":
		return s.failAt(value.column, "%.40q: want the type GCTSP", text)
	case key != "TYPE" && key != "NAME" && key != "COMMENT":
		return s.fail(0, "%.40q: want a keyword such as NODES or COVERING_SETS", s.words[0].text)
	}
	return err
}

// coveringSets reads the rest, a line for each customer: an empty one is a
// customer whom nobody covers.
func (s *sections) coveringSets() (*Instance, error) {
	for _, key := range numbered {
		if _, ok := s.values[key]; !ok {
			return nil, s.fail(0, "%s must come before COVERING_SETS", key)
		}
	}
	n := s.values["NODES"]
	switch {
	case s.weightType == "":
		return nil, s.fail(0, "EDGE_WEIGHT_TYPE must come before COVERING_SETS")
	case s.nodes == nil:
		return nil, s.fail(0, "NODE_COORD_SECTION must come before COVERING_SETS")
	case s.values["DEPOT"] >= n:
		return nil, s.fail(0, "the depot is node %d: want 0 to %d", s.values["DEPOT"], n-1)
	}
	in := &Instance{Depot: s.values["DEPOT"], Customers: s.values["CUSTOMERS"], Quota: s.values["QUOTA"],
		Covers: make([][]int, n)}
	for c := range in.Customers {
		if !s.advance() {
			return nil, s.end(fmt.Sprintf("the covering sets of %d of %d customers", in.Customers-c, in.Customers))
		}
		for i := range s.words {
			node, err := s.number(i, fmt.Sprintf("a node that covers customer %d", c), 0, n-1)
			if err != nil {
				return nil, err
			}
			if slices.Contains(in.Covers[node], c) {
				return nil, s.fail(i, "node %d covers customer %d already", node, c)
			}
			in.Covers[node] = append(in.Covers[node], c)
		}
	}
	if !s.next() {
		return nil, s.end("EOF")
	}
	if s.words[0].text != "EOF" {
		return nil, s.fail(0, "%.40q after the last of %d covering sets: want EOF", s.words[0].text, in.Customers)
	}
	return s.measure(in, s.weightType, s.nodes)
}

// measure adds the distances.
func (r *reader) measure(in *Instance, weightType string, points []tsplib.Point) (_ *Instance, err error) {
	if in.Distances, in.Unit, err = metric(weightType, points, in.vertices()); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", r.file, r.line, err)
	}
	in.Points = tsplib.OnMap(weightType, points)
	return in, nil
}

// readOriginal reads the format of Shaelaie, Salari and Naji-Azimi. Titles, the
// words behind the five numbers at its top and the empty tour at the end are
// skipped.
func (r *reader) readOriginal() (*Instance, error) {
	var values [5]int
	for i, entry := range []struct {
		what        string
		least, most int
	}{
		{"1 where the instance is feasible and else -1", -1, 1},
		{"the number of nodes", 1, maxNodes},
		{"the number of facilities", 0, maxNodes},
		{"the number of customers", 0, maxNodes},
		{"the quota", 0, maxNodes},
	} {
		if i > 0 && !r.numbers() {
			return nil, r.end(entry.what)
		}
		var err error
		if values[i], err = r.number(0, entry.what, entry.least, entry.most); err != nil {
			return nil, err
		}
		if all := 1 + values[2] + values[3]; i == 3 && all != values[1] {
			return nil, r.fail(0, "the depot, %d facilities and %d customers are %d nodes, where %d are announced", values[2],
				values[3], all, values[1])
		}
	}
	nodes, facilities, customers := values[1], values[2], values[3]
	points, err := r.points(nodes, r.numbers)
	if err != nil {
		return nil, err
	}
	points, sites := points[:1+facilities], points[1+facilities:]
	in := &Instance{Customers: customers, Quota: values[4], Covers: make([][]int, 1+facilities), Sites: sites}
	for i := range facilities {
		if !r.numbers() {
			return nil, r.end(fmt.Sprintf("the customers of %d of %d facilities", facilities-i, facilities))
		}
		if err := r.covers(in); err != nil {
			return nil, err
		}
	}
	return r.measure(in, "EUC_2D", points)
}

// numbers goes to the next line with a number in it; those without are titles.
func (r *reader) numbers() bool {
	for r.next() {
		if slices.ContainsFunc(r.words, func(w word) bool { _, err := strconv.ParseFloat(w.text, 64); return err == nil }) {
			return true
		}
	}
	return false
}

// covers reads a line "facility count customers".
func (r *reader) covers(in *Instance) error {
	facilities := len(in.Covers) - 1
	f, err := r.number(0, "a facility", 1, facilities)
	if err != nil {
		return err
	}
	if in.Covers[f] != nil {
		return r.fail(0, "facility %d has customers already", f)
	}
	n, err := r.number(1, "the number of its customers", 0, in.Customers)
	if err != nil {
		return err
	}
	if n+2 != len(r.words) {
		return r.fail(min(n+2, len(r.words)), "facility %d covers %d customers, and %d are listed", f, n, len(r.words)-2)
	}
	in.Covers[f] = make([]int, n)
	for i := range n {
		node, err := r.number(2+i, "a customer", 1+facilities, facilities+in.Customers)
		if err != nil {
			return err
		}
		c := node - 1 - facilities
		if slices.Contains(in.Covers[f][:i], c) {
			return r.fail(2+i, "facility %d covers customer %d already", f, node)
		}
		in.Covers[f][i] = c
	}
	return nil
}
