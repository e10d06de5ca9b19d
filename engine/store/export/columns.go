package export

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/parquet-go/parquet-go"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
)

// rowSchema is the schema of the files that this program writes.
var rowSchema = func() *parquet.Schema {
	var fields []reflect.StructField
	add := func(name string, of reflect.Type, options ...string) {
		tag := fmt.Sprintf("parquet:%q", strings.Join(append([]string{name}, options...), ","))
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("C%d", len(fields)), Type: of, Tag: reflect.StructTag(tag)})
	}
	for _, c := range record.Stored {
		var options []string
		of := map[record.Kind]reflect.Type{record.Text: reflect.TypeFor[string](), record.Int: reflect.TypeFor[int64](),
			record.Seed: reflect.TypeFor[uint64](), record.Real: reflect.TypeFor[float64](),
			record.Texts: reflect.TypeFor[[]string](), record.Moves: reflect.TypeFor[[]uint32](),
			record.Incumbents: reflect.SliceOf(incumbentType)}[c.Kind]
		switch {
		case of.Kind() == reflect.Slice:
			options = append(options, "list")
		case c.Optional:
			of, options = reflect.PointerTo(of), append(options, "optional")
		}
		if c.Few {
			options = append(options, "dict")
		}
		add(c.Name, of, options...)
	}
	for _, x := range extras {
		add(x.name, x.of, x.options...)
	}
	return parquet.NewSchema("row", parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface()))
}()

// An extra is a column that only files have.
type extra struct {
	name    string
	of      reflect.Type
	options []string
	get     func(x *row) parquet.Value // the zero Value if there is none
	set     func(x *row, v parquet.Value)
}

// extras are the checksum, and in Parquet by what a run's key follows from the other columns. Then Parquet does without
// the key: 16 bytes a run that nothing compresses. Older files lack these columns.
var extras = []extra{
	{sumColumn, reflect.TypeFor[*string](), []string{"optional"}, func(x *row) parquet.Value { return bytesValue(x.sum) },
		func(x *row, v parquet.Value) { x.sum = string(v.ByteArray()) }}, // a copy: the page goes
	rule("counters", func(r *record.Rule) *int { return &r.Counters }),
	rule("revision", func(r *record.Rule) *int { return &r.Revision }),
}

func rule(name string, of func(r *record.Rule) *int) extra {
	return extra{name, reflect.TypeFor[*int64](), []string{"optional", "dict"}, func(x *row) parquet.Value {
		if x.rule.Counters == 0 {
			return parquet.Value{}
		}
		return parquet.Int64Value(int64(*of(&x.rule)))
	}, func(x *row, v parquet.Value) { *of(&x.rule) = int(v.Int64()) }}
}

// incumbentLeaves are the columns of incumbents, of which only w is no number.
var incumbentLeaves = []struct {
	name   string
	number func(x *engine.Incumbent) *int64
}{
	{"cost", func(x *engine.Incumbent) *int64 { return &x.Cost }},
	{"fmin", func(x *engine.Incumbent) *int64 { return &x.FMin }},
	{"w", nil},
	{"expanded", func(x *engine.Incumbent) *int64 { return &x.Expanded }},
	{"wall_ns", func(x *engine.Incumbent) *int64 { return (*int64)(&x.Wall) }},
}

// incumbentType is the type of a row of these columns.
var incumbentType = func() reflect.Type {
	var fields []reflect.StructField
	for i, leaf := range incumbentLeaves {
		of := reflect.TypeFor[int64]()
		if leaf.number == nil {
			of = reflect.TypeFor[string]()
		}
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("C%d", i), Type: of,
			Tag: reflect.StructTag(fmt.Sprintf("parquet:%q", leaf.name))})
	}
	return reflect.StructOf(fields)
}()

// bytesValue is a text, which is not copied.
func bytesValue(text string) parquet.Value {
	return parquet.ByteArrayValue(unsafe.Slice(unsafe.StringData(text), len(text)))
}

// valueOf is a value, whose text is valid until the next one is read.
func valueOf(v parquet.Value) record.Value {
	switch v.Kind() {
	case parquet.Boolean, parquet.Int32:
		return record.IntValue(int64(v.Int32()))
	case parquet.Int64:
		return record.IntValue(v.Int64())
	case parquet.Float:
		return record.RealValue(float64(v.Float()))
	case parquet.Double:
		return record.RealValue(v.Double())
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return record.TextValue(record.Transient(v.ByteArray()))
	}
	return record.Value{}
}

