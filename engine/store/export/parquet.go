package export

import (
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/focal-search/focal/engine/store"
)

// WriteParquet writes runs as a Parquet file.
func WriteParquet(out io.Writer, records []*store.Record) error {
	all, err := rows(records)
	if err != nil {
		return err
	}
	w := parquet.NewGenericWriter[row](out, parquet.Compression(&parquet.Zstd), parquet.CreatedBy("focal", "", ""))
	if _, err := w.Write(all); err != nil {
		return err
	}
	return w.Close()
}

// ReadParquet reads what WriteParquet has written. Another program may have left
// out rows, and columns that are not needed, or written them in another order.
func ReadParquet(in io.ReaderAt, size int64) ([]Line, error) {
	file, err := parquet.OpenFile(in, size)
	if err != nil {
		return nil, err
	}
	var columns []string
	for _, field := range file.Schema().Fields() {
		columns = append(columns, field.Name())
	}
	if err := complete(columns); err != nil {
		return nil, err
	}
	r := parquet.NewGenericReader[row](file)
	defer r.Close()
	all := make([]row, r.NumRows())
	if n, err := r.Read(all); n < len(all) {
		return nil, fmt.Errorf("row %d: %w", n+1, err)
	}
	lines := make([]Line, len(all))
	for i := range all {
		rec, err := all[i].record()
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
		lines[i] = Line{i + 1, rec}
	}
	return lines, nil
}

// complete says which column is missing of those that are needed.
func complete(columns []string) error {
	for _, name := range required {
		if !slices.Contains(columns, name) {
			return fmt.Errorf("no column %q: want a file as focal export writes it", name)
		}
	}
	return nil
}
