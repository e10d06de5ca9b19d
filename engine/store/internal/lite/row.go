package lite

import (
	"encoding/binary"
	"fmt"
	"math"
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

// AppendColumn appends a column's value to a row. It returns the value's kind too, and
// its number or, of a text or blob, its length: the text ends the row.
func (s *Stmt) AppendColumn(row []byte, i int) (all []byte, kind Kind, number uint64) {
	kind = s.Kind(i)
	switch kind {
	case Int:
		number = uint64(s.Int(i))
		row = AppendInt(row, int64(number))
	case Float:
		v := s.Float(i)
		number = math.Float64bits(v)
		row = AppendFloat(row, v)
	case Text, Blob:
		letter := byte(rowText)
		if kind == Blob {
			letter = rowBlob
		}
		text := s.Bytes(i)
		number = uint64(len(text))
		row = appendBytes(row, letter, text)
	default:
		row = AppendNull(row)
	}
	return row, kind, number
}

// BindRow binds n parameters, from the given one on, to the first values of a row, and
// returns the rest of the row.
func (s *Stmt) BindRow(first, n int, row []byte) (rest []byte, err error) {
	at := 0
	for i := first; i < first+n && err == nil; i++ {
		kind := row[at]
		if at++; kind == rowNull {
			err = s.bindNull(i)
			continue
		}
		number := binary.BigEndian.Uint64(row[at:])
		at += 8
		switch kind {
		case rowInt:
			err = s.BindInt(i, int64(number))
		case rowFloat:
			err = s.bindFloat(i, math.Float64frombits(number))
		case rowText:
			err = s.bindBytes(i, row[at:at+int(number)])
			at += int(number)
		default:
			panic(fmt.Sprintf("lite: a value of kind %q", kind))
		}
	}
	return row[at:], err
}
