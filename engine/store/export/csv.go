package export

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine/store"
)

// columns are the column names of a row's fields, in order.
var columns = func() (names []string) {
	for field := range reflect.TypeFor[row]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("parquet"), ",")
		names = append(names, name)
	}
	return names
}()

// WriteCSV writes runs as comma-separated values, with a header.
func WriteCSV(out io.Writer, records []*store.Record) error {
	all, err := rows(records)
	if err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.Write(columns)
	fields := make([]string, len(columns))
	for i := range all {
		for j := range columns {
			if fields[j], err = text(reflect.ValueOf(all[i]).Field(j)); err != nil {
				return err
			}
		}
		w.Write(fields)
	}
	w.Flush()
	return w.Error()
}

// text formats a field for CSV.
func text(v reflect.Value) (string, error) {
	switch v.Kind() {
	case reflect.String:
		return v.String(), nil
	case reflect.Int64:
		return strconv.FormatInt(v.Int(), 10), nil
	case reflect.Uint32, reflect.Uint64:
		return strconv.FormatUint(v.Uint(), 10), nil
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64), nil
	case reflect.Pointer:
		if v.IsNil() {
			return "", nil
		}
		return text(v.Elem())
	}
	if v.Len() == 0 { // a list
		return "", nil
	}
	if v.Type().Elem().Kind() != reflect.Uint32 {
		list, err := json.Marshal(v.Interface())
		return string(list), err
	}
	numbers := make([]string, v.Len())
	for i := range numbers {
		numbers[i], _ = text(v.Index(i))
	}
	return strings.Join(numbers, " "), nil
}

// ReadCSV reads a file written by WriteCSV. Another program may have removed lines,
// removed columns that are not required, or changed the order of columns. With an
// error, which names the line, it also returns the results before it.
func ReadCSV(in io.Reader) ([]Line, error) {
	r := csv.NewReader(in)
	r.ReuseRecord = true
	header, err := r.Read()
	if err == io.EOF {
		return nil, errors.New("no header: want a file as focal export writes it")
	}
	if err != nil {
		return nil, plain(err)
	}
	if err := complete(header); err != nil {
		return nil, fmt.Errorf("1: %w", err)
	}
	places := make([]int, len(header)) // of the columns' fields, -1 for other columns
	for i, name := range header {
		places[i] = -1
		for j, known := range columns {
			if known == name {
				places[i] = j
			}
		}
	}
	checked := !slices.ContainsFunc(columns,
		func(name string) bool { return !slices.Contains(header, name) }) // else columns were left out
	var lines []Line
	var damages []error
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return lines, errors.Join(damages...)
		}
		if err != nil {
			return lines, errors.Join(append(damages, plain(err))...)
		}
		number, _ := r.FieldPos(0)
		var x row
		for i, field := range fields {
			if places[i] < 0 {
				continue
			}
			if err := parse(reflect.ValueOf(&x).Elem().Field(places[i]), field); err != nil {
				return lines, fmt.Errorf("%d: column %q: %w", number, columns[places[i]], err)
			}
		}
		if err := x.check(); checked && err != nil {
			damages = append(damages, fmt.Errorf("%d: %w", number, err))
			continue
		}
		rec, err := x.record()
		if err != nil {
			return lines, fmt.Errorf("%d: %w", number, err)
		}
		lines = append(lines, Line{number, rec, checked && x.CRC != nil})
	}
}

// plain puts the line first, as in other errors.
func plain(err error) error {
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%d: %w", wrong.Line, wrong.Err)
	}
	return err
}

// parse reads a field written by text.
func parse(v reflect.Value, field string) (err error) {
	fail := func(want string) error { return fmt.Errorf("%q is not %s", field, want) }
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Clone(field))
		return nil
	case reflect.Int64:
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return fail("an integer")
		}
		v.SetInt(n)
		return nil
	case reflect.Uint32, reflect.Uint64:
		n, err := strconv.ParseUint(field, 10, v.Type().Bits())
		if err != nil {
			return fail("an integer that is not negative")
		}
		v.SetUint(n)
		return nil
	case reflect.Float64:
		x, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return fail("a number")
		}
		v.SetFloat(x)
		return nil
	}
	if field == "" {
		return nil
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		return parse(v.Elem(), field)
	}
	if v.Type().Elem().Kind() != reflect.Uint32 {
		if json.Unmarshal([]byte(field), v.Addr().Interface()) != nil {
			return fail("a list as focal export writes it")
		}
		return nil
	}
	numbers := strings.Fields(field)
	v.Set(reflect.MakeSlice(v.Type(), len(numbers), len(numbers)))
	for i, number := range numbers {
		if err := parse(v.Index(i), number); err != nil {
			return err
		}
	}
	return nil
}
