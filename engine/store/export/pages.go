package export

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	compact "github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/focal-search/focal/engine/store"
)

const (
	// mostMemory bounds the bytes of the largest pages of all columns, which are in
	// memory together.
	mostMemory = 1 << 30
	// mostValues bounds the values that a column of lists has in a group of rows, unless
	// its data are long too.
	mostValues = 16 << 20
	// mostText bounds the bytes of a text in a dictionary, which any number of rows can name.
	mostText = 64 << 10
)

// checkPages reads the headers of all pages, and rejects a file whose pages are not as
// large as they say, or too large. The library allocates what they announce.
func checkPages(file *parquet.File, in io.ReaderAt, size int64) error {
	left, rows := size, int64(0) // columns do not overlap
	for i, group := range file.RowGroups() {
		memory := int64(0)
		var dictionaries []parquet.ColumnChunk // the columns that have one
		for j, column := range group.ColumnChunks() {
			c := chunk{&file.Metadata().RowGroups[i].Columns[j].MetaData, in}
			name := strings.Join(c.PathInSchema, ".")
			left -= max(c.TotalCompressedSize, 0)
			lists := columnOf(column).MaxRepetitionLevel() > 0
			switch {
			case c.start() < 0 || c.start() > size || c.TotalCompressedSize > size-c.start() || left < 0:
				return damaged("column %s is not within the file", name)
			case !lists && c.NumValues != group.NumRows():
				return damaged("column %s has %d values for %d rows", name, c.NumValues, group.NumRows())
			case lists && c.NumValues > mostValues+16*c.TotalCompressedSize:
				return fmt.Errorf("column %s has %d values in a group of rows: want at most %d", name, c.NumValues, mostValues)
			}
			bytes, dictionary, err := c.check()
			if err != nil {
				return fmt.Errorf("column %s: %w", name, err)
			}
			memory += bytes
			if dictionary {
				dictionaries = append(dictionaries, column)
			}
		}
		if rows += group.NumRows(); memory > mostMemory {
			return fmt.Errorf("its pages take %d MiB of memory: want at most %d", memory>>20, mostMemory>>20)
		}
		for _, column := range dictionaries {
			if err := checkDictionary(column); err != nil {
				return fmt.Errorf("column %s: %w", strings.Join(columnOf(column).Path(), "."), err)
			}
		}
	}
	if rows != file.NumRows() {
		return damaged("it says that it has %d rows, and its groups that they have %d", file.NumRows(), rows)
	}
	return nil
}

func columnOf(c parquet.ColumnChunk) *parquet.Column {
	return c.(*parquet.FileColumnChunk).Node().(*parquet.Column)
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", store.ErrDamaged, fmt.Sprintf(format, args...))
}

// A chunk is a column of a group of rows.
type chunk struct {
	*format.ColumnMetaData
	in io.ReaderAt
}

// start is where its first page starts.
func (c *chunk) start() int64 {
	if c.DictionaryPageOffset != 0 {
		return c.DictionaryPageOffset
	}
	return c.DataPageOffset
}

// check checks its pages and returns how much memory the largest take, and whether one is a
// dictionary.
func (c *chunk) check() (memory int64, hasDictionary bool, err error) {
	var dictionary, data, values int64
	first := int64(-1) // where the first page of data starts: the library goes there
	for at, end := c.start(), c.start()+c.TotalCompressedSize; at < end; {
		h, n, err := c.header(at, end)
		if err != nil {
			return 0, false, err
		}
		var encoding format.Encoding
		if first < 0 && !h.DictionaryPageHeader.Valid {
			first = at
		}
		at += n
		length := int64(h.CompressedPageSize)
		if length < 0 || length > end-at {
			return 0, false, damaged("a page of %d bytes does not end in it", length)
		}
		size, err := c.content(h, at)
		if err != nil {
			return 0, false, err
		}
		at += length
		switch {
		case h.DictionaryPageHeader.Valid:
			if n := int64(h.DictionaryPageHeader.V.NumValues); n < 0 || n > size {
				return 0, false, damaged("its dictionary of %d bytes has %d values", size, n)
			}
			dictionary, hasDictionary = max(dictionary, length+2*size), true
			continue
		case h.DataPageHeader.Valid:
			n, encoding = int64(h.DataPageHeader.V.NumValues), h.DataPageHeader.V.Encoding
		case h.DataPageHeaderV2.Valid:
			n, encoding = int64(h.DataPageHeaderV2.V.NumValues), h.DataPageHeaderV2.V.Encoding
		default:
			return 0, false, damaged("a page is neither of data nor a dictionary")
		}
		if values += n; n < 0 || values > c.NumValues {
			break
		}
		if encoding == format.DeltaByteArray { // a short page can have long texts that begin alike
			return 0, false, fmt.Errorf("its encoding is %v: want PLAIN or RLE_DICTIONARY", encoding)
		}
		data = max(data, length+size+8*n) // levels, offsets and indices
	}
	if first >= 0 && first != c.DataPageOffset {
		return 0, false, damaged("its data start at byte %d, not %d", first, c.DataPageOffset)
	}
	if values != c.NumValues {
		return 0, false, damaged("it has %d values, not %d as its pages say", c.NumValues, values)
	}
	return dictionary + data, hasDictionary, nil
}

