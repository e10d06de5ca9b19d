package frame

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/provenance"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/table"
	"github.com/focal-search/focal/kernel/show"
)

// Of makes a frame from data that has rows:
//
//   - one result or several: see Results;
//   - a frame, which is returned unchanged;
//   - any value that show.Value shows as a table, such as an answer to SQL or the runs of a study;
//   - a table, or a report with one table;
//   - a slice of structs, whose exported fields become columns;
//   - a slice of maps from names to values; if a map lacks a name, the value is missing;
//   - a map from names to slices of equal length;
//   - the path of a CSV or Parquet file: see Read.
func Of(data any) *Frame {
	switch d := data.(type) {
	case nil:
		return failed(errors.New("there is no table: nil was given"))
	case *Frame:
		if d == nil {
			return failed(d.Err())
		}
		return d
	case *engine.Result:
		return Results(d)
	case []*engine.Result:
		return Results(d...)
	case string:
		return Read(d)
	case error:
		return failed(d)
	case table.Table:
		return New(d.Columns, d.Rows).Titled(d.Caption)
	case *report.Report:
		if len(d.Tables) == 1 {
			return Of(d.Tables[0])
		}
		return failed(fmt.Errorf("the report %q has %d tables: give one of its Tables", d.Title, len(d.Tables)))
	}
	if err := errOf(data); err != nil {
		return failed(err)
	}
	if d, ok := data.(interface{ Results() []*engine.Result }); ok {
		return Results(d.Results()...)
	}
	if d, ok := data.(show.Tabular); ok {
		return Of(d.Table())
	}
	return reflected(reflect.ValueOf(data))
}

// Report makes the first table of a report, as "settings" or "ranking", a frame.
func Report(name string, results []*engine.Result, opts ...report.Option) *Frame {
	r, err := report.Make(name, results, opts...)
	if err != nil {
		return failed(err)
	}
	return Of(r.Tables[0])
}

// errOf is the error that a value has in a method or a field Err.
func errOf(data any) error {
	if d, ok := data.(interface{ Err() error }); ok {
		return d.Err()
	}
	v := reflect.Indirect(reflect.ValueOf(data))
	if v.Kind() != reflect.Struct {
		return nil
	}
	if f := v.FieldByName("Err"); f.IsValid() && f.CanInterface() {
		err, _ := f.Interface().(error)
		return err
	}
	return nil
}

// reflected makes a frame from a slice of structs or maps, or from a map of slices.
func reflected(v reflect.Value) *Frame {
	wrong := failed(fmt.Errorf("%s is no table: want results, a frame, a table, an answer to SQL, a slice of "+
		"structs or maps, a map of slices, or the path of a file", v.Type()))
	switch v.Kind() {
	case reflect.Map:
		if v.Type().Key().Kind() != reflect.String {
			return wrong
		}
		names := keysOf(v)
		lists, rows := make([]reflect.Value, len(names)), 0
		for j, name := range names {
			list := entry(v, name)
			if list.Kind() == reflect.Interface {
				list = list.Elem()
			}
			if list.Kind() != reflect.Slice {
				return wrong
			}
			if j > 0 && list.Len() != rows {
				return failed(fmt.Errorf("column %q has %d values and column %q %d: want as many in each", names[0], rows, name,
					list.Len()))
			}
			lists[j], rows = list, list.Len()
		}
		return made(names, rows, func(column, row int) any { return lists[column].Index(row).Interface() })
	case reflect.Slice:
		t := v.Type().Elem()
		if t.Kind() == reflect.Map && t.Key().Kind() == reflect.String {
			var names []string
			for i := range v.Len() {
				names = append(names, keysOf(v.Index(i))...)
			}
			slices.Sort(names)
			names = slices.Compact(names)
			return made(names, v.Len(), func(column, row int) any {
				if value := entry(v.Index(row), names[column]); value.IsValid() {
					return value.Interface()
				}
				return nil
			})
		}
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			return wrong
		}
		var names []string
		var fields []int
		for k := range t.NumField() {
			if t.Field(k).IsExported() {
				names, fields = append(names, t.Field(k).Name), append(fields, k)
			}
		}
		return made(names, v.Len(), func(column, row int) any {
			if x := reflect.Indirect(v.Index(row)); x.IsValid() {
				return x.Field(fields[column]).Interface()
			}
			return nil
		})
	}
	return wrong
}

