package export

import (
	"encoding/binary"
	"io"
)

// checkFooter reads through a Parquet file's footer, which is in Thrift's compact
// protocol, and checks that every list and text in it ends within it. The library
// allocates as many elements as a list announces before it reads one. It returns the
// footer's size, with the 8 bytes that end the file.
func checkFooter(in io.ReaderAt, size int64) (int64, error) {
	var end [8]byte
	if _, err := in.ReadAt(end[:], size-8); err != nil || string(end[4:]) != parquetMagic {
		return 0, damaged("its footer is not at its end")
	}
	n := footerSize(end[:])
	if n > size {
		return 0, damaged("its footer is longer than the file")
	}
	footer := make([]byte, n-8)
	if _, err := in.ReadAt(footer, size-n); err != nil {
		return 0, err
	}
	t := thrift{rest: footer}
	t.structure(0)
	if t.bad {
		return 0, damaged("its footer does not end where it says")
	}
	return n, nil
}

// thrift reads through values and records whether one is malformed.
type thrift struct {
	rest []byte
	bad  bool
}

func (t *thrift) skip(n uint64) {
	if n > uint64(len(t.rest)) {
		t.bad, n = true, uint64(len(t.rest))
	}
	t.rest = t.rest[n:]
}

func (t *thrift) byte() (b byte) {
	if len(t.rest) > 0 {
		b = t.rest[0]
	}
	t.skip(1)
	return b
}

func (t *thrift) number() uint64 {
	x, n := binary.Uvarint(t.rest)
	if n <= 0 {
		t.bad, n = true, len(t.rest)
	}
	t.rest = t.rest[n:]
	return x
}

func (t *thrift) structure(depth int) {
	for !t.bad {
		head := t.byte()
		if head == 0 {
			return
		}
		if head>>4 == 0 {
			t.number() // the field's number
		}
		if kind := head & 15; kind > 2 { // a boolean is part of the header
			t.value(kind, depth)
		}
	}
}

func (t *thrift) value(kind byte, depth int) {
	if depth > 32 {
		t.bad = true
	}
	switch kind {
	case 1, 2, 3:
		t.skip(1)
	case 4, 5, 6:
		t.number()
	case 7:
		t.skip(8)
	case 8:
		t.skip(t.number())
	case 9, 10:
		head := t.byte()
		n := uint64(head >> 4)
		if n == 15 {
			n = t.number()
		}
		if n > uint64(len(t.rest)) { // each takes at least a byte
			t.bad = true
		}
		for ; n > 0 && !t.bad; n-- {
			t.value(head&15, depth+1)
		}
	case 12:
		t.structure(depth + 1)
	default:
		t.bad = true // Parquet has no others
	}
}