// checkDictionary rejects long texts in the dictionary of a column.
func checkDictionary(column parquet.ColumnChunk) error {
	kind := column.Type().Kind()
	if kind != parquet.ByteArray && kind != parquet.FixedLenByteArray {
		return nil
	}
	pages := column.Pages()
	defer pages.Close()
	page, err := pages.ReadPage()
	if err == io.EOF {
		return nil
	} else if err != nil {
		return err
	}
	defer parquet.Release(page)
	texts := page.Dictionary()
	if texts == nil {
		return nil
	}
	for i := range texts.Len() {
		if n := len(texts.Index(int32(i)).ByteArray()); n > mostText {
			return fmt.Errorf("its dictionary has a text of %d bytes: want at most %d", n, mostText)
		}
	}
	return nil
}

// header reads the header of a page, and its length.
func (c *chunk) header(at, end int64) (h format.PageHeader, n int64, err error) {
	for room := int64(1 << 12); ; room <<= 4 {
		b := make([]byte, min(room, end-at))
		if _, err := c.in.ReadAt(b, at); err != nil {
			return h, 0, err
		}
		t := thrift{rest: b}
		if t.structure(0); !t.bad {
			n := len(b) - len(t.rest)
			if err := compact.Unmarshal(new(compact.CompactProtocol), b[:n], &h); err != nil {
				return h, 0, damaged("the header of a page: %v", err)
			}
			return h, int64(n), nil
		}
		if len(b) < int(room) || room >= 1<<24 {
			return h, 0, damaged("the header of a page does not end")
		}
	}
}

// content is the size of a page once it is decompressed.
func (c *chunk) content(h format.PageHeader, at int64) (int64, error) {
	said, length, codec, levels := int64(h.UncompressedPageSize), int64(h.CompressedPageSize), c.Codec, int64(0)
	if v2 := h.DataPageHeaderV2; v2.Valid { // whose levels are not compressed
		defs, reps := int64(v2.V.DefinitionLevelsByteLength), int64(v2.V.RepetitionLevelsByteLength)
		if levels = defs + reps; defs < 0 || reps < 0 || levels > length {
			return 0, damaged("a page of %d bytes has levels of %d and %d", length, defs, reps)
		}
		if v2.V.IsCompressed.Valid && !v2.V.IsCompressed.V {
			codec = format.Uncompressed
		}
	}
	data := io.NewSectionReader(c.in, at+levels, length-levels)
	size, exact := data.Size(), true
	var err error
	switch {
	case size == 0:
	case codec == format.Uncompressed:
	case codec == format.Snappy:
		size, err = snappySize(data)
	case codec == format.Zstd:
		size, exact, err = zstdSize(data)
	default:
		return 0, fmt.Errorf("its compression is %v: want ZSTD, SNAPPY or none", codec)
	}
	if size += levels; err != nil || size != said && (exact || size < said || said < 0) {
		return 0, damaged("a page says that it has %d bytes, and its data that they have %d", said, size)
	}
	return size, nil
}

// snappySize is the size that a block of Snappy says its content has.
func snappySize(data *io.SectionReader) (int64, error) {
	var b [binary.MaxVarintLen64]byte
	n, _ := data.ReadAt(b[:], 0)
	size, k := binary.Uvarint(b[:n])
	if k <= 0 || size > mostMemory {
		return 0, io.ErrUnexpectedEOF
	}
	return int64(size), nil
}

// zstdSize is the size that a frame of Zstandard says its content has or, if it does
// not, the most that its blocks can have. Nothing may follow the frame.
func zstdSize(data *io.SectionReader) (size int64, exact bool, err error) {
	var b [zstd.HeaderMaxSize]byte
	n, _ := data.ReadAt(b[:], 0)
	var frame zstd.Header
	if err := frame.Decode(b[:n]); err != nil {
		return 0, false, err
	}
	at := int64(frame.HeaderSize)
	for last := frame.Skippable; !last; {
		if _, err := data.ReadAt(b[:3], at); err != nil {
			return 0, false, err
		}
		head := int64(b[0]) | int64(b[1])<<8 | int64(b[2])<<16
		length := head >> 3
		at += 3
		last = head&1 != 0
		switch head >> 1 & 3 {
		case 0: // as it is
			at, size = at+length, size+length
		case 1: // a byte, repeated
			at, size = at+1, size+length
		default:
			at, size = at+length, size+128<<10
		}
	}
	if frame.HasCheckSum {
		at += 4
	}
	if at != data.Size() || frame.FrameContentSize > uint64(size) {
		return 0, false, io.ErrUnexpectedEOF
	}
	if frame.HasFCS {
		size = int64(frame.FrameContentSize)
	}
	return size, frame.HasFCS, nil
}