// keysOf lists the keys of a map, sorted.
func keysOf(m reflect.Value) (names []string) {
	for _, k := range m.MapKeys() {
		names = append(names, k.String())
	}
	slices.Sort(names)
	return names
}

// entry is what a map has under a name.
func entry(m reflect.Value, name string) reflect.Value {
	return m.MapIndex(reflect.ValueOf(name).Convert(m.Type().Key()))
}

// made makes a frame of columns whose values a function returns.
func made(names []string, rows int, value func(column, row int) any) *Frame {
	f := &Frame{rows: rows}
	for j, name := range names {
		if slices.Contains(names[:j], name) {
			return failed(fmt.Errorf("two columns are called %q", name))
		}
		c, err := newColumn(name, rows, func(i int) any { return value(j, i) })
		if err != nil {
			return failed(err)
		}
		f.columns = append(f.columns, c)
	}
	return f
}

// New makes a frame from column names and rows. A column holds numbers if all its values
// are integers, reals, booleans, durations or pointers to these. nil, NaN and the columns
// that a row is too short for are missing values.
func New(columns []string, rows [][]any) *Frame {
	for i, row := range rows {
		if len(row) > len(columns) {
			return failed(fmt.Errorf("row %d has %d values, and there are %d columns", i+1, len(row), len(columns)))
		}
	}
	return made(columns, len(rows), func(column, row int) any {
		if column < len(rows[row]) {
			return rows[row][column]
		}
		return nil
	})
}

// newColumn makes a column from n values of any types.
func newColumn(name string, n int, given func(int) any) (*Column, error) {
	value := func(i int) any { return pointed(given(i)) }
	c := &Column{name: name, numbers: make([]float64, n)}
	durations, others, text := 0, 0, false
	for i := range n {
		x, kind := number(value(i))
		switch kind {
		case aDuration:
			durations++
		case aNumber:
			others++
		case aText:
			text = true
		}
		if math.IsInf(x, 0) {
			return nil, fmt.Errorf("column %q is infinite in row %d: leave the row out, or give NaN for what is missing",
				name, i+1)
		}
		c.numbers[i] = x
	}
	if durations > 0 && others > 0 {
		return nil, fmt.Errorf("column %q mixes durations and plain numbers: want one unit", name)
	}
	if durations > 0 {
		c.unit = "s"
	}
	if !text {
		return c, nil
	}
	return texts(name, n, func(i int) (string, bool) {
		if _, kind := number(value(i)); kind == aGap {
			return "", true
		}
		return fmt.Sprint(value(i)), false
	}), nil
}

type kind int

const (
	aGap kind = iota
	aNumber
	aDuration
	aText
)

// pointed dereferences a pointer to a number or text, and returns any other value
// unchanged.
func pointed(v any) any {
	x := reflect.ValueOf(v)
	if _, writes := v.(fmt.Stringer); writes || x.Kind() != reflect.Pointer || x.IsNil() {
		return v
	}
	to := x.Elem()
	if to.CanInt() || to.CanFloat() || to.CanUint() || to.Kind() == reflect.String || to.Kind() == reflect.Bool {
		return to.Interface()
	}
	return v
}

// exact is the least integer that may not have a float64 of its own.
const exact = 1 << 53

