// Package files reads files and stores of results for package frame. A program imports it for
// its effect, as it does a database driver:
//
//	import _ "github.com/focal-search/focal/kernel/frame/files"
//
// Scripts, and cells of both kernels, have it.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
	"github.com/focal-search/focal/kernel/frame"
)

func init() { frame.SetFiles(reader{}) }

type reader struct{}

func (reader) Ask(path, query string, args []any) any { return store.Ask(path, query, args...) }

func (reader) Read(path string) *frame.Frame {
	data, err := input.ReadFile(path, export.MostBytes, func(first []byte) error {
		if !export.Known(path, first) {
			return errors.New("want a CSV or a Parquet file")
		}
		return nil
	})
	if err != nil {
		return frame.Of(err)
	}
	lines, err := export.Parse(path, data)
	if err == nil {
		records := make([]*record.Record, len(lines))
		results := make([]*engine.Result, len(lines))
		for i, line := range lines {
			records[i], results[i] = line.Record, line.Result
		}
		if kept, _ := record.OneVersion(records); len(kept) < len(records) {
			return frame.Of(fmt.Errorf("%s: it holds runs of several versions of the counters, which are not to be mixed", path))
		}
		return frame.Results(results...)
	}
	var f *frame.Frame
	if bytes.HasPrefix(data, []byte("PAR1")) {
		f = readParquet(data)
	} else {
		f = frame.CSV(bytes.NewReader(data))
	}
	if err := f.Err(); err != nil {
		return frame.Of(fmt.Errorf("%s: %w", path, err))
	}
	return f
}

func readParquet(data []byte) *frame.Frame {
	file, err := parquet.OpenFile(strings.NewReader(string(data)), int64(len(data)))
	if err != nil {
		return frame.Of(err)
	}
	var names []string
	var plain []func(parquet.Value) any // by column
	for _, field := range file.Schema().Fields() {
		if !field.Leaf() || field.Repeated() {
			return frame.Of(fmt.Errorf("column %q holds lists or records: want one number or text in each row", field.Name()))
		}
		names, plain = append(names, field.Name()), append(plain, plainOf(field.Type().LogicalType()))
	}
	var rows [][]any
	for _, group := range file.RowGroups() {
		in := group.Rows()
		defer in.Close()
		buffer := make([]parquet.Row, 256)
		for {
			n, err := in.ReadRows(buffer)
			for _, r := range buffer[:n] {
				row := make([]any, len(names))
				for _, v := range r {
					row[v.Column()] = plain[v.Column()](v)
				}
				rows = append(rows, row)
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return frame.Of(err)
			}
		}
	}
	return frame.New(names, rows)
}

// plainOf converts the values of a column of a Parquet file, of a logical type or nil.
func plainOf(t *format.LogicalType) func(parquet.Value) any {
	var of any
	if t != nil {
		of = t.Value
	}
	return func(v parquet.Value) any {
		if v.IsNull() || v.Kind() != parquet.Int32 && v.Kind() != parquet.Int64 {
			return plain(v)
		}
		switch of := of.(type) {
		case *format.IntType:
			switch {
			case of.IsSigned:
			case v.Kind() == parquet.Int32:
				return v.Uint32()
			default:
				return v.Uint64()
			}
		case *format.DecimalType:
			x, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", wide(v), -of.Scale), 64)
			return x
		case *format.DateType:
			return time.Unix(0, 0).UTC().AddDate(0, 0, int(wide(v))).Format(time.DateOnly)
		case *format.TimestampType:
			unit := of.Unit.Value.Duration()
			second := int64(time.Second / unit)
			return time.Unix(wide(v)/second, wide(v)%second*int64(unit)).UTC().Format(time.RFC3339Nano)
		}
		return plain(v)
	}
}

// wide is a whole number of either size.
func wide(v parquet.Value) int64 {
	if v.Kind() == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

// plain converts a value of a Parquet file.
func plain(v parquet.Value) any {
	switch {
	case v.Kind() == parquet.Boolean:
		return v.Boolean()
	case v.Kind() == parquet.Int32:
		return v.Int32()
	case v.Kind() == parquet.Int64:
		return v.Int64()
	case v.Kind() == parquet.Float:
		return v.Float()
	case v.Kind() == parquet.Double:
		return v.Double()
	}
	return v.String()
}
