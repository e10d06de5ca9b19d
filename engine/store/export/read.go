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

// A Line is a run and the line of the file that it begins on; in Parquet, which
// has no lines, its number. What the file does not tell of the run's origin is
// empty.
type Line struct {
	Number int
	*store.Record
	Checked bool // the row carries a checksum, and is as it was written
}

// Read reads the results of a file in either form:
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

// ReadRecords reads the runs of a file in either form with their origin, for
// [store.Store.Import].
func ReadRecords(path string) ([]*store.Record, error) {
	lines, err := ReadLines(path)
	records := make([]*store.Record, len(lines))
	for i, line := range lines {
		records[i] = line.Record
	}
	return records, err
}

// MostBytes is how long a file of results may be.
const MostBytes = 512 << 20

// ReadLines reads the runs of a file in either form, each with its place in it.
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
		return nil, err // a part of a file is not taken for all of it
	}
	return lines, nil
}

const parquetMagic = "PAR1"

// Known says whether the contents of a file are in one of the two forms: Parquet
// by its first bytes, CSV by the file's name or its header.
func Known(name string, data []byte) bool {
	header, _, _ := bytes.Cut(data, []byte("\n"))
	return bytes.HasPrefix(data, []byte(parquetMagic)) || strings.EqualFold(filepath.Ext(name), ".csv") ||
		bytes.Contains(header, []byte("problem_sha256,"))
}

// Parse reads the contents of a file in either form. With an error, which names
// the file and for CSV the line, come the results before it.
func Parse(name string, data []byte) ([]Line, error) {
	if !bytes.HasPrefix(data, []byte(parquetMagic)) {
		lines, err := ReadCSV(bytes.NewReader(data))
		return lines, each(err, func(err error) error { return fmt.Errorf("%s:%w", name, err) })
	}
	lines, err := ReadParquet(bytes.NewReader(data), int64(len(data)))
	return lines, each(err, func(err error) error { return fmt.Errorf("%s: %w", name, err) })
}

// each changes an error, or each of several that were joined.
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
