package export

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/focal-search/focal/engine/internal/inorder"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
)

// WriteParquet writes runs as a Parquet file.
func WriteParquet(out io.Writer, records []*record.Record) error {
	return write(NewParquet(out), records)
}

// NewParquet makes a Writer of a Parquet file.
func NewParquet(out io.Writer) Writer {
	w := &parquetWriter{data: &summed{out: out}, leaves: make([][]parquet.Value, len(rowSchema.Columns()))}
	codec := &zstd.Codec{Level: zstd.SpeedBetterCompression} // its default leaves keys and checksums as they are
	w.out = parquet.NewGenericWriter[any](w.data, rowSchema, parquet.Compression(codec), parquet.CreatedBy("focal", "2", ""))
	return w
}

type parquetWriter struct {
	data   *summed
	out    *parquet.GenericWriter[any]
	leaves [][]parquet.Value // of the rows that wait, by leaf
	room   []byte            // of a checksum

	waiting, rows, moves int // rows that wait, and those of the group that is being written
}

// groupRows is how many rows the file keeps together, unless they have many moves. They
// are in memory until then.
const groupRows = 100_000

func (w *parquetWriter) Write(rec *record.Record) error {
	leaf := 0
	put := func(v parquet.Value, repetition, definition int) {
		w.leaves[leaf] = append(w.leaves[leaf], v.Level(repetition, definition, leaf))
	}
	list := func(n int, value func(i int) parquet.Value) {
		for i := range n {
			put(value(i), min(i, 1), 1)
		}
		if n == 0 {
			put(parquet.Value{}, 0, 0)
		}
		leaf++
	}
	r, x := rec.Result, row{rec: rec, sum: checksum(rec, &w.room), rule: rec.Rule()}
	for _, c := range record.Stored {
		switch c.Kind {
		case record.Texts:
			list(len(r.Warnings), func(i int) parquet.Value { return bytesValue(r.Warnings[i]) })
		case record.Moves:
			list(len(r.Moves), func(i int) parquet.Value { return parquet.Int32Value(int32(r.Moves[i])) })
		case record.Incumbents:
			for _, of := range incumbentLeaves {
				list(len(r.Incumbents), func(i int) parquet.Value {
					if of.number == nil {
						return bytesValue(r.Incumbents[i].W.String())
					}
					return parquet.Int64Value(*of.number(&r.Incumbents[i]))
				})
			}
		default:
			defined := 0
			if c.Optional {
				defined = 1
			}
			switch v := c.Value(rec); {
			case v.None():
				put(parquet.Value{}, 0, 0)
			case c.Name == "key" && x.rule.Counters > 0:
				put(bytesValue(""), 0, defined)
			case c.Kind == record.Real:
				put(parquet.DoubleValue(v.Real()), 0, defined)
			case c.Kind == record.Text:
				put(bytesValue(v.Text()), 0, defined)
			default:
				put(parquet.Int64Value(v.Int()), 0, defined)
			}
			leaf++
		}
	}
	for _, extra := range extras {
		v, defined := extra.get(&x), 1
		if v.IsNull() {
			defined = 0
		}
		put(v, 0, defined)
		leaf++
	}
	w.waiting++
	w.rows++
	w.moves += len(r.Moves)
	full := w.rows == groupRows || w.moves >= mostValues/2
	if w.waiting == atOnce || full {
		return w.flush(full)
	}
	return nil
}

func (w *parquetWriter) flush(group bool) error {
	for i, out := range w.out.ColumnWriters() {
		if _, err := out.WriteRowValues(w.leaves[i]); err != nil {
			return err
		}
		clear(w.leaves[i])
		w.leaves[i] = w.leaves[i][:0]
	}
	w.waiting = 0
	if !group {
		return nil
	}
	w.rows, w.moves = 0, 0
	return w.out.Flush()
}

func (w *parquetWriter) Close() error {
	if err := w.flush(true); err != nil {
		return err
	}
	var end bytes.Buffer
	start := w.data.out
	w.data.out = &end
	if err := w.out.Close(); err != nil {
		return err
	}
	footer := end.Len() - int(footerSize(end.Bytes()))
	sum := binary.LittleEndian.AppendUint32([]byte(sumMagic), w.data.sum)
	_, err := start.Write(slices.Insert(end.Bytes(), footer, sum...))
	return err
}

// A file says that focal has written it, in version 2. Such a file has a checksum right
// before its footer: sumMagic, and the CRC-32C of all that is before and after these 8
// bytes. Other programs do not see it, since a footer is found from the file's end; what
// they write says that they did.
const (
	summedBy = "focal version 2"
	sumMagic = "FSUM"
)

