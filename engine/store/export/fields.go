package export

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
)

// A field is a column of a row. Rows are written and read field by field, by type and
// place, since reflection takes longer than all else.
type field struct {
	name   string
	of     reflect.Type
	offset uintptr
	few    bool // texts that occur often, in a dictionary
	leaves int  // its columns in Parquet
}

// fields are those of a row, in order.
var fields = func() (all []field) {
	for f := range reflect.TypeFor[row]().Fields() {
		name, how, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		leaves := 1
		if f.Type == reflect.TypeFor[[]incumbent]() {
			leaves = reflect.TypeFor[incumbent]().NumField()
		}
		all = append(all, field{name, f.Type, f.Offset, strings.HasSuffix(how, "dict"), leaves})
	}
	return all
}()

// columns are the names of the fields.
var columns = func() (names []string) {
	for _, f := range fields {
		names = append(names, f.name)
	}
	return names
}()

// at is the field's place in a row: a pointer to its type.
func (f *field) at(x *row) any {
	p := unsafe.Add(unsafe.Pointer(x), f.offset)
	switch f.of {
	case textType:
		return (*string)(p)
	case intType:
		return (*int64)(p)
	case optionalIntType:
		return (**int64)(p)
	}
	return reflect.NewAt(f.of, p).Interface()
}

var (
	textType        = reflect.TypeFor[string]()
	intType         = reflect.TypeFor[int64]()
	optionalIntType = reflect.TypeFor[*int64]()
)

// append appends the field's text in CSV.
func (f *field) append(b []byte, x *row) ([]byte, error) {
	switch v := f.at(x).(type) {
	case *string:
		return append(b, *v...), nil
	case *int64:
		return strconv.AppendInt(b, *v, 10), nil
	case *uint64:
		return strconv.AppendUint(b, *v, 10), nil
	case *float64:
		return strconv.AppendFloat(b, *v, 'g', -1, 64), nil
	case **int64:
		if *v != nil {
			b = strconv.AppendInt(b, **v, 10)
		}
		return b, nil
	case **string:
		if *v != nil {
			b = append(b, **v...)
		}
		return b, nil
	case *[]engine.Move:
		for i, n := range *v {
			if i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendUint(b, uint64(n), 10)
		}
		return b, nil
	case *[]incumbent:
		return appendIncumbents(b, *v), nil
	case *[]string:
		if len(*v) == 0 {
			return b, nil
		}
		list, err := json.Marshal(*v)
		return append(b, list...), err
	default:
		panic("export: a column of " + f.of.String())
	}
}

// appendIncumbents appends a list in JSON; nothing if it is empty.
func appendIncumbents(b []byte, all []incumbent) []byte {
	for i, x := range all {
		start := byte(',')
		if i == 0 {
			start = '['
		}
		b = strconv.AppendInt(append(b, start, '{', '"', 'c', 'o', 's', 't', '"', ':'), x.Cost, 10)
		b = strconv.AppendInt(append(b, `,"fmin":`...), x.FMin, 10)
		b = appendJSON(append(b, `,"w":`...), x.W)
		b = strconv.AppendInt(append(b, `,"expanded":`...), x.Expanded, 10)
		b = strconv.AppendInt(append(b, `,"wall_ns":`...), x.Wall, 10)
		b = append(b, '}')
	}
	if len(all) > 0 {
		b = append(b, ']')
	}
	return b
}

// appendJSON appends a text in JSON.
func appendJSON(b []byte, text string) []byte {
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && c != '.' && c != '/' { // not a ratio, and may need escapes
			quoted, _ := json.Marshal(text) // a text has JSON
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}

// parse reads a text that append wrote.
func (f *field) parse(text string, x *row) error {
	fail := func(want string) error { return fmt.Errorf("%q is not %s", input.Brief(text), want) }
	integer := func() (int64, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 0, fail("an integer")
		}
		return n, nil
	}
	natural := func(text string, bits int) (uint64, error) {
		n, err := strconv.ParseUint(text, 10, bits)
		if err != nil {
			return 0, fmt.Errorf("%q is not an integer that is not negative", input.Brief(text))
		}
		return n, nil
	}
	to := f.at(x)
	var err error
	switch v := to.(type) {
	case *string:
		*v = text
		return nil
	case *int64:
		*v, err = integer()
		return err
	case *uint64:
		*v, err = natural(text, 64)
		return err
	case *float64:
		if *v, err = strconv.ParseFloat(text, 64); err != nil {
			return fail("a number")
		}
		return nil
	}
	if text == "" {
		return nil
	}
	switch v := to.(type) {
	case **int64:
		n, err := integer()
		*v = &n
		return err
	case **string:
		*v = &text
	case *[]engine.Move:
		*v = make([]engine.Move, 0, strings.Count(text, " ")+1)
		for number := range strings.FieldsSeq(text) {
			n, err := natural(number, 32)
			if err != nil {
				return err
			}
			*v = append(*v, engine.Move(n))
		}
	default:
		if json.Unmarshal([]byte(text), v) != nil {
			return fail("a list as focal export writes it")
		}
	}
	return nil
}

// texts appends the texts of all fields, and where each ends.
func (x *row) texts(b []byte, ends []int) ([]byte, []int, error) {
	var err error
	for i := range fields {
		if b, err = fields[i].append(b, x); err != nil {
			return b, ends, err
		}
		ends = append(ends, len(b))
	}
	return b, ends, nil
}

// checksum is the CRC-32C of all columns but the last in their CSV form, each preceded
// by its name and followed by a newline. The form is in room, whose capacity is used
// again.
func (x *row) checksum(room *[]byte) (sum uint32, err error) {
	b := (*room)[:0]
	defer func() { *room = b }()
	for i := range fields[:len(fields)-1] {
		b = append(append(b, fields[i].name...), 0)
		if b, err = fields[i].append(b, x); err != nil {
			return 0, err
		}
		b = append(b, '\n')
	}
	return crc32.Checksum(b, castagnoli), nil
}
