// Package cells is what the domains on maps of cells share: random maps, their components,
// maps in text files, and pictures of maps.
package cells

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/focal-search/focal/engine/input"
)

// A Cell is a place on a map; (0, 0) is the upper left corner.
type Cell struct{ X, Y int }

func (c Cell) String() string { return fmt.Sprintf("(%d, %d)", c.X, c.Y) }

// At is the cell of a column and a row.
func At(x, y int) Cell { return Cell{x, y} }

// Free reports whether a cell is on a map, of rows of equal length, and not blocked, which is '#'.
func Free(rows []string, c Cell) bool {
	return c.Y >= 0 && c.Y < len(rows) && c.X >= 0 && c.X < len(rows[c.Y]) && rows[c.Y][c.X] != '#'
}

// MaxSide bounds the width and the height of a map.
const MaxSide = 4096

// Filled makes a map of cells that are all the same.
func Filled(width, height int, t byte) [][]byte {
	rows := make([][]byte, height)
	for y := range rows {
		rows[y] = bytes.Repeat([]byte{t}, width)
	}
	return rows
}

// Random makes a map of free cells of which a percentage is blocked, each by chance: one
// r.IntN(100) for each cell, row by row.
func Random(r *rand.Rand, width, height, percent int, free, blocked byte) [][]byte {
	rows := Filled(width, height, free)
	for y := range rows {
		for x := range rows[y] {
			if r.IntN(100) < percent {
				rows[y][x] = blocked
			}
		}
	}
	return rows
}

// Components numbers the parts of a map that straight moves connect, from 1, row by row; 0 is
// blocked.
func Components(rows [][]byte, free byte) [][]int32 {
	parts := make([][]int32, len(rows))
	for y := range rows {
		parts[y] = make([]int32, len(rows[y]))
	}
	n := int32(0)
	var queue []Cell
	reach := func(c Cell) {
		if c.Y >= 0 && c.Y < len(rows) && c.X >= 0 && c.X < len(rows[c.Y]) && rows[c.Y][c.X] == free && parts[c.Y][c.X] == 0 {
			parts[c.Y][c.X] = n
			queue = append(queue, c)
		}
	}
	for y := range rows {
		for x := range rows[y] {
			if rows[y][x] != free || parts[y][x] != 0 {
				continue
			}
			n++
			for reach(Cell{x, y}); len(queue) > 0; {
				c := queue[len(queue)-1]
				queue = queue[:len(queue)-1]
				for _, to := range []Cell{{c.X, c.Y - 1}, {c.X + 1, c.Y}, {c.X, c.Y + 1}, {c.X - 1, c.Y}} {
					reach(to)
				}
			}
		}
	}
	return parts
}

// Read reads a map in text: rows of as many characters each, all of an alphabet, that are
// valid. The file's name is for errors, which give line and column.
func Read(in io.Reader, file, alphabet string, valid func([]string) error) ([]string, error) {
	data, err := io.ReadAll(input.Text(in))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	rows := Lines(data)
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: the file is empty: want the rows of a map", file)
	}
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return nil, fmt.Errorf("%s:%d: %d cells, and %d in the first row: want as many in each", file, i+1, len(row),
				len(rows[0]))
		}
		if j := strings.IndexFunc(row, func(r rune) bool { return !strings.ContainsRune(alphabet, r) }); j >= 0 {
			return nil, fmt.Errorf("%s:%d: column %d: %q is none of the cells %s", file, i+1, j+1, row[j], alphabet)
		}
	}
	if max(len(rows), len(rows[0])) > MaxSide {
		return nil, fmt.Errorf("%s: a map of %d × %d cells: want at most %d of each", file, len(rows[0]), len(rows), MaxSide)
	}
	if err := valid(rows); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return rows, nil
}

// Check returns an error if rows are no map of an alphabet's cells.
func Check(rows []string, alphabet string) error {
	for i, row := range rows {
		if len(row) != len(rows[0]) || strings.Trim(row, alphabet) != "" || max(len(row), len(rows)) > MaxSide {
			return fmt.Errorf("row %d: want rows of as many cells each, at most %d, of %s", i+1, MaxSide, alphabet)
		}
	}
	return nil
}

// Lines splits a text into lines, without their ends and without empty ones at the end.
func Lines(data []byte) []string {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // a byte-order mark
	lines := strings.Split(string(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))), "\n")
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