// footerSize is the size of the footer at the end of a file, with its own length and the
// format's name.
func footerSize(end []byte) int64 { return int64(binary.LittleEndian.Uint32(end[len(end)-8:])) + 8 }

// summed sums what is written through it.
type summed struct {
	out io.Writer
	sum uint32
}

func (s *summed) Write(b []byte) (int, error) {
	n, err := s.out.Write(b)
	s.sum = crc32.Update(s.sum, crc32.MakeTable(crc32.Castagnoli), b[:n])
	return n, err
}

// checkSum compares a file with its checksum, and reports whether it has one.
func checkSum(in io.ReaderAt, size, footer int64) (bool, error) {
	var said [8]byte
	at := size - footer - int64(len(said))
	if at < 0 {
		return false, nil
	}
	if _, err := in.ReadAt(said[:], at); err != nil || string(said[:4]) != sumMagic {
		return false, err
	}
	have := &summed{out: io.Discard}
	if _, err := io.Copy(have, io.NewSectionReader(in, 0, at)); err != nil {
		return false, err
	}
	if _, err := io.Copy(have, io.NewSectionReader(in, size-footer, footer)); err != nil {
		return false, err
	}
	if sum := binary.LittleEndian.Uint32(said[4:]); have.sum != sum {
		return true, damaged("its checksum is %08x, not %08x as it was written", have.sum, sum)
	}
	return true, nil
}

// openParquet opens a file, and checks everything except its rows. It reports whether the
// file has a checksum.
func openParquet(in io.ReaderAt, size int64) (file *parquet.File, sum bool, err error) {
	defer recovered(&err)
	if size < 12 {
		return nil, false, fmt.Errorf("%w: %d bytes are no Parquet file", store.ErrDamaged, size)
	}
	footer, err := checkFooter(in, size)
	if err != nil {
		return nil, false, err
	}
	sum, err = checkSum(in, size, footer)
	if err != nil {
		return nil, false, err
	}
	if file, err = parquet.OpenFile(in, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true)); err != nil {
		return nil, false, err
	}
	if !sum && strings.HasPrefix(file.Metadata().CreatedBy, summedBy) {
		return nil, false, damaged("its checksum is missing")
	}
	return file, sum, checkPages(file, in, size)
}

// recovered makes a panic an error: the library panics on some damaged files.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", store.ErrDamaged, r)
	}
}

// eachParquet calls f with each run of a file. Another program may have removed
// rows, removed columns that are not required, or changed the order of columns. If not the whole rows are
// wanted, the file's own checksum stands for those of its rows.
func eachParquet(in io.ReaderAt, size int64, whole bool, f func(Line) error) error {
	file, sum, err := openParquet(in, size)
	if err != nil {
		return err
	}
	var have []string
	for _, field := range file.Schema().Fields() {
		have = append(have, field.Name())
	}
	if err := complete(have); err != nil {
		return err
	}
	all := file.NumRows()
	if all < 0 || all > size { // each row takes more than a byte
		return fmt.Errorf("%w: it says that it has %d rows", store.ErrDamaged, all)
	}
	summary := !whole && sum
	checked := !summary && hasAll(have) // else columns were left out
	var found damages
	for b := range inorder.Map(readRows(file, summary), func(b rowBatch) rowBatch { return b.check(checked) }) {
		if err := b.pass(f, &found); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
	}
	return found.err(nil)
}

// hasAll reports whether there are all columns that this program writes.
func hasAll(have []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(have, name) })
}

// A rowBatch is some consecutive rows of a file.
type rowBatch struct {
	first int // number of the first
	rows  []row
	err   error // why there are no more
	parsed
}

func (b rowBatch) check(checked bool) rowBatch {
	b.lines, b.damages = make([]Line, 0, len(b.rows)), make([]error, 0, len(b.rows))
	for i := range b.rows {
		b.rows[i].key()
		if !b.add(&b.rows[i], "row ", b.first+i, checked) {
			break
		}
	}
	b.rows = nil
	return b
}

var errIncomplete = errors.New("no column")

// complete reports which required columns are missing.
func complete(have []string) error {
	var missing []string
	for _, c := range record.Stored {
		if c.Required && !slices.Contains(have, c.Name) {
			missing = append(missing, c.Name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%w %s: want a file as focal export writes it", errIncomplete, strings.Join(missing, ", "))
	}
	for i, name := range have {
		if slices.Contains(have[:i], name) {
			return fmt.Errorf("two columns are called %q", name)
		}
	}
	return nil
}
