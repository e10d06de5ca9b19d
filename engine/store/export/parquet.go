package export

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/focal-search/focal/engine/internal/inorder"
	"github.com/focal-search/focal/engine/store"
)

// WriteParquet writes runs as a Parquet file.
func WriteParquet(out io.Writer, records []*store.Record) error {
	return write(NewParquet(out), records)
}

// NewParquet makes a Writer of a Parquet file.
func NewParquet(out io.Writer) Writer {
	w := &parquetWriter{data: &summed{out: out}}
	codec := &zstd.Codec{Level: zstd.SpeedBetterCompression} // its default leaves keys and checksums as they are
	w.out = parquet.NewGenericWriter[row](w.data, parquet.Compression(codec), parquet.CreatedBy("focal", "2", ""))
	return w
}

type parquetWriter struct {
	data    *summed
	out     *parquet.GenericWriter[row]
	waiting []row
	room    []byte // of a checksum

	rows, moves int // of the group that is being written
}

// groupRows is how many rows the file keeps together, unless they have many moves. They
// are in memory until then.
const groupRows = 100_000

func (w *parquetWriter) Write(rec *store.Record) error {
	x, err := checkedRow(rec, &w.room)
	if err != nil {
		return err
	}
	w.rows++
	w.moves += len(x.Moves)
	full := w.rows == groupRows || w.moves >= mostValues/2
	if w.waiting = append(w.waiting, x); len(w.waiting) == atOnce || full {
		return w.flush(full)
	}
	return nil
}

func (w *parquetWriter) flush(group bool) error {
	_, err := w.out.Write(w.waiting)
	clear(w.waiting)
	w.waiting = w.waiting[:0]
	if err == nil && group {
		w.rows, w.moves = 0, 0
		err = w.out.Flush()
	}
	return err
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
	s.sum = crc32.Update(s.sum, castagnoli, b[:n])
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

// ReadParquet reads a file written by WriteParquet. Another program may have removed
// rows, removed columns that are not required, or changed the order of columns.
func ReadParquet(in io.ReaderAt, size int64) ([]Line, error) {
	return collected(func(f func(Line) error) error { return eachParquet(in, size, true, f) })
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

// notInSummary are the columns that a summary does without, and the row's checksum, which
// covers them.
var notInSummary = []string{"engine_commit", "go_version", "host", "cores", "finished_at", "moves", "crc32c"}

// eachParquet calls f with each run of a file; see ReadParquet. If not the whole rows are
// wanted, the file's own checksum stands for those of its rows.
func eachParquet(in io.ReaderAt, size int64, whole bool, f func(Line) error) error {
	file, sum, err := openParquet(in, size)
	if err != nil {
		return err
	}
	var names []string
	for _, field := range file.Schema().Fields() {
		names = append(names, field.Name())
	}
	if err := complete(names); err != nil {
		return err
	}
	all := file.NumRows()
	if all < 0 || all > size { // each row takes more than a byte
		return fmt.Errorf("%w: it says that it has %d rows", store.ErrDamaged, all)
	}
	checked := !slices.ContainsFunc(columns,
		func(name string) bool { return !slices.Contains(names, name) }) // else columns were left out
	own, err := hasRowSchema(file)
	if err != nil {
		return err
	}
	rows := readRows(file)
	if own {
		var without []string
		if !whole && sum {
			checked, without = false, notInSummary
		}
		rows = readColumns(file, without)
	}
	var found damages
	for b := range inorder.Map(rows, func(b rowBatch) rowBatch { return b.parse(checked) }) {
		if err := b.pass(f, &found); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
	}
	return found.err(nil)
}

// hasRowSchema reports whether a file has the columns that this program writes.
func hasRowSchema(file *parquet.File) (has bool, err error) {
	defer recovered(&err)
	return parquet.EqualNodes(file.Schema(), rowSchema), nil
}

// A rowBatch is some consecutive rows of a file.
type rowBatch struct {
	first int // number of the first
	rows  []row
	err   error // why there are no more
	parsed
}

// readRows reads all rows of a file, whatever columns it has.
func readRows(file *parquet.File) iter.Seq[rowBatch] {
	return func(yield func(rowBatch) bool) {
		next, all := 1, int(file.NumRows())
		err := func() (err error) {
			defer recovered(&err)
			r := parquet.NewGenericReader[row](file)
			defer r.Close()
			for next <= all {
				b := rowBatch{first: next, rows: make([]row, min(atOnce, all-next+1))}
				n, err := r.Read(b.rows)
				if n < len(b.rows) {
					b.rows, b.err = b.rows[:n], fmt.Errorf("row %d: %w", next+n, cmp.Or(err, io.ErrUnexpectedEOF))
				}
				next += n
				if !yield(b) || b.err != nil {
					return nil
				}
			}
			return nil
		}()
		if err != nil {
			yield(rowBatch{err: fmt.Errorf("row %d: %w", next, err)})
		}
	}
}

func (b rowBatch) parse(checked bool) rowBatch {
	b.lines, b.damages = make([]Line, 0, len(b.rows)), make([]error, 0, len(b.rows))
	for i := range b.rows {
		if !b.add(&b.rows[i], "row ", b.first+i, checked) {
			break
		}
	}
	if cap(b.rows) == atOnce {
		room := (*[atOnce]row)(b.rows[:atOnce])
		clear(room[:])
		rooms.Put(room)
	}
	b.rows = nil
	return b
}

// complete reports which required column is missing.
func complete(columns []string) error {
	for _, name := range required {
		if !slices.Contains(columns, name) {
			return fmt.Errorf("no column %q: want a file as focal export writes it", name)
		}
	}
	for i, name := range columns {
		if slices.Contains(columns[:i], name) {
			return fmt.Errorf("two columns are called %q", name)
		}
	}
	return nil
}
