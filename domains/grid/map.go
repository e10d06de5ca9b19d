package grid

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/focal-search/focal/domains/internal/cells"
)

// A Map is a rectangle of cells of terrain, as characters: see ParseMap.
type Map struct {
	Width, Height int
	rows          [][]byte
}

// NewMap makes a map of rows, each a character for a cell.
func NewMap(rows []string) (*Map, error) {
	m := &Map{Height: len(rows)}
	for i, row := range rows {
		if i == 0 {
			m.Width = len(row)
		}
		if len(row) != m.Width {
			return nil, fmt.Errorf("row %d has %d cells, the first one %d: want as many in each", i+1, len(row), m.Width)
		}
		for j := range len(row) {
			if !strings.ContainsRune(terrain, rune(row[j])) {
				return nil, fmt.Errorf("row %d, column %d: %q is no terrain: want one of %s", i+1, j+1, row[j], terrain)
			}
		}
		m.rows = append(m.rows, []byte(row))
	}
	if m.Width < 1 || m.Width > cells.MaxSide || m.Height > cells.MaxSide {
		return nil, fmt.Errorf("a map of %d × %d cells: want 1 to %d of each", m.Width, m.Height, cells.MaxSide)
	}
	return m, nil
}

// The terrain of maps. Ground is . and G, and S (swamp), which is passable from it; W (water)
// is passable from water alone. @ and O are out of bounds, T are trees.
const (
	terrain = ".GSW@OT"
	ground  = ".GS"
	water   = "W"
)

// ParseMap reads a map of the Moving AI Lab's format: four lines "type octile", "height y",
// "width x" and "map", then y rows of x characters. The file's name is for errors, which give
// the line.
func ParseMap(data []byte, file string) (*Map, error) {
	lines := cells.Lines(data)
	wrong := func(line int, format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", file, line, fmt.Sprintf(format, args...))
	}
	header := []struct{ key, want string }{{"type", "type octile"}, {"height", "height 512"}, {"width", "width 512"}, {"map", "map"}}
	var sizes [4]int
	for i, h := range header {
		if i >= len(lines) {
			return nil, wrong(i+1, "the map ends: want a line such as %q", h.want)
		}
		words := strings.Fields(lines[i])
		if len(words) != len(strings.Fields(h.want)) || words[0] != h.key || i == 0 && words[1] != "octile" {
			return nil, wrong(i+1, "%.40q: want a line such as %q", lines[i], h.want)
		}
		if i == 1 || i == 2 {
			n, err := strconv.Atoi(words[1])
			if err != nil || n < 1 || n > cells.MaxSide {
				return nil, wrong(i+1, "%.40q: want a number from 1 to %d", lines[i], cells.MaxSide)
			}
			sizes[i] = n
		}
	}
	rows := lines[4:]
	if len(rows) != sizes[1] {
		return nil, wrong(4+min(len(rows), sizes[1])+1, "the map has %d rows, and its height is %d", len(rows), sizes[1])
	}
	for i, row := range rows {
		if len(row) != sizes[2] {
			return nil, wrong(i+5, "%d cells in a map of width %d", len(row), sizes[2])
		}
		if j := strings.IndexFunc(row, func(r rune) bool { return !strings.ContainsRune(terrain, r) }); j >= 0 {
			return nil, wrong(i+5, "column %d: %q is no terrain: want one of %s", j+1, row[j], terrain)
		}
	}
	return NewMap(rows)
}

// A Cell is a place on a map; (0, 0) is the upper left corner.
type Cell = cells.Cell

func (m *Map) at(c Cell) byte { return m.rows[c.Y][c.X] }

func (m *Map) has(c Cell) bool { return c.X >= 0 && c.Y >= 0 && c.X < m.Width && c.Y < m.Height }

// passable are the terrains that can be reached from a cell's; "" if the cell is not passable.
func (m *Map) passable(from Cell) string {
	for _, kind := range []string{ground, water} {
		if strings.IndexByte(kind, m.at(from)) >= 0 {
			return kind
		}
	}
	return ""
}

// digest identifies the cells that are passable from a start.
func (m *Map) digest(passable string) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %d\n", m.Width, m.Height)
	for _, row := range m.rows {
		line := make([]byte, len(row))
		for i, t := range row {
			if line[i] = '@'; strings.IndexByte(passable, t) >= 0 {
				line[i] = '.'
			}
		}
		sum.Write(line)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