// readRows reads all rows of a file, column by column, which takes far less time than the library's reflection. A
// summary does without some.
func readRows(file *parquet.File, summary bool) iter.Seq[rowBatch] {
	return func(yield func(rowBatch) bool) {
		next := 1
		err := func() (err error) {
			defer recovered(&err)
			values := record.NewReader()
			for _, group := range file.RowGroups() {
				in, err := newCursors(file, group, summary)
				if err != nil {
					return err
				}
				in.Reader = values
				defer in.close()
				for left := group.NumRows(); left > 0; {
					b := rowBatch{first: next, rows: newRows(int(min(atOnce, left)))}
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

// newRows makes rows with empty records.
func newRows(n int) []row {
	rows, records, results := make([]row, n), make([]record.Record, n), make([]engine.Result, n)
	for i := range rows {
		records[i].Result, results[i].Cost = &results[i], -1
		rows[i].rec = &records[i]
	}
	return rows
}

// cursors are the places at which the columns of a group of rows are read.
type cursors struct {
	*record.Reader
	fields []fieldCursors
	moves  []engine.Move // of a row
}

// fieldCursors are those of a column of runs, or of one that only files have.
type fieldCursors struct {
	*record.Column
	extra  *extra
	leaves []*cursor
}

// newCursors finds the columns of a file by their names.
func newCursors(file *parquet.File, group parquet.RowGroup, summary bool) (*cursors, error) {
	in, chunks := new(cursors), group.ColumnChunks()
	add := func(c *record.Column, x *extra, name string, lists int, leaves ...string) error {
		field := file.Root().Column(name)
		if field == nil || summary && (name == sumColumn || c != nil && c.Detail) {
			return nil
		}
		all, f := leavesOf(field), fieldCursors{Column: c, extra: x}
		for i, leaf := range leaves {
			at := slices.IndexFunc(all, func(c *parquet.Column) bool { return len(leaves) == 1 || c.Name() == leaf })
			if at < 0 || i == 0 && len(all) != len(leaves) || all[at].MaxRepetitionLevel() != lists {
				return fmt.Errorf("column %s has another form than focal export writes", name)
			}
			f.leaves = append(f.leaves, &cursor{pages: chunks[all[at].Index()].Pages()})
		}
		in.fields = append(in.fields, f)
		return nil
	}
	var names []string
	for _, leaf := range incumbentLeaves {
		names = append(names, leaf.name)
	}
	var err error
	for i, x := range extras {
		err = cmp.Or(err, add(nil, &extras[i], x.name, 0, x.name))
	}
	for _, c := range record.Settable {
		leaves, lists := []string{c.Name}, 1
		switch c.Kind {
		case record.Incumbents:
			leaves = names
		case record.Texts, record.Moves:
		default:
			lists = 0
		}
		err = cmp.Or(err, add(c, nil, c.Name, lists, leaves...))
	}
	return in, err
}

// leavesOf are the columns that hold the values of one.
func leavesOf(c *parquet.Column) (leaves []*parquet.Column) {
	if c.Leaf() {
		return []*parquet.Column{c}
	}
	for _, c := range c.Columns() {
		leaves = append(leaves, leavesOf(c)...)
	}
	return leaves
}

func (in *cursors) close() {
	for _, f := range in.fields {
		for _, c := range f.leaves {
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

// value reads a column of a row.
func (in *cursors) value(f *fieldCursors, x *row) error {
	r, first := x.rec.Result, f.leaves[0]
	switch {
	case f.Column == nil:
		v, err := first.next()
		f.extra.set(x, v)
		return err
	case f.Kind == record.Moves:
		in.moves = in.moves[:0]
		err := first.list(func(v parquet.Value) error {
			in.moves = append(in.moves, engine.Move(v.Uint32()))
			return nil
		})
		if len(in.moves) > 0 {
			r.Moves = slices.Clone(in.moves)
		}
		return err
	case f.Kind == record.Texts:
		return first.list(func(v parquet.Value) error {
			r.Warnings = append(r.Warnings, in.Few(valueOf(v).Text()))
			return nil
		})
	case f.Kind == record.Incumbents:
		return f.incumbents(in, x)
	}
	v, err := first.next()
	if err == nil {
		x.set(in.Reader, f.Column, valueOf(v))
	}
	return err
}

// incumbents reads a list of incumbents, which has as many values in each of its columns.
func (f *fieldCursors) incumbents(in *cursors, x *row) error {
	to := &x.rec.Result.Incumbents
	for j, c := range f.leaves {
		i := 0
		err := c.list(func(v parquet.Value) error {
			if j == 0 {
				*to = append(*to, engine.Incumbent{})
			}
			if i == len(*to) {
				return damaged("more values in one column of incumbents than in another")
			}
			if number := incumbentLeaves[j].number; number != nil {
				*number(&(*to)[i]) = valueOf(v).Int()
			} else if w, err := in.Ratio(valueOf(v).Text()); err != nil {
				x.fail(f.Name, err)
			} else {
				(*to)[i].W = w
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
