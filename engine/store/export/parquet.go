package export

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/focal-search/focal/engine/store"
)

// WriteParquet writes runs as a Parquet file.
func WriteParquet(out io.Writer, records []*store.Record) error {
	all, err := rows(records)
	if err != nil {
		return err
	}
	data := &summed{out: out}
	w := parquet.NewGenericWriter[row](data, parquet.Compression(&parquet.Zstd), parquet.CreatedBy("focal", "", ""),
		parquet.KeyValueMetadata(rowsKey, strconv.Itoa(len(all))))
	if _, err := w.Write(all); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	w.SetKeyValueMetadata(dataKey, data.String())
	return w.Close()
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
func ReadParquet(in io.ReaderAt, size int64) (lines []Line, err error) {
	defer func() { // the library panics on some damaged files
		if r := recover(); r != nil {
			lines, err = nil, fmt.Errorf("%w: %v", store.ErrDamaged, r)
		}
	}()
	if size < 12 {
		return nil, fmt.Errorf("%w: %d bytes are no Parquet file", store.ErrDamaged, size)
	}
	if err := checkFooter(in, size); err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(in, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, err
	}
	if err := checkData(file, in, size); err != nil {
		return nil, err
	}
	var names []string
	for _, field := range file.Schema().Fields() {
		names = append(names, field.Name())
	}
	if err := complete(names); err != nil {
		return nil, err
	}
	r := parquet.NewGenericReader[row](file)
	defer r.Close()
	if n := r.NumRows(); n < 0 || n > size { // each row takes more than a byte
		return nil, fmt.Errorf("%w: it says that it has %d rows", store.ErrDamaged, n)
	}
	all := make([]row, r.NumRows())
	if n, err := r.Read(all); n < len(all) {
		return nil, fmt.Errorf("row %d: %w", n+1, err)
	}
	checked := !slices.ContainsFunc(columns,
		func(name string) bool { return !slices.Contains(names, name) }) // else columns were left out
	var damages []error
	if text, ok := file.Lookup(rowsKey); ok && text != strconv.Itoa(len(all)) {
		damages = append(damages, fmt.Errorf("%w: %d rows are there, where %s were written", store.ErrDamaged,
			len(all), text))
	}
	for i := range all {
		if err := all[i].check(); checked && err != nil {
			damages = append(damages, fmt.Errorf("row %d: %w", i+1, err))
			continue
		}
		rec, err := all[i].record()
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
		lines = append(lines, Line{i + 1, rec, checked && all[i].CRC != nil})
	}
	return lines, errors.Join(damages...)
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