// number converts a value to a number and returns its kind.
func number(v any) (float64, kind) {
	switch d := v.(type) {
	case nil:
		return math.NaN(), aGap
	case string:
		return 0, aText
	case time.Duration:
		return d.Seconds(), aDuration
	case show.Number:
		x, err := strconv.ParseFloat(strings.ReplaceAll(string(d), ",", ""), 64)
		if err != nil {
			return 0, aText
		}
		return x, aNumber
	case engine.Ratio:
		return d.Float(), aNumber
	case bool:
		return truth(d), aNumber
	case fmt.Stringer:
		return 0, aText
	}
	switch x := reflect.ValueOf(v); {
	case x.CanInt():
		if n := x.Int(); n > -exact && n < exact {
			return float64(n), aNumber
		}
	case x.CanUint():
		if n := x.Uint(); n < exact {
			return float64(n), aNumber
		}
	case x.CanFloat():
		if math.IsNaN(x.Float()) {
			return x.Float(), aGap
		}
		return x.Float(), aNumber
	case x.Kind() == reflect.Pointer && x.IsNil():
		return math.NaN(), aGap
	}
	return 0, aText
}

// Files reads what Read and SQL are given. Package files has it, which reads Parquet and
// stores, and so links a database.
type Files interface {
	// Read reads a CSV or Parquet file.
	Read(path string) *Frame
	// Ask returns a store's answer to a query, of which Of makes a frame.
	Ask(path, query string, args []any) any
}

var files Files

// SetFiles sets what Read and SQL use. Package files calls it when it is imported.
func SetFiles(f Files) { files = f }

var errNoFiles = errors.New("this program does not read files of results: import " +
	`_ "github.com/focal-search/focal/kernel/frame/files" for that`)

// Read reads a CSV or Parquet file. From a file written by focal export it makes the
// frame of the results. Any other file is read with the column names in its first line
// or its schema. A compiled program imports package files for that.
func Read(path string) *Frame {
	if files == nil {
		return failed(fmt.Errorf("%s: %w", path, errNoFiles))
	}
	return files.Read(path).readFrom(path)
}

// SQL makes a frame from a store's answer to a query; see store.Ask. A compiled program
// imports package files for that.
//
//	frame.SQL("study.db", "SELECT algorithm, w, expanded FROM results WHERE status = 'solved'")
func SQL(path, query string, args ...any) *Frame {
	if files == nil {
		return failed(fmt.Errorf("%s: %w", path, errNoFiles))
	}
	return Of(files.Ask(path, query, args)).readFrom(path)
}

// CSV reads comma-separated values whose first line names the columns. An empty field is
// a missing value. A column holds numbers if all its other fields do, and none is an integer
// that a float64 may not hold.
func CSV(in io.Reader) *Frame {
	if in == nil {
		return failed(errors.New("there is no table: the reader is nil"))
	}
	records, err := csv.NewReader(input.Text(in)).ReadAll()
	if err != nil {
		return failed(err)
	}
	if len(records) == 0 {
		return failed(errors.New("the file is empty: want a line with the names of the columns"))
	}
	for _, record := range records {
		for i, text := range record {
			record[i] = input.Cell(text)
		}
	}
	numeric := make([]bool, len(records[0]))
	for j := range numeric {
		numeric[j] = !slices.ContainsFunc(records[1:], func(r []string) bool {
			x, err := strconv.ParseFloat(r[j], 64)
			integer := strings.Trim(strings.TrimLeft(r[j], "+-"), "0123456789") == ""
			return r[j] != "" && (err != nil || integer && math.Abs(x) >= exact)
		})
	}
	return made(records[0], len(records)-1, func(column, row int) any {
		text := records[row+1][column]
		switch x, _ := strconv.ParseFloat(text, 64); {
		case text == "":
			return nil
		case numeric[column]:
			return x
		}
		return text
	})
}

// readFrom returns the frame with the file that it was read from.
func (f *Frame) readFrom(path string) *Frame {
	g := *f
	g.from = []provenance.File{provenance.From(path)}
	return &g
}
