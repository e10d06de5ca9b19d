package export

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/store"
)

// A Line is a run and the line of the file on which it begins; in Parquet, which has no
// lines, the number of its row. Facts about the run's origin that the file lacks are
// empty.
type Line struct {
	Number int
	*store.Record
	Checked bool // the row has a checksum, and it is correct
}

// Read reads the results in a CSV or Parquet file:
//
//	results, err := export.Read("runs.parquet")
func Read(path string) ([]*engine.Result, error) {
	lines, err := ReadLines(path)
	results := make([]*engine.Result, len(lines))
	for i, line := range lines {
		results[i] = line.Result
	}
	return results, err
}

// ReadRecords reads the runs in a CSV or Parquet file with their origin, for
// [store.Store.Import].
func ReadRecords(path string) ([]*store.Record, error) {
	lines, err := ReadLines(path)
	records := make([]*store.Record, len(lines))
	for i, line := range lines {
		records[i] = line.Record
	}
	return records, err
}

// MostBytes is the greatest size of a file of results.
const MostBytes = 512 << 20

// ReadLines reads the runs in a CSV or Parquet file, each with its place in it.
func ReadLines(path string) ([]Line, error) {
	data, err := input.ReadFile(path, MostBytes)
	if err != nil {
		var reason *fs.PathError
		if errors.As(err, &reason) {
			err = fmt.Errorf("%s: %w", path, reason.Err)
		}
		return nil, err
	}
	lines, err := Parse(path, data)
	if err != nil && !Known(path, data) {
		return nil, fmt.Errorf("%s: neither CSV nor Parquet: want a file as focal export writes it", path)
	}
	if err != nil {
		return nil, err // part of a file must not pass for all of it
	}
	return lines, nil
}

const parquetMagic = "PAR1"

// Known reports whether a file's contents are in one of the two formats: Parquet by its
// first bytes, CSV by the file's name or its header.
func Known(name string, data []byte) bool {
	header, _, _ := bytes.Cut(data, []byte("\n"))
	return bytes.HasPrefix(data, []byte(parquetMagic)) || strings.EqualFold(filepath.Ext(name), ".csv") ||
		bytes.Contains(header, []byte("problem_sha256,"))
}

// Parse reads the contents of a CSV or Parquet file. With an error, which names the
// file and for CSV the line, it also returns the results before it.
func Parse(name string, data []byte) ([]Line, error) {
	if !bytes.HasPrefix(data, []byte(parquetMagic)) {
		lines, err := ReadCSV(bytes.NewReader(data))
		return lines, each(err, func(err error) error { return fmt.Errorf("%s:%w", name, err) })
	}
	lines, err := ReadParquet(bytes.NewReader(data), int64(len(data)))
	return lines, each(err, func(err error) error { return fmt.Errorf("%s: %w", name, err) })
}

// each applies change to an error, or to each of several joined errors.
func each(err error, change func(error) error) error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return change(err)
	}
	var all []error
	for _, err := range joined.Unwrap() {
		all = append(all, each(err, change))
	}
	return errors.Join(all...)
}
