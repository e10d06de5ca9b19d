package export

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

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
	w.out = parquet.NewGenericWriter[row](w.data, parquet.Compression(&parquet.Zstd), parquet.CreatedBy("focal", "", ""))
	return w
}

type parquetWriter struct {
	data    *summed
	out     *parquet.GenericWriter[row]
	waiting []row
	n       int
}

// groupRows is how many rows the file keeps together. They are in memory until then.
const groupRows = 100_000

func (w *parquetWriter) Write(rec *store.Record) error {
	x, err := checkedRow(rec)
	if err != nil {
		return err
	}
	w.n++
	if w.waiting = append(w.waiting, x); len(w.waiting) == atOnce || w.n%groupRows == 0 {
		return w.flush(w.n%groupRows == 0)
	}
	return nil
}

func (w *parquetWriter) flush(group bool) error {
	_, err := w.out.Write(w.waiting)
	clear(w.waiting)
	w.waiting = w.waiting[:0]
	if err == nil && group {
		err = w.out.Flush()
	}
	return err
}

func (w *parquetWriter) Close() error {
	if err := w.flush(true); err != nil {
		return err
	}
	w.out.SetKeyValueMetadata(rowsKey, strconv.Itoa(w.n))
	w.out.SetKeyValueMetadata(dataKey, w.data.String())
	return w.out.Close()
}

// rowsKey is the metadata key under which the file states its number of rows.
const rowsKey = "focal.rows"

// dataKey is the key under which it states the number of bytes before its footer and
// their CRC-32C. The library trusts the sizes in them and would run out of memory if
// one were damaged.
const dataKey = "focal.data"

// summed counts and sums what is written through it.
type summed struct {
	out io.Writer
	n   int64
	sum uint32
}

func (s *summed) Write(b []byte) (int, error) {
	n, err := s.out.Write(b)
	s.n += int64(n)
	s.sum = crc32.Update(s.sum, castagnoli, b[:n])
	return n, err
}

func (s *summed) String() string { return fmt.Sprintf("%d %08x", s.n, s.sum) }

// checkData compares the data before the footer with what the file states about it.
func checkData(file *parquet.File, in io.ReaderAt, size int64) error {
	said, ok := file.Lookup(dataKey)
	if !ok {
		return nil
	}
	length, _, _ := strings.Cut(said, " ")
	n, err := strconv.ParseInt(length, 10, 64)
	have := &summed{out: io.Discard}
	if err == nil && n <= size {
		_, err = io.Copy(have, io.NewSectionReader(in, 0, n))
	}
	if err != nil || have.String() != said {
		return fmt.Errorf("%w: its data are %v, not %s as they were written (bytes, and their checksum)", store.ErrDamaged,
			have, said)
	}
	return nil
}

// ReadParquet reads a file written by WriteParquet. Another program may have removed
// rows, removed columns that are not required, or changed the order of columns.
func ReadParquet(in io.ReaderAt, size int64) ([]Line, error) {
	return collected(func(f func(Line) error) error { return eachParquet(in, size, f) })
}

// openParquet opens a file, and checks it but for its rows.
func openParquet(in io.ReaderAt, size int64) (file *parquet.File, err error) {
	defer recovered(&err)
	if size < 12 {
		return nil, fmt.Errorf("%w: %d bytes are no Parquet file", store.ErrDamaged, size)
	}
	if err := checkFooter(in, size); err != nil {
		return nil, err
	}
	if file, err = parquet.OpenFile(in, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true)); err != nil {
		return nil, err
	}
	return file, checkData(file, in, size)
}

// recovered makes a panic an error: the library panics on some damaged files.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", store.ErrDamaged, r)
	}
}

// eachParquet calls f with each run of a file; see ReadParquet.
func eachParquet(in io.ReaderAt, size int64, f func(Line) error) error {
	file, err := openParquet(in, size)
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
	var damages []error
	if text, ok := file.Lookup(rowsKey); ok && text != strconv.FormatInt(all, 10) {
		damages = append(damages, fmt.Errorf("%w: %d rows are there, where %s were written", store.ErrDamaged, all, text))
	}
	for b := range inorder.Map(readRows(file), func(b rowBatch) rowBatch { return b.parse(checked) }) {
		for i, line := range b.lines {
			if b.damages[i] != nil {
				damages = append(damages, b.damages[i])
			} else if err := f(line); err != nil {
				return err
			}
		}
		if b.err != nil {
			return b.err
		}
	}
	return errors.Join(damages...)
}

// A rowBatch is some consecutive rows of a file.
type rowBatch struct {
	first int // number of the first
	rows  []row

	lines   []Line
	damages []error // of each line
	err     error   // why there are no more
}

// readRows reads all rows of a file.
func readRows(file *parquet.File) iter.Seq[rowBatch] {
	return func(yield func(rowBatch) bool) {
		r := parquet.NewGenericReader[row](file)
		defer r.Close()
		read := func(rows []row) (n int, err error) {
			defer recovered(&err)
			return r.Read(rows)
		}
		for next, all := 1, int(file.NumRows()); next <= all; {
			b := rowBatch{first: next, rows: make([]row, min(atOnce, all-next+1))}
			if n, err := read(b.rows); n < len(b.rows) {
				b.rows, b.err = b.rows[:n], fmt.Errorf("row %d: %w", next+n, cmp.Or(err, io.ErrUnexpectedEOF))
			}
			next += len(b.rows)
			if !yield(b) || b.err != nil {
				return
			}
		}
	}
}

func (b rowBatch) parse(checked bool) rowBatch {
	for i := range b.rows {
		number := b.first + i
		line, damage, err := b.rows[i].line(number, checked)
		if err != nil {
			b.err = fmt.Errorf("row %d: %w", number, err)
			return b
		}
		if damage != nil {
			damage = fmt.Errorf("row %d: %w", number, damage)
		}
		b.lines, b.damages = append(b.lines, line), append(b.damages, damage)
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
	return nil
}
