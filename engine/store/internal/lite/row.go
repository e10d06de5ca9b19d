package lite

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"

	"github.com/ncruces/go-sqlite3"
)

// Rows are written as bytes, which are also what checksums are of: for each value a
// letter for its kind and, unless it is NULL, its eight bytes or those of its length
// and its text.
const (
	rowInt   = 'i'
	rowFloat = 'f'
	rowText  = 's'
	rowBlob  = 'b'
	rowNull  = 'n'
)

// AppendInt appends an integer to a row.
func AppendInt(row []byte, v int64) []byte {
	return binary.BigEndian.AppendUint64(append(row, rowInt), uint64(v))
}

// AppendFloat appends a number to a row.
func AppendFloat(row []byte, v float64) []byte {
	return binary.BigEndian.AppendUint64(append(row, rowFloat), math.Float64bits(v))
}

// AppendText appends a text to a row.
func AppendText[T string | []byte](row []byte, v T) []byte { return appendBytes(row, rowText, v) }

// AppendBlob appends bytes to a row.
func AppendBlob(row, v []byte) []byte { return appendBytes(row, rowBlob, v) }

// AppendNull appends NULL to a row.
func AppendNull(row []byte) []byte { return append(row, rowNull) }

// AppendTextBy appends the text that a function appends to a row.
func AppendTextBy(row []byte, text func(row []byte) []byte) []byte {
	at := len(row)
	row = text(append(row, rowText, 0, 0, 0, 0, 0, 0, 0, 0))
	binary.BigEndian.PutUint64(row[at+1:], uint64(len(row)-at-9))
	return row
}

func appendBytes[T string | []byte](row []byte, kind byte, v T) []byte {
	return append(binary.BigEndian.AppendUint64(append(row, kind), uint64(len(v))), v...)
}

// SkipNull returns a row without its first value, NULL.
func SkipNull(row []byte) []byte { return row[1:] }

// AppendColumn appends a column's value to a row. It returns the value's type too, and
// its number or, of a text or blob, its length: the text ends the row.
func (s *Stmt) AppendColumn(row []byte, i int) (all []byte, is sqlite3.Datatype, number uint64) {
	is = s.ColumnType(i)
	switch is {
	case sqlite3.INTEGER:
		number = uint64(s.ColumnInt64(i))
		row = AppendInt(row, int64(number))
	case sqlite3.FLOAT:
		v := s.ColumnFloat(i)
		number = math.Float64bits(v)
		row = AppendFloat(row, v)
	case sqlite3.TEXT, sqlite3.BLOB:
		letter := byte(rowText)
		if is == sqlite3.BLOB {
			letter = rowBlob
		}
		text := s.ColumnRawBlob(i)
		number = uint64(len(text))
		row = appendBytes(row, letter, text)
	default:
		row = AppendNull(row)
	}
	return row, is, number
}

// BindRow binds n parameters, from the given one on, to the first values of a row, and
// returns the rest of the row.
func (s *Stmt) BindRow(first, n int, row []byte) (rest []byte, err error) {
	at := 0
	for i := first; i < first+n && err == nil; i++ {
		kind := row[at]
		if at++; kind == rowNull {
			err = s.BindNull(i)
			continue
		}
		number := binary.BigEndian.Uint64(row[at:])
		at += 8
		switch kind {
		case rowInt:
			err = s.BindInt64(i, int64(number))
		case rowFloat:
			err = s.BindFloat(i, math.Float64frombits(number))
		case rowText:
			text := row[at : at+int(number)]
			err = s.BindText(i, unsafe.String(unsafe.SliceData(text), len(text))) // which SQLite copies
			at += int(number)
		default:
			panic(fmt.Sprintf("lite: a value of kind %q", kind))
		}
	}
	return row[at:], err
}
