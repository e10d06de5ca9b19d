package export

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"

	"github.com/parquet-go/parquet-go"

	"github.com/focal-search/focal/engine"
)

// rowSchema is the schema of the files that this program writes.
var rowSchema = parquet.SchemaOf(row{})

// readColumns reads all rows of a file that has rowSchema, column by column, which takes
// far less time than the library's reflection. The fields in without stay empty.
func readColumns(file *parquet.File, without []string) iter.Seq[rowBatch] {
	return func(yield func(rowBatch) bool) {
		next := 1
		err := func() (err error) {
			defer recovered(&err)
			texts := map[string]string{}
			for _, group := range file.RowGroups() {
				in := newCursors(group, without, texts)
				defer in.close()
				for left := group.NumRows(); left > 0; {
					b := rowBatch{first: next, rows: rooms.Get().(*[atOnce]row)[:min(atOnce, left)]}
					n, err := in.read(b.rows)
					if next, left = next+n, left-int64(n); err != nil {
						b.rows, b.err = b.rows[:n], fmt.Errorf("row %d: %w", next, err)
					}
					if !yield(b) || b.err != nil {
						return nil
					}
				}
			}
			return nil
		}()
		if err != nil {
			yield(rowBatch{err: fmt.Errorf("row %d: %w", next, err)})
		}
	}
}

// rooms are kept for rows, so that little has to be allocated.
var rooms = sync.Pool{New: func() any { return new([atOnce]row) }}

// cursors are the places at which the columns of a group of rows are read.
type cursors struct {
	fields []fieldCursors
	texts  map[string]string // that occur often, so that each is allocated only once
	moves  []engine.Move     // of a row
	ints   []int64           // that rows point to
}

// fieldCursors are those of a field, which has several columns if it holds structs.
type fieldCursors struct {
	*field
	columns []*cursor
}

func newCursors(group parquet.RowGroup, without []string, texts map[string]string) *cursors {
	in := &cursors{texts: texts}
	chunks := group.ColumnChunks()
	for i := range fields {
		f := fieldCursors{field: &fields[i]}
		if !slices.Contains(without, f.name) {
			for _, chunk := range chunks[:f.leaves] {
				f.columns = append(f.columns, &cursor{pages: chunk.Pages()})
			}
			in.fields = append(in.fields, f)
		}
		chunks = chunks[f.leaves:]
	}
	return in
}

func (in *cursors) close() {
	for _, f := range in.fields {
		for _, c := range f.columns {
			c.close()
		}
	}
}

// read reads rows and returns how many are complete. If these are not all, there is an
// error.
func (in *cursors) read(rows []row) (n int, err error) {
	for _, f := range in.fields {
		for i := range rows {
			if wrong := in.value(&f, &rows[i]); wrong != nil {
				rows, err = rows[:i], wrong
				break
			}
		}
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return len(rows), err
}

// value reads a field of a row.
func (in *cursors) value(f *fieldCursors, x *row) error {
	c := f.columns[0]
	switch to := f.at(x).(type) {
	case *[]engine.Move:
		in.moves = in.moves[:0]
		err := c.list(func(v parquet.Value) error {
			in.moves = append(in.moves, engine.Move(v.Uint32()))
			return nil
		})
		if len(in.moves) > 0 {
			*to = slices.Clone(in.moves)
		}
		return err
	case *[]string:
		return c.list(func(v parquet.Value) error {
			*to = append(*to, in.text(v))
			return nil
		})
	case *[]incumbent:
		return f.incumbents(in, to)
	}
	v, err := c.next()
	if err != nil {
		return err
	}
	switch to := f.at(x).(type) {
	case *int64:
		*to = v.Int64()
	case *uint64:
		*to = v.Uint64()
	case *float64:
		*to = v.Double()
	case *string:
		*to = in.textOf(f, v)
	case **int64:
		if !v.IsNull() {
			if len(in.ints) == cap(in.ints) {
				in.ints = make([]int64, 0, atOnce)
			}
			in.ints = append(in.ints, v.Int64())
			*to = &in.ints[len(in.ints)-1]
		}
	case **string:
		if !v.IsNull() {
			text := in.textOf(f, v)
			*to = &text
		}
	default:
		panic("export: a column of " + f.of.String())
	}
	return nil
}

// textOf is a text in a field.
func (in *cursors) textOf(f *fieldCursors, v parquet.Value) string {
	if f.few {
		return in.text(v)
	}
	return string(v.ByteArray())
}

// mostTexts is the greatest number of texts that are kept.
const mostTexts = 1 << 16

// text is a text that may occur often.
func (in *cursors) text(v parquet.Value) string {
	text, known := in.texts[string(v.ByteArray())]
	if !known {
		if len(in.texts) == mostTexts {
			clear(in.texts)
		}
		text = string(v.ByteArray())
		in.texts[text] = text
	}
	return text
}

// incumbents reads a list of incumbents, which has as many values in each of its columns.
func (f *fieldCursors) incumbents(in *cursors, to *[]incumbent) error {
	for j, c := range f.columns {
		i := 0
		err := c.list(func(v parquet.Value) error {
			if j == 0 {
				*to = append(*to, incumbent{})
			}
			if i == len(*to) {
				return damaged("more values in one column of incumbents than in another")
			}
			switch x := &(*to)[i]; j {
			case 0:
				x.Cost = v.Int64()
			case 1:
				x.FMin = v.Int64()
			case 2:
				x.W = in.text(v)
			case 3:
				x.Expanded = v.Int64()
			case 4:
				x.Wall = v.Int64()
			}
			i++
			return nil
		})
		if err != nil {
			return err
		}
		if i < len(*to) {
			return damaged("fewer values in one column of incumbents than in another")
		}
	}
	return nil
}

// A cursor reads the values of a column one after the other.
type cursor struct {
	pages  parquet.Pages
	page   parquet.Page
	from   parquet.ValueReader // of the page
	values []parquet.Value     // that have been read ahead, in room
	room   [128]parquet.Value
}

// next returns the next value, whose text is valid until the next call.
func (c *cursor) next() (v parquet.Value, err error) {
	if len(c.values) == 0 {
		if err := c.fill(); err != nil {
			return v, err
		}
	}
	v = c.values[0]
	c.values = c.values[1:]
	return v, nil
}

// list calls f with each value of the next list.
func (c *cursor) list(f func(v parquet.Value) error) error {
	for first := true; ; first = false {
		if len(c.values) == 0 {
			if err := c.fill(); err == io.EOF && !first {
				return nil
			} else if err != nil {
				return err
			}
		}
		v := c.values[0]
		if starts := v.RepetitionLevel() == 0; !starts && first {
			return damaged("a list begins with a value that continues another")
		} else if starts && !first {
			return nil
		}
		c.values = c.values[1:]
		if v.IsNull() { // the list is empty
			continue
		}
		if err := f(v); err != nil {
			return err
		}
	}
}

// fill reads values ahead.
func (c *cursor) fill() error {
	for {
		if c.from != nil {
			n, err := c.from.ReadValues(c.room[:])
			if c.values = c.room[:n]; n > 0 {
				return nil
			}
			if err != io.EOF {
				return err
			}
			c.from = nil
			parquet.Release(c.page)
			c.page = nil
		}
		page, err := c.pages.ReadPage()
		if err != nil {
			return err
		}
		c.page, c.from = page, page.Values()
	}
}

func (c *cursor) close() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	c.pages.Close()
}
